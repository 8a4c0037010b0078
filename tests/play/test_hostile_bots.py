"""Every bot of the folder `hostile` gets the verdict that its file expects.

The bots are real processes, as they are and in the sandbox. A new one is a new file
there: its docstring says what it does, `# expect:` what becomes of it.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from arena.games import rules_named
from arena.model import Limits, MatchRecord
from arena.pairings import numbered_fixture
from arena.sandbox import Sandbox
from arena.sandbox.bubblewrap import BubblewrapSandbox
from arena.sandbox.unsafe import UnsafeSandbox
from arena.sitting import Table, play_sitting, prepared
from arena.submissions import find

HOSTILE = Path(__file__).parent / "hostile"
BOTS = sorted(path.stem for path in HOSTILE.glob("[a-z]*.py"))
# An honest bot must never be late here, however busy the machine is.
PATIENT = Limits(move_ms=60_000, game_ms=600_000, start_ms=60_000)
IMPATIENT = PATIENT._replace(move_ms=300)


class Expected(NamedTuple):
    verdicts: tuple[str, ...]
    turns: tuple[int, ...]
    words: str
    stderr: str


def expected_of(source: str) -> Expected:
    """`# expect: VERDICT[,VERDICT] at TURN[,TURN][: WORDS]` and `# stderr: WORDS`."""
    expect = re.search(r"^# expect: (\S+)(?: at ([\d,]+)(?:: (.*))?)?$", source, re.MULTILINE)
    assert expect is not None, "the bot's file has no line '# expect: …'"
    verdicts = () if expect[1] == "nothing" else tuple(expect[1].split(","))
    stderr = re.search(r"^# stderr: (.*)$", source, re.MULTILINE)
    return Expected(
        verdicts,
        tuple(map(int, (expect[2] or "0").split(","))),
        expect[3] or "",
        stderr[1] if stderr else "",
    )


# In the sandbox a sleeper is late only by the backstop: seconds each.
@pytest.fixture(
    params=[UnsafeSandbox, pytest.param(BubblewrapSandbox, marks=pytest.mark.slow)],
    ids=lambda kind: kind.name,
)
def sandbox(request):
    return request.param()


async def match_of(folder: Path, source: str, limits: Limits, sandbox: Sandbox) -> MatchRecord:
    """A game of this bot, in the first seat, against greedy."""
    prelude = (HOSTILE / "_prelude.py").read_text()
    file = folder / "hostile.py"
    file.write_text(prelude + "\nimport sys\n" + source)
    bots = find([str(file), "greedy"])
    options = rules_named("face-to-face").settle({}, 2)
    fixture = numbered_fixture("face-to-face", options, [bot.name for bot in bots], 5)
    records: list[MatchRecord] = []
    table = await prepared(Table(tuple(bots), sandbox, limits))
    await play_sitting(table, [fixture], finished=records.append)
    return records[0]


@pytest.mark.parametrize("name", BOTS)
async def test_hostile_bot(name, sandbox, tmp_path):
    """The verdict, the ask and the words are those of the bot's file; nobody else is hurt."""
    source = (HOSTILE / f"{name}.py").read_text()
    expected = expected_of(source)
    limits = IMPATIENT if "late" in expected.verdicts else PATIENT
    if name == "never_ready":
        limits = limits._replace(start_ms=500)

    record = await match_of(tmp_path, source, limits, sandbox)

    mine = [fault for fault in record.faults if fault.seat == 0]
    assert expected.stderr in record.stderr[0]
    assert len(record.stderr[0]) <= 65536
    if not expected.verdicts:
        assert mine == []
        return
    assert [fault.verdict in expected.verdicts for fault in mine] == [True], mine
    assert mine[0].turn in expected.turns
    assert expected.words in mine[0].detail
    if not any(fault.seat == 1 for fault in record.faults):
        assert record.outcome.scores == (0, 1)


def test_every_verdict_that_a_plain_process_can_get_is_tried():
    """Each verdict of the closed set but too_much_memory has a bot here that gets it."""
    tried = {
        verdict
        for name in BOTS
        for verdict in expected_of((HOSTILE / f"{name}.py").read_text()).verdicts
    }

    assert tried == {
        *("did_not_start", "bad_handshake", "late", "gone", "unreadable", "out_of_turn"),
        *("illegal", "too_much_output"),
    }
