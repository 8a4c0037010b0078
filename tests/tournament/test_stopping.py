"""Ctrl-C is safe at any moment, however often it comes, and says how to go on."""

import os
import signal
import time

import pytest

from tests.commands.shell import wait_until
from tests.tournament.contest import Contest, tournament, wait_for

pytestmark = pytest.mark.slow


def interrupted(run):
    """The exit code of a command that is interrupted again and again until it ends."""
    while run.poll() is None:
        run.send_signal(signal.SIGINT)
        time.sleep(0.001)
    return run.returncode


def test_many_interrupts_are_like_one(tmp_path):
    """While games are stored, while it stops and while it says so: one sentence, nothing lost."""
    contest = Contest(tmp_path / "contest")
    contest.add_plain(2)
    run = contest.begin(*tournament("--blocks", 500))
    assert wait_for(run, lambda: contest.stored)
    stored = contest.stored

    assert interrupted(run) == 130

    assert contest.said.splitlines()[-1].endswith("go on with: arena resume")
    assert "Traceback" not in contest.said
    assert contest.stored >= stored
    assert contest.verified() == 2 * contest.stored
    wait_until(lambda: not contest.left_over())


@pytest.mark.parametrize("more", [(), ("--dry-run",)])
def test_it_is_said_also_before_the_first_bot_is_tried(more, tmp_path):
    """The command is reading the roster: exit 130 and a sentence."""
    contest = Contest(tmp_path / "contest")
    contest.add_plain(2)
    os.mkfifo(contest.bots / "roster.csv")
    run = contest.begin(*tournament(*more))

    with (contest.bots / "roster.csv").open("wb"):  # once somebody reads
        run.send_signal(signal.SIGINT)

    assert run.wait() == 130
    sentence = "arena: stopped; nothing was left half done, the same command starts again"
    assert contest.said.splitlines() == [sentence]
