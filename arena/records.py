"""A match as a document, and the fold that plays it again from there.

The document holds the fixture, the decisions, the faults and the outcome; states and
views are never stored, because they follow. No I/O happens here.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from arena.errors import BadRecord
from arena.games import rules_named
from arena.model import Decision, Fault, Fixture, Map, MatchRecord, MoveTime, Outcome, Seat
from arena_sdk.errors import IllegalMove, TheirMistake

FORMAT = "arena-record/1"


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
        "turns": len(record.decisions),
        "moves": [_decision_map(decision) for decision in record.decisions],
        "times": [time._asdict() for time in record.times],
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
        outcome = source["outcome"]
        options = rules_named(source["game"]).settle(source["options"], len(source["seats"]))
        return MatchRecord(
            fixture=Fixture(
                id=source["id"],
                rules=source["game"],
                options=options,
                bots=tuple(seat["bot"] for seat in source["seats"]),
                deal_seed=bytes.fromhex(source["deal_seed"]),
                bot_seeds=tuple(source["bot_seeds"]),
                seed=source["seed"],
            ),
            decisions=tuple(Decision(**move) for move in source["moves"]),
            times=tuple(MoveTime(**time) for time in source["times"]),
            faults=tuple(Fault(**fault) for fault in source["faults"]),
            outcome=Outcome(tuple(outcome["scores"]), tuple(outcome["places"]), outcome["reason"]),
        )
    except (KeyError, TypeError, ValueError) as problem:
        raise BadRecord(f"the record is damaged: {problem!r}; take it again") from None


def states_of(record: MatchRecord) -> Iterator[Any]:
    """Every state of the match from the deal to the end, each move checked again.

    Recorded faults are facts that cannot be replayed; what follows from them is.
    """
    fixture = record.fixture
    rules = rules_named(fixture.rules)
    state = rules.deal(fixture.options, len(fixture.bots), fixture.deal_seed)
    yield state
    decisions = {step: list(made) for step, made in groupby(record.decisions, lambda d: d.step)}
    steps = [made.step for made in record.decisions] + [fault.step for fault in record.faults]
    for step in range(max(steps, default=0) + 1):
        leaving = _leaving(record, step, rules.view(state, 0).asks if step else "")
        if leaving:
            state = rules.abandon(state, leaving)
            yield state
        if step in decisions:
            state = rules.apply(state, _checked_moves(rules, state, decisions[step]))
            yield state
    if rules.outcome(state) != record.outcome:
        raise BadRecord(
            f"match {fixture.id}: the moves lead to {rules.outcome(state)},"
            f" but the record says {record.outcome}"
        )


def _leaving(record: MatchRecord, step: int, asks: str) -> tuple[Seat, ...]:
    forgives = rules_named(record.fixture.rules).forgives
    return tuple(
        sorted(
            fault.seat
            for fault in record.faults
            if fault.step == step and not forgives(asks, fault.verdict)
        )
    )


def _checked_moves(rules: Any, state: Any, decisions: list[Decision]) -> dict[Seat, Any]:
    moves = {}
    for decision in decisions:
        view = rules.view(state, decision.seat)
        try:
            move = rules.read_move(decision.asks, decision.move)
            rules.check(view, move)
        except (IllegalMove, TheirMistake) as problem:
            raise BadRecord(f"step {decision.step}, seat {decision.seat}: {problem}") from None
        moves[decision.seat] = move
    if tuple(moves) != rules.to_act(state):
        raise BadRecord(
            f"step {decisions[0].step}: seats {list(rules.to_act(state))} had to act,"
            f" but the record has moves of {list(moves)}"
        )
    return moves
