"""A comparison that is stopped in the middle, and gone on with by the same command."""

import signal

import pytest

from tests.commands.shell import wait_until
from tests.compare.bots import compare, contest_in
from tests.tournament.contest import assert_same_facts, wait_for

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", ["face-to-face", "the-game"])
def test_it_comes_to_the_same_result(game, tmp_path):
    """Killed, then stopped by Ctrl-C, then to its end: the same rows as without a break."""
    # Bots that are slow to start: no round is over before it can be interrupted.
    unbroken, broken = (
        contest_in(tmp_path / name, game, f"bot-of-{tmp_path}", "import time; time.sleep(0.5)")
        for name in ("unbroken", "broken")
    )
    whole = unbroken.run(*compare(game))

    killed = broken.begin(*compare(game))
    assert wait_for(killed, lambda: broken.stored > 0)
    killed.kill()
    killed.wait()
    wait_until(lambda: not broken.left_over())
    rounds = broken.said.count(": round ")
    stopped = broken.begin(*compare(game))
    assert wait_for(stopped, lambda: broken.said.count(": round ") > rounds)
    stopped.send_signal(signal.SIGINT)
    assert stopped.wait() == 130
    assert "go on with" in broken.said
    assert "Traceback" not in broken.said
    assert broken.is_open
    done = broken.run(*compare(game))

    assert (done.returncode, done.stdout) == (whole.returncode, whole.stdout)
    assert_same_facts(unbroken.db, broken.db)
    assert broken.left_over() == []
