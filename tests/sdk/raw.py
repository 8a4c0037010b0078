"""A referee made of struct, msgpack and two pipes, to talk to a bot that was just written.

Nothing of Arena is used here: what the SDK says on the wire is compared with what the
protocol says, not with the code of the other side.
"""

import os
import select
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgpack

from arena.games import GAMES

Map = dict[str, Any]

# Only a bot that hangs is waited for so long; nothing is measured by it.
HANGS_S = 120

# Nothing of the person who runs the tests, PYTHONUNBUFFERED least of all: text that a bot
# prints before run() is kept off the wire by Python's own buffer.
ENVIRONMENT = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"}

OPTIONS: dict[str, Map] = {name: rules.defaults for name, rules in GAMES.items()}
DUEL_VIEW: Map = {
    "hand": [5, 12, 20, 33, 41, 58],
    "own": {"up": 1, "down": 60, "deck": 52},
    "opp": {"up": 1, "down": 60, "deck": 52, "hand": 6},
    "need": 2,
}
TEAM_VIEW: Map = {
    "hand": [5, 12, 20, 33, 41, 58, 77],
    "piles": {"up_1": 1, "up_2": 1, "down_1": 100, "down_2": 100},
    "deck": 84,
    "hands": [7, 7],
    "need": 2,
    "to_play": 0,
    "signals": [None, None],
}
NIMMT_VIEW: Map = {
    "hand": [3, 7, 9, 11, 13, 15, 17, 19, 21, 23],
    "rows": [[1], [2], [4], [5]],
    "revealed": [],
    "heads": [0, 0],
    "totals": [0, 0],
    "deal": 1,
    "trick": 1,
}
VIEWS = {"face-to-face": DUEL_VIEW, "the-game": TEAM_VIEW, "six-nimmt": NIMMT_VIEW}


def frame(said: Map) -> bytes:
    payload = msgpack.packb(said)
    return struct.pack(">I", len(payload)) + payload


class Ended(NamedTuple):
    """How a bot ended: its exit code, its stderr, and what was left unread on the wire."""

    code: int
    stderr: str
    unread: bytes


class RawBot:
    """The referee's end of the pipes. Made by `talking_to`, which also ends the bot."""

    def __init__(self, popen: subprocess.Popen[bytes], stderr: Path) -> None:
        assert popen.stdin is not None
        assert popen.stdout is not None
        self._popen = popen
        self._in, self._out = popen.stdin, popen.stdout
        self._stderr = stderr  # a file, so that nobody has to read while the bot writes
        self._game = self._turn = 0
        self._rules = ""

    def write(self, data: bytes) -> None:
        self._in.write(data)

    def hear(self) -> Map:
        """The next frame that the bot says."""
        header = self._read(4)
        (size,) = struct.unpack(">I", header)
        assert 1 <= size <= 65536, f"something else than a frame is on the wire: {header!r}"
        heard = msgpack.unpackb(self._read(size))
        assert isinstance(heard, dict)
        return heard

    def greet(self) -> Map:
        """Hello, and what the bot says to it."""
        self.write(hello())
        return self.hear()

    def start(self, rules: str, **changes: Any) -> None:
        self.write(self.start_frame(rules, **changes))

    def start_frame(self, rules: str, **changes: Any) -> bytes:
        self._game, self._turn, self._rules = self._game + 1, 0, rules
        told = {"game": self._game, "rules": rules, "options": OPTIONS[rules]}
        return frame({"type": "start", **told, "seat": 0, "seats": 2, "seed": 7, **changes})

    def ask(self, asks: str, view: Map | None = None, **changes: Any) -> Map:
        """The bot's move for this ask; game and turn of its answer are those of the ask."""
        self.write(self.ask_frame(asks, view, **changes))
        return self.hear_move()

    def ask_frame(self, asks: str, view: Map | None = None, **changes: Any) -> bytes:
        self._turn += 1
        told = {"game": self._game, "turn": self._turn, "asks": asks, "events": []}
        clock = {"move_ms": 500, "game_ms": 10000}
        shown = VIEWS[self._rules] if view is None else view
        return frame({"type": "ask", **told, "view": shown, "clock": clock, **changes})

    def hear_move(self) -> Map:
        answer = self.hear()
        move = answer.pop("move")
        assert answer == {"type": "answer", "game": self._game, "turn": self._turn}
        assert isinstance(move, dict)
        return move

    def over(self, **changes: Any) -> None:
        self.write(self.over_frame(**changes))

    def over_frame(self, **changes: Any) -> bytes:
        outcome = {"scores": [1, 0], "places": [1, 2], "reason": "stuck"}
        told = {"game": self._game, "outcome": outcome, "events": []}
        return frame({"type": "over", **told, **changes})

    def bye(self) -> Ended:
        """Goodbye, and how the bot took it."""
        self.write(frame({"type": "bye"}))
        return self.end()

    def end(self) -> Ended:
        """Close the bot's stdin and wait for its end."""
        self._in.close()
        return self.wait()

    @property
    def stderr(self) -> str:
        """What the bot has written on stderr so far."""
        return self._stderr.read_text("utf-8")

    def wait(self) -> Ended:
        """Wait for the bot's end, its stdin still open."""
        unread = bytearray()
        while data := self._read_some():
            unread += data
        code = self._popen.wait(HANGS_S)
        return Ended(code, self.stderr, bytes(unread))

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self._read_some(size - len(data))
            assert more, f"the bot ended its output: {self.stderr}"
            data += more
        return data

    def _read_some(self, most: int = 65536) -> bytes:
        ready, _, _ = select.select([self._out], [], [], HANGS_S)
        assert ready, "the bot says nothing and does not end"
        return os.read(self._out.fileno(), most)


def hello() -> bytes:
    limits = {"clock": "wall", "start_ms": 10000, "move_ms": 500, "game_ms": 10000}
    limits |= {"memory_mb": 512, "frame_bytes": 65536}
    return frame({"type": "hello", "protocol": 1, "limits": limits})


@contextmanager
def talking_to(folder: Path, source: str) -> Iterator[RawBot]:
    """A bot with this source, started as `python bot.py` in a folder of its own."""
    (folder / "bot.py").write_text(source, "utf-8")
    stderr = folder / "stderr.txt"
    with (
        stderr.open("wb") as said,
        subprocess.Popen(
            [sys.executable, "bot.py"],
            cwd=folder,
            env=ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            bufsize=0,
        ) as popen,
    ):
        try:
            yield RawBot(popen, stderr)
        finally:
            popen.kill()
