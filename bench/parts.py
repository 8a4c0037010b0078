"""Where the time of a refereed move goes: what the referee does, part by part.

A timer of the referee's own CPU time stops it now and then, and whoever is at work is noted: the
innermost of the functions below, or a library. So the parts add up to the whole, which is
measured as in `moves`: the CPU time of the referee and of its bots, on one core.
"""

import os
import signal
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import trio

from arena.model import Fixture
from bench import parrots
from bench.cores import on_one_core
from bench.measured import Cost, Found
from bench.moves import Spent, fixtures_of, refereed

_TICK_S = 0.001

# The module and the beginning of a function's name, in the order of a move.
_PARTS = (
    ("rules: what the seat may see", "face_to_face", ("FaceToFace.view", "View.to_map")),
    ("wire: the ask as bytes", "wire", ("Conversation.send",)),
    ("clock", "clocks", ("BotClock",)),
    ("meter and freezer of the control group", "cgroups", ("Group",)),
    ("pipe: write", "pipes", ("PipeProcess.write",)),
    ("pipe: wait and read", "pipes", ("PipeProcess.read",)),
    ("wire: the answer from bytes", "wire", ("Conversation.next_message",)),
    ("rules: read and check the move", "face_to_face", ("read_move", "check")),
    ("record", "referee", ("Match._decide", "Match._finish_step")),
    ("rules: apply the move", "face_to_face", ("FaceToFace.apply",)),
    ("a game's begin and end", "referee", ("Match.__init__", "Match._sit_down", "Match._close")),
    ("the referee's own steps", "referee", ("Match",)),
    ("the referee's own steps", "players", ("BotPlayer",)),
    ("a game's begin and end", "sitting", ("",)),
)
_TRIO, _REST = "trio", "all else"


class Size(NamedTuple):
    games: int
    times: int  # that they are played


FULL = Size(games=200, times=40)
QUICK = Size(games=5, times=1)


def measure(size: Size) -> Found:
    with on_one_core(), tempfile.TemporaryDirectory() as folder:
        fixtures = fixtures_of(size.games)
        records = parrots.played(["random", "random"], fixtures)
        c = [parrots.in_c(Path(folder) / f"c{at}", records, at) for at in range(2)]
        costs = []
        for sandbox in ("unsafe", "bubblewrap"):
            costs += _split(c, sandbox, fixtures, size.times)
    return Found(costs, [])


def _split(
    bots: Sequence[Path], sandbox: str, fixtures: Sequence[Fixture], times: int
) -> list[Cost]:
    """The whole and its parts, in microseconds a move."""
    seen: Counter[str] = Counter()
    signal.signal(signal.SIGPROF, lambda _, frame: seen.update([_part_of(frame)]))
    spent = [trio.run(_looked_at, bots, sandbox, fixtures) for _ in range(times)]
    bots_us = 1e6 * sum(each.bots_s for each in spent) / times
    own_us = 1e6 * sum(each.referee_s for each in spent) / times
    parts = [name for name in dict.fromkeys(name for name, _, _ in _PARTS) if seen[name]]
    shares = {name: own_us * seen[name] / max(1, seen.total()) for name in (*parts, _TRIO, _REST)}
    named = {"a move of a C bot": bots_us + own_us, "the bots": bots_us, **shares}
    return [Cost(f"{sandbox}: {name}", "us", [us]) for name, us in named.items()]


async def _looked_at(bots: Sequence[Path], sandbox: str, fixtures: Sequence[Fixture]) -> Spent:
    """The timer stands while trio closes what it has for signals."""
    signal.setitimer(signal.ITIMER_PROF, _TICK_S, _TICK_S)
    try:
        return await refereed(bots, sandbox, fixtures)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _part_of(frame: FrameType | None) -> str:
    while frame is not None:
        path, name = Path(frame.f_code.co_filename), frame.f_code.co_qualname
        if f"{os.sep}trio{os.sep}" in str(path):
            return _TRIO
        for part, module, functions in _PARTS:
            if path.stem == module and name.startswith(functions):
                return part
        frame = frame.f_back
    return _REST
