"""P8: a contest by `arena tournament` with all defaults, against the bare referee loop.

Eight bots that take next to no time to start and to move. The contest runs them in the sandbox,
starts them anew for every sitting, records and rates. The loop is one long sitting on each core,
by a pinned process of its own, without a sandbox, and nothing is kept of it.
"""

import multiprocessing
import os
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import trio

from arena.games import rules_named
from arena.model import Limits, MatchRecord
from arena.pairings import numbered_fixture
from arena.sandbox import open_sandbox
from arena.sitting import Table, play_sitting, prepared
from arena.submissions import find
from bench.contests import make_instant_bots, speed
from bench.cores import cores
from bench.measured import ROUNDS, Bar, Cost, Found, in_rounds, ratios

_GAME = "face-to-face"


class Size(NamedTuple):
    rounds: int
    bots: int
    blocks: int  # of the contest
    games: int  # of the bare loop, on each core


FULL = Size(ROUNDS, bots=8, blocks=40, games=1_000)
QUICK = Size(1, bots=4, blocks=3, games=20)


def measure(size: Size) -> Found:
    def one_round() -> dict[str, float]:
        with tempfile.TemporaryDirectory() as folder:
            bots = make_instant_bots(Path(folder), size.bots)
            return {
                "bare loop, unsafe": _bare_loops(bots, "unsafe", size.games),
                "arena tournament": speed(bots, size.blocks),
                "bare loop, bubblewrap": _bare_loops(bots, "bubblewrap", size.games),
            }

    found = in_rounds(size.rounds, one_round)
    contest, sandboxed = found["arena tournament"], found["bare loop, bubblewrap"]
    shares = [100 * each for each in ratios(contest, found["bare loop, unsafe"])]
    of_sandboxed = [100 * each for each in ratios(contest, sandboxed)]
    return Found(
        [
            *(Cost(f"all cores: {name}", "games/s", some) for name, some in found.items()),
            Cost("arena tournament, of the bare loop in bubblewrap", "%", of_sandboxed),
        ],
        [
            Bar(
                "games a second of `arena tournament`, of those of the bare referee loop",
                "%",
                shares,
                least=60,
                number="P8",
            )
        ],
    )


def _bare_loops(bots: Path, sandbox: str, games: int) -> float:
    """Games a second of all cores together."""
    mine = cores()
    pair = [str(bot) for bot in sorted(bots.iterdir())[:2]]
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(len(mine), mp_context=spawned) as pool:
        loops = [pool.submit(_bare_loop, core, pair, sandbox, games) for core in mine]
        return sum(loop.result() for loop in loops)


def _bare_loop(core: int, bots: Sequence[str], sandbox: str, games: int) -> float:
    """The same of one core, from the end of the first game to that of the last but one.

    The last one also has the end of its bots.
    """
    os.sched_setaffinity(0, {core})
    ends: list[float] = []

    def finished(record: MatchRecord) -> None:
        assert not record.faults, record.faults
        ends.append(time.perf_counter())

    async def play() -> None:
        table = await prepared(Table(tuple(find(list(bots))), open_sandbox(sandbox), Limits()))
        options = rules_named(_GAME).settle({}, 2)
        fixtures = [numbered_fixture(_GAME, options, ["one", "two"], at) for at in range(games)]
        await play_sitting(table, fixtures, finished=finished)

    trio.run(play)
    return (games - 2) / (ends[-2] - ends[0])
