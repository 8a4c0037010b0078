"""What one seat saw of a match: every ask with its view and its events, as they were sent.

Computed anew from the record, with the rules' own views: nothing is told here that the
seat was not told.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from arena.games import rules_named
from arena.model import Decision, Event, Fault, MatchRecord, MoveTime, Seat
from arena.records import history


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
    rules = rules_named(record.fixture.rules)
    made = {
        (decision.step, decision.seat): (decision, time)
        for decision, time in zip(record.decisions, record.times, strict=True)
    }
    told: list[Event] = []
    state: Any = None
    turn = 0
    for step, happened in groupby(history(record), lambda each: each.step):
        decision, time = made.get((step, seat), (None, None))
        faults = tuple(f for f in record.faults if f.seat == seat and f.step == step)
        # A seat that was out already, or gone before it was asked, saw nothing of this step.
        saw = any(fault.turn == turn + 1 for fault in faults) if faults else decision is not None
        if step > 0 and saw and not (decision and decision.stand_in and not faults):
            turn += 1
            yield Asked(turn, step, rules.view(state, seat), tuple(told), decision, time, faults)
            told = []
        for each in happened:
            told += each.events
            state = each.state
