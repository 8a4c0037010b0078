"""P7: CPU time a game and resident memory of the parent stay flat as games pile up.

Each ratio is between the early and the late games of one contest. Its bots need no library and no
sandbox: what the parent does is the same for all.
"""

import os
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from bench.contests import ended_well, games_so_far, make_instant_bots, tournament
from bench.measured import ROUNDS, Bar, Cost, Found, in_rounds, ratios

_BOTS = 8
_COUPLES = _BOTS * (_BOTS - 1) // 2
_MOST = 1.2


class Size(NamedTuple):
    rounds: int
    games: int
    early: tuple[int, int]  # from so many games to so many
    late: int  # from so many to the end
    every_s: float


FULL = Size(ROUNDS, 100_000, early=(1_000, 10_000), late=90_000, every_s=1.0)
# Games are stored about once a second: on a fast machine these are stored two or three times.
QUICK = Size(1, 900, early=(0, 900), late=0, every_s=0.1)


class _Look(NamedTuple):
    """The parent process at one moment of a run."""

    games: int  # that are stored
    cpu_s: float  # its own, without the workers
    resident_kb: int


def measure(size: Size) -> Found:
    found = in_rounds(size.rounds, lambda: _contest(size))
    early_ms, late_ms, early_mib, late_mib = found.values()
    low, high = size.early
    early, late = f"from {low:,} to {high:,} games", f"from {size.late:,} to {size.games:,}"
    return Found(
        [
            Cost(f"CPU time of the parent a game, {early}", "ms", early_ms),
            Cost(f"CPU time of the parent a game, {late}", "ms", late_ms),
            Cost(f"memory of the parent, {early}", "MiB", early_mib),
            Cost(f"memory of the parent, {late}", "MiB", late_mib),
        ],
        [
            Bar(
                "CPU time of the parent for a late game, by that for an early one",
                "x",
                ratios(late_ms, early_ms),
                most=_MOST,
                number="P7",
            ),
            Bar(
                "resident memory of the parent late, by that early",
                "x",
                ratios(late_mib, early_mib),
                most=_MOST,
                number="P7",
            ),
        ],
    )


def _contest(size: Size) -> dict[str, float]:
    """The parent's time for a game and its memory, early and late in one contest."""
    with tempfile.TemporaryDirectory() as folder:
        bots = make_instant_bots(Path(folder), _BOTS)
        run = tournament(bots, round(size.games / _COUPLES / 2), "--sandbox", "unsafe")
        seen = list(_looks(run, bots, size.every_s))
        ended_well(run, bots)
    low, high = size.early
    early = [look for look in seen if low <= look.games <= high]
    # Without the end of the contest: its digests and standings take the same for each game.
    late = [look for look in seen if size.late <= look.games < seen[-1].games]
    return {
        "early ms": _cpu_ms_a_game(early),
        "late ms": _cpu_ms_a_game(late),
        "early MiB": _most_mib(early),
        "late MiB": _most_mib(late),
    }


def _cpu_ms_a_game(some: list[_Look]) -> float:
    games = some[-1].games - some[0].games
    return (
        1000 * (some[-1].cpu_s - some[0].cpu_s) / max(1, games)
    )  # none in a run that is too short


def _most_mib(some: list[_Look]) -> float:
    return max(look.resident_kb for look in some) / 1024


def _looks(run: "subprocess.Popen[bytes]", bots: Path, every_s: float) -> Iterator[_Look]:
    """The parent now and then, until it ends."""
    while run.poll() is None:
        with suppress(OSError, sqlite3.Error):  # there are no tables yet, or no process any more
            yield _look(run.pid, games_so_far(bots))
        time.sleep(every_s)


def _look(pid: int, games: int) -> _Look:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    status = Path(f"/proc/{pid}/status").read_text()
    resident = next((line for line in status.splitlines() if line.startswith("VmRSS")), None)
    if resident is None:
        raise ProcessLookupError(f"{pid} has ended")
    return _Look(games, ticks / os.sysconf("SC_CLK_TCK"), int(resident.split()[1]))
