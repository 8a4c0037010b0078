"""P7: CPU a game and resident memory of the parent stay flat as games pile up.

`python bench/flat.py [GAMES]`, 100 000 by default: half an hour on two cores, with bots that
need no library and no sandbox, since the parent does the same for all. The parent's own CPU
time and memory are compared between the games up to a tenth and the last tenth.
"""

import sys
import tempfile
from pathlib import Path

from contests import Sample, make_instant_bots, samples, tournament

BOTS = 8
COUPLES = BOTS * (BOTS - 1) // 2
MOST = 1.2  # the bar


def main() -> int:
    """Print the ratios; 1 if a bar is missed."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    blocks = max(1, round(games / COUPLES / 2))
    with tempfile.TemporaryDirectory() as folder:
        bots = make_instant_bots(Path(folder), BOTS)
        run = tournament(bots, "--blocks", str(blocks), "--seed", "1", "--sandbox", "unsafe")
        seen = []
        for sample in samples(run, Path(folder) / "arena.db", 1.0):
            seen.append(sample)
            if len(seen) % 60 == 0:
                print(f"{sample.games:>7} games, {sample.resident_kb / 1024:.1f} MiB", flush=True)
        if run.returncode != 0:
            print(f"the contest ended with {run.returncode}")
            return 1
    total = seen[-1].games
    early = [s for s in seen if total / 100 <= s.games <= total / 10]
    late = [s for s in seen if s.games >= total * 9 / 10]
    cpu = _cpu_a_game(late) / _cpu_a_game(early)
    memory = max(s.resident_kb for s in late) / max(s.resident_kb for s in early)
    print(f"{total} games")
    print(f"CPU a game of the parent: {_cpu_a_game(early) * 1e3:.2f} ms early,", end=" ")
    print(f"{_cpu_a_game(late) * 1e3:.2f} ms late: {cpu:.2f}x (bar {MOST})")
    print(f"resident memory: {early[-1].resident_kb / 1024:.1f} MiB early,", end=" ")
    print(f"{late[-1].resident_kb / 1024:.1f} MiB late: {memory:.2f}x (bar {MOST})")
    return int(cpu > MOST or memory > MOST)


def _cpu_a_game(some: list[Sample]) -> float:
    return (some[-1].cpu_s - some[0].cpu_s) / (some[-1].games - some[0].games)


if __name__ == "__main__":
    sys.exit(main())
