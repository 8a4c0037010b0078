"""A match as a document, and the fold that plays it again from there.

The document holds the fixture, the decisions, the faults and the outcome; states and
views are never stored, because they follow. No I/O happens here.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from arena.errors import VERDICTS, BadRecord
from arena.games import Rules, rules_named
from arena.model import (
    Conditions,
    Decision,
    Event,
    Fault,
    Fixture,
    Guarantees,
    Limits,
    Map,
    MatchRecord,
    MoveTime,
    Outcome,
    Seat,
    Void,
)
from arena_sdk.errors import IllegalMove, TheirMistake

FORMAT = "arena-record/1"

_LONGEST_MS = 1e12  # more than a life
_DICE = range(2**53)  # what a bot's seed may be

_T = TypeVar("_T")


def to_map(record: MatchRecord) -> Map:
    """The record as `play --json` prints it and `play --replay` writes it."""
    fixture = record.fixture
    return {
        "format": FORMAT,
        "id": fixture.id,
        "game": fixture.rules,
        "seed": fixture.seed,
        "deal_seed": fixture.deal_seed.hex(),
        "bot_seeds": list(fixture.bot_seeds),
        "options": fixture.options,
        "seats": [{"seat": seat, "bot": bot} for seat, bot in enumerate(fixture.bots)],
        "outcome": record.outcome.to_map(),
        "faults": [fault._asdict() for fault in record.faults],
        "forfeits": list(record.forfeits),
        "turns": len(record.decisions),
        "moves": [_decision_map(decision) for decision in record.decisions],
        "times": [time._asdict() for time in record.times],
        "conditions": record.conditions and _conditions_map(record.conditions),
        "voids": [void._asdict() for void in record.voids],
    }


def _conditions_map(conditions: Conditions) -> Map:
    return {
        "sandbox": conditions.sandbox,
        "guarantees": conditions.guarantees._asdict(),
        "limits": conditions.limits._asdict(),
        "versions": list(conditions.versions),
    }


def _decision_map(decision: Decision) -> Map:
    made = decision._asdict()
    if not decision.stand_in:
        del made["stand_in"]
    return made


def from_map(source: Map) -> MatchRecord:
    """The record in a document; raises BadRecord if it is none."""
    if not isinstance(source, dict) or source.get("format") != FORMAT:
        raise BadRecord(f"this is no record of a match: its format is not {FORMAT!r}")
    try:
        return _read(source)
    # Whatever a stranger's document can hold, reading it ends in one of these.
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise BadRecord(f"the record is damaged: {problem}") from None


def _read(source: Map) -> MatchRecord:
    bots = tuple(_want(seat["bot"], str) for seat in source["seats"])
    outcome = source["outcome"]
    record = MatchRecord(
        fixture=Fixture(
            id=_want(source["id"], str),
            rules=source["game"],
            options=rules_named(source["game"]).settle(_want(source["options"], dict), len(bots)),
            bots=bots,
            deal_seed=bytes.fromhex(source["deal_seed"]),
            bot_seeds=_read_dice(source["bot_seeds"], len(bots)),
            seed=source["seed"],
        ),
        decisions=tuple(_read_decision(move, len(bots)) for move in source["moves"]),
        times=tuple(_read_time(time) for time in source["times"]),
        faults=tuple(_read_fault(fault, len(bots)) for fault in source["faults"]),
        outcome=Outcome(tuple(outcome["scores"]), tuple(outcome["places"]), outcome["reason"]),
        forfeits=tuple(_want(seat, int) for seat in source["forfeits"]),
        conditions=_read_conditions(source["conditions"], len(bots)),
        voids=tuple(Void(**void) for void in source["voids"]),
    )
    if not len(record.decisions) == len(record.times) == source["turns"]:
        raise ValueError("moves, times and turns do not belong together")
    return record


def _read_dice(source: list[int], seats: int) -> tuple[int, ...]:
    dice = tuple(_want(seed, int) for seed in source)
    if len(dice) != seats or not all(seed in _DICE for seed in dice):
        raise ValueError(f"{source} are no seeds for {seats} bots")
    return dice


def _read_conditions(source: Map | None, seats: int) -> Conditions | None:
    if source is None:
        return None
    limits = Limits(**source["limits"])
    if not all(type(value) is int and value > 0 for value in limits):
        raise ValueError(f"{limits} are no limits")
    versions = tuple(_want(version, str) for version in source["versions"])
    if len(versions) != seats:
        raise ValueError(f"{len(versions)} versions for {seats} seats")
    return Conditions(
        _want(source["sandbox"], str),
        Guarantees(**source["guarantees"]),
        limits,
        versions,
    )


def _read_decision(source: Map, seats: int) -> Decision:
    decision = Decision(**source)
    _want(decision.step, int)
    _want(decision.move, dict)
    _want(decision.stand_in, bool)
    if _want(decision.seat, int) not in range(seats):
        raise ValueError(f"there is no seat {decision.seat}")
    return decision


def _read_time(source: Map) -> MoveTime:
    time = MoveTime(**source)
    for value in (time.wall_ms, time.cpu_ms or 0):
        if type(value) not in (int, float) or not 0 <= value < _LONGEST_MS:
            raise TypeError(f"{value!r} is no time")
    return time


def _read_fault(source: Map, seats: int) -> Fault:
    fault = Fault(**source)
    if _want(fault.seat, int) not in range(seats) or _want(fault.step, int) < 0:
        raise ValueError(f"no bot of this match can have had the fault {source}")
    if fault.verdict not in VERDICTS:
        raise ValueError(f"there is no verdict {fault.verdict!r}")
    return fault


def _want(value: Any, kind: type[_T]) -> _T:
    if type(value) is not kind:
        raise TypeError(f"{value!r} is not {kind.__name__}")
    return value


class Happened(NamedTuple):
    """What led to a state: the deal, bots that left, or the moves of a step."""

    step: int  # 0: before anybody was asked
    state: Any
    decisions: tuple[Decision, ...]
    events: tuple[Event, ...]  # what every seat was told of it


def states_of(record: MatchRecord) -> Iterator[Any]:
    """Every state of the match from the deal to the end, each move checked again."""
    return (happened.state for happened in history(record))


def history(record: MatchRecord) -> Iterator[Happened]:
    """All that happened from the deal to the end, each move checked again; raises BadRecord.

    Recorded faults are facts that cannot be replayed; what follows from them is.
    """
    fixture = record.fixture
    rules = rules_named(fixture.rules)
    state = rules.deal(fixture.options, len(fixture.bots), fixture.deal_seed)
    yield Happened(0, state, (), tuple(rules.news(state)))
    decisions = [(step, list(made)) for step, made in groupby(record.decisions, lambda d: d.step)]
    faults = list(record.faults)
    out: set[Seat] = set()
    step = 0
    while rules.to_act(state):
        now = sorted(fault for fault in faults if fault.step == step)
        faults = [fault for fault in faults if fault.step != step]
        leaving = [fault for fault in now if not rules.forgives(state, fault.verdict)]
        if leaving:
            out.update(fault.seat for fault in leaving)
            state = rules.abandon(state, tuple(fault.seat for fault in leaving))
            yield Happened(step, state, (), _farewell(leaving, bool(rules.to_act(state))))
        if step > 0 and rules.to_act(state):
            if not decisions or decisions[0][0] != step:
                raise BadRecord(f"step {step}: the game goes on, but the record has no moves")
            without_bot = out.union(fault.seat for fault in now)
            made = decisions.pop(0)[1]
            moves = _checked_moves(rules, state, made, without_bot)
            state = rules.apply(state, moves)
            yield Happened(step, state, tuple(made), tuple(rules.news(state)))
        step += 1
    if decisions or faults:
        raise BadRecord(f"step {step}: the game is over, but the record goes on")
    if tuple(sorted(out)) != record.forfeits:
        raise BadRecord(
            f"seats {sorted(out)} were thrown out, but the record says {list(record.forfeits)}"
        )
    outcome = rules.outcome(state)
    assert outcome is not None  # nobody has to act any more
    if outcome != record.outcome:
        raise BadRecord(
            f"the moves lead to {_told(outcome)}, but the record says {_told(record.outcome)}"
        )


def _told(outcome: Outcome) -> str:
    scores, places = (", ".join(map(str, told)) for told in (outcome.scores, outcome.places))
    return f"scores {scores} and places {places} ({outcome.reason})"


def _farewell(leaving: list[Fault], goes_on: bool) -> tuple[Event, ...]:
    """What everybody is told of bots that are thrown out."""
    return tuple(
        {"kind": "fault", "seat": fault.seat, "verdict": fault.verdict, "stand_in": goes_on}
        for fault in leaving
    )


def _checked_moves(
    rules: Rules, state: Any, decisions: list[Decision], without_bot: set[Seat]
) -> dict[Seat, Any]:
    """The moves of one step, of exactly the seats that had to act, stand-ins where they belong."""
    if [made.seat for made in decisions] != [*rules.to_act(state)]:
        raise BadRecord(
            f"step {decisions[0].step}: seats {[*rules.to_act(state)]} had to act,"
            f" but the record has moves of {[made.seat for made in decisions]}"
        )
    moves = {}
    for decision in decisions:
        where = f"step {decision.step}, seat {decision.seat}"
        view = rules.view(state, decision.seat)
        if decision.asks != view.asks:
            raise BadRecord(f"{where}: {view.asks!r} was asked, not {decision.asks!r}")
        try:
            move = rules.read_move(view.asks, decision.move)
            rules.check(view, move)
        except (IllegalMove, TheirMistake) as problem:
            raise BadRecord(f"{where}: {problem}") from None
        stood_in = decision.seat in without_bot
        if stood_in != decision.stand_in or (stood_in and move != rules.stand_in(view)):
            who = "the stand-in" if stood_in else "a bot"
            raise BadRecord(f"{where}: this is no move of {who}")
        moves[decision.seat] = move
    return moves
