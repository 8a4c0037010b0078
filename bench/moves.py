"""P1 to P3: what a refereed move costs, against the floor of a bare conversation by pipes.

The bots are parrots, in Python and in C. The floor is the same two parrots asked the same
questions in turn over blocking pipes by a loop that does nothing else. All is CPU time, of the
referee and of the bots together, on one core. A floor of one parrot alone is measured too: a
second process that has to find its way back into the caches costs as much as the talk itself.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import trio

from arena.games import rules_named
from arena.model import Fixture, Limits, MatchRecord
from arena.pairings import numbered_fixture
from arena.sandbox import open_sandbox
from arena.sitting import Table, play_sitting, prepared
from arena.submissions import find
from bench import parrots
from bench.cores import on_one_core
from bench.measured import ROUNDS, Bar, Cost, Found, in_rounds, ratios

_GAME = "face-to-face"


class Size(NamedTuple):
    rounds: int
    games: int
    floor_moves: int  # in Python; in C, which is quick, five times as many


FULL = Size(ROUNDS, games=200, floor_moves=20_000)
QUICK = Size(1, games=5, floor_moves=500)


def measure(size: Size) -> Found:
    with on_one_core(), tempfile.TemporaryDirectory() as folder:
        fixtures = fixtures_of(size.games)
        records = parrots.played(["random", "random"], fixtures)
        python = [parrots.in_python(Path(folder) / f"python{at}", records, at) for at in range(2)]
        c = [parrots.in_c(Path(folder) / f"c{at}", records, at) for at in range(2)]

        def one_round() -> dict[str, float]:
            in_c, in_python = size.floor_moves * 5, size.floor_moves
            loop = [sys.executable, f"{python[0]}/bot.py"]
            return {
                "C floor, one bot": _floor([f"{c[0]}/bot"], c[:1], in_c),
                "C floor": _floor([f"{c[0]}/bot"], c, in_c),
                "Python floor, one bot": _floor(loop, python[:1], in_python),
                "Python floor": _floor(loop, python, in_python),
                "C bots, unsafe": sum(trio.run(refereed, c, "unsafe", fixtures)),
                "Python bots, unsafe": sum(trio.run(refereed, python, "unsafe", fixtures)),
                "Python bots, bubblewrap": sum(trio.run(refereed, python, "bubblewrap", fixtures)),
            }

        found = in_rounds(size.rounds, one_round)
    unsafe = found["Python bots, unsafe"]
    return Found(
        [Cost(f"a move: {name}", "us", [1e6 * s for s in some]) for name, some in found.items()],
        [
            Bar(
                "a refereed move of a Python bot, by the Python floor",
                "x",
                ratios(unsafe, found["Python floor"]),
                most=2.2,
                number="P1",
            ),
            Bar(
                "a refereed move of a C bot, by the C floor",
                "x",
                ratios(found["C bots, unsafe"], found["C floor"]),
                most=8.0,
                number="P2",
            ),
            Bar(
                "a refereed move under bubblewrap, by one without a sandbox",
                "x",
                ratios(found["Python bots, bubblewrap"], unsafe),
                most=1.5,
                number="P3",
            ),
        ],
    )


def _floor(loop: Sequence[str], bots: Sequence[Path], moves: int) -> float:
    """The CPU time of both ends for a move, their start included: moves are many."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*loop, str(moves), *bots], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used / moves


def fixtures_of(games: int) -> list[Fixture]:
    """So many games of Face to Face."""
    options = rules_named(_GAME).settle({}, 2)
    return [numbered_fixture(_GAME, options, ["one", "two"], seed) for seed in range(games)]


class Spent(NamedTuple):
    """CPU time for a move."""

    referee_s: float
    bots_s: float


async def refereed(bots: Sequence[Path], sandbox: str, fixtures: Sequence[Fixture]) -> Spent:
    """Of the referee and its bots, from the end of the first game to that of the last but one."""
    found = find(list(map(str, bots)))
    table = await prepared(Table(tuple(found), open_sandbox(sandbox), Limits()))
    # Before the last one its bots have ended, and their time is not to be had any more.
    first, last = 1, len(fixtures) - 1
    cpu_s: list[tuple[float, float]] = []
    moves: list[int] = []

    def finished(record: MatchRecord) -> None:
        assert not record.faults, record.faults
        moves.append(len(record.decisions))
        if len(moves) in (first, last):
            cpu_s.append((time.process_time(), _descendants_cpu_s()))

    await play_sitting(table, fixtures, finished=finished)
    began, ended = cpu_s
    return Spent(
        *((to - since) / sum(moves[first:last]) for since, to in zip(began, ended, strict=True))
    )


def _descendants_cpu_s() -> float:
    """Time on a core of all processes below this one, by the scheduler's own count."""
    left, used = [os.getpid()], 0
    while left:
        pid = left.pop()
        for task in os.listdir(f"/proc/{pid}/task"):
            below = Path(f"/proc/{pid}/task/{task}/children").read_text().split()
            left += map(int, below)
        if pid != os.getpid():
            used += int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])
    return used / 1e9
