"""Contests that are worth tampering with, played once; and what comes of tampering."""

import shutil

import pytest

from tests.verify.contest import BOTS, COWS, CUP, DUELS, hold, verified
from tests.verify.tampering import tamper


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("contests")


@pytest.fixture(scope="session")
def cup(folder):
    """Face to Face and The Game with mixed teams: faults, forgiven ones, a suspension."""
    hold(folder / "cup.db", *BOTS, plan=CUP, blocks=3, broken=["broken"])
    return folder / "cup.db"


@pytest.fixture(scope="session")
def cows(folder):
    """6 nimmt!: one table, in which a stand-in plays on for a bot."""
    hold(folder / "cows.db", "ada", "bob", "cheat", plan=COWS, blocks=1)
    return folder / "cows.db"


@pytest.fixture(scope="session")
def stages(folder):
    """Two stages of one contest, the second with a bot more."""
    hold(folder / "stages.db", "ada", "bob", plan=DUELS, blocks=1)
    hold(folder / "stages.db", "ada", "bob", "cheat", plan=DUELS, blocks=1)
    return folder / "stages.db"


@pytest.fixture(scope="session")
def longer(folder):
    """More blocks were asked for while the first were being played."""
    hold(folder / "longer.db", "ada", "bob", "cheat", plan=DUELS, blocks=1, games=3)
    hold(folder / "longer.db", "ada", "bob", "cheat", plan=DUELS, blocks=3)
    return folder / "longer.db"


@pytest.fixture
def tampered(tmp_path):
    """What is found in a copy of a database once somebody was at it."""

    def found(db, change):
        copy = tmp_path / "copy.db"
        shutil.copy(db, copy)
        tamper(copy, change)
        return verified(copy)

    return found
