"""Matches to look at: random legal moves, and a bot that fails where a test wants it."""

import random

from arena.games import rules_named
from arena.model import Decision, Fault, Fixture, MatchRecord, MoveTime
from tests.games.conformance.kit import kit_of


def match(game, bots, *, options=None, seed=1, fault=None):
    """A record; `fault` is (step, verdict, detail) and hits the first seat that acts then."""
    kit, rules, dice = kit_of(game), rules_named(game), random.Random(seed)
    settled = rules.settle(options or {}, len(bots))
    seeds = tuple(range(len(bots)))
    fixture = Fixture(f"{seed:016x}", game, settled, tuple(bots), dice.randbytes(32), seeds)
    state = rules.deal(settled, len(bots), fixture.deal_seed)
    decisions, faults, out, step = [], [], set(), 0
    while acting := rules.to_act(state):
        step += 1
        if fault and step == fault[0]:
            faults.append(Fault(acting[0], fault[1], step, fault[2], step))
            out.add(acting[0])
            state = rules.abandon(state, acting[:1])
            if not rules.to_act(state):
                break
        moves = {}
        for seat in acting:
            view = rules.view(state, seat)
            legal = (
                rules.stand_in(view) if seat in out else dice.choice([*kit.sdk.legal_moves(view)])
            )
            moves[seat] = legal
            decisions.append(Decision(step, seat, view.asks, legal.to_map(), seat in out))
        state = rules.apply(state, moves)
    times = tuple(MoveTime(0.0 if made.stand_in else 12.5, 3.25) for made in decisions)
    return MatchRecord(
        fixture, tuple(decisions), times, tuple(faults), rules.outcome(state), tuple(sorted(out))
    )
