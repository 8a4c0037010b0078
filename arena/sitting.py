"""A sitting: bots that stay at one table for several games, in the same processes.

The games of a sitting come from different blocks, so that no process ever sees the same
cards twice. Once a bot was thrown out the table is set anew with fresh processes.
"""

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import NamedTuple

import trio

from arena.errors import BotFault
from arena.games import rules_named
from arena.model import Conditions, Fixture, Limits, MatchRecord
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


async def prepared(table: Table) -> Table:
    """The same table once every bot is kept as a version and built."""
    ready: dict[Submission, Submission] = {}
    for bot in table.bots:
        if bot not in ready:
            ready[bot] = await table.sandbox.prepare(bot)
    return table._replace(bots=tuple(ready[bot] for bot in table.bots))


async def play_sitting(
    table: Table,
    fixtures: Sequence[Fixture],
    *,
    finished: Callable[[MatchRecord], None],
    watch: Watch | None = None,
) -> None:
    """Play the fixtures one after another; `finished` gets each record as it is done."""
    left = list(fixtures)
    conditions = Conditions(
        table.sandbox.name,
        table.sandbox.guarantees,
        table.limits,
        tuple(bot.version for bot in table.bots),
    )

    def done(record: MatchRecord) -> None:
        finished(record._replace(conditions=conditions))

    while left:
        async with AsyncExitStack() as stack:
            seats = await _seated(table, stack)
            while True:
                fixture = left.pop(0)
                match = Match(fixture, rules_named(fixture.rules), seats.players, watch)
                record = await match.play(seats.not_started)
                if any(player.is_out for player in seats.players) or not left:
                    break
                done(record)
            await seats.say_goodbye()
            done(seats.with_last_words(record))


class _Seats(NamedTuple):
    """The bots at the table; `not_started` holds the faults of their handshakes."""

    processes: list[BotProcess]
    players: list[BotPlayer]
    not_started: list[BotFault | None]

    async def say_goodbye(self) -> None:
        """All bots get the same short time to end by themselves."""
        for player in self.players:
            player.bye()
        deadline = trio.current_time() + _TIME_TO_LEAVE_S
        for process in self.processes:
            await process.wait_ended(max(0.0, deadline - trio.current_time()))

    def with_last_words(self, record: MatchRecord) -> MatchRecord:
        """What a bot wrote after the end of its last game belongs to that game too."""
        more = [player.take_stderr() for player in self.players]
        both = zip(record.stderr, more, strict=True)
        return record._replace(stderr=tuple(said + late for said, late in both))


async def _seated(table: Table, stack: AsyncExitStack) -> _Seats:
    """All bots started and greeted, side by side."""
    processes: list[BotProcess] = []
    players: list[BotPlayer] = []
    for bot in table.bots:
        process = await stack.enter_async_context(table.sandbox.start(bot, table.limits))
        processes.append(process)
        players.append(BotPlayer(process, table.limits))  # its start clock runs from here
    return _Seats(processes, players, await greet_all(players))


async def greet_all(players: Sequence[BotPlayer]) -> list[BotFault | None]:
    """The handshakes side by side; for each seat its fault, or None if it is ready."""
    faults: list[BotFault | None] = [None] * len(players)

    async def greet(seat: int) -> None:
        try:
            await players[seat].greet()
        except BotFault as fault:
            faults[seat] = fault

    async with trio.open_nursery() as nursery:
        for seat in range(len(players)):
            nursery.start_soon(greet, seat)
    return faults
