"""P4: two pinned workers play at least 1.8 times the games a second of one.

The same contest with the same seed, in turns; all must come to the same standings.
"""

import tempfile
from pathlib import Path
from typing import NamedTuple

from bench.contests import RANDOM, make_bots, speed, standings
from bench.measured import ROUNDS, Bar, Cost, Found, in_rounds, ratios


class Size(NamedTuple):
    rounds: int
    bots: int
    blocks: int


# Enough couples that the end of a round, when one worker waits for the other, is short.
FULL = Size(ROUNDS, bots=8, blocks=10)
QUICK = Size(1, bots=4, blocks=3)


def measure(size: Size) -> Found:
    seen: list[object] = []

    def contest(workers: int) -> float:
        with tempfile.TemporaryDirectory() as folder:
            bots = make_bots(Path(folder), size.bots, RANDOM)
            games_a_second = speed(bots, size.blocks, "--workers", str(workers))
            seen.append(standings(bots))
        return games_a_second

    found = in_rounds(size.rounds, lambda: {"one worker": contest(1), "two workers": contest(2)})
    return Found(
        [Cost(f"a contest: {name}", "games/s", some) for name, some in found.items()],
        [
            Bar(
                "games a second of two pinned workers, by those of one",
                "x",
                ratios(found["two workers"], found["one worker"]),
                least=1.8,
                number="P4",
            ),
            Bar(
                "contests with other standings than the first",
                "",
                [sum(each != seen[0] for each in seen)],
                most=0,
                number="P4",
            ),
        ],
    )
