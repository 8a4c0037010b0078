"""A contest of all three games, held once by the command, with bots in processes of their own.

`said` runs a command inside the tests: the whole entry point with its exit codes, without
the second that a process takes to start.
"""

import signal
import sys
import uuid
from typing import NamedTuple

import pytest

from arena.cli import main
from arena.store import reading
from tests.commands.shell import arena

SIX = "six-nimmt/deals=1/target=null/2"  # the pool: not with the usual options

# A machine that is busy makes nobody late.
PATIENT = ("--move-ms", 20_000, "--game-ms", 200_000, "--start-ms", 60_000)

_BOT = """
import os
from itertools import islice
from arena_sdk import run
from arena_sdk.bot import game_module

class Bot:
    def start(self, begun):
        self.begun, self.game, self.asks = begun, game_module(begun.rules), 0

    def __call__(self, view):
        self.asks += 1
        moves = list(islice(self.game.legal_moves(view), 8))
        {choice}

run(Bot())
"""
# Admission tries a bot in seat 0.
CHOICES = {
    "steady": "return moves[0]",
    "dicey": "return moves[os.urandom(1)[0] % len(moves)]",
    "cheat": """if self.begun.seat == 1 and self.asks > 2 and view.asks in ("play", "choose"):
            print("now I cheat")
            return self.game.Turn(()) if view.asks == "play" else self.game.Choose(0)
        if view.asks == "wish":
            return self.game.Wish("all")
        return moves[0]""",
}
# For `--debug`: not in the contest.
OTHERS = {
    "backward": "return moves[-1]",
    "crashing": "return moves[0] if self.asks < 3 else 1 / 0",
}


def write_bots(folder, choices):
    """One folder each; the content of no two runs of the tests is the same."""
    for name, choice in choices.items():
        bot = folder / name
        bot.mkdir(parents=True)
        (bot / "bot.toml").write_text(
            'games = ["face-to-face", "the-game", "six-nimmt"]\ncommand = ["python", "bot.py"]\n'
        )
        (bot / "bot.py").write_text(f"# {uuid.uuid4()}\n" + _BOT.format(choice=choice))


class Held(NamedTuple):
    """Where it was held, and what `arena commit` said before."""

    folder: object
    commitment: str


def hold(folder):
    """The contest `bots` in arena.db of this folder."""
    write_bots(folder / "bots", CHOICES)
    write_bots(folder / "others", OTHERS)
    commitment = arena("commit", cwd=folder)
    assert commitment.returncode == 0, commitment.stderr
    done = arena(
        *("tournament", "bots", "--game", "face-to-face", "the-game", "six-nimmt"),
        *("--seats", 2, "--cross-play", 1, "--option", "deals=1", "--blocks", 1),
        *("--sandbox", "unsafe", "--workers", 2, *PATIENT),
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return Held(folder, commitment.stdout.strip())


def records_of(held, pool):
    """The records of a pool, as they are stored."""
    with reading(str(held.folder / "arena.db")) as store:
        (stage,) = store.stages("bots")
        (rows,) = [store.block_rows(stage, number) for number in store.closed_rounds(stage)]
        blocks = store.records(stage, [row for row, _ in rows])
    return [match.record for block, matches in blocks for match in matches if block.pool == pool]


def some_match(held, *, pool="face-to-face/2", seats=None):
    """The record of a match in which these bots sit like this."""
    found = records_of(held, pool)
    return next(record for record in found if seats in (None, record.fixture.bots))


class Said(NamedTuple):
    """What a command printed, and how it exited."""

    code: int
    out: str
    err: str


def run_inside(words, monkeypatch, capsys):
    """A command as `arena` runs it, in the folder where the test is."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    monkeypatch.setattr(sys, "argv", ["arena", *map(str, words)])
    capsys.readouterr()
    try:
        with pytest.raises(SystemExit) as end:
            main()
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    printed = capsys.readouterr()
    return Said(end.value.code, printed.out, printed.err)
