"""A frame for a person: its bytes in hex, and beside them what they say."""

import json
from collections.abc import Iterator
from typing import Any

import msgpack

from arena.model import Map
from docs.talks import Said

_ROW = 16  # bytes a line
_GROUP = 2 * _ROW  # a list or map of at most so many bytes is not taken apart


def annotated(said: Said) -> Iterator[str]:
    """The lines of a frame; the hex of all of them together is the frame."""
    pieces = [(said.raw[:4], f"{len(said.raw) - 4} bytes follow")]
    pieces += _pieces(b"", "", said.message, 0)
    assert b"".join(raw for raw, _ in pieces) == said.raw
    for raw, note in pieces:
        rows = [raw[i : i + _ROW].hex(" ") for i in range(0, len(raw), _ROW)]
        yield f"{rows[0]:<{3 * _ROW}} {note}"
        yield from rows[1:]


def _pieces(key: bytes, name: str, value: Any, depth: int) -> list[tuple[bytes, str]]:
    note = "  " * depth + name
    whole: bytes = key + msgpack.packb(value)
    if not isinstance(value, dict | list) or (depth and len(whole) <= _GROUP):
        return [(whole, note + json.dumps(value))]
    packer = msgpack.Packer()
    if isinstance(value, list):
        made = [(key + packer.pack_array_header(len(value)), f"{note}list of {len(value)}")]
        for item in value:
            made += _pieces(b"", "", item, depth + 1)
        return made
    made = [(key + packer.pack_map_header(len(value)), f"{note}map of {len(value)}")]
    for inner, item in value.items():
        made += _pieces(msgpack.packb(inner), f"{json.dumps(inner)}: ", item, depth + 1)
    return made


def meaning(message: Map) -> str:
    """One line on a message of a game of Face to Face."""
    match message["type"]:
        case "hello":
            return "The first bytes on stdin: the limits that will be kept."
        case "ready":
            return "The handshake is done. `name`, `sdk` and `plays` may be left out."
        case "start":
            return (
                f"Game {message['game']} begins, in seat {message['seat']}. Nothing is asked yet."
            )
        case "ask":
            view = message["view"]
            return f"In hand {view['hand']}, to lay at least {view['need']}. {_news(message)}"
        case "answer":
            return f"{_words(message['move']['plays'])}."
        case "over":
            return f"The result by seat. {_news(message)}"
        case _:
            return "No more games. The end of input follows."


def _news(message: Map) -> str:
    told = [f"seat {event['seat']} laid {_words(event['plays'])}" for event in message["events"]]
    return f"News: {'; '.join(told)}." if told else "Nothing has happened yet."


def _words(plays: list[list[Any]]) -> str:
    return ", ".join(f"{card} on `{target}`" for card, target in plays)
