"""Contests as a person holds them: bots in a folder, the installed command, a database file.

Bots of these tests are pure functions of their view and of `start.seed`, so that two runs
with the same --seed must end alike. Every bot has a word of its own test among its
arguments, by which its processes are found.
"""

import os
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arena.gathering import standings_of
from arena.store import reading
from arena.store.tables import MEASURED
from arena.verifying import verify
from tests.commands.shell import ARENA, arena, processes_with

ALL = ("face-to-face", "the-game", "six-nimmt")
DUELS = ("face-to-face",)
# Nobody is late because this machine is busy.
PATIENT = {"--move-ms": 5000, "--game-ms": 100_000, "--start-ms": 60_000}

# `choice` picks one of `moves`, the first legal ones.
_BOT = """
import sys, time
from itertools import islice
from zlib import crc32
from arena_sdk import run
from arena_sdk.bot import game_module

class Bot:
    def start(self, start):
        self.begun = start
        self.game = game_module(start.rules)
        self.turn = 0
        {at_start}

    def __call__(self, view):
        self.turn += 1
        moves = list(islice(self.game.legal_moves(view), 40))
        {choice}

{first}
run(Bot())
"""
FIRST = "return moves[0]"
LAST = "return moves[-1]"
MIDDLE = "return moves[len(moves) // 2]"
# Breaks a rule in one game of nine, which its dice choose.
CARELESS = """if view.asks in ("play", "choose") and self.turn > 2 and self.begun.seed % 9 == 0:
            return self.game.Turn(()) if view.asks == "play" else self.game.Choose(0)
        return moves[0]"""
DICE = "return moves[crc32(repr((self.begun.seed, view.hand)).encode()) % len(moves)]"
CHOICES = (FIRST, LAST, MIDDLE, DICE)


# Commands in the background; conftest.py ends those that a failed test leaves behind.
BEGUN: list[subprocess.Popen[str]] = []


class Contest:
    """A folder with bots in `bots/` and a database beside it."""

    def __init__(self, folder: Path, word: str | None = None) -> None:
        """Contests that are to be dealt the same cards need the same word."""
        self.folder = folder
        self.bots = folder / "bots"
        self.bots.mkdir(parents=True, exist_ok=True)
        self.db = folder / "arena.db"
        self.word = word or f"bot-of-{folder}"

    def add(
        self,
        name: str,
        choice: str = FIRST,
        *,
        games: tuple[str, ...] = ALL,
        at_start: str = "pass",
        first: str = "",
    ) -> None:
        """Write a bot, or write it anew; `first` runs before it says a word."""
        source = _BOT.format(choice=choice, at_start=at_start, first=first)
        self.add_source(name, source, games=games)

    def add_source(self, name: str, source: str, *, games: tuple[str, ...] = ALL) -> None:
        (self.bots / name).mkdir(exist_ok=True)
        (self.bots / name / "bot.py").write_text(source)
        (self.bots / name / "bot.toml").write_text(
            f'command = ["python", "bot.py", "{self.word}"]\ngames = {list(games)}\n'
        )

    def add_plain(self, count: int, *, games: tuple[str, ...] = DUELS) -> None:
        """So many healthy bots, each of its own kind."""
        for number in range(count):
            choice = CHOICES[number % len(CHOICES)]
            self.add(f"plain{number}", f"{choice}  # {number}", games=games)

    def run(self, *words: object) -> subprocess.CompletedProcess[str]:
        """A command in the contest's folder, to its end."""
        return arena(*words, cwd=self.folder)

    def hold(self, *words: object) -> subprocess.CompletedProcess[str]:
        """`arena tournament bots` as an experiment, to its end, which must be a good one."""
        done = self.try_to_hold(*words)
        assert done.returncode == 0, done.stderr
        return done

    def try_to_hold(self, *words: object) -> subprocess.CompletedProcess[str]:
        return self.run(*tournament(*words))

    def begin(self, *words: object) -> subprocess.Popen[str]:
        """A command in the background; what it says is in the file `said`."""
        with (self.folder / "said").open("a") as said:
            run = subprocess.Popen(
                [ARENA, *map(str, words)],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=said,
                text=True,
            )
        BEGUN.append(run)
        return run

    @property
    def said(self) -> str:
        return (self.folder / "said").read_text()

    def ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Rows of the database, read beside whoever plays; none as long as it is not made."""
        try:
            with closing(sqlite3.connect(f"file:{self.db}?mode=ro", uri=True)) as connection:
                return connection.execute(query, values).fetchall()
        except sqlite3.OperationalError:
            return []

    @property
    def stored(self) -> int:
        """How many blocks are stored."""
        return sum(count for (count,) in self.ask("SELECT count(*) FROM block"))

    @property
    def is_open(self) -> bool:
        """Whether a stage has begun and not ended."""
        return bool(self.ask("SELECT 1 FROM stage WHERE ended_at IS NULL"))

    @property
    def workers(self) -> list[int]:
        return [pid for pid in _processes_in(self.folder) if b"arena.worker" in _arguments(pid)]

    def left_over(self) -> list[int]:
        """Processes of a run: the command, its workers, and bots with their sandbox."""
        return [*_processes_in(self.folder), *map(int, processes_with(self.word))]

    # Without the command: starting it would take most of the time of these tests.

    def standings(self, contest: str = "bots") -> dict[str, Any]:
        """What `arena leaderboard --json` prints."""
        with reading(str(self.db)) as store:
            return standings_of(store, contest)

    def verified(self) -> int:
        """The number of matches, all of which `arena verify` finds in order."""
        with reading(str(self.db)) as store:
            report = verify(store, lambda _: None)
        assert report.differences == ()
        return report.matches


def tournament(*words: object) -> tuple[object, ...]:
    """The command for an experiment with patient limits, unless the words say otherwise."""
    usual = {"--seed": 5, **PATIENT}
    more = [part for flag, value in usual.items() if flag not in words for part in (flag, value)]
    return ("tournament", "bots", *more, *words)


def _arguments(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return []


def _processes_in(folder: Path) -> list[int]:
    """Those whose current folder it is: the command and its workers."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(process / "cwd") == str(folder):
                found.append(int(process.name))
        except OSError:
            continue
    return found


# By table: what a row is known by instead of its number. Moments differ from run to run.
_KEYS = {
    "stage_id": "SELECT id, key FROM stage",
    "block_id": "SELECT id, key FROM block",
    "match_id": "SELECT id, key FROM match",
    "contest_id": "SELECT id, name FROM contest",
}
_MOMENTS = {"stage": ("id", "opened_at", "ended_at"), "contest": ("id", "made_at")}
TABLES = (
    *("contest", "stage", "version", "entry", "round", "block", "match", "seat", "fault"),
    *("stderr", "suspension", "rating", "pair_count", "team_sum", "bot_sum"),
)


def facts(db: Path) -> dict[str, list[str]]:
    """All rows of every table in an order of their own, but for what a run measures."""
    with closing(sqlite3.connect(db)) as connection:
        keys = {column: dict(connection.execute(query)) for column, query in _KEYS.items()}
        connection.row_factory = sqlite3.Row
        found = {}
        for table in TABLES:
            left_out = {*MEASURED.get(table, ()), *_MOMENTS.get(table, ())}
            found[table] = sorted(
                repr(
                    {
                        name: keys[name][value] if name in keys else value
                        for name, value in dict(row).items()
                        if name not in left_out
                    }
                )
                for row in connection.execute(f"SELECT * FROM {table}")
            )
        return found


def assert_same_facts(one: Path, other: Path) -> None:
    """Row for row, with the first difference of each table shown."""
    there, here = facts(one), facts(other)
    for table in TABLES:
        missing = sorted({*there[table]} - {*here[table]})[:1]
        extra = sorted({*here[table]} - {*there[table]})[:1]
        assert here[table] == there[table], (table, missing, extra)


def wait_for(run: subprocess.Popen[str], holds: Any) -> bool:
    """Whether it came to that while the command was running."""
    give_up_at = time.monotonic() + 60
    while run.poll() is None:
        if holds():
            return True
        if time.monotonic() > give_up_at:
            run.kill()
            pytest.fail("it did not come to that within a minute")
        time.sleep(0.01)
    return False
