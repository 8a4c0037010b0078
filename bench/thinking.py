"""P9: where bots think, the cores work for them and for little else.

A contest with all defaults of 16 bots that use 5 ms of CPU time for a move. What the bots used
is in the database, move by move; what the cores did meanwhile, whoever it was for, the kernel
counts. Measured from the moment when all bots had been tried until the last game was stored.
"""

import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench.contests import INSTANT, bots_cpu_s, ended_well, make_bots, opened_at, stored, tournament
from bench.cores import busy_s
from bench.measured import ROUNDS, Bar, Cost, Found, in_rounds, ratios

_FILES = {
    "bot.py": Path(__file__).parent / "bots" / "thinking.py",
    "plain_bot.py": INSTANT["bot.py"],
}
_LOOK_EVERY_S = 0.1


class Size(NamedTuple):
    rounds: int
    bots: int
    blocks: int


FULL = Size(ROUNDS, bots=16, blocks=10)  # the default
QUICK = Size(1, bots=4, blocks=1)


class _Busy(NamedTuple):
    """How long the cores had worked at a moment."""

    at: float
    s: float


def measure(size: Size) -> Found:
    found = in_rounds(size.rounds, lambda: _contest(size))
    shares = ratios(found["bots"], found["cores"])
    return Found(
        [Cost(f"busy time of the {name}", "s", samples) for name, samples in found.items()],
        [
            Bar(
                "of the busy time of the cores is that of bots that think 5 ms a move",
                "%",
                [100 * share for share in shares],
                least=90,
                number="P9",
            )
        ],
    )


def _contest(size: Size) -> dict[str, float]:
    """What the bots used in a contest, and what the cores did in the same minutes."""
    with tempfile.TemporaryDirectory() as folder:
        bots = make_bots(Path(folder), size.bots, _FILES)
        run = tournament(bots, size.blocks)
        seen = _watched(run)
        ended_well(run, bots)
        began, ended = opened_at(bots), stored(bots)[-1].at
        bots_s = bots_cpu_s(bots)
    # The last look before, and the first one after: never less than the whole.
    before = max(look for look in seen if look.at <= began)
    after = min(look for look in seen if look.at >= ended)
    return {"bots": bots_s, "cores": after.s - before.s}


def _watched(run: "subprocess.Popen[bytes]") -> list[_Busy]:
    seen = [_Busy(time.time(), busy_s())]
    while run.poll() is None:
        time.sleep(_LOOK_EVERY_S)
        seen.append(_Busy(time.time(), busy_s()))
    return seen
