"""Turns bytes into messages and back, and knows whose turn it is to speak.

No I/O happens here and no clock is read: the referee and the SDK run the same table,
each in its own role, so the two sides cannot drift apart. If you add a message, add
it to TRANSITIONS; the diagram in docs/reference/protocol.md is drawn from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

import msgpack

from arena_sdk.errors import OurMistake, TheirMistake
from arena_sdk.messages import MESSAGES, Answer, Ask, Map, Message, read
from arena_sdk.typed import Any, Literal, NamedTuple

Role = Literal["referee", "bot"]

# tests/wire/test_sizes.py plays out the largest tables and fails if an honest match
# comes near it.
MAX_FRAME = 65536
MAX_DEPTH = 16
_HEADER = 4
_SHOWN = 60  # bytes of what is no frame
_A_WORD = 2  # characters that make it text, if no line ends before
_MAPS = (*range(0x81, 0x90), 0xDE, 0xDF)  # how msgpack begins a map; no length begins so


class Step(NamedTuple):
    """Who may say the message, and the state in which it leaves the conversation."""

    speaker: Role
    after: str


TRANSITIONS: dict[tuple[str, str], Step] = {
    ("new", "hello"): Step("referee", "greeted"),
    ("greeted", "ready"): Step("bot", "idle"),
    ("idle", "start"): Step("referee", "playing"),
    ("playing", "ask"): Step("referee", "asked"),
    ("asked", "answer"): Step("bot", "playing"),
    ("playing", "over"): Step("referee", "idle"),
    ("idle", "bye"): Step("referee", "closed"),
}
_SPEAKS: dict[Role, frozenset[str]] = {
    role: frozenset(kind for (_, kind), step in TRANSITIONS.items() if step.speaker == role)
    for role in ("referee", "bot")
}


class NeedData:
    """The type of NEED_DATA, which next_message() returns until a whole frame is there."""


NEED_DATA = NeedData()


class Conversation:
    """One side's end of the talk with one bot process."""

    def __init__(self, role: Role) -> None:
        self.role: Role = role
        self.peer: Role = "bot" if role == "referee" else "referee"
        self.state = "new"
        self._game = -1
        self._turn = -1
        self._buffer = b""

    @property
    def has_bytes(self) -> bool:
        """Whether something was received that next_message() has not returned yet."""
        return bool(self._buffer)

    def receive(self, data: bytes) -> None:
        """Take in bytes as they come, however they were split."""
        self._buffer = self._buffer + data if self._buffer else data

    def next_message(self) -> Message | NeedData:
        """The next whole message, or NEED_DATA; raises TheirMistake."""
        buffer = self._buffer
        if len(buffer) < _HEADER:
            return NEED_DATA
        size = int.from_bytes(buffer[:_HEADER], "big")
        try:
            if not 1 <= size <= MAX_FRAME:
                raise TheirMistake("unreadable", _no_length(buffer))
            end = _HEADER + size
            if len(buffer) < end:
                return NEED_DATA
            self._buffer = buffer[end:]
            return self._accept(decode(buffer[_HEADER:end]))
        except TheirMistake as mistake:
            # Until it is ready a bot has one thing to say; whatever else it says is
            # one verdict, so that an author looks at the handshake first.
            if self.role == "referee" and self.state in ("new", "greeted"):
                raise TheirMistake("bad_handshake", mistake.detail) from None
            raise

    def send(self, message: Message) -> bytes:
        """The frame for a message; raises OurMistake if it may not be said now."""
        step = TRANSITIONS.get((self.state, message.type))
        if step is None or step.speaker != self.role:
            raise OurMistake(f"the {self.role} may not say {message.type!r} when {self.state}")
        if isinstance(message, Answer) and (message.game, message.turn) != (self._game, self._turn):
            raise OurMistake(
                f"answer to game {message.game} turn {message.turn},"
                f" but the open ask is game {self._game} turn {self._turn}"
            )
        frame = encode(message.to_map())
        self.state = step.after
        if isinstance(message, Ask):
            self._game, self._turn = message.game, message.turn
        return frame

    def _accept(self, source: Map) -> Message:
        kind = read(source, "type", str, "the message")
        if kind not in _SPEAKS[self.peer]:
            # Shortened: the detail is kept in the record, and a frame may be all one word.
            raise TheirMistake("unreadable", f"{kind[:40]!r} is no message of a {self.peer}")
        message = MESSAGES[kind].from_map(source)
        step = TRANSITIONS.get((self.state, kind))
        if step is None:
            raise TheirMistake("out_of_turn", f"{kind!r} came though nobody asked for it")
        if isinstance(message, Answer) and (message.game, message.turn) != (self._game, self._turn):
            raise TheirMistake(
                "out_of_turn",
                f"the answer is for game {message.game} turn {message.turn};"
                f" asked was game {self._game} turn {self._turn}",
            )
        self.state = step.after
        if isinstance(message, Ask):
            self._game, self._turn = message.game, message.turn
        return message


# One for all frames: making a packer costs half as much again as packing an answer. It empties
# itself when a value cannot be packed.
_pack = msgpack.Packer().pack


def _no_length(buffer: bytes) -> str:
    """What is wrong, and the usual reason for it: the number alone would tell an author nothing."""
    size = int.from_bytes(buffer[:_HEADER], "big")
    problem = f"a frame of {size} bytes is announced; 1 to {MAX_FRAME} may be"
    if text := _text(buffer):
        return f"printed {text!r} to stdout, where only frames may go: print to stderr ({problem})"
    if buffer[0] in _MAPS:
        return f"this looks like a msgpack map without the 4 bytes of its length ({problem})"
    if 1 <= int.from_bytes(buffer[:_HEADER], "little") <= MAX_FRAME:
        return f"{problem}; the length must be big-endian, the highest byte first"
    return problem


def _text(buffer: bytes) -> str:
    """The first line of these bytes, if they begin like text."""
    try:
        text = buffer[:_SHOWN].decode("utf-8")
    except UnicodeDecodeError as problem:
        text = buffer[: problem.start].decode("utf-8")
    text = text.lstrip()
    line = "".join(takewhile(str.isprintable, text))
    is_whole = text[len(line) :].startswith(("\n", "\r"))
    return line.rstrip() if is_whole or len(line) >= _A_WORD else ""


def encode(source: Map) -> bytes:
    """One frame: a 4-byte big-endian length, then the map in msgpack."""
    payload: bytes = _pack(source)
    if len(payload) > MAX_FRAME:
        raise OurMistake(f"a frame of {len(payload)} bytes; {MAX_FRAME} is the most")
    return len(payload).to_bytes(_HEADER, "big") + payload


def decode(payload: bytes) -> Map:
    """The one map in a frame's payload, or TheirMistake; nothing else ever escapes."""
    begins = payload.translate(None, _ALWAYS_PLAIN)
    is_plain = len(begins) <= MAX_DEPTH and not begins.strip(_CONTAINERS)
    try:
        # No container, text or ext may claim more items or bytes than the payload has:
        # that is unpackb's default for max_array_len and its siblings.
        if is_plain:
            # As an answer is: without floats, bytes and exts, and not deep. If it gives the same
            # bytes again, it has no key twice. To look at each map takes twice as long.
            value = msgpack.unpackb(payload)
            if _pack(value) == payload and type(value) is dict:
                return value
        value = msgpack.unpackb(payload, object_pairs_hook=_map_of, ext_hook=_no_ext)
    except TheirMistake:
        raise
    # UnicodeDecodeError and msgpack's own ExtraData, FormatError and StackError are
    # ValueErrors; OutOfData and friends derive from UnpackException.
    except (ValueError, msgpack.UnpackException) as problem:
        reason = str(problem) or type(problem).__name__
        raise TheirMistake("unreadable", f"the frame is not one msgpack map: {reason}") from None
    if type(value) is not dict:
        raise TheirMistake("unreadable", "the frame holds something else than a map")
    if not is_plain:
        _walk(value, 1)
    return value


# What may begin a list or a map, and all that may begin neither these nor a float, bytes or an
# ext. A payload may hold such bytes elsewhere, but without them it has no such value.
_CONTAINERS = bytes([*range(0x80, 0xA0), *range(0xDC, 0xE0)])
_ALWAYS_PLAIN = bytes({*range(256)} - {*_CONTAINERS, *range(0xC4, 0xCC), *range(0xD4, 0xD9)})


# msgpack 1.1 without its C extension (PyPy) hands over a generator and leaves out its own
# check of the keys, so nothing here may rely on a list or on keys that can be hashed.
def _map_of(pairs: Iterable[tuple[Any, Any]]) -> Map:
    pairs = list(pairs)
    try:
        made = dict(pairs)
    except TypeError:
        made = {None: None}
    if not _TEXT.issuperset(map(type, made)):
        raise TheirMistake("unreadable", "a map has a key that is not text")
    if len(made) != len(pairs):
        raise TheirMistake("unreadable", "a map has the same key twice")
    return made


def _no_ext(code: int, _: bytes) -> None:
    raise TheirMistake("unreadable", f"msgpack's ext type {code} has no place here")


_TEXT = frozenset((str,))
_PLAIN = frozenset((int, str, bool, type(None), bytes))


def _walk(value: Any, depth: int) -> None:
    """Refuses what unpackb lets pass: deep nesting, timestamps, NaN."""
    if depth > MAX_DEPTH:
        raise TheirMistake("unreadable", f"nested deeper than {MAX_DEPTH} levels")
    for item in value.values() if type(value) is dict else value:
        kind = type(item)
        if kind in _PLAIN:
            continue
        if kind is dict or kind is list:
            _walk(item, depth + 1)
        elif kind is not float:
            raise TheirMistake("unreadable", f"a {kind.__name__} has no place here")
        elif item != item:
            raise TheirMistake("unreadable", "NaN is no number")
