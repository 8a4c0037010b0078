"""Matches that the machine spoils: void, played again, given up after three attempts."""

import json
import signal
import subprocess
import time
from contextlib import asynccontextmanager

import pytest

from arena.errors import HostTrouble
from arena.model import Guarantees
from arena.sandbox.unsafe import UnsafeSandbox
from arena.sitting import Table, play_sitting
from arena.submissions import find
from tests.commands.shell import ARENA, processes_with, wait_until
from tests.play.test_sitting import PATIENT, fixtures_of


class FailingSandbox(UnsafeSandbox):
    """Real bots, but the first starts fail as they do on a machine without memory."""

    guarantees = Guarantees()

    def __init__(self, failures, error):
        super().__init__()
        self._failures = failures
        self._error = error

    @asynccontextmanager
    async def start(self, submission, limits):
        if self._failures:
            self._failures -= 1
            raise self._error
        async with super().start(submission, limits) as process:
            yield process


async def played(failures, error):
    bots = tuple(find(["greedy", "random"]))
    records, unplayed = [], []
    await play_sitting(
        Table(bots, FailingSandbox(failures, error), PATIENT),
        fixtures_of(bots, 2),
        finished=records.append,
        unplayed=lambda fixture, voids: unplayed.append((fixture.seed, voids)),
    )
    return records, unplayed


@pytest.mark.parametrize("error", [HostTrouble("the engine is gone"), OSError(12, "no memory")])
async def test_a_spoilt_match_is_played_again_from_the_same_seed(error):
    """Nobody loses by it, and the record keeps the attempts with their cause."""
    records, unplayed = await played(2, error)

    assert [record.fixture.seed for record in records] == [0, 1]
    assert [len(record.voids) for record in records] == [2, 0]
    assert records[0].voids[0].seat is None
    assert unplayed == []


async def test_after_three_attempts_it_stays_unplayed():
    """It is named with the cause of every attempt, and the next match goes on."""
    records, unplayed = await played(3, HostTrouble("the engine is gone"))

    assert [record.fixture.seed for record in records] == [1]
    ((seed, voids),) = unplayed
    assert seed == 0
    assert [void.cause for void in voids] == ["the engine is gone"] * 3


@pytest.mark.slow
def test_a_referee_that_was_stopped_blames_no_bot(tmp_path):
    """Stopped by a signal for longer than the backstop, it voids that attempt and goes on."""
    word = f"asked-{tmp_path}"
    sleeper = tmp_path / "sleeper.py"
    sleeper.write_text(
        "import subprocess\nfrom arena_sdk import run\n"
        f"run(lambda view: subprocess.run(['sh', '-c', 'sleep 1000', {word!r}]))\n"
    )
    command = [ARENA, "play", sleeper, "greedy", "--sandbox", "bubblewrap", "--json"]
    referee = subprocess.Popen([*command, "--move-ms", "500"], stdout=subprocess.PIPE, text=True)
    wait_until(lambda: processes_with(word))  # an ask is open, with a backstop of 3 s
    referee.send_signal(signal.SIGSTOP)
    time.sleep(4)
    referee.send_signal(signal.SIGCONT)
    out, _ = referee.communicate()

    (match,) = json.loads(out)["matches"]
    assert match["voids"][0]["seat"] == 0
    assert "kept waiting" in match["voids"][0]["cause"]
    assert [fault["verdict"] for fault in match["faults"]] == ["late"]
