"""Bots that are equal: nothing is decided, and nobody sees a card again."""

import json
import signal
from pathlib import Path

import pytest

from tests.commands.shell import wait_until
from tests.compare.bots import SHORT, compare
from tests.tournament.contest import Contest, wait_for

pytestmark = pytest.mark.slow

ELEPHANT = (Path(__file__).parents[1] / "tournament" / "elephant.py").read_text()
ENOUGH = 2 + 32  # blocks: the first two rounds


@pytest.mark.parametrize("game", SHORT)
def test_a_bot_that_never_forgets_plays_without_a_fault(game, tmp_path):
    """However often two equal bots meet, no process is dealt the same cards twice."""
    contest = Contest(tmp_path / "contest")
    for name in ("good", "bad"):
        contest.add_source(name, f"{ELEPHANT}# {name}\n")

    run = contest.begin(*compare(game))
    assert wait_for(run, lambda: contest.stored > ENOUGH)
    run.send_signal(signal.SIGINT)

    assert run.wait() == 130, contest.said
    assert contest.ask("SELECT verdict, detail FROM fault") == []
    (last,) = contest.ask("SELECT max(text) FROM stderr")
    assert last >= ("game 3",), "processes played several games"
    assert contest.ask("SELECT settled FROM round") == [(0,)] * len(rounds(contest))
    wait_until(lambda: not contest.left_over())


def rounds(contest):
    return contest.ask("SELECT round FROM round")


def test_equal_bots_split_their_pairs(tmp_path):
    """The same content under two names: every pair is split, whoever it is dealt to."""
    contest = Contest(tmp_path / "contest")
    for name in ("good", "bad"):
        contest.add(name)

    run = contest.begin(*compare("face-to-face"))
    assert wait_for(run, lambda: contest.stored > ENOUGH)
    run.send_signal(signal.SIGINT)

    assert run.wait() == 130, contest.said
    points = contest.ask("SELECT DISTINCT points FROM block")
    assert [json.loads(each) for (each,) in points] == [[2]]
