"""Contests for the bench: folders of equal bots, `arena tournament`, and what it has stored."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
ARENA = Path(sys.executable).with_name("arena")

# The house bot `random`, and one that needs no library at all, and so next to no time to start.
RANDOM = {"bot.py": ROOT / "examples" / "random" / "bot.py"}
INSTANT = {"bot.py": ROOT / "tests" / "sdk" / "plain_bot.py"}
_SAID = "said.txt"  # what a contest prints


class Stored(NamedTuple):
    """Games that were stored together."""

    at: float  # seconds of the clock on the wall
    games: int


def make_bots(
    folder: Path, count: int, files: dict[str, Path], command: Sequence[str] = ("python", "bot.py")
) -> Path:
    """A folder with so many bots, which differ in nothing but a comment and their names."""
    bots = folder / "bots"
    for number in range(count):
        bot = bots / f"bot{number:02}"
        bot.mkdir(parents=True)
        for name, source in files.items():
            (bot / name).write_text(f"# {number}\n{source.read_text()}")
        (bot / "bot.toml").write_text(f"command = {json.dumps(list(command))}\n")
    return bots


def make_instant_bots(folder: Path, count: int) -> Path:
    """The quickest bots in Python that there are: no library and no site packages."""
    return make_bots(folder, count, INSTANT, ("python", "-IS", "bot.py"))


def tournament(bots: Path, blocks: int, *flags: str) -> "subprocess.Popen[bytes]":
    """`arena tournament` beside its bots folder; with a seed, so that it can be repeated."""
    plan = ["--game", "face-to-face", "--blocks", str(blocks), "--seed", "1"]
    with (bots.parent / _SAID).open("wb") as said:
        return subprocess.Popen(
            [ARENA, "tournament", bots, *plan, *flags], cwd=bots.parent, stdout=said, stderr=said
        )


def ended_well(run: "subprocess.Popen[bytes]", bots: Path) -> None:
    """Wait for the end; there is nothing to measure in a contest that failed."""
    assert run.wait() == 0, (bots.parent / _SAID).read_text()


def speed(bots: Path, blocks: int, *flags: str) -> float:
    """Games a second of a contest, from the first that were stored to the last."""
    ended_well(tournament(bots, blocks, *flags), bots)
    first, *others = stored(bots)
    return sum(each.games for each in others) / (others[-1].at - first.at)


def stored(bots: Path) -> list[Stored]:
    """What was stored when; there is a transaction about once a second."""
    rows = _asked(bots, "SELECT played_at, count(*) FROM match GROUP BY 1 ORDER BY 1")
    return [Stored(_moment(at), games) for at, games in rows]


def opened_at(bots: Path) -> float:
    """When all bots had been tried, and playing began."""
    ((at,),) = _asked(bots, "SELECT opened_at FROM stage")
    return _moment(at)


def bots_cpu_s(bots: Path) -> float:
    """The CPU time of all moves, by the bots' own clocks."""
    ((used_ms,),) = _asked(bots, "SELECT sum(cpu_ms) FROM match")
    assert used_ms is not None, "this sandbox cannot measure CPU time"
    return float(used_ms) / 1000


def standings(bots: Path) -> object:
    """What `arena leaderboard --json` says."""
    done = subprocess.run(
        [ARENA, "leaderboard", "--json"], cwd=bots.parent, capture_output=True, check=True
    )
    return json.loads(done.stdout)


def games_so_far(bots: Path) -> int:
    """How many are stored; raises sqlite3.Error as long as there are no tables."""
    ((games,),) = _asked(bots, "SELECT coalesce(max(id), 0) FROM match")
    return int(games)


def _asked(bots: Path, question: str) -> list[Any]:
    database = bots.parent / "arena.db"
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return connection.execute(question).fetchall()


def _moment(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()
