"""Writes arena/starters/vectors.txt: frames that every starter's own test reads.

    python docs/vectors.py

The frames are from real matches (`talks`), so what the six languages are tested on is what
the referee sends. tests/docs/test_generated.py fails when the file is older than the code.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from arena.model import Map
from docs.talks import GAMES_SHOWN, Game, Said, played
from tests.play.memory import frame

FILE = Path(__file__).parent.parent / "arena" / "starters" / "vectors.txt"

_HEAD = """\
# Frames of the protocol as hex, and what they mean. The test of this folder reads them: a frame
# of the referee must be understood as it is written here, and a frame of the bot must come out
# byte for byte.
#
# The first line of a vector says who speaks, what, and in which game about which decision; the
# second is the whole frame; the rest is the meaning. An event is written as its keys in the order
# of the alphabet, each with its value.
"""


def vectors() -> str:
    """The whole file."""
    return _HEAD + "".join(f"\n{vector}" for vector in _vectors())


def _vectors() -> Iterator[str]:
    first = played(GAMES_SHOWN[0])[0]
    yield _vector("referee hello", first[0])
    yield _vector("bot ready", Said("bot", frame(_READY), _READY))
    for game in GAMES_SHOWN[:3]:
        yield _vector(f"referee start {game.rules}", _first(game, "start"))
    shown: set[tuple[str, str]] = set()
    for (rules, decision), (ask, answers) in _decisions().items():
        shown |= _kinds(rules, ask)
        yield _vector(f"referee ask {rules} {decision}", ask)
        for answer in answers.values():
            yield _vector(f"bot answer {rules} {decision}", answer)
    later = _with_unknown_keys(_first(GAMES_SHOWN[0], "ask"))
    yield _vector("referee ask face-to-face play", later)
    yield _vector("referee ask the-game play", _first(_SILENT, "ask"))
    for rules, ask in _asks():
        if not _kinds(rules, ask) <= shown:  # events that no vector above has
            shown |= _kinds(rules, ask)
            yield _vector(f"referee ask {rules} {ask.message['asks']}", ask)
    for game in GAMES_SHOWN[:3]:
        yield _vector(f"referee over {game.rules}", _first(game, "over"))
    bye = {"type": "bye"}
    yield _vector("referee bye", Said("referee", frame(bye), bye))


def _first(game: Game, kind: str) -> Said:
    return next(said for said in played(game)[0] if said.message["type"] == kind)


def _decisions() -> dict[tuple[str, str], tuple[Said, dict[str, Said]]]:
    """For every decision of every game an ask, and an answer of each shape."""
    found: dict[tuple[str, str], tuple[Said, dict[str, Said]]] = {}
    for game in GAMES_SHOWN:
        for talk in played(game):
            for ask, answer in pairwise(talk):
                told = ask.message
                # Early asks show empty tables; a wish and most drafts are early.
                early = told["type"] == "ask" and told["turn"] < 4
                if told["type"] != "ask" or (early and told["asks"] not in ("wish", "draft")):
                    continue
                _, answers = found.setdefault((game.rules, told["asks"]), (ask, {}))
                move = answer.message["move"]
                shape = f"{list(move)} {move.get('special')} {None in move.values()}"
                answers.setdefault(shape, answer)
    return found


def _asks() -> Iterator[tuple[str, Said]]:
    for game in GAMES_SHOWN:
        for talk in played(game):
            for said in talk:
                if said.message["type"] == "ask":
                    yield game.rules, said


def _kinds(rules: str, ask: Said) -> set[tuple[str, str]]:
    """The kinds of its events, for a game."""
    return {(rules, event["kind"]) for event in ask.message["events"]}


_READY = {"type": "ready", "protocol": 1}
_SILENT = Game("the-game", 2, 1, (("league", "silent"),))


def _with_unknown_keys(ask: Said) -> Said:
    """What a later protocol might send: a bot of today reads the same out of it."""
    message = ask.message
    view = {**message["view"], "later": [1, {"more": None}]}
    raw = frame({**message, "view": view, "later": {"much": True}})
    return Said("referee", raw, message)


def _vector(title: str, said: Said) -> str:
    lines = [title, said.raw.hex(), *_meaning(said.message)]
    return "\n".join(lines) + "\n"


def _meaning(message: Map, path: str = "") -> Iterator[str]:
    """`path = value` for every leaf; lists are written in brackets."""
    for key, value in message.items():
        if key == "type" and not path:
            continue
        if isinstance(value, dict):
            yield from _meaning(value, f"{path}{key}.")
        else:
            yield f"{path}{key} = {_text(value)}"


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{' '.join(map(_text, value))}]"
    if isinstance(value, dict):
        return "{" + " ".join(f"{key} {_text(value[key])}" for key in sorted(value)) + "}"
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    FILE.write_text(vectors(), "utf-8")
