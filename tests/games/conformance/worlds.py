"""What a seat is told, and what it would be told if all it cannot see were otherwise.

A world is a game that begins with another state and goes on with the same moves. Two
worlds that differ in hidden things alone must look the same, to the byte.
"""

import random
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from arena.games import Rules
from arena.model import Event, Map, Outcome, Seat
from arena_sdk.messages import Ask, Over
from arena_sdk.wire import encode
from tests.games.conformance.kit import Game, Kit

_CLOCK = {"move_ms": 500, "game_ms": 10_000}


def ask_frame(view: Any, events: Sequence[Event] = (), turn: int = 1) -> bytes:
    """The bytes by which this view reaches its bot."""
    return encode(Ask(1, turn, view.asks, view.to_map(), list(events), _CLOCK).to_map())


def over_frame(outcome: Outcome, events: Sequence[Event]) -> bytes:
    """The bytes that tell a bot how the game ended."""
    return encode(Over(1, outcome.to_map(), list(events)).to_map())


def frames(rules: Rules, game: Game) -> Iterator[bytes]:
    """Every `ask` and `over` of a game, with the events that belong to it."""
    events: list[Event] = []
    told, turns = Counter[Seat](), Counter[Seat]()
    for state in game.states:
        events += rules.news(state)
        for seat in rules.to_act(state):
            turns[seat] += 1
            yield ask_frame(rules.view(state, seat), events[told[seat] :], turns[seat])
            told[seat] = len(events)
    outcome = rules.outcome(game.states[-1])
    assert outcome is not None
    for seat in range(game.seats):
        yield over_frame(outcome, events[told[seat] :])


def waits_of(rules: Rules, game: Game, seat: Seat) -> list[tuple[int, int]]:
    """The spans of a game in which this seat hears nothing: from each of its asks to the
    next, or to the end, as indices of states."""
    last = len(game.states) - 1
    asks = [i for i, state in enumerate(game.states) if seat in rules.to_act(state)]
    stops = sorted({0, *asks, last})
    return list(pairwise(stops))


class Parted(Exception):
    """One of the two worlds ended because a hidden hand was stuck, which everybody is told."""


def frame_after(
    kit: Kit, rules: Rules, game: Game, wait: tuple[int, int], seat: Seat, twin: Any = None
) -> bytes:
    """What the seat is told at the end of a wait, in a world that begins with `twin`.

    All seats answer there as they did in the game. A seat that is asked in one world alone
    must be one that nobody sees deciding: it answers with its quiet move.
    """
    at, until = wait
    script = _Script(kit, game, wait)
    game_is_stuck = kit.stuck(game.states[until]) is not None
    state = game.states[at] if twin is None else twin
    events: list[Event] = []
    is_first = True
    while (acting := rules.to_act(state)) and (is_first or seat not in acting):
        is_first = False
        if game_is_stuck and not script.rest():
            raise Parted
        state = rules.apply(state, {other: script.answer(state, other) for other in acting})
        events += rules.news(state)
    is_stuck = kit.stuck(state) is not None
    if is_stuck != game_is_stuck or (is_stuck and script.rest()):
        raise Parted
    assert not script.rest(), f"not asked in the other world: {script.rest()}"
    outcome = rules.outcome(state)
    if outcome is not None:
        return over_frame(outcome, events)
    return ask_frame(rules.view(state, seat), events)


class _Script:
    """The answers that were given during a wait, to be given again in another world."""

    def __init__(self, kit: Kit, game: Game, wait: tuple[int, int]) -> None:
        self._kit = kit
        self._answers: dict[Seat, deque[tuple[str, Any]]] = defaultdict(deque)
        for state, moves in list(zip(game.states, game.moves, strict=False))[slice(*wait)]:
            for seat, move in moves.items():
                self._answers[seat].append((kit.rules.view(state, seat).asks, move))

    def answer(self, state: Any, seat: Seat) -> Any:
        """What the seat answered when it was asked the same, or its quiet move."""
        kit, answers = self._kit, self._answers[seat]
        view = kit.rules.view(state, seat)
        while answers and answers[0][0] != view.asks and self._is_quiet(*answers[0]):
            answers.popleft()
        if answers and answers[0][0] == view.asks:
            move = answers.popleft()[1]
        else:
            move = kit.quiet(view.asks)
            assert move is not None, f"seat {seat} is asked to {view.asks} in one world alone"
        kit.rules.check(view, move)
        return move

    def rest(self) -> list[tuple[Seat, str, Any]]:
        """Answers that everybody noticed in the game and that nobody has asked for here."""
        return [
            (seat, asks, move)
            for seat, answers in self._answers.items()
            for asks, move in answers
            if not self._is_quiet(asks, move)
        ]

    def _is_quiet(self, asks: str, move: Any) -> bool:
        return bool(move == self._kit.quiet(asks))


_WAITS = 2  # of each seat and game to live through in another world


def assert_views_hide(kit: Kit, rules: Rules, game: Game, dice: random.Random) -> None:
    """In every state every seat would be sent the same ask, whatever it cannot see."""
    for at, state in enumerate(game.states):
        for seat in range(game.seats):
            twin = kit.hidden_from(game, at, seat, at, dice)
            assert ask_frame(rules.view(twin, seat)) == ask_frame(rules.view(state, seat))


def assert_news_hides(kit: Kit, rules: Rules, game: Game, dice: random.Random) -> None:
    """After some waits every seat would be told the same, whatever stays hidden from it."""
    for seat in range(game.seats):
        waits = waits_of(rules, game, seat)
        for wait in dice.sample(waits, min(_WAITS, len(waits))):
            at, until = wait
            twin = kit.hidden_from(game, at, seat, until, dice)
            try:
                told = frame_after(kit, rules, game, wait, seat, twin)
            except Parted:
                continue
            assert told == frame_after(kit, rules, game, wait, seat)


class LeakyView:
    """A view with one thing too many."""

    def __init__(self, view: Any, leak: Any) -> None:
        self._view = view
        self._leak = leak
        self.asks = view.asks

    def to_map(self) -> Map:
        return {**self._view.to_map(), "leak": self._leak}


class Leaky:
    """Rules that show one secret of the game, in the views or in the events."""

    def __init__(self, kit: Kit, name: str, seat: Seat, where: str) -> None:
        self._kit = kit
        self._name = name
        self._seat = seat
        self._where = where

    def __getattr__(self, name: str) -> Any:
        return getattr(self._kit.rules, name)

    def view(self, state: Any, seat: Seat) -> Any:
        view = self._kit.rules.view(state, seat)
        if self._where != "view" or seat != self._seat:
            return view
        return LeakyView(view, self._kit.secrets(state, seat).get(self._name))

    def news(self, state: Any) -> tuple[Event, ...]:
        news = self._kit.rules.news(state)
        if self._where != "news":
            return news
        return (*news, {"kind": "leak", "of": self._kit.secrets(state, self._seat)[self._name]})
