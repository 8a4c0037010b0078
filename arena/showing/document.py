"""The replay document: all that is needed to draw a match, from the deal to the end.

The viewer folds it again on its own: it gets the first state and, for every step, the
moves, the public events and what chance dealt. What a seat was sent is in it word for
word, so that a page can show what a bot knew. No I/O happens here.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from arena.games import rules_named
from arena.model import Decision, Event, Fault, Map, MatchRecord, MoveTime, Seat
from arena.records import Happened, history, to_map
from arena.retelling import Asked, asked_of_all
from arena.showing.tables import TABLES, Table

FORMAT = "arena-replay/1"


def replay_of(record: MatchRecord, list_key: str | None = None) -> Map:
    """The document of one match; raises BadRecord if the record does not replay."""
    fixture = record.fixture
    first, *steps = _steps(record)
    times = {
        (decision.step, decision.seat): time
        for decision, time in zip(record.decisions, record.times, strict=True)
    }
    return {
        "format": FORMAT,
        "id": fixture.id,
        "game": fixture.rules,
        "list": list_key,
        "options": fixture.options,
        "seats": [{"bot": bot} for bot in fixture.bots],
        "deal_seed": fixture.deal_seed.hex(),
        "outcome": record.outcome.to_map(),
        "faults": [_fault_map(fault) for fault in record.faults],
        "forfeits": list(record.forfeits),
        "start": first.shown,
        "steps": [_step_map(step, times, record.faults) for step in steps],
        "asks": [[_ask_map(asked) for asked in of_seat] for of_seat in asked_of_all(record)],
        "record": to_map(record),
    }


def shown_states(record: MatchRecord) -> list[Map]:
    """The state after the deal and after every step of the document."""
    return [step.shown for step in _steps(record)]


class _Step(NamedTuple):
    """One step of the document, with the state that it leads to; the first is the deal."""

    number: int
    decisions: tuple[Decision, ...]
    events: tuple[Event, ...]
    shown: Map
    dealt: Map | None


def _steps(record: MatchRecord) -> Iterator[_Step]:
    rules = rules_named(record.fixture.rules)
    table = TABLES[rules.name](len(record.fixture.bots))
    out: set[Seat] = set()
    told = history(record)
    dealt = next(told)
    yield _Step(0, (), dealt.events, _shown(table, rules, dealt, out), None)
    for number, group in groupby(told, lambda happened: happened.step):
        moments = list(group)
        events = tuple(event for moment in moments for event in moment.events)
        out.update(event["seat"] for event in events if event["kind"] == "fault")
        table.follow(events, moments[-1].state)
        decisions = moments[-1].decisions
        shown = _shown(table, rules, moments[-1], out)
        yield _Step(number, decisions, events, shown, table.new_deal(moments[-1].state))


def _shown(table: Table, rules: Any, moment: Happened, out: set[Seat]) -> Map:
    """The game's own fields, and what all games have."""
    state = moment.state
    return {
        **table.shown(state),
        "asks": None if state.reason else rules.view(state, rules.to_act(state)[0]).asks,
        "to_act": list(rules.to_act(state)),
        "reason": state.reason,
        "out": sorted(out),
    }


def _step_map(
    step: _Step, times: dict[tuple[int, Seat], MoveTime], faults: tuple[Fault, ...]
) -> Map:
    return {
        "step": step.number,
        "moves": [_move_map(made, times[made.step, made.seat]) for made in step.decisions],
        "events": list(step.events),
        "faults": [_fault_map(fault) for fault in faults if fault.step == step.number],
        "dealt": step.dealt,
        "then": {key: step.shown[key] for key in ("asks", "to_act", "reason")},
    }


def _move_map(decision: Decision, time: MoveTime) -> Map:
    return {
        "seat": decision.seat,
        "asks": decision.asks,
        "move": decision.move,
        "wall_ms": time.wall_ms,
        "cpu_ms": time.cpu_ms,
        "stand_in": decision.stand_in,
    }


def _fault_map(fault: Fault) -> Map:
    return {
        "seat": fault.seat,
        "verdict": fault.verdict,
        "turn": fault.turn,
        "step": fault.step,
        "detail": fault.detail,
    }


def _ask_map(asked: Asked) -> Map:
    return {
        "turn": asked.turn,
        "step": asked.step,
        "asks": asked.view.asks,
        "view": asked.view.to_map(),
        "events": list(asked.events),
    }
