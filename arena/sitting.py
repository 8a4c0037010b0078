"""A sitting: bots that stay at one table for several games, in the same processes.

The games of a sitting come from different blocks, so that no process ever sees the same
cards twice. After any fault the table is set anew with fresh processes.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import NamedTuple

import trio

from arena.errors import BotFault
from arena.games import rules_named
from arena.model import Fixture, Limits, MatchRecord
from arena.players import BotPlayer
from arena.referee import Match, Watch
from arena.sandbox.base import BotProcess, Sandbox
from arena.submissions import Submission

_TIME_TO_LEAVE_S = 0.5


class Table(NamedTuple):
    """Who sits where, in which sandbox and under which limits."""

    bots: tuple[Submission, ...]  # by seat
    sandbox: Sandbox
    limits: Limits


async def play_sitting(
    table: Table,
    fixtures: Sequence[Fixture],
    *,
    finished: Callable[[MatchRecord], None],
    watch: Watch | None = None,
) -> None:
    """Play the fixtures one after another; `finished` gets each record as it is done."""
    left = list(fixtures)
    while left:
        async with _seated(table) as (players, not_started):
            while left:
                fixture = left.pop(0)
                match = Match(fixture, rules_named(fixture.rules), players, watch)
                record = await match.play(not_started)
                finished(record)
                if record.faults:
                    break


@asynccontextmanager
async def _seated(
    table: Table,
) -> AsyncIterator[tuple[list[BotPlayer], list[BotFault | None]]]:
    """All bots started and greeted, side by side; on leaving they get time to end."""
    async with AsyncExitStack() as stack:
        faults: list[BotFault | None] = [None] * len(table.bots)
        players: list[BotPlayer] = []
        processes: list[BotProcess] = []
        for submission in table.bots:
            process = await stack.enter_async_context(table.sandbox.start(submission, table.limits))
            processes.append(process)
            players.append(BotPlayer(process, table.limits))

        async def greet(seat: int) -> None:
            try:
                await players[seat].greet()
            except BotFault as fault:
                faults[seat] = fault

        async with trio.open_nursery() as nursery:
            for seat in range(len(players)):
                nursery.start_soon(greet, seat)
        yield players, faults
        for player in players:
            player.bye()
        deadline = trio.current_time() + _TIME_TO_LEAVE_S
        for process in processes:
            await process.wait_ended(max(0.0, deadline - trio.current_time()))
