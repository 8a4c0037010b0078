"""Matches as they were stored, put together from the rows of all tables, many at a time."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar, cast

from sqlmodel import Session, SQLModel, select

from arena.model import Conditions, Fault, MatchRecord, Outcome, Reason, Void
from arena.pairings.blocks import fixtures_of
from arena.replays import unpack
from arena.stages import Stage
from arena.store.tables import (
    BlockRow,
    FaultRow,
    MatchRow,
    SeatRow,
    StderrRow,
    VoidRow,
    table_of,
)

_Row = TypeVar("_Row", bound=SQLModel)


class StoredMatch(NamedTuple):
    """A match and what is stored about it."""

    record: MatchRecord
    digest: str
    turns: int


class RowsOfBlocks:
    """All rows that belong to some blocks."""

    def __init__(self, session: Session, blocks: Sequence[int]) -> None:
        self._session = session
        rows = self._in(BlockRow, "id", blocks)
        by_id = {row.id: row for row in rows}
        self.blocks = [by_id[block] for block in blocks]
        matches = self._in(MatchRow, "block_id", blocks)
        ids = [cast(int, match.id) for match in matches]
        self._matches = _grouped(matches, "block_id")
        self._seats = _grouped(self._in(SeatRow, "match_id", ids), "match_id")
        self._faults = _grouped(self._in(FaultRow, "match_id", ids), "match_id")
        self._stderr = _grouped(self._in(StderrRow, "match_id", ids), "match_id")
        keys = [match.key for match in matches]
        self._voids = _grouped(self._in(VoidRow, "match", keys), "match")

    def _in(self, kind: type[_Row], column: str, values: Sequence[Any]) -> list[_Row]:
        """In the order of their primary keys."""
        table = table_of(kind)
        asked = select(kind).where(table.c[column].in_(values)).order_by(*table.primary_key)
        return list(self._session.exec(asked))

    def matches(self, stage: Stage, block: BlockRow) -> list[StoredMatch]:
        """The matches of a block, in order."""
        fixtures = fixtures_of(stage.block(block), stage.secret, stage.key)
        rows = sorted(self._matches[block.id], key=lambda row: row.game)
        if [row.game for row in rows] != list(range(len(fixtures))):
            raise ValueError(f"it has {len(rows)} matches instead of {len(fixtures)}")
        return [
            StoredMatch(self._record(stage, fixture, row), row.digest, row.turns)
            for fixture, row in zip(fixtures, rows, strict=True)
        ]

    def _record(self, stage: Stage, fixture: Any, match: MatchRow) -> MatchRecord:
        seats: list[SeatRow] = self._seats[match.id]
        faults: list[FaultRow] = self._faults[match.id]
        if [row.seat for row in seats] != list(range(len(fixture.bots))):
            raise ValueError(f"match {match.key} has {len(seats)} seats, not {len(fixture.bots)}")
        if [row.number for row in faults] != list(range(len(faults))):
            raise ValueError(f"the faults of match {match.key} are not numbered")
        said = {row.seat: row.text for row in self._stderr[match.id]}
        moves = unpack(match.replay)
        plan = stage.plan
        return MatchRecord(
            # Names and the seed as they are stored: whether they follow is for `verify` to say.
            fixture=fixture._replace(
                id=match.key, bots=tuple(row.bot for row in seats), deal_seed=match.deal_seed
            ),
            decisions=moves.decisions,
            times=moves.times,
            faults=tuple(
                Fault(row.seat, cast(Any, row.verdict), row.turn, row.detail, row.step)
                for row in faults
            ),
            outcome=Outcome(
                tuple(row.score for row in seats),
                tuple(row.place for row in seats),
                cast(Reason, match.reason),
            ),
            forfeits=tuple(row.seat for row in seats if row.forfeited),
            stderr=tuple(said.get(seat, "") for seat in range(len(seats))),
            conditions=Conditions(
                plan.sandbox,
                plan.guarantees,
                plan.limits,
                tuple(stage.versions.get(row.bot, "") for row in seats),
            ),
            voids=tuple(Void(row.cause, row.seat) for row in self._voids[match.key]),
        )


def _grouped(rows: Sequence[Any], column: str) -> dict[Any, list[Any]]:
    groups: dict[Any, list[Any]] = defaultdict(list)
    for row in rows:
        groups[getattr(row, column)].append(row)
    return groups
