"""Contests for the benchmarks: quick bots, in folders of their own."""

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

ARENA = Path(sys.executable).with_name("arena")


class Sample(NamedTuple):
    """The parent process at one moment of a run."""

    games: int  # that are stored
    cpu_s: float  # its own, without the workers
    resident_kb: int


def make_bots(folder: Path, count: int) -> Path:
    """So many copies of the house bot `random`, each under a name of its own."""
    bots = folder / "bots"
    source = (Path(__file__).parent.parent / "examples" / "random" / "bot.py").read_text()
    for number in range(count):
        bot = bots / f"bot{number}"
        bot.mkdir(parents=True)
        (bot / "bot.py").write_text(f"# {number}\n{source}")
    return bots


def make_instant_bots(folder: Path, count: int) -> Path:
    """The same with a bot that needs no library at all, and so next to no time to start."""
    bots = make_bots(folder, count)
    source = (Path(__file__).parent.parent / "tests" / "sdk" / "plain_bot.py").read_text()
    for number in range(count):
        (bots / f"bot{number}" / "bot.py").write_text(f"# {number}\n{source}")
        (bots / f"bot{number}" / "bot.toml").write_text('command = ["python", "-IS", "bot.py"]\n')
    return bots


def tournament(bots: Path, *flags: str) -> "subprocess.Popen[str]":
    """`arena tournament` beside its bots folder."""
    return subprocess.Popen(
        [ARENA, "tournament", bots, "--game", "face-to-face", *flags],
        cwd=bots.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def samples(run: "subprocess.Popen[str]", database: Path, every_s: float) -> Iterator[Sample]:
    """The parent now and then, until it ends."""
    while run.poll() is None:
        with suppress(OSError, sqlite3.Error):  # there are no tables yet, or no process any more
            yield _sample(run.pid, database)
        time.sleep(every_s)


def _sample(pid: int, database: Path) -> Sample:
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    with closing(connection):
        (games,) = connection.execute("SELECT coalesce(max(id), 0) FROM match").fetchone()
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    status = Path(f"/proc/{pid}/status").read_text()
    resident = next((line for line in status.splitlines() if line.startswith("VmRSS")), None)
    if resident is None:
        raise ProcessLookupError(f"{pid} has ended")
    return Sample(games, ticks / os.sysconf("SC_CLK_TCK"), int(resident.split()[1]))


def standings(bots: Path) -> dict[str, object]:
    """What `arena leaderboard --json` says."""
    done = subprocess.run(
        [ARENA, "leaderboard", "--json"], cwd=bots.parent, capture_output=True, check=True
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found
