"""A run that is killed loses only what was in flight, and leaves no process behind."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.commands.shell import processes_with, wait_until
from tests.tournament.contest import (
    CARELESS,
    DICE,
    FIRST,
    LAST,
    Contest,
    assert_same_facts,
    tournament,
    wait_for,
)

pytestmark = pytest.mark.slow

KILLS = 20
# Rounds of all kinds of blocks. They last long enough for all kills also where games are
# quick: what is played is stored once a second, and every bot naps once in a game.
NAP = "time.sleep(0.07)"
WORDS = ("--blocks", 6, "--cross-play", 4, "--seats", 3, "--option", "target=12")


def contest_of_four(folder):
    """Bots that play the same again in the same game; one of them is careless now and then."""
    contest = Contest(folder, word=f"bot-of-{folder.parent}")
    for name, choice in {"first": FIRST, "last": LAST, "dice": DICE, "careless": CARELESS}.items():
        contest.add(name, choice, at_start=NAP)
    return contest


class Killer:
    """Begins a contest, kills it at moments drawn by lot, and goes on with it."""

    def __init__(self, contest, lots):
        self.contest = contest
        self.lots = lots
        self.begun = 0
        self.hits = 0  # kills that met an unfinished stage
        self.run = None
        self.stored_before = self.said_before = 0

    def begin(self):
        """`arena resume` and the first command by turns; before a stage is open only the one."""
        self.begun += 1
        words = ("resume",) if self.begun % 2 == 0 and self.contest.is_open else tournament(*WORDS)
        self.stored_before = self.contest.stored
        self.run = self.contest.begin(*words)
        self.said_before = len(self.contest.said)

    def wait_for_a_moment(self):
        """While games are played: before this run has stored anything, or soon after it has."""
        if self.lots.random() < 0.4:
            came = wait_for(self.run, lambda: ": round " in self.contest.said[self.said_before :])
        else:
            stored = self.stored_before + self.lots.randint(1, 3)
            came = wait_for(self.run, lambda: self.contest.stored >= stored)
        if came:
            time.sleep(self.lots.uniform(0, 0.5))
        self.stored_before = self.contest.stored

    def strike(self, target):
        """Kill the command, one of its workers, or both."""
        workers = self.contest.workers
        if self.run.poll() is not None or not workers:
            return
        self.hits += self.contest.is_open
        if target != "worker":
            self.run.kill()
        if target != "command":
            os.kill(self.lots.choice(workers), signal.SIGKILL)

    def see_off(self):
        """The command has ended; so does everything that it started."""
        self.run.wait()
        wait_until(lambda: not self.contest.left_over())
        self.run = None


def test_a_contest_killed_twenty_times_ends_like_one_that_was_not(tmp_path):
    """SIGKILL for the command, a worker or both, at twenty moments: the rows are the same."""
    unbroken = contest_of_four(tmp_path / "unbroken")
    unbroken.hold(*WORDS)
    broken = contest_of_four(tmp_path / "broken")
    killer = Killer(broken, random.Random(20))

    for number in range(KILLS):
        if killer.run is None:
            killer.begin()
        killer.wait_for_a_moment()
        target = ("command", "worker", "both")[number % 3]
        killer.strike(target)
        if target != "worker" or killer.run.poll() is not None:
            killer.see_off()
    if killer.run is None or killer.run.wait() != 0:
        broken.hold(*WORDS)

    assert killer.hits >= KILLS * 3 // 4
    assert_same_facts(unbroken.db, broken.db)
    assert broken.ask("SELECT 1 FROM fault"), "somebody was careless"
    assert broken.standings() == unbroken.standings()
    assert broken.run("verify").returncode == 0
    wait_until(lambda: not broken.left_over())


# In the order in which a contest comes to them; the counts are in the transaction of `record`.
STEPS = (
    ("Writer.open_stage", "before"),
    ("Writer.open_stage", "after"),
    ("Writer.record", "before"),
    ("add_counts", "before"),
    ("Writer.record", "after"),
    ("Writer.close_round", "before"),
    ("Writer.close_round", "after"),
    ("Writer.end_stage", "before"),
    ("Writer.end_stage", "after"),
)
KILLED_AT = """
import os, signal, sys
import arena.store
module = sys.modules["arena.store.writing"]
*owner, name = {what!r}.split(".")
owner = getattr(module, owner[0]) if owner else module
real = getattr(owner, name)

def planted(*arguments, **named):
    if {when!r} == "after":
        real(*arguments, **named)
    os.kill(os.getpid(), signal.SIGKILL)

setattr(owner, name, planted)
from arena.cli import main
sys.argv = ["arena", *{words!r}]
main()
"""


def test_a_contest_killed_at_every_step_of_the_book_ends_like_one_that_was_not(tmp_path):
    """Before and after whatever is written, and in the middle of a transaction."""
    words = ("--blocks", 3)  # rounds of two and one
    unbroken, broken = (Contest(tmp_path / name, word="bot") for name in ("unbroken", "broken"))
    for contest in (unbroken, broken):
        contest.add_plain(2)
    unbroken.hold(*words)

    for what, when in STEPS:
        again = ["resume"] if broken.is_open else [str(word) for word in tournament(*words)]
        code = KILLED_AT.format(what=what, when=when, words=again)
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=broken.folder, capture_output=True, check=False
        )
        assert done.returncode == -signal.SIGKILL, done.stderr
    done = broken.hold(*words)

    assert "played to its end" in done.stderr
    assert_same_facts(unbroken.db, broken.db)


@pytest.fixture
def playing(tmp_path):
    """A contest, and its command once games are being played."""
    contest = contest_of_four(tmp_path / "contest")
    run = contest.begin(*tournament("--blocks", 3, "--game", "face-to-face"))
    assert wait_for(run, lambda: ": round " in contest.said)
    return contest, run


def test_a_run_survives_the_death_of_a_worker(playing):
    """What the worker was playing is void, noted with its cause, and played again: exit 0."""
    contest, run = playing

    os.kill(contest.workers[0], signal.SIGKILL)

    assert run.wait() == 0
    causes = {cause for (cause,) in contest.ask("SELECT cause FROM void")}
    assert causes == {"the worker process ended by signal 9"}
    assert contest.ask("SELECT count(*) FROM match") == [(36,)]
    assert "void, to be played again" in contest.said
    assert contest.verified() == 36
    assert contest.left_over() == []


def test_workers_that_keep_dying_end_the_run_with_a_sentence(playing):
    """Nobody waits for a machine that kills every worker: exit 2, and the run can be resumed."""
    contest, run = playing

    while run.poll() is None:
        for pid in contest.workers:
            if is_at_work(contest, pid):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)

    assert run.wait() == 2, contest.said
    assert "Traceback" not in contest.said
    assert contest.said.splitlines()[-1].startswith("arena: ")
    assert "arena resume" in contest.said.splitlines()[-1]
    done = contest.run("resume")
    assert done.returncode == 0, done.stderr
    assert contest.ask("SELECT count(*) FROM match") == [(36,)]


def is_at_work(contest, pid):
    """Whether a worker has a bot of the contest; others are started to try the sandbox."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return False
    return bool({*children} & {*processes_with(contest.word)})


@pytest.mark.parametrize("when", ["when the run begins", "when it replaces another"])
def test_a_worker_may_die_before_it_has_said_a_word(when, tmp_path):
    """Memory can be short at any moment: the run goes on, or ends with a sentence and exit 2."""
    contest = contest_of_four(tmp_path / "contest")
    run = contest.begin(*tournament("--blocks", 1, "--game", "face-to-face"))
    known = set()
    if when != "when the run begins":
        assert wait_for(run, lambda: ": round " in contest.said)
        known = {*contest.workers}
        os.kill(min(known), signal.SIGKILL)
    assert wait_for(run, lambda: {*contest.workers} - known)
    os.kill(({*contest.workers} - known).pop(), signal.SIGKILL)

    assert run.wait() in (0, 2), contest.said
    assert "Traceback" not in contest.said
    wait_until(lambda: not contest.left_over())
