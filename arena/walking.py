"""Walks a bot through games against a house bot, and keeps all that was seen of it."""

from contextlib import AsyncExitStack
from typing import NamedTuple

import trio

from arena.games import Rules, rules_named
from arena.heartbeat import Heartbeat
from arena.model import Fault, Fixture, Limits, MatchRecord
from arena.pairings import numbered_fixture
from arena.referee import Match
from arena.sandbox.base import Sandbox
from arena.sitting import Seats, Table, seated
from arena.submissions import Submission, find

OPPONENT = "greedy"  # with whom games last to their end
_MANY = 5  # seats of the larger table
_AT_A_TABLE = 4  # deals that one process plays
_ENOUGH = 5  # times that it was thrown out: more of the same would only take time


class Played(NamedTuple):
    """One match of the bot: where it sat, and whether its process was fresh."""

    seat: int
    record: MatchRecord
    is_first: bool


class Process(NamedTuple):
    """What one process of the bot was like, from its start to its end."""

    ready_ms: float | None
    peak_bytes: int | None
    children: int | None
    left_in_time: bool | None  # None: it was thrown out before


class Walk(NamedTuple):
    """All that was seen of the bot."""

    played: list[Played]
    processes: list[Process]

    @property
    def faults(self) -> list[Fault]:
        """Those of the bot itself."""
        return [
            fault for each in self.played for fault in each.record.faults if fault.seat == each.seat
        ]

    @property
    def forfeits(self) -> int:
        """How often it was thrown out; an illegal signal or wish is forgiven."""
        return sum(each.seat in each.record.forfeits for each in self.played)


def tables_of(bot: Submission, rules: Rules) -> list[tuple[Submission, ...]]:
    """The tables at which the bot is tried, with a house bot: two seats, and five if there are."""
    (house,) = find([OPPONENT])
    two: list[tuple[Submission, ...]] = [(bot, house), (house, bot)]
    return [*two, (bot, *[house] * (_MANY - 1))] if _MANY in rules.seats else two


async def walk_through(
    bot: Submission, game: str, sandbox: Sandbox, limits: Limits, deals: int
) -> Walk:
    """So many deals in every seat; some games in the same processes."""
    walk = Walk([], [])
    rules = rules_named(game)
    heartbeat = Heartbeat()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(heartbeat.beat)
        for bots in tables_of(bot, rules):
            seat = bots.index(bot)
            names = [each.name for each in bots]
            options = rules.settle({}, len(bots))
            prepared = [each if each.version else await sandbox.prepare(each) for each in bots]
            table = Table(tuple(prepared), sandbox, limits)
            fixtures = [numbered_fixture(game, options, names, seed) for seed in range(deals)]
            while fixtures and walk.forfeits < _ENOUGH:
                await _sit(table, seat, fixtures, heartbeat, walk)
        nursery.cancel_scope.cancel()
    return walk


async def _sit(
    table: Table, seat: int, fixtures: list[Fixture], heartbeat: Heartbeat, walk: Walk
) -> None:
    """Some games in the same processes; a fault ends the table."""
    async with AsyncExitStack() as stack:
        seats = await seated(table, heartbeat, stack)
        for number in range(min(_AT_A_TABLE, len(fixtures))):
            fixture = fixtures.pop(0)
            match = Match(fixture, rules_named(fixture.rules), seats.players)
            record = await match.play(seats.not_started)
            walk.played.append(Played(seat, record, is_first=number == 0))
            if any(player.is_out for player in seats.players):
                break
        walk.processes.append(await _leave(seats, seat))


async def _leave(seats: Seats, seat: int) -> Process:
    process, player = seats.processes[seat], seats.players[seat]
    peak, children = process.memory_peak(), process.processes()
    await seats.say_goodbye()
    left = None if player.is_out else await process.wait_ended(0) is not None
    return Process(player.ready_ms, peak, None if player.is_out else children, left)
