"""What a game hands in to be tested like all others.

A game's adapter is the module of its name beside this one; its `KIT` has the interface of
`Kit`. Nothing here knows a rule: whatever depends on the game is asked of the adapter.
"""

import importlib
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar

from arena.games import Rules
from arena.model import Map, Seat

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


@dataclass(frozen=True, eq=False)
class Variant:
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

    def strange_views(self, state: Any, dice: random.Random) -> Iterator[Any]:
        """Some views that random play seldom leads to; `state` is a fresh deal."""
        ...

    def longer(self, view: Any, move: Map, dice: random.Random) -> Map:
        """A legal move that begins like this one, which legal_moves listed, and goes on."""
        ...

    def shortened(self, state: Any, dice: random.Random) -> Any:
        """A deal with less to come: random players are stuck long before a real one ends."""
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


def brute_force(kit: Kit, view: Any, dice: random.Random) -> tuple[list[Map], list[Map]]:
    """All answers to try on a view, those that the rules allow and those that they refuse."""
    answers: tuple[list[Map], list[Map]] = [], []
    for move in kit.candidates(view, dice):
        answers[not kit.is_legal(view, move)].append(move)
    return answers


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
