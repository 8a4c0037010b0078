"""What is said of the sandbox and is no single bot's attack."""

import re

import pytest

from arena.model import Limits
from tests.hostile.backends import NAMES, marks, open_for
from tests.hostile.expectation import HERE
from tests.hostile.surroundings import KIT, surroundings
from tests.hostile.table import play

PATIENT = Limits(start_ms=60_000, move_ms=60_000, game_ms=600_000)
SANDBOXES = [pytest.param(name, marks=marks(name, slow=True)) for name in NAMES]


@pytest.fixture
def around(tmp_path):
    with surroundings(tmp_path) as found:
        yield found


@pytest.mark.parametrize("backend", SANDBOXES)
async def test_two_bots_of_a_match_never_think_at_once(backend, around, request):
    """Where bots are frozen off turn, neither of two that always think has gained anything."""
    sandbox = open_for(request, backend)
    source = HERE / "58-thinks-off-turn" / "bot.py"
    bots = tuple(around.bot(role, source, around.facts("slow")) for role in ("team", "mate"))

    (record,) = await play(bots, sandbox, PATIENT)

    percent = [int(re.findall(r"share on turn: (\d+)", said)[-1]) for said in record.stderr]
    assert record.faults == ()
    assert all((each < 50) == bool(sandbox.guarantees.freeze) for each in percent), percent


@pytest.mark.slow
async def test_a_sitting_longer_than_a_minute_keeps_its_bots(around, request):
    """Nobody is ended by the thread or the parent that started it, asked or waiting."""
    sandbox = open_for(request, "bubblewrap")
    bots = (around.bot("team", KIT / "naps.py", around.facts()), around.opponent("greedy"))

    (record,) = await play(bots, sandbox, PATIENT)

    assert record.faults == ()
    assert sum(time.wall_ms for time in record.times) > 65_000


async def test_a_bots_seed_is_its_own(around, request):
    """Seats and games have different seeds, and what a bot is told is what the record says."""
    source = HERE / "64-looks-for-the-seed" / "bot.py"
    bots = tuple(around.bot(role, source, around.facts()) for role in ("team", "mate"))

    records = await play(bots, open_for(request, "unsafe"), PATIENT, games=2)

    told = [re.findall(r"^seat (\d) seed (\d+)$", said, re.MULTILINE) for said in records[0].stderr]
    seeds = [seed for record in records for seed in record.fixture.bot_seeds]
    assert told == [[(str(seat), str(seeds[seat]))] for seat in (0, 1)]
    assert len({*seeds}) == len(seeds)
    assert not any(record.fixture.deal_seed.hex() in "".join(record.stderr) for record in records)
