"""Things that bots do, each tried in a match of Face to Face to see what the referee says."""

from collections.abc import Callable
from typing import Any

import msgpack

from arena.model import Fault, Limits, Map
from arena_sdk.face_to_face import legal_moves
from docs.talks import in_virtual_time
from tests.play.memory import After, answer, frame, honest, ready, referee

Bot = Callable[[Map], Any]
CLOSED = b""  # what a closed pipe gives to read
_MOVE_S = Limits().move_ms / 1000


def fault_of(bot: Bot) -> Fault | None:
    """The fault of a bot that plays seat 0, if it has one."""

    async def match() -> Any:
        return (await referee("face-to-face", [bot, honest()], seed=4))[0]

    faults = in_virtual_time(match).faults
    return faults[0] if faults else None


def _greeting(said: Any) -> Bot:
    """A bot that says this when it is greeted."""
    return lambda message: said if message["type"] == "hello" else None


def _answering(said: Callable[[Map], Any]) -> Bot:
    """A bot that makes this of the right answer to its first ask."""

    def pick(view: Any, ask: Map) -> Any:
        if ask["turn"] > 1:
            return None
        return said(answer(ask, next(iter(legal_moves(view))).to_map()))

    return honest(pick)


def _moving(plays: Any) -> Bot:
    return _answering(lambda right: {**right, "move": {"plays": plays}})


def _raw(payload: bytes) -> Bot:
    return _answering(lambda _: len(payload).to_bytes(4, "big") + payload)


def _early(said: bytes) -> Bot:
    """A bot that says this at the start of a game, before it is asked."""
    return lambda message: said if message["type"] == "start" else ready(message)


def _half(message: Map) -> bytes:
    return frame(message)[:10]


_READY = {"type": "ready", "protocol": 1}
_ANSWER = {"type": "answer", "game": 1, "turn": 1, "move": {}}

HANDSHAKE: dict[str, Bot] = {
    "says nothing": _greeting(None),
    "ends, or closes its stdout": _greeting(CLOSED),
    "writes half a `ready` and then ends": _greeting([_half(_READY), CLOSED]),
    "writes half a `ready` and then nothing": _greeting(_half(_READY)),
    "prints `Loading...`": _greeting(b"Loading...\n"),
    "says `protocol` 2": _greeting({**_READY, "protocol": 2}),
    'says `protocol` `"1"`': _greeting({**_READY, "protocol": "1"}),
    "says `name` null": _greeting({**_READY, "name": None}),
    "says `answer`": _greeting(_ANSWER),
}

IN_GAME: dict[str, Bot] = {
    "answers 1 ms before the deadline": _answering(lambda right: After(_MOVE_S - 0.001, right)),
    "answers at the deadline": _answering(lambda right: After(_MOVE_S, right)),
    "writes half an answer and then nothing": _answering(_half),
    "writes half an answer and then ends": _answering(lambda right: [_half(right), CLOSED]),
    "ends, or closes its stdout": _answering(lambda _: CLOSED),
    "announces 0 bytes": _answering(lambda _: bytes(4)),
    "announces 65537 bytes": _answering(lambda _: (65537).to_bytes(4, "big")),
    "prints `thinking`": _answering(lambda _: b"thinking\n"),
    "sends a list": _raw(b"\x90"),
    "sends a byte behind the map": _raw(msgpack.packb(_ANSWER) + b"\0"),
    "sends a key twice": _raw(b"\x82\xa4type\xa1a\xa4type\xa1a"),
    "sends no `move`": _answering(lambda _: {"type": "answer", "game": 1, "turn": 1}),
    "sends `turn` 1.0": _answering(lambda right: {**right, "turn": 1.0}),
    "sends `turn` true": _answering(lambda right: {**right, "turn": True}),
    "sends `type` `move`": _answering(lambda right: {**right, "type": "move"}),
    "sends `type` `bye`": _answering(lambda right: {**right, "type": "bye"}),
    "says `ready` again": _answering(lambda _: _READY),
    "answers turn 2 when turn 1 is asked": _answering(lambda right: {**right, "turn": 2}),
    "sends the right answer twice, at once": _answering(lambda right: [right, right]),
    "sends the right answer and one byte more": _answering(lambda right: [right, b"\0"]),
    "answers before it is asked": _early(frame(_ANSWER)),
    "writes one byte before it is asked": _early(b"\0"),
    "writes 65536 bytes of a longer frame before it is asked": _early(b"\0\0\xff\xff" * 16384),
    "sends a key nobody knows": _answering(lambda right: {**right, "why": "it is best"}),
    "sends `plays` as a map": _moving({}),
    'sends `["39", "own_up"]` in `plays`': _moving([["39", "own_up"]]),
    'sends `[39.0, "own_up"]` in `plays`': _moving([[39.0, "own_up"]]),
    'sends `[39, "own_up", 1]` in `plays`': _moving([[39, "own_up", 1]]),
    "sends an empty `plays`": _moving([]),
    "names a pile that is none": _moving([[39, "up"], [57, "own_up"]]),
    "lays a card that it does not hold": _moving([[2, "own_up"], [39, "own_up"]]),
    "lays a card that does not fit": _moving([[57, "own_up"], [39, "own_up"]]),
}
