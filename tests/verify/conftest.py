"""Contests that are worth tampering with, played once; and what comes of tampering."""

import shutil
from pathlib import Path

import pytest

from arena.stages import Entered
from arena.submissions import Submission
from tests.verify.contest import BOTS, COWS, CUP, DUELS, entrants, go_on_with, hold, verified
from tests.verify.tampering import tamper


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("contests")


@pytest.fixture(scope="session")
def cup(folder):
    """Face to Face and The Game with mixed teams: faults, forgiven ones, a suspension."""
    broken = Entered(Submission("broken", Path(), ()), "it has no bot.toml")
    hold(folder / "cup.db", entrants(folder, *BOTS), CUP, blocks=3, left_out=[broken])
    return folder / "cup.db"


@pytest.fixture(scope="session")
def cows(folder):
    """6 nimmt!: one table, in which a stand-in plays on for a bot."""
    hold(folder / "cows.db", entrants(folder, "ada", "bob", "cheat"), COWS, blocks=1)
    return folder / "cows.db"


@pytest.fixture(scope="session")
def stages(folder):
    """Two stages of one contest, the second with a bot more."""
    hold(folder / "stages.db", entrants(folder, "ada", "bob"), DUELS, blocks=1)
    hold(folder / "stages.db", entrants(folder, "ada", "bob", "cheat"), DUELS, blocks=1)
    return folder / "stages.db"


@pytest.fixture(scope="session")
def longer(folder):
    """More blocks were asked for while the first were being played."""
    db = folder / "longer.db"
    hold(db, entrants(folder, "ada", "bob", "cheat"), DUELS, blocks=1, games=3)
    go_on_with(db, blocks=3)
    return db


@pytest.fixture
def tampered(tmp_path):
    """What is found in a copy of a database once somebody was at it."""

    def found(db, change):
        copy = tmp_path / "copy.db"
        shutil.copy(db, copy)
        tamper(copy, change)
        return verified(copy)

    return found
