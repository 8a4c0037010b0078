"""Sits a hostile bot down with an honest one and plays; looks after the honest one."""

from arena.games import rules_named
from arena.model import Guarantees, Limits, MatchRecord
from arena.pairings import numbered_fixture
from arena.sandbox import Sandbox
from arena.sitting import Table, play_sitting, prepared
from arena.submissions import Submission

_DEAR_MS = 200  # greedy thinks for a millisecond or two


async def play(
    bots: tuple[Submission, ...], sandbox: Sandbox, limits: Limits, games: int = 1
) -> list[MatchRecord]:
    """So many games of Face to Face in one sitting."""
    options = rules_named("face-to-face").settle({}, 2)
    names = [bot.name for bot in bots]
    fixtures = [numbered_fixture("face-to-face", options, names, 5 + game) for game in range(games)]
    records: list[MatchRecord] = []
    table = await prepared(Table(bots, sandbox, limits))
    await play_sitting(table, fixtures, finished=records.append)
    assert [record.fixture for record in records] == fixtures, "a game is missing or played twice"
    return records


def check_opponent(records: list[MatchRecord], limits: Limits, guarantees: Guarantees) -> None:
    """Seat 1 has no fault, and paid for its own thoughts alone."""
    for record in records:
        theirs = [fault for fault in record.faults if fault.seat == 1]
        assert theirs == [], (theirs, record.stderr[1])
        assert record.conditions is not None
        assert record.conditions.guarantees == guarantees
        for made, time in zip(record.decisions, record.times, strict=True):
            if made.seat == 1:
                assert time.wall_ms < 4 * limits.move_ms + 1000
                assert (time.cpu_ms or 0) < _DEAR_MS
                assert (time.cpu_ms is not None) == bool(guarantees.cpu_clock)
