"""The database as a cut of the power leaves it: files as they are at some moment of a run."""

import os
import random
import shutil
import signal
import time
from contextlib import contextmanager

import pytest

from tests.tournament.contest import (
    DICE,
    FIRST,
    LAST,
    Contest,
    assert_same_facts,
    tournament,
    wait_for,
)

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("power cut")]  # one run for all

MOMENTS = 20
WORDS = ("--blocks", 4, "--cross-play", 2, "--option", "target=12")


@contextmanager
def standing_still(run):
    """The only process that writes the files writes no byte meanwhile."""
    run.send_signal(signal.SIGSTOP)  # nothing happens if it has ended
    try:
        yield
    finally:
        run.send_signal(signal.SIGCONT)


def snapshot(contest, folder):
    """The database and its log as they are now; the folder of the copy."""
    folder.mkdir()
    for name in ("arena.db", "arena.db-wal", "arena.db-shm"):
        if (contest.folder / name).exists():
            shutil.copy(contest.folder / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def cut(tmp_path_factory):
    """A contest that was played to its end, and copies of it from moments on the way."""
    folder = tmp_path_factory.mktemp("power")
    contest = Contest(folder / "contest")
    for name, choice in {"first": FIRST, "last": LAST, "dice": DICE}.items():
        contest.add(name, choice, at_start="time.sleep(0.1)")  # time for moments
    lots = random.Random(1)
    run = contest.begin(*tournament(*WORDS))
    copies = []
    assert wait_for(run, lambda: contest.is_open)
    while run.poll() is None:
        # Some at once after something was stored, which is when the log is being written.
        stored, more = contest.stored, lots.random() < 0.15
        wait_for(run, lambda more=more, stored=stored: not more or contest.stored > stored)
        time.sleep(lots.uniform(0, 0.15))
        with standing_still(run):
            if contest.is_open:
                copies.append(snapshot(contest, folder / f"copy{len(copies)}"))
    assert run.wait() == 0, contest.said
    assert len(copies) >= MOMENTS
    return contest, sorted(lots.sample(copies, MOMENTS), key=lambda copy: int(copy.name[4:]))


def test_every_copy_opens_and_is_in_order(cut, tmp_path):
    """Whole blocks and nothing else: all that is recorded follows, and more as time goes on."""
    contest, copies = cut

    # Copied again: whoever reads a database takes its log in.
    again = [Contest(shutil.copytree(copy, tmp_path / copy.name)) for copy in copies]
    matches = [copy.verified() for copy in again]

    assert matches == sorted(matches)
    assert len({*matches}) > 3, "they were made while games were being stored"
    assert matches[-1] <= contest.verified()


def test_a_log_that_ends_anywhere_is_in_order(cut, tmp_path):
    """What had not reached the disk is missing: the rest is that of some moment before."""
    _, copies = cut
    lots = random.Random(2)
    opened = (copies[0] / "arena.db-wal").stat().st_size  # the stage is in there

    for number in range(10):
        copy = Contest(shutil.copytree(lots.choice(copies[1:]), tmp_path / str(number)))
        (copy.folder / "arena.db-shm").unlink()
        log = copy.folder / "arena.db-wal"
        os.truncate(log, lots.randint(opened, log.stat().st_size))

        copy.verified()


@pytest.mark.parametrize("which", range(MOMENTS))
def test_a_copy_is_resumed_to_the_same_end(which, cut, tmp_path):
    """`arena resume` takes it as it is; the rows are those of the run."""
    contest, copies = cut
    copy = Contest(shutil.copytree(copies[which], tmp_path / "copy"))

    resumed = copy.run("resume")

    assert resumed.returncode == 0, resumed.stderr
    assert_same_facts(contest.db, copy.db)
