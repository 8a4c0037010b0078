"""Plays games for the tests: random legal moves, and bots that fail on the way."""

import random
from functools import lru_cache
from typing import Any

from arena.errors import VERDICTS
from arena.games import Rules
from arena.model import Decision, Fault, Fixture, MatchRecord, MoveTime, Seat
from tests.games.conformance.kit import Game, Kit, Variant


@lru_cache(maxsize=256)  # one game serves many tests
def play(kit: Kit, variant: Variant, number: int) -> Game:
    """A game of players who answer with any legal move; the dice of this number decide all.

    Half of the games begin late: random players would seldom come to the end of a long one.
    """
    dice = random.Random(number)
    state = _deal(kit, variant, dice)
    if dice.random() < 0.5:
        state = kit.shortened(state, dice)
    return _play_on(kit, variant, state, dice)


def play_whole(kit: Kit, variant: Variant, number: int) -> Game:
    """The same, always from the deal."""
    dice = random.Random(number)
    return _play_on(kit, variant, _deal(kit, variant, dice), dice)


def _deal(kit: Kit, variant: Variant, dice: random.Random) -> Any:
    options = kit.rules.settle(variant.given, variant.seats)
    return kit.rules.deal(options, variant.seats, dice.randbytes(32))


def _play_on(kit: Kit, variant: Variant, state: Any, dice: random.Random) -> Game:
    rules, seats = kit.rules, variant.seats
    options = rules.settle(variant.given, seats)
    states = [state]
    made: list[dict[Seat, Any]] = []
    while acting := rules.to_act(state):
        assert len(made) < kit.bound(options, seats), "the game does not come to its end"
        made.append({seat: _any_move(kit, state, seat, dice) for seat in acting})
        state = rules.apply(state, made[-1])
        states.append(state)
    return Game(options, seats, tuple(states), tuple(made))


def _any_move(kit: Kit, state: Any, seat: Seat, dice: random.Random) -> Any:
    view = kit.rules.view(state, seat)
    moves = list(kit.sdk.legal_moves(view))
    assert moves, f"seat {seat} is asked to {view.asks} and has no legal move"
    move = dice.choice(moves)
    if dice.random() < 0.7:
        return move
    return kit.rules.read_move(view.asks, kit.longer(view, move.to_map(), dice))


def play_with_faults(
    kit: Kit, variant: Variant, number: int
) -> tuple[MatchRecord, tuple[Any, ...]]:
    """A match in which bots fail now and then, and its states."""
    match = _Match(kit, variant, random.Random(number))
    match.sit_down()
    while acting := kit.rules.to_act(match.states[-1]):
        match.step(acting)
    outcome = kit.rules.outcome(match.states[-1])
    assert outcome is not None
    times = tuple(MoveTime(0.25) for _ in match.decisions)
    decisions, faults = tuple(match.decisions), tuple(match.faults)
    out = tuple(sorted(match.out))
    record = MatchRecord(match.fixture, decisions, times, faults, outcome, out)
    return record, tuple(match.states)


class _Match:
    """What the referee does at a table of bots that fail, without bots and without clocks."""

    def __init__(self, kit: Kit, variant: Variant, dice: random.Random) -> None:
        self.kit = kit
        self.dice = dice
        self.rate = dice.choice((0.0, 0.02, 0.3))  # of faults
        self.fixture = Fixture(
            id="conformance",
            rules=kit.rules.name,
            options=kit.rules.settle(variant.given, variant.seats),
            bots=tuple(f"bot {seat}" for seat in range(variant.seats)),
            deal_seed=dice.randbytes(32),
            bot_seeds=tuple(range(variant.seats)),
        )
        self.states = [kit.rules.deal(self.fixture.options, variant.seats, self.fixture.deal_seed)]
        self.decisions: list[Decision] = []
        self.faults: list[Fault] = []
        self.out: set[Seat] = set()
        self._steps = 0

    def sit_down(self) -> None:
        """Some bots do not even start."""
        seats = range(len(self.fixture.bots))
        missing = [seat for seat in seats if self.dice.random() < self.rate / 4]
        self.faults += (Fault(seat, "did_not_start", 0, "it is not there", 0) for seat in missing)
        self._part_with(missing)

    def step(self, acting: tuple[Seat, ...]) -> None:
        """All who have to act decide, fail, or are represented by the stand-in."""
        self._steps += 1
        moves = {seat: self._move(seat) for seat in acting}
        self._part_with([seat for seat in acting if moves[seat] == "leaves"])
        state, rules = self.states[-1], self.kit.rules
        if not rules.to_act(state):
            return
        for seat in acting:
            view = rules.view(state, seat)
            stand_in = isinstance(moves[seat], str)
            if stand_in:
                moves[seat] = rules.stand_in(view)
                assert moves[seat] is not None, "a game goes on only where somebody can stand in"
            rules.check(view, moves[seat])
            made = moves[seat].to_map()
            self.decisions.append(Decision(self._steps, seat, view.asks, made, stand_in))
        self.states.append(rules.apply(state, moves))

    def _move(self, seat: Seat) -> Any:
        """A move, or a word for why there is none."""
        state, rules = self.states[-1], self.kit.rules
        if seat in self.out:
            return "left"
        if self.dice.random() >= self.rate:
            return _any_move(self.kit, state, seat, self.dice)
        verdict = self.dice.choice(VERDICTS)
        self.faults.append(Fault(seat, verdict, self._steps, "it failed", self._steps))
        return "forgiven" if rules.forgives(state, verdict) else "leaves"

    def _part_with(self, leaving: list[Seat]) -> None:
        if leaving:
            self.out.update(leaving)
            self.states.append(self.kit.rules.abandon(self.states[-1], tuple(leaving)))


def asked_in(rules: Rules, game: Game) -> list[tuple[Any, Seat]]:
    """Every state of a game with each seat that has to act in it."""
    return [(state, seat) for state in game.states for seat in rules.to_act(state)]
