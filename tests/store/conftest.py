"""A database in a file of its own, open for writing, and bots for it."""

import shutil

import pytest

from arena.store import writing
from tests.store.played import bots_in, open_stage


@pytest.fixture(scope="session")
def empty_db(tmp_path_factory):
    """Made once: the migrations take longer than most tests."""
    path = tmp_path_factory.mktemp("empty") / "arena.db"
    with writing(str(path)):
        pass
    return path


@pytest.fixture
def db(tmp_path, empty_db):
    """A database without any contest, which nobody has open."""
    return shutil.copy(empty_db, tmp_path / "arena.db")


@pytest.fixture
def store(db):
    with writing(str(db)) as store:
        yield store


@pytest.fixture
def bots(tmp_path):
    return bots_in(tmp_path / "bots")


@pytest.fixture(scope="session")
def empty_cup(tmp_path_factory):
    """A contest of which nothing is recorded yet; whoever writes to it takes a copy."""
    folder = tmp_path_factory.mktemp("cup")
    with writing(str(folder / "arena.db")) as store:
        open_stage(store, bots_in(folder / "bots"))
    return folder / "arena.db"


@pytest.fixture
def filled(empty_cup, tmp_path):
    """A database with a stage in it, which nobody has open."""
    return shutil.copy(empty_cup, tmp_path / "filled.db")
