"""What one seat saw of a match: every ask with its view and its events, as they were sent.

Computed anew from the record, with the rules' own views: nothing is told here that the
seat was not told.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from arena.games import rules_named
from arena.model import Decision, Event, Fault, MatchRecord, MoveTime, Seat
from arena.records import Happened, history


class Asked(NamedTuple):
    """One ask to a seat, and what came of it."""

    turn: int
    step: int
    view: Any
    events: tuple[Event, ...]  # since its last ask
    decision: Decision | None  # None: the game ended over it
    time: MoveTime | None
    faults: tuple[Fault, ...]  # its own


def asked_of(record: MatchRecord, seat: Seat) -> Iterator[Asked]:
    """All asks to this seat, in order. Raises BadRecord if the record does not replay."""
    return _asked(record, seat, history(record))


def asked_of_all(record: MatchRecord) -> list[list[Asked]]:
    """The same by seat; the record is replayed once for all of them."""
    told = list(history(record))
    return [list(_asked(record, seat, told)) for seat in range(len(record.fixture.bots))]


def _asked(record: MatchRecord, seat: Seat, moments: Iterable[Happened]) -> Iterator[Asked]:
    rules = rules_named(record.fixture.rules)
    made = {
        (decision.step, decision.seat): (decision, time)
        for decision, time in zip(record.decisions, record.times, strict=True)
    }
    told: list[Event] = []
    state: Any = None
    is_out = False
    turn = 0
    for step, happened in groupby(moments, lambda each: each.step):
        faults = tuple(f for f in record.faults if f.seat == seat and f.step == step)
        # All who have to act are asked, also when another fails over the same step.
        if step > 0 and not is_out and seat in rules.to_act(state):
            turn += 1
            decision, time = made.get((step, seat), (None, None))
            yield Asked(turn, step, rules.view(state, seat), tuple(told), decision, time, faults)
            told = []
        before = state
        for each in happened:
            told += each.events
            state = each.state
        dealt = state if before is None else before
        is_out = is_out or any(not rules.forgives(dealt, fault.verdict) for fault in faults)
