"""All writing. A transaction holds whole blocks with everything that they add to the counts.

Rows go in through Core, in batches: an object for each row would cost ten times as much.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlmodel import SQLModel

from arena import fairness
from arena.model import Void
from arena.played import PlayedBlock
from arena.stages import Entered, Stage, Terms, key_of, stage_digest
from arena.standings import Checkpoint
from arena.store.counting import add_counts
from arena.store.opening import told
from arena.store.reading import Reader
from arena.store.rows import entry_row, rows_of, version_row, void_rows
from arena.store.tables import (
    BlockRow,
    BotRow,
    CommitmentRow,
    ContestRow,
    EntryRow,
    MatchRow,
    PairRow,
    RatingRow,
    RoundRow,
    StageRow,
    SuspensionRow,
    TeamRow,
    VersionRow,
    VoidRow,
    table_of,
)

_BLOCK, _COMMITMENT = table_of(BlockRow), table_of(CommitmentRow)
_CONTEST, _STAGE = table_of(ContestRow), table_of(StageRow)


def _now() -> datetime:
    return datetime.now(UTC)


class Writer(Reader):
    """The one process that writes. Whoever has it holds the lock of the run."""

    def __init__(self, to_read: Engine, to_write: Engine, path: Path) -> None:
        super().__init__(to_read, path)
        self._to_write = to_write

    def close(self) -> None:
        super().close()
        self._to_write.dispose()

    def drawn_commitment(self) -> tuple[str, datetime]:
        """The commitment of the next stage and when it was drawn; drawn now if there is none."""
        with self._writing() as connection:
            row = self._pending(connection)
        return row.commitment, row.drawn_at

    def _pending(self, connection: Connection) -> Any:
        pending = sa.select(_COMMITMENT).where(_COMMITMENT.c.stage_id.is_(None))
        row = connection.execute(pending).first()
        if row is None:
            secret = fairness.new_secret()
            self._draw(connection, secret)
            row = connection.execute(pending).first()
        return row

    @staticmethod
    def _draw(connection: Connection, secret: bytes) -> None:
        values = {
            "commitment": fairness.commitment(secret),
            "secret": secret,
            "drawn_at": _now(),
        }
        connection.execute(insert(_COMMITMENT).values(values))

    @staticmethod
    def _contest(connection: Connection, name: str) -> int:
        connection.execute(
            insert(_CONTEST).values(name=name, made_at=_now()).on_conflict_do_nothing()
        )
        found: int = connection.execute(
            sa.select(_CONTEST.c.id).where(_CONTEST.c.name == name)
        ).scalar_one()
        return found

    def open_stage(
        self,
        terms: Terms,
        blocks: int,
        entered: Sequence[Entered],
        *,
        after: Stage | None = None,
    ) -> Stage:
        """A new stage, its secret the one that was drawn before; an experiment has its own.

        The stage before it ends in the same moment, played or not.
        """
        playing = {each.bot.name: each.bot.version for each in entered if not each.left_out}
        left = after if after is not None and after.ended_at is None else None
        digest = left and stage_digest(self.block_digests(left))
        with self._writing() as connection:
            if left is not None:
                connection.execute(_ended(left, digest))
            contest = self._contest(connection, terms.contest)
            number = terms.plan.experiment
            if number is None and terms.plan.compare is None:
                drawn = self._pending(connection)
            else:  # a secret that was committed to is kept for a contest
                known = None if number is None else fairness.experiment_secret(number)
                self._draw(connection, known or fairness.new_secret())
                newest = sa.select(_COMMITMENT).order_by(_COMMITMENT.c.id.desc())
                drawn = connection.execute(newest).first()
            key = key_of(drawn.commitment, terms, playing)
            stage: int = connection.execute(
                insert(_STAGE)
                .values(
                    contest_id=contest,
                    number=terms.number,
                    key=key,
                    commitment=drawn.commitment,
                    terms=terms.to_map(),
                    announced=[blocks],
                    since=[],
                    opened_at=_now(),
                )
                .returning(_STAGE.c.id)
            ).scalar_one()
            connection.execute(
                sa.update(_COMMITMENT).where(_COMMITMENT.c.id == drawn.id).values(stage_id=stage)
            )
            for each in entered:
                if each.bot.version:
                    row = version_row(each.bot, each.content)
                    connection.execute(
                        insert(table_of(VersionRow)).values(row).on_conflict_do_nothing()
                    )
            rows = [entry_row(stage, each) for each in entered]
            connection.execute(insert(table_of(EntryRow)), rows)
        return self.stage(stage)

    def announce(self, stage: Stage, blocks: int) -> Stage:
        """More blocks than were asked for before; the round that is being played stays."""
        next_round = len(self.closed_rounds(stage)) + 1
        with self._writing() as connection:
            connection.execute(
                sa.update(_STAGE)
                .where(_STAGE.c.id == stage.row)
                .values(announced=[*stage.announced, blocks], since=[*stage.since, next_round])
            )
        return self.stage(stage.row)

    def record(self, stage: Stage, blocks: Sequence[PlayedBlock]) -> None:
        """All of them or none; a block that is there already is left as it is."""
        with self._writing() as connection:
            known = self._known(connection, stage, blocks)
            once = {played.block.id: played for played in blocks}
            new = [played for id_, played in once.items() if id_ not in known]
            if not new:
                return
            first_block = _next_id(connection, BlockRow)
            first_match = _next_id(connection, MatchRow)
            for kind, rows in rows_of(stage, new, first_block, first_match, _now()).items():
                if rows:
                    connection.execute(insert(table_of(kind)), rows)
            add_counts(connection, stage.row, ((played.block, played.games, 1) for played in new))

    @staticmethod
    def _known(connection: Connection, stage: Stage, blocks: Sequence[PlayedBlock]) -> set[str]:
        asked = sa.select(_BLOCK.c.key).where(
            _BLOCK.c.stage_id == stage.row,
            _BLOCK.c.key.in_([played.block.id for played in blocks]),
        )
        return set(connection.execute(asked).scalars())

    def record_voids(self, stage: Stage, match: str, voids: Iterable[Void]) -> None:
        """Attempts that ended without a result."""
        rows = void_rows(stage, match, voids, _now())
        if rows:
            with self._writing() as connection:
                connection.execute(insert(table_of(VoidRow)), rows)

    def close_round(
        self,
        stage: Stage,
        number: int,
        suspended: Mapping[tuple[str, str], str],
        found: Checkpoint,
    ) -> None:
        """The results of a round have been looked at: (pool, bot) → why it is suspended."""
        rows = [
            {
                "stage_id": stage.row,
                "pool": pool,
                "bot": bot,
                "after_round": number,
                "reason": reason,
            }
            for (pool, bot), reason in sorted(suspended.items())
        ]
        with self._writing() as connection:
            if rows:
                connection.execute(insert(table_of(SuspensionRow)), rows)
            where = {"stage_id": stage.row, "round": number}
            connection.execute(
                insert(table_of(RoundRow)).values(
                    **where, settled=found.settled, method=found.method, counts=found.counts
                )
            )
            stood = [{**where, **rating._asdict()} for rating in found.ratings]
            if stood:
                connection.execute(insert(table_of(RatingRow)), stood)

    def end_stage(self, stage: Stage) -> Stage:
        """Nothing more will be played in it: its digest is fixed, its secret may be shown."""
        digest = stage_digest(self.block_digests(stage))
        with self._writing() as connection:
            connection.execute(_ended(stage, digest))
        return self.stage(stage.row)

    def count_anew(self, stage: Stage) -> None:
        """The counts of a stage become those of its matches."""
        with self._writing() as connection:
            for kind in (PairRow, TeamRow, BotRow):
                table = table_of(kind)
                connection.execute(sa.delete(table).where(table.c.stage_id == stage.row))
            add_counts(connection, stage.row, self.counted(stage))

    def _writing(self) -> "_Transaction":
        return _Transaction(self._to_write, self._path)


def _ended(stage: Stage, digest: str | None) -> sa.Update:
    return sa.update(_STAGE).where(_STAGE.c.id == stage.row).values(ended_at=_now(), digest=digest)


class _Transaction:
    """A transaction whose trouble is told to the organiser."""

    def __init__(self, engine: Engine, path: Path) -> None:
        self._begun = engine.begin()
        self._path = path

    def __enter__(self) -> Connection:
        try:
            return self._begun.__enter__()
        except DatabaseError as problem:
            raise told(problem, self._path) from None

    def __exit__(self, kind: Any, problem: BaseException | None, trace: Any) -> None:
        try:
            self._begun.__exit__(kind, problem, trace)
        except DatabaseError as at_the_end:
            problem = at_the_end
        # A rule of the tables that was broken is our bug and flies on.
        if isinstance(problem, DatabaseError) and not isinstance(problem, IntegrityError):
            raise told(problem, self._path) from None


def _next_id(connection: Connection, kind: type[SQLModel]) -> int:
    newest = connection.execute(sa.select(sa.func.max(table_of(kind).c.id))).scalar()
    return (newest or 0) + 1
