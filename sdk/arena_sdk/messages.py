"""The seven messages of the protocol as values, and their maps on the wire.

Knows shapes and types, not the order in which messages may come (`wire`) and not
what a view or a move means (the game modules). Reading is strict: a known key that
is missing or of another type is `unreadable`; unknown keys are ignored.
"""

from __future__ import annotations

from arena_sdk.errors import TheirMistake
from arena_sdk.typed import Any, NamedTuple

PROTOCOL = 1

Map = dict[str, Any]


def read(source: Map, key: str, kind: type, where: str) -> Any:
    """The value at a key, of exactly this type: `True` is no int and `5.0` is no 5."""
    try:
        value = source[key]
    except KeyError:
        raise TheirMistake("unreadable", f"{where} has no {key!r}") from None
    if type(value) is not kind:
        raise TheirMistake("unreadable", f"{where}: {key!r} is {_kind(value)}, not {_NAMES[kind]}")
    return value


def read_list(source: Map, key: str, kind: type, where: str) -> list[Any]:
    """The list at a key, all of whose items are of exactly this type."""
    items: list[Any] = read(source, key, list, where)
    for item in items:
        if type(item) is not kind:
            problem = f"{where}: {key!r} holds {_kind(item)}, not {_NAMES[kind]}"
            raise TheirMistake("unreadable", problem)
    return items


_NAMES = {int: "an integer", str: "text", list: "a list", dict: "a map", bool: "a boolean"}


def _kind(value: object) -> str:
    if value is None:
        return "null"
    return _NAMES.get(type(value), f"a {type(value).__name__}")


class Hello(NamedTuple):
    """The referee's first word: the limits that will be kept."""

    limits: Map
    type: str = "hello"

    def to_map(self) -> Map:
        return {"type": "hello", "protocol": PROTOCOL, "limits": self.limits}

    @classmethod
    def from_map(cls, source: Map) -> Hello:
        _read_protocol(source, "hello")
        return cls(read(source, "limits", dict, "hello"))


class Ready(NamedTuple):
    """The bot has started. Nothing it says of itself here is official."""

    name: str | None = None
    sdk: str | None = None
    plays: tuple[str, ...] | None = None
    type: str = "ready"

    def to_map(self) -> Map:
        said: Map = {"type": "ready", "protocol": PROTOCOL}
        if self.name is not None:
            said["name"] = self.name
        if self.sdk is not None:
            said["sdk"] = self.sdk
        if self.plays is not None:
            said["plays"] = list(self.plays)
        return said

    @classmethod
    def from_map(cls, source: Map) -> Ready:
        _read_protocol(source, "ready")
        name = read(source, "name", str, "ready") if "name" in source else None
        sdk = read(source, "sdk", str, "ready") if "sdk" in source else None
        plays = tuple(read_list(source, "plays", str, "ready")) if "plays" in source else None
        return cls(name, sdk, plays)


class Start(NamedTuple):
    """A game begins for this bot; `seed` is for its own dice and says nothing of the deal."""

    game: int
    rules: str
    options: Map
    seat: int
    seats: int
    seed: int
    type: str = "start"

    def to_map(self) -> Map:
        return {
            "type": "start",
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "seat": self.seat,
            "seats": self.seats,
            "seed": self.seed,
        }

    @classmethod
    def from_map(cls, source: Map) -> Start:
        where = "start"
        return cls(
            read(source, "game", int, where),
            read(source, "rules", str, where),
            read(source, "options", dict, where),
            read(source, "seat", int, where),
            read(source, "seats", int, where),
            read(source, "seed", int, where),
        )


class Ask(NamedTuple):
    """One decision is wanted, with everything the seat may know."""

    game: int
    turn: int
    asks: str
    view: Map
    events: list[Map]
    clock: Map
    type: str = "ask"

    def to_map(self) -> Map:
        return {
            "type": "ask",
            "game": self.game,
            "turn": self.turn,
            "asks": self.asks,
            "view": self.view,
            "events": self.events,
            "clock": self.clock,
        }

    @classmethod
    def from_map(cls, source: Map) -> Ask:
        where = "ask"
        return cls(
            read(source, "game", int, where),
            read(source, "turn", int, where),
            read(source, "asks", str, where),
            read(source, "view", dict, where),
            read_list(source, "events", dict, where),
            read(source, "clock", dict, where),
        )


class Answer(NamedTuple):
    """The bot's decision; game and turn are copied from the ask it answers."""

    game: int
    turn: int
    move: Map
    type: str = "answer"

    def to_map(self) -> Map:
        return {"type": "answer", "game": self.game, "turn": self.turn, "move": self.move}

    @classmethod
    def from_map(cls, source: Map) -> Answer:
        where = "answer"
        return cls(
            read(source, "game", int, where),
            read(source, "turn", int, where),
            read(source, "move", dict, where),
        )


class Over(NamedTuple):
    """The game has ended; no hidden card is shown."""

    game: int
    outcome: Map
    events: list[Map]
    type: str = "over"

    def to_map(self) -> Map:
        return {
            "type": "over",
            "game": self.game,
            "outcome": self.outcome,
            "events": self.events,
        }

    @classmethod
    def from_map(cls, source: Map) -> Over:
        where = "over"
        return cls(
            read(source, "game", int, where),
            read(source, "outcome", dict, where),
            read_list(source, "events", dict, where),
        )


class Bye(NamedTuple):
    """No more games: stdin is closed next, and the bot should end."""

    type: str = "bye"

    def to_map(self) -> Map:
        return {"type": "bye"}

    @classmethod
    def from_map(cls, source: Map) -> Bye:  # noqa: ARG003 - every message reads the same way
        return cls()


Message = Hello | Ready | Start | Ask | Answer | Over | Bye

MESSAGES: dict[str, type[Message]] = {
    "hello": Hello,
    "ready": Ready,
    "start": Start,
    "ask": Ask,
    "answer": Answer,
    "over": Over,
    "bye": Bye,
}


def _read_protocol(source: Map, where: str) -> None:
    version = read(source, "protocol", int, where)
    if version != PROTOCOL:
        problem = f"{where} speaks protocol {version}, this side speaks {PROTOCOL}"
        raise TheirMistake("unreadable", problem)
