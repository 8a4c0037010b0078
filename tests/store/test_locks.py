"""One run at a time writes to a database; other programs are waited for and named."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from arena.store import BadStore, opening, reading, writing
from tests.store.played import refused


def test_a_locked_database_is_said(filled, monkeypatch):
    """Another program that writes is waited for, then named as the trouble; later all is well."""
    monkeypatch.setattr(opening, "_WAIT_S", 0.05)
    with closing(sqlite3.connect(filled, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")

        refused(writing, filled, "is locked by another program; close it and try again")
        with reading(str(filled)) as reader:
            assert reader.contests() == ["cup"]

    with writing(str(filled)) as store:
        assert store.contests() == ["cup"]


def test_a_database_that_another_program_keeps_for_itself(filled, monkeypatch):
    """A program that lets nobody in stops readers too, with the same sentence."""
    monkeypatch.setattr(opening, "_WAIT_S", 0.05)
    with closing(sqlite3.connect(filled, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        other.execute("CREATE TABLE mine (a)")

        for opened in (reading, writing):
            refused(opened, filled, "is locked by another program; close it and try again")


def test_a_lock_that_comes_later_is_said_too(db, monkeypatch):
    """A write that finds the database locked says the same, and can be tried again."""
    monkeypatch.setattr(opening, "_WAIT_S", 0.05)
    with writing(str(db)) as store:
        with closing(sqlite3.connect(db, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")

            with pytest.raises(BadStore, match="is locked by another program"):
                store.drawn_commitment()

        drawn, _ = store.drawn_commitment()
        assert len(drawn) == 64


HOLDS_IT = """
import sys
from arena.store import writing

with writing(sys.argv[1]):
    print("mine", flush=True)
    sys.stdin.read()
"""


def test_a_second_run_is_refused_until_the_first_is_dead(filled):
    """It is told who plays; readers are free; a run that was killed holds nothing back."""
    first = subprocess.Popen(
        [sys.executable, "-c", HOLDS_IT, str(filled)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with first:
        assert first.stdout.readline() == "mine\n"

        refused(writing, filled, f"in use: process {first.pid} plays into it; wait for it, or stop")
        with reading(str(filled)) as reader:
            assert reader.contests() == ["cup"]
        first.kill()
        first.wait()

    with writing(str(filled)) as store:
        assert store.contests() == ["cup"]


def test_a_run_gives_its_lock_back_however_it_ends(db):
    """The same process is refused while it has the database, and let in again afterwards."""

    def interrupted():
        with writing(str(db)):
            refused(writing, db, f"process {os.getpid()} plays into it")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()

    with writing(str(db)) as store:
        assert store.contests() == []


def test_a_file_that_is_refused_is_not_locked(tmp_path):
    """Once it has been mended it can be opened."""
    path = tmp_path / "given.db"
    path.write_text("SQL")
    with pytest.raises(BadStore):
        writing(str(path)).__enter__()
    path.write_bytes(b"")

    with writing(str(path)) as store:
        assert store.contests() == []


def test_a_link_to_a_database_in_use_is_refused(filled, tmp_path):
    """It is the file that is in use, whatever it is called."""
    link = tmp_path / "link.db"
    link.symlink_to(filled)

    with writing(str(filled)), pytest.raises(BadStore, match="in use"):
        writing(str(link)).__enter__()
