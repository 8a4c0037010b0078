"""P8: a contest by `arena tournament` with all defaults, against the bare referee loop.

Eight bots that take next to no time to start and to move. The contest runs them in the sandbox,
schedules, records and rates. The loop is sitting after sitting on each core, by a pinned process
of its own, without a sandbox, and nothing is kept of it. A sitting has eight games there, too: that
fresh processes play it is a rule of the contest. What one endless sitting would do is
measured beside it.
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
from arena.plan import Plan
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
                "bare loop": _bare_loops(bots, "unsafe", size.games, Plan().sitting),
                "arena tournament": speed(bots, size.blocks),
                "bare loop in bubblewrap": _bare_loops(
                    bots, "bubblewrap", size.games, Plan().sitting
                ),
                "one endless sitting": _bare_loops(bots, "unsafe", size.games, size.games),
            }

    found = in_rounds(size.rounds, one_round)
    contest = found["arena tournament"]
    shares = {
        name: [100 * each for each in ratios(contest, found[name])]
        for name in ("bare loop", "bare loop in bubblewrap", "one endless sitting")
    }
    bar = shares.pop("bare loop")
    return Found(
        [
            *(Cost(f"all cores: {name}", "games/s", some) for name, some in found.items()),
            *(Cost(f"arena tournament, of {name}", "%", some) for name, some in shares.items()),
        ],
        [
            Bar(
                "games a second of `arena tournament`, of those of the bare referee loop",
                "%",
                bar,
                least=60,
                number="P8",
            )
        ],
    )


def _bare_loops(bots: Path, sandbox: str, games: int, sitting: int) -> float:
    """Games a second of all cores together."""
    mine = cores()
    pair = [str(bot) for bot in sorted(bots.iterdir())[:2]]
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(len(mine), mp_context=spawned) as pool:
        loops = [pool.submit(_bare_loop, core, pair, sandbox, games, sitting) for core in mine]
        return sum(loop.result() for loop in loops)


def _bare_loop(core: int, bots: Sequence[str], sandbox: str, games: int, sitting: int) -> float:
    """The same of one core."""
    os.sched_setaffinity(0, {core})

    def finished(record: MatchRecord) -> None:
        assert not record.faults, record.faults

    async def play() -> float:
        table = await prepared(Table(tuple(find(list(bots))), open_sandbox(sandbox), Limits()))
        options = rules_named(_GAME).settle({}, 2)
        fixtures = [numbered_fixture(_GAME, options, ["one", "two"], at) for at in range(games)]
        began = time.perf_counter()
        for first in range(0, games, sitting):
            await play_sitting(table, fixtures[first : first + sitting], finished=finished)
        return games / (time.perf_counter() - began)

    return trio.run(play)
