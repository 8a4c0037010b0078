"""The list of matches: who played, how it ended, what went wrong."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa

from arena.model import Fault, Outcome
from arena.stages import Stage
from arena.store.reading import Reader
from arena.store.tables import BlockRow, FaultRow, MatchRow, SeatRow, table_of

_BLOCK, _MATCH = table_of(BlockRow), table_of(MatchRow)
_SEAT, _FAULT = table_of(SeatRow), table_of(FaultRow)
_AT_ONCE = 500  # matches of which the seats are read together


class Listed(NamedTuple):
    """A line of the list of matches."""

    key: str
    stage: int
    pool: str
    round: int
    bots: tuple[str, ...]
    outcome: Outcome
    turns: int
    faults: tuple[Fault, ...]
    played_at: datetime
    block: int  # its row


def listed(
    store: Reader, stages: Sequence[Stage], *, bot: str | None, lost: bool, faults: bool
) -> Iterator[Listed]:
    """Matches in the order in which they were stored; `bot` is the one that lost or failed."""
    for stage in stages:
        wanted = [_BLOCK.c.stage_id == stage.row]
        mine = sa.select(_SEAT.c.match_id)
        if bot is not None:
            mine = mine.where(_SEAT.c.bot == bot)
        if lost:
            mine = mine.where(_SEAT.c.place > 1)
        if bot is not None or lost:
            wanted.append(_MATCH.c.id.in_(mine))
        if faults:
            failed = sa.select(_FAULT.c.match_id)
            if bot is not None:
                is_its = sa.and_(
                    _SEAT.c.match_id == _FAULT.c.match_id, _SEAT.c.seat == _FAULT.c.seat
                )
                failed = failed.join(_SEAT, is_its).where(_SEAT.c.bot == bot)
            wanted.append(_MATCH.c.id.in_(failed))
        rows = store.rows(
            sa.select(
                _MATCH.c.id,
                _MATCH.c.key,
                _MATCH.c.reason,
                _MATCH.c.turns,
                _MATCH.c.played_at,
                _MATCH.c.block_id,
                _BLOCK.c.pool,
                _BLOCK.c.round,
            )
            .join(_BLOCK, _BLOCK.c.id == _MATCH.c.block_id)
            .where(*wanted)
            .order_by(_MATCH.c.id)
        )
        for at in range(0, len(rows), _AT_ONCE):
            yield from _with_seats(store, stage, rows[at : at + _AT_ONCE])


def _with_seats(store: Reader, stage: Stage, rows: Sequence[Any]) -> Iterator[Listed]:
    ids = [row.id for row in rows]
    seats: dict[int, list[Any]] = {match: [] for match in ids}
    for seat in store.rows(
        sa.select(_SEAT).where(_SEAT.c.match_id.in_(ids)).order_by(_SEAT.c.seat)
    ):
        seats[seat.match_id].append(seat)
    faults: dict[int, list[Fault]] = {match: [] for match in ids}
    for row in store.rows(
        sa.select(_FAULT).where(_FAULT.c.match_id.in_(ids)).order_by(_FAULT.c.number)
    ):
        faults[row.match_id].append(Fault(row.seat, row.verdict, row.turn, row.detail, row.step))
    for row in rows:
        yield Listed(
            row.key,
            stage.terms.number,
            row.pool,
            row.round,
            tuple(seat.bot for seat in seats[row.id]),
            Outcome(
                tuple(seat.score for seat in seats[row.id]),
                tuple(seat.place for seat in seats[row.id]),
                row.reason,
            ),
            row.turns,
            tuple(faults[row.id]),
            row.played_at,
            row.block_id,
        )
