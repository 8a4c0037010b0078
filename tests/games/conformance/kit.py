"""What a game hands in to be tested like all others, and how its games are played for that.

A game's adapter is the module of its name beside this one; its `KIT` has the interface of
`Kit`. Nothing here knows a rule: whatever depends on the game is asked of the adapter.
"""

import importlib
import json
import random
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar

from arena.errors import VERDICTS
from arena.games import Rules
from arena.model import Decision, Event, Fault, Fixture, Map, MatchRecord, MoveTime, Outcome, Seat
from arena_sdk.errors import IllegalMove
from arena_sdk.messages import Ask, Over
from arena_sdk.wire import encode

_T = TypeVar("_T")

# The events of docs/reference/protocol.md with their keys beside `kind`. `fault` is the
# referee's own; a new game adds its kinds there and here.
EVENTS = {
    "played": {"seat", "plays", "drew"},
    "signalled": {"seat", "signals"},
    "wished": {"seat", "wish"},
    "dealt": {"deal", "rows"},
    "drafted": {"seat", "card"},
    "revealed": {"cards"},
    "placed": {"seat", "card", "row"},
    "took": {"seat", "card", "row", "cards", "heads"},
    "special": {"seat", "special"},  # and its arguments
    "swapped": {"seat", "gave"},
}
SPECIAL_ARGUMENTS: dict[str, set[str]] = {
    "fifth_row": set(),
    "seven": set(),
    "insert": {"row"},
    "replace": {"card"},
    "shift": {"card", "to_row"},
    "flip": {"card"},
    "stop": {"row"},
}


class Variant(NamedTuple):
    """Options as an organiser gives them, and a number of seats."""

    label: str
    given: Map
    seats: int


class Game(NamedTuple):
    """A game that was played to its end: `moves[i]` leads from `states[i]` to the next."""

    options: Map
    seats: int
    states: tuple[Any, ...]
    moves: tuple[dict[Seat, Any], ...]


class Kit(Protocol):
    """What the tests must be told of a game.

    Legality is written a second time here, from the rules in docs/reference/games/ and
    without the SDK's own functions: a mistake would have to be made twice to pass.
    """

    rules: Rules
    sdk: ModuleType
    variants: Sequence[Variant]  # every option and every number of seats
    answers: Mapping[str, Map]  # for every decision a bot is asked, an answer that can be read
    reasons: frozenset[str]  # how a game without faults ends

    def pack(self, options: Map, seats: int) -> Counter[Any]:
        """The cards that a deal is dealt from."""
        ...

    def cards(self, states: Sequence[Any]) -> Counter[Any]:
        """All cards that are or were on the table in the last state's deal; laid ones too."""
        ...

    def bound(self, options: Map, seats: int) -> int:
        """No game has more steps than this."""
        ...

    def candidates(self, view: Any, dice: random.Random) -> Iterator[Map]:
        """Answers to try, good and bad: all that legal_moves should list, and many others."""
        ...

    def is_legal(self, view: Any, move: Map) -> bool:
        """Whether the rules allow this answer."""
        ...

    def lasting(self, view: Any, moves: list[Map], dice: random.Random) -> Map:
        """One of these legal moves, or a longer turn, that helps the game to go on.

        Random players are soon stuck and would never see how a game ends well.
        """
        ...

    def hidden_from(self, game: Game, at: int, seat: Seat, until: int, dice: random.Random) -> Any:
        """The state `at`, with everything that the seat cannot see until `until` permuted.

        Counts stay. What the moves on the way there show of the others, and what the seat
        itself draws, stays where it is; a seed that is not used until then is another one.
        """
        ...

    def secrets(self, state: Any, seat: Seat) -> Mapping[str, Any]:
        """By name, what `hidden_from` permutes: each must be noticed if a view shows it."""
        ...

    def quiet(self, asks: str) -> Any | None:
        """The answer by which nobody notices that a seat was asked, where there is one."""
        ...

    def stuck(self, state: Any) -> Seat | None:
        """The seat whose hand ended the game because it holds no legal move."""
        ...


def kit_of(name: str) -> Kit:
    """The adapter of a game; says what to write where there is none."""
    module = "tests.games.conformance." + name.replace("-", "_")
    try:
        kit: Kit = importlib.import_module(module).KIT
    except ModuleNotFoundError as problem:
        if problem.name != module:
            raise
        raise LookupError(
            f"{name} has no conformance kit: write {module.replace('.', '/')}.py with an object"
            " KIT that has the methods of Kit in tests/games/conformance/kit.py"
            " (docs/how-to/add-a-game.md)"
        ) from None
    return kit


def kits_of(games: Iterable[str]) -> dict[str, Kit]:
    """The adapters of those games that have one; one test asks for the rest."""
    found = {}
    for name in games:
        try:
            found[name] = kit_of(name)
        except LookupError:
            continue
    return found


def play(kit: Kit, variant: Variant, number: int) -> Game:
    """A game of players who answer with any legal move, from the dice of this number."""
    dice = random.Random(number)
    rules, seats = kit.rules, variant.seats
    options = rules.settle(variant.given, seats)
    care = dice.choice((0.0, 0.5, 1.0))
    states = [rules.deal(options, seats, dice.randbytes(32))]
    made: list[dict[Seat, Any]] = []
    while acting := rules.to_act(states[-1]):
        assert len(made) < kit.bound(options, seats), "the game does not come to its end"
        moves = {seat: _any_move(kit, states[-1], seat, dice, care) for seat in acting}
        made.append(moves)
        states.append(rules.apply(states[-1], moves))
    return Game(options, seats, tuple(states), tuple(made))


def _any_move(kit: Kit, state: Any, seat: Seat, dice: random.Random, care: float) -> Any:
    view = kit.rules.view(state, seat)
    moves = list(kit.sdk.legal_moves(view))
    assert moves, f"seat {seat} is asked to {view.asks} and has no legal move"
    if dice.random() >= care:
        return dice.choice(moves)
    move = kit.lasting(view, [move.to_map() for move in moves], dice)
    return kit.rules.read_move(view.asks, move)


def play_with_faults(
    kit: Kit, variant: Variant, number: int
) -> tuple[MatchRecord, tuple[Any, ...]]:
    """A match in which bots fail now and then, as the referee conducts it, and its states."""
    dice = random.Random(number)
    rules, seats = kit.rules, variant.seats
    options = rules.settle(variant.given, seats)
    fixture = Fixture(
        id=f"conformance-{number}",
        rules=rules.name,
        options=options,
        bots=tuple(f"bot {seat}" for seat in range(seats)),
        deal_seed=dice.randbytes(32),
        bot_seeds=tuple(range(seats)),
    )
    rate = dice.choice((0.0, 0.02, 0.3))
    states = [rules.deal(options, seats, fixture.deal_seed)]
    out: set[Seat] = set()
    decisions: list[Decision] = []
    faults: list[Fault] = []

    def part_with(leaving: list[Seat]) -> None:
        if leaving:
            out.update(leaving)
            states.append(rules.abandon(states[-1], tuple(sorted(leaving))))

    for seat in range(seats):
        if dice.random() < rate / 4:
            faults.append(Fault(seat, "did_not_start", 0, "a fault of the handshake", 0))
    part_with([fault.seat for fault in faults])
    step = 1
    while acting := rules.to_act(states[-1]):
        state = states[-1]
        made: dict[Seat, Any] = {}
        leaving = []
        for seat in acting:
            view = rules.view(state, seat)
            if seat in out:
                made[seat] = None
            elif dice.random() >= rate:
                made[seat] = _any_move(kit, state, seat, dice, 0.5)
            else:
                verdict = dice.choice(VERDICTS)
                faults.append(Fault(seat, verdict, step, "a fault", step))
                made[seat] = None
                if not rules.forgives(view.asks, verdict):
                    leaving.append(seat)
        part_with(leaving)
        if not rules.to_act(states[-1]):
            break
        moves = {}
        for seat, move in made.items():
            view = rules.view(states[-1], seat)
            moves[seat] = rules.stand_in(view) if move is None else move
            assert moves[seat] is not None, "a game goes on only where somebody can stand in"
            rules.check(view, moves[seat])
            decisions.append(
                Decision(step, seat, view.asks, moves[seat].to_map(), stand_in=move is None)
            )
        states.append(rules.apply(states[-1], moves))
        step += 1
    outcome = rules.outcome(states[-1])
    assert outcome is not None
    times = tuple(MoveTime(0.25) for _ in decisions)
    return MatchRecord(fixture, tuple(decisions), times, tuple(faults), outcome), tuple(states)


def accepts(rules: Rules, view: Any, move: Map) -> bool:
    """Whether the referee takes this readable answer to this view."""
    try:
        rules.check(view, rules.read_move(view.asks, move))
    except IllegalMove:
        return False
    return True


def frozen(move: Map) -> str:
    """A move as something that can be compared and put into a set."""
    return json.dumps(move, sort_keys=True)


def asked_in(rules: Rules, game: Game) -> list[tuple[Any, Seat]]:
    """Every state of a game with each seat that has to act in it."""
    return [(state, seat) for state in game.states for seat in rules.to_act(state)]


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
    return list(zip(stops, stops[1:], strict=False))


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
    state = game.states[at] if twin is None else twin
    script: dict[Seat, deque[tuple[str, Any]]] = {other: deque() for other in range(game.seats)}
    for before, moves in zip(game.states[at:until], game.moves[at:until], strict=True):
        for other, move in moves.items():
            script[other].append((rules.view(before, other).asks, move))
    events: list[Event] = []
    is_first = True
    while (acting := rules.to_act(state)) and (is_first or seat not in acting):
        is_first = False
        if not any(script.values()) and kit.stuck(game.states[until]) is not None:
            raise Parted
        moves = {other: _scripted(kit, rules.view(state, other), script[other]) for other in acting}
        state = rules.apply(state, moves)
        events += rules.news(state)
    unsaid = [
        (other, asks)
        for other, rest in script.items()
        for asks, move in rest
        if move != kit.quiet(asks)
    ]
    if kit.stuck(state) is not None and (unsaid or kit.stuck(game.states[until]) is None):
        raise Parted
    assert not unsaid, f"these seats are not asked in the other world: {unsaid}"
    outcome = rules.outcome(state)
    if outcome is not None:
        return over_frame(outcome, events)
    return ask_frame(rules.view(state, seat), events)


def _scripted(kit: Kit, view: Any, script: deque[tuple[str, Any]]) -> Any:
    while script and script[0][0] != view.asks and script[0][1] == kit.quiet(script[0][0]):
        script.popleft()
    if script and script[0][0] == view.asks:
        move = script.popleft()[1]
    else:
        move = kit.quiet(view.asks)
        assert move is not None, f"seat {view.seat} is asked to {view.asks} in one world alone"
    kit.rules.check(view, move)
    return move


def reshuffled(
    places: Sequence[Sequence[_T]], stays: Callable[[int, int], bool], dice: random.Random
) -> list[list[_T]]:
    """The same places, with all cards permuted but those for which stays(place, index)."""
    free = [(i, j) for i, place in enumerate(places) for j in range(len(place)) if not stays(i, j)]
    cards = [places[i][j] for i, j in free]
    dice.shuffle(cards)
    made = [list(place) for place in places]
    for (i, j), card in zip(free, cards, strict=True):
        made[i][j] = card
    return made
