"""P5: from the spawn of a bot to its first answer.

One bot plays The Game alone, so nothing else is started meanwhile. Real time on one core: no CPU
time counts what the kernel does before a process is there. The floor is a parrot in plain Python
with msgpack, which gives the same answers as the bot by the SDK. Whatever is compared takes turns
start by start; the sample of a round is the median of its starts.
"""

import shutil
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

import trio

from arena.games import rules_named
from arena.model import Fixture, Limits, MatchRecord
from arena.pairings import numbered_fixture
from arena.referee import Moment
from arena.sandbox import open_sandbox
from arena.sitting import Table, play_sitting, prepared
from arena.submissions import find
from bench import parrots
from bench.cores import on_one_core
from bench.measured import ROUNDS, Bar, Cost, Found, in_rounds, ratios

_GAME = "the-game"


class Size(NamedTuple):
    rounds: int
    starts: int


FULL = Size(ROUNDS, starts=20)
QUICK = Size(1, starts=3)


def measure(size: Size) -> Found:
    with on_one_core(), tempfile.TemporaryDirectory() as folder:
        options = rules_named(_GAME).settle({"league": "silent"}, 1)
        fixture = numbered_fixture(_GAME, options, ["one"], 1)
        first = Path(folder) / "first"
        first.mkdir()
        shutil.copy(parrots.BOTS / "first.py", first / "bot.py")
        records = parrots.played([str(first)], [fixture])
        bare = parrots.in_python(Path(folder) / "bare", records, 0)
        tables = {
            "bare msgpack, unsafe": trio.run(_table, bare, "unsafe"),
            "SDK, unsafe": trio.run(_table, first, "unsafe"),
            "SDK, bubblewrap": trio.run(_table, first, "bubblewrap"),
        }

        def one_round() -> dict[str, float]:
            starts: dict[str, list[float]] = {name: [] for name in tables}
            for _ in range(size.starts):
                for name, table in tables.items():
                    starts[name].append(trio.run(_first_answer_s, table, fixture))
            return {name: median(some) for name, some in starts.items()}

        found = in_rounds(size.rounds, one_round)
    unsafe = found["SDK, unsafe"]
    return Found(
        [Cost(f"a start: {name}", "ms", [1e3 * s for s in some]) for name, some in found.items()],
        [
            Bar(
                "spawn to first answer of an SDK bot, by that of a bare msgpack bot",
                "x",
                ratios(unsafe, found["bare msgpack, unsafe"]),
                most=1.4,
                number="P5",
            ),
            Bar(
                "spawn to first answer under bubblewrap, by that of a plain process",
                "x",
                ratios(found["SDK, bubblewrap"], unsafe),
                most=2.2,
                number="P5",
            ),
        ],
    )


async def _table(bot: Path, sandbox: str) -> Table:
    return await prepared(Table(tuple(find([str(bot)])), open_sandbox(sandbox), Limits()))


async def _first_answer_s(table: Table, fixture: Fixture) -> float:
    answered_at: list[float] = []

    async def watch(moment: Moment) -> None:
        if moment.decisions:
            answered_at.append(time.perf_counter())

    def finished(record: MatchRecord) -> None:
        assert not record.faults, record.faults

    began = time.perf_counter()
    await play_sitting(table, [fixture], finished=finished, watch=watch)
    return answered_at[0] - began
