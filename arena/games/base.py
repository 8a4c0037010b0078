"""What a game must offer to be refereed. A match is a fold: deal, then apply, then apply …

Rules are pure: no I/O, no clock, no global dice; all chance comes from the 32 bytes of
the deal's seed. A state never changes. `state.news` holds the public events of the step
that led to it, because a step may resolve a whole trick and only the rules know how.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from arena.errors import BadOption
from arena.model import Event, Map, Outcome, Seat
from arena_sdk.errors import Verdict


class Rules(Protocol):
    """One game. `State`, `View` and `Move` are the game's own frozen types."""

    name: str  # on the command line, on the wire, in the database and in addresses
    title: str
    scores: str  # what a score counts
    is_team: bool  # one result for all seats
    is_duel: bool  # two bots, one of which wins: its blocks are mirrored pairs
    seats: range
    defaults: Map

    def settle(self, options: Map, seats: int) -> Map:
        """All options, the given ones over the defaults; raises BadOption."""
        ...

    def rotations(self, options: Map, seats: int) -> int:
        """How many games on one seed let every bot play every seat and hand."""
        ...

    def deal(self, options: Map, seats: int, seed: bytes) -> Any:
        """The first state. `options` are settled."""
        ...

    def to_act(self, state: Any) -> tuple[Seat, ...]:
        """Who decides now; several decide simultaneously; () when the game is over."""
        ...

    def view(self, state: Any, seat: Seat) -> Any:
        """What the seat may know, built field by field from nothing."""
        ...

    def read_move(self, asks: str, source: Map) -> Any:
        """The SDK's own function: a map from the wire becomes a typed move."""
        ...

    def check(self, view: Any, move: Any) -> None:
        """The SDK's own function: raises IllegalMove."""
        ...

    def apply(self, state: Any, moves: Mapping[Seat, Any]) -> Any:
        """The next state, once every seat of to_act() has a checked move."""
        ...

    def stand_in(self, view: Any) -> Any | None:
        """The referee's move for a seat whose bot gave none; None where nobody can stand in."""
        ...

    def forgives(self, state: Any, verdict: Verdict) -> bool:
        """Whether the bot plays on after this fault, the stand-in's move counting for its own."""
        ...

    def abandon(self, state: Any, seats: tuple[Seat, ...]) -> Any:
        """The state once the bots of these seats are out, all at the same moment."""
        ...

    def outcome(self, state: Any) -> Outcome | None:
        """The result, once to_act() is empty."""
        ...

    def news(self, state: Any) -> tuple[Event, ...]:
        """What every seat may know of the step that led to this state."""
        ...


def settle_options(game: str, defaults: Map, given: Map) -> Map:
    """Defaults overlaid by the options given; raises BadOption for one the game does not know."""
    for name in given:
        if name not in defaults:
            known = ", ".join(sorted(defaults))
            raise BadOption(f"{game} has no option {name!r}; it has {known}")
    return {**defaults, **given}


def want_boolean(game: str, options: Map, *names: str) -> None:
    """Raises BadOption unless these options are true or false."""
    for name in names:
        if not isinstance(options[name], bool):
            raise BadOption(f"{game}: {name} is true or false, not {options[name]!r}")


def want_word(game: str, options: Map, name: str, words: tuple[str, ...]) -> None:
    """Raises BadOption unless the option is one of the words."""
    if options[name] not in words:
        raise BadOption(f"{game}: {name} is {' or '.join(words)}, not {options[name]!r}")


def want_integer(game: str, options: Map, name: str, low: int, high: int) -> None:
    """Raises BadOption unless the option is an integer in this range."""
    value = options[name]
    if type(value) is not int or not low <= value <= high:
        raise BadOption(f"{game}: {name} is a number from {low} to {high}, not {value!r}")


def want_seats(game: str, allowed: range, seats: int, when: str = "") -> None:
    """Raises BadOption unless so many bots can play."""
    if seats not in allowed:
        low, high = allowed.start, allowed.stop - 1
        span = f"{low}" if low == high else f"{low} to {high}"
        raise BadOption(f"{game}{when} is for {span} bots, not for {seats}; give {span}")
