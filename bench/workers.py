"""P4: two pinned workers play at least 1.8 times the games a second of one.

The same contest with the same seed, in turns; both must come to the same standings.
"""

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from contests import make_bots, samples, standings, tournament

LEAST = 1.8  # the bar
ROUNDS = 3
BOTS = 8  # enough couples that the end of a round, when one worker waits for the other, is short
BLOCKS = 10


def main() -> int:
    """Print the ratio; 1 if the bar is missed or the standings differ."""
    speeds: dict[int, list[float]] = {1: [], 2: []}
    seen = []
    for _ in range(ROUNDS):
        for workers, measured in speeds.items():
            with tempfile.TemporaryDirectory() as folder:
                bots = make_bots(Path(folder), BOTS)
                measured.append(_speed(bots, workers))
                seen.append(standings(bots))
    ratio = median(speeds[2]) / median(speeds[1])
    for workers, measured in speeds.items():
        print(f"{workers} worker(s): {median(measured):.1f} games/s")
    same = all(each == seen[0] for each in seen)
    print(f"ratio {ratio:.2f} (bar {LEAST}); the standings are {'' if same else 'not '}the same")
    return int(ratio < LEAST or not same)


def _speed(bots: Path, workers: int) -> float:
    """Games a second from the first to the last that are seen to be stored."""

    run = tournament(bots, "--blocks", str(BLOCKS), "--seed", "1", "--workers", str(workers))
    seen = [(time.monotonic(), s.games) for s in samples(run, bots.parent / "arena.db", 0.1)]
    playing = [(at, games) for at, games in seen if games]
    (began, first), (ended, last) = playing[0], next(p for p in playing if p[1] == playing[-1][1])
    return (last - first) / (ended - began)


if __name__ == "__main__":
    sys.exit(main())
