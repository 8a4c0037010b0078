"""All reading: rows become the nouns that the other rooms know."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from sqlmodel import select

from arena.counts import BlockResult, BotSum, Counts, Game, PairCount, TeamSum
from arena.model import MatchRecord, Outcome
from arena.pairings.blocks import Block
from arena.schedule import Result
from arena.stages import Stage, Terms
from arena.standings import Checkpoint, Rating
from arena.store.counting import Counted
from arena.store.evidence import Evidence
from arena.store.opening import BadStore
from arena.store.records import RowsOfBlocks, StoredMatch
from arena.store.tables import (
    BlockRow,
    BotRow,
    CommitmentRow,
    ContestRow,
    EntryRow,
    FaultRow,
    MatchRow,
    PairRow,
    RatingRow,
    RoundRow,
    SeatRow,
    StageRow,
    SuspensionRow,
    TeamRow,
    VersionRow,
    table_of,
)
from arena.submissions import Submission
from arena.suspension import FAILED_START
from arena.versions import unpacked

_BLOCK, _MATCH, _SEAT = table_of(BlockRow), table_of(MatchRow), table_of(SeatRow)
_FAULT, _STAGE = table_of(FaultRow), table_of(StageRow)
_MOST_POINTS = 4  # of a bot in a mirrored pair


class Reader(Evidence):
    """Reads a database; any number of them beside one writer."""

    def contests(self) -> list[str]:
        """The names of all contests, oldest first."""
        contest = table_of(ContestRow)
        return [row.name for row in self.rows(sa.select(contest.c.name).order_by(contest.c.id))]

    def contests_played(self) -> list[str]:
        """The names of contests that have a stage; the one with the newest stage is last.

        Comparisons come before all others: nobody means one who does not name it.
        """
        contests = table_of(ContestRow)
        rows = self.rows(
            sa.select(contests.c.name)
            .join(_STAGE, _STAGE.c.contest_id == contests.c.id)
            .group_by(contests.c.id)
            .order_by(sa.func.max(_STAGE.c.id))
        )
        return sorted((row.name for row in rows), key=lambda name: not self._compares(name))

    def _compares(self, contest: str) -> bool:
        return self.stages(contest)[-1].plan.compare is not None

    def stages(self, contest: str) -> list[Stage]:
        """All stages of a contest, oldest first."""
        return [self.stage_of(contest, number) for number in self.stage_numbers(contest)]

    def stage_numbers(self, contest: str) -> list[int]:
        """The numbers of a contest's stages, whatever state they are in."""
        contests = table_of(ContestRow)
        rows = self.rows(
            sa.select(_STAGE.c.number)
            .join(contests, contests.c.id == _STAGE.c.contest_id)
            .where(contests.c.name == contest)
            .order_by(_STAGE.c.number)
        )
        return [row.number for row in rows]

    def stage_of(self, contest: str, number: int) -> Stage:
        """One stage of a contest."""
        contests = table_of(ContestRow)
        (row,) = self.rows(
            sa.select(_STAGE.c.id)
            .join(contests, contests.c.id == _STAGE.c.contest_id)
            .where(contests.c.name == contest, _STAGE.c.number == number)
        )
        return self.stage(row.id)

    def unfinished(self) -> list[Stage]:
        """Stages that have not ended, of all contests, oldest first."""
        rows = self.rows(
            sa.select(_STAGE.c.id).where(_STAGE.c.ended_at.is_(None)).order_by(_STAGE.c.id)
        )
        return [self.stage(row.id) for row in rows]

    def stage(self, row: int) -> Stage:
        """The stage of this row."""
        try:
            return self._stage(row)
        except (ValueError, KeyError, TypeError) as why:
            raise BadStore(
                f"{self._path} is damaged ({why}); see `arena verify`, or restore a copy of it"
            ) from why

    def _stage(self, row: int) -> Stage:
        with self._session() as session:
            found = session.get_one(StageRow, row)
            drawn = session.exec(select(CommitmentRow).where(CommitmentRow.stage_id == row)).first()
            if drawn is None:
                raise ValueError("its secret is missing")
            return Stage(
                row=row,
                key=found.key,
                commitment=found.commitment,
                secret=drawn.secret,
                terms=Terms.from_map(found.terms),
                versions={e.bot: e.version for e in self.entries(row) if e.version and e.plays},
                announced=tuple(found.announced),
                since=tuple(found.since),
                opened_at=found.opened_at,
                ended_at=found.ended_at,
                digest=found.digest,
            )

    def entries(self, stage: int) -> list[EntryRow]:
        """Who was handed in for a stage, in the order of names."""
        with self._session() as session:
            found = session.exec(select(EntryRow).where(EntryRow.stage_id == stage)).all()
            return sorted(found, key=lambda entry: entry.bot)

    def bots(self, stage: Stage) -> dict[str, Submission]:
        """The bots that play in a stage, with the content that they had then."""
        return {
            entry.bot: self._restored(entry) for entry in self.entries(stage.row) if entry.plays
        }

    def _restored(self, entry: EntryRow) -> Submission:
        with self._session() as session:
            version = session.get_one(VersionRow, entry.version)
            return Submission(
                entry.bot,
                unpacked(version.hash, version.content),
                tuple(version.command),
                tuple(entry.games),
                build=tuple(version.build),
                image=version.image,
                author=entry.author,
                email=entry.email,
                version=version.hash,
            )

    def recorded(self, stage: Stage, round_: int) -> set[str]:
        """The ids of the blocks of a round that are stored."""
        rows = self.rows(
            sa.select(_BLOCK.c.key).where(_BLOCK.c.stage_id == stage.row, _BLOCK.c.round == round_)
        )
        return {row.key for row in rows}

    def totals(self, stage: Stage) -> tuple[int, int]:
        """How many blocks and matches of a stage are stored."""
        (row,) = self.rows(
            sa.select(
                sa.func.count(sa.distinct(_BLOCK.c.id)).label("blocks"),
                sa.func.count(_MATCH.c.id).label("matches"),
            )
            .join(_MATCH, _MATCH.c.block_id == _BLOCK.c.id)
            .where(_BLOCK.c.stage_id == stage.row)
        )
        return row.blocks, row.matches

    def closed_rounds(self, stage: Stage) -> dict[int, bool]:
        """The rounds that were looked at, and whether the places were settled then."""
        rounds = table_of(RoundRow)
        rows = self.rows(
            sa.select(rounds).where(rounds.c.stage_id == stage.row).order_by(rounds.c.round)
        )
        return {row.round: row.settled for row in rows}

    def checkpoint(self, stage: Stage, round_: int) -> Checkpoint:
        """What was written down when a round was closed."""
        rounds, ratings = table_of(RoundRow), table_of(RatingRow)
        (closed,) = self.rows(
            sa.select(rounds).where(rounds.c.stage_id == stage.row, rounds.c.round == round_)
        )
        rows = self.rows(
            sa.select(ratings).where(ratings.c.stage_id == stage.row, ratings.c.round == round_)
        )
        found = tuple(_pick(Rating, row) for row in rows)
        return Checkpoint(closed.settled, closed.method, closed.counts, found)

    def suspensions(self, stage: Stage) -> list[SuspensionRow]:
        """Who was suspended, where, after which round and why."""
        with self._session() as session:
            asked = select(SuspensionRow).where(SuspensionRow.stage_id == stage.row)
            return sorted(session.exec(asked), key=lambda row: (row.after_round, row.pool, row.bot))

    def results(self, stage: Stage, pool: str) -> list[Result]:
        """What the mirrored pairs of a pool came to, in the order of the schedule."""
        rows = self._results(stage, pool)
        return [Result(row.round, tuple(row.bots), row.points[0] / _MOST_POINTS) for row in rows]

    def block_results(self, stage: Stage, pool: str) -> list[BlockResult]:
        """What the blocks of a pool came to, in the order of the schedule."""
        return [
            BlockResult(row.shuffle, tuple(row.bots), tuple(row.points), tuple(row.culprits))
            for row in self._results(stage, pool)
        ]

    def _results(self, stage: Stage, pool: str) -> list[Any]:
        columns = (_BLOCK.c[name] for name in ("round", "shuffle", "bots", "points", "culprits"))
        return self.rows(
            sa.select(*columns)
            .where(_BLOCK.c.stage_id == stage.row, _BLOCK.c.pool == pool)
            .order_by(_BLOCK.c.round, _BLOCK.c.place)
        )

    def counted(self, stage: Stage) -> Iterator[Counted]:
        """All blocks of a stage, those together that came out alike: there are far fewer."""
        marks = (_MATCH.c.game, _SEAT.c.seat, _SEAT.c.score, _SEAT.c.place, _SEAT.c.forfeited)
        mark = sa.func.printf("%d/%d/%d/%d/%d", *marks)
        blocks = (
            sa.select(_BLOCK.c.pool, _BLOCK.c.bots, sa.func.group_concat(mark).label("told"))
            .join(_MATCH, _MATCH.c.block_id == _BLOCK.c.id)
            .join(_SEAT, _SEAT.c.match_id == _MATCH.c.id)
            .where(_BLOCK.c.stage_id == stage.row)
            .group_by(_BLOCK.c.id)
            .subquery()
        )
        alike = (blocks.c.pool, blocks.c.bots, blocks.c.told)
        pools = {field.pool.text: field.pool for field in stage.terms.fields}
        with self._session() as session:
            asked = sa.select(*alike, sa.func.count().label("times")).group_by(*alike)
            for row in session.connection().execute(asked):
                block = Block("", pools[row.pool], 0, "", tuple(row.bots))
                yield block, _games(row.told), row.times

    def stages_of(self, blocks: Sequence[int]) -> dict[int, list[int]]:
        """By row of the stage: which of these blocks are of it."""
        asked = sa.select(_BLOCK.c.stage_id, _BLOCK.c.id).where(_BLOCK.c.id.in_(blocks))
        found: dict[int, list[int]] = {}
        for row in self.rows(asked.order_by(_BLOCK.c.id)):
            found.setdefault(row.stage_id, []).append(row.id)
        return found

    def block_digests(self, stage: Stage) -> list[tuple[str, str]]:
        """(id, digest) of every block, in the order of the schedule."""
        rows = self.rows(
            sa.select(_BLOCK.c.key, _BLOCK.c.digest)
            .where(_BLOCK.c.stage_id == stage.row)
            .order_by(_BLOCK.c.round, _BLOCK.c.place)
        )
        return [(row.key, row.digest) for row in rows]

    def counts(self, stage: Stage, pool: str) -> Counts:
        """The running counts."""

        def rows(table: sa.Table, *fields: str) -> list[Any]:
            wanted = (table.c.stage_id == stage.row, table.c.pool == pool)
            return self.rows(sa.select(*(table.c[name] for name in fields)).where(*wanted))

        pairs = rows(table_of(PairRow), *PairCount._fields, "count")
        teams = sorted(rows(table_of(TeamRow), *TeamSum._fields))
        bots = sorted(rows(table_of(BotRow), *BotSum._fields))
        return Counts(
            {PairCount._make(pair[:-1]): pair[-1] for pair in pairs},
            [TeamSum(tuple(json.loads(team)), *sums) for team, *sums in teams],
            {row[0]: BotSum(*row) for row in bots},
        )

    def first_starts(self, stage: Stage, pool: str, how_many: int) -> dict[str, tuple[bool, ...]]:
        """Of every bot that failed to start so often: whether it started in its first games."""
        # By the faults, which are few: a join would be looked up by all blocks of the stage.
        faults = sa.select(_FAULT.c.match_id, _FAULT.c.seat).where(
            _FAULT.c.verdict.in_(FAILED_START)
        )
        failures = self.rows(
            sa.select(_SEAT.c.bot, _MATCH.c.id)
            .join(_MATCH, _MATCH.c.id == _SEAT.c.match_id)
            .join(_BLOCK, _BLOCK.c.id == _MATCH.c.block_id)
            .where(
                sa.tuple_(_SEAT.c.match_id, _SEAT.c.seat).in_(faults),
                _BLOCK.c.stage_id == stage.row,
                _BLOCK.c.pool == pool,
            )
        )
        failed: dict[str, set[int]] = {}
        for row in failures:
            failed.setdefault(row.bot, set()).add(row.id)
        return {
            bot: tuple(match not in matches for match in self._first(stage, pool, bot, how_many))
            for bot, matches in failed.items()
            if len(matches) >= how_many
        }

    def _first(self, stage: Stage, pool: str, bot: str, how_many: int) -> list[int]:
        rows = self.rows(
            sa.select(_MATCH.c.id)
            .distinct()
            .join(_BLOCK, _BLOCK.c.id == _MATCH.c.block_id)
            .join(_SEAT, _SEAT.c.match_id == _MATCH.c.id)
            .where(_BLOCK.c.stage_id == stage.row, _BLOCK.c.pool == pool, _SEAT.c.bot == bot)
            .order_by(_BLOCK.c.round, _BLOCK.c.place, _MATCH.c.game)
            .limit(how_many)
        )
        return [row.id for row in rows]

    def find_match(self, key: str) -> str:
        """The whole id of the match whose id begins like this."""
        begins = _MATCH.c.key.startswith(key, autoescape=True)
        rows = self.rows(sa.select(_MATCH.c.key).where(begins).limit(2))
        if not rows:
            raise BadStore(f"there is no match {key!r} in {self._path}; `arena matches` lists them")
        if len(rows) > 1:
            raise BadStore(f"several matches begin with {key!r}; give more of the id")
        return str(rows[0].key)

    def match(self, key: str) -> tuple[Stage, MatchRecord]:
        """The record of a match, and the stage that it belongs to."""
        (row,) = self.rows(
            sa.select(_BLOCK.c.stage_id, _BLOCK.c.id)
            .join(_MATCH, _MATCH.c.block_id == _BLOCK.c.id)
            .where(_MATCH.c.key == key)
        )
        stage = self.stage(row.stage_id)
        ((_, matches),) = self.records(stage, [row.id])
        for match in matches:
            if match.record.fixture.id == key:
                return stage, match.record
        raise BadStore(f"match {key} does not follow from its stage; see `arena verify`")

    def records(
        self, stage: Stage, blocks: Sequence[int]
    ) -> list[tuple[BlockRow, list[StoredMatch]]]:
        """Some blocks with their matches, put together from all tables.

        Raises ValueError if what is stored cannot be read as a match.
        """
        with self._session() as session:
            found = RowsOfBlocks(session, blocks)
            return [(block, found.matches(stage, block)) for block in found.blocks]


def _games(told: str) -> list[Game]:
    """What counts of the games of a block: for every seat game/seat/score/place/forfeited."""
    marks = sorted([int(number) for number in mark.split("/")] for mark in told.split(","))
    return [_game(list(seats)) for _, seats in groupby(marks, lambda mark: mark[0])]


def _game(seats: Sequence[Sequence[int]]) -> Game:
    scores = tuple(score for _, _, score, _, _ in seats)
    places = tuple(place for _, _, _, place, _ in seats)
    forfeits = tuple(seat for _, seat, _, _, forfeited in seats if forfeited)
    return Game(Outcome(scores, places, "fault" if forfeits else "all_laid"), forfeits)


def _pick(kind: Any, row: Any) -> Any:
    return kind(**{name: getattr(row, name) for name in kind._fields})
