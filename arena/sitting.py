"""A sitting: bots that stay at one table for several games, in the same processes.

The games of a sitting come from different blocks, so that no process ever sees the same
cards twice. Once a bot was thrown out the table is set anew with fresh processes.
"""

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from typing import NamedTuple

import trio

from arena.errors import BotFault, HostTrouble, OrganiserError
from arena.games import rules_named
from arena.heartbeat import Heartbeat
from arena.model import Conditions, Fixture, Limits, MatchRecord, Void
from arena.players import BotPlayer
from arena.referee import Match, Watch
from arena.sandbox.base import STDERR_KEPT, BotProcess, Sandbox
from arena.submissions import Submission

_TIME_TO_LEAVE_S = 0.5
_ATTEMPTS = 3  # of a match that the machine spoils


class Table(NamedTuple):
    """Who sits where, in which sandbox and under which limits."""

    bots: tuple[Submission, ...]  # by seat
    sandbox: Sandbox
    limits: Limits
    pace_ms: int = 0  # a team's answers are released at multiples of it; 0: as they come


def give_up(fixture: Fixture, voids: tuple[Void, ...]) -> None:
    """What to do with a match that cannot be played, where nothing else was asked for."""
    raise OrganiserError(
        f"match {fixture.id} could not be played in {len(voids)} attempts: {voids[-1].cause};"
        " see what ails this machine (`arena doctor`), then start again"
    )


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
    unplayed: Callable[[Fixture, tuple[Void, ...]], None] = give_up,
    watch: Watch | None = None,
) -> None:
    """Play the fixtures one after another; `finished` gets each record as it is done.

    A match that the machine spoils is void and played again from the same seed, by fresh
    processes; after some attempts `unplayed` gets it with the causes.
    """
    sitting = _Sitting(table, list(fixtures), finished, unplayed, watch)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(sitting.heartbeat.beat)
        while sitting.left:
            await sitting.play_with_fresh_bots()
        nursery.cancel_scope.cancel()


class _Sitting:
    """The matches of a table that are still to be played."""

    def __init__(
        self,
        table: Table,
        fixtures: list[Fixture],
        finished: Callable[[MatchRecord], None],
        unplayed: Callable[[Fixture, tuple[Void, ...]], None],
        watch: Watch | None,
    ) -> None:
        self._table = table
        self._finished = finished
        self._unplayed = unplayed
        self._watch = watch
        self._voids: tuple[Void, ...] = ()  # of the match that comes next
        self.left = fixtures
        self.heartbeat = Heartbeat()

    async def play_with_fresh_bots(self) -> None:
        """Until there is nothing left, or a bot was thrown out, or the machine failed."""
        async with AsyncExitStack() as stack:
            try:
                seats = await seated(self._table, self.heartbeat, stack)
                while True:
                    rules = rules_named(self.left[0].rules)
                    pace_s = self._table.pace_ms / 1000 if rules.is_team else 0.0
                    match = Match(self.left[0], rules, seats.players, self._watch, pace_s)
                    record = await match.play(seats.not_started)
                    if any(player.is_out for player in seats.players) or len(self.left) == 1:
                        break
                    self._done(record)
                await seats.say_goodbye()
                self._done(seats.with_last_words(record))
            except HostTrouble as trouble:
                self._void(trouble)

    def _done(self, record: MatchRecord) -> None:
        table = self._table
        conditions = Conditions(
            table.sandbox.name,
            table.sandbox.guarantees,
            table.limits,
            tuple(bot.version for bot in table.bots),
        )
        voids, self._voids = self._voids, ()
        del self.left[0]
        self._finished(record._replace(conditions=conditions, voids=voids))

    def _void(self, trouble: HostTrouble) -> None:
        self._voids += (Void(str(trouble), trouble.seat),)
        if len(self._voids) == _ATTEMPTS:
            voids, self._voids = self._voids, ()
            self._unplayed(self.left.pop(0), voids)


class Seats(NamedTuple):
    """The bots at the table, by seat; `not_started` holds the faults of their handshakes."""

    processes: list[BotProcess]
    players: list[BotPlayer]
    not_started: list[BotFault | None]

    async def say_goodbye(self) -> None:
        """All bots get the same short time to end by themselves."""
        for player in self.players:
            player.bye()
        deadline = trio.current_time() + _TIME_TO_LEAVE_S
        for process in self.processes:
            with suppress(HostTrouble):  # the games are played: nothing can spoil them now
                await process.wait_ended(max(0.0, deadline - trio.current_time()))

    def with_last_words(self, record: MatchRecord) -> MatchRecord:
        """What a bot wrote after the end of its last game belongs to that game too."""
        more = [player.take_stderr() for player in self.players]
        both = zip(record.stderr, more, strict=True)
        return record._replace(stderr=tuple((said + late)[-STDERR_KEPT:] for said, late in both))


async def seated(table: Table, heartbeat: Heartbeat, stack: AsyncExitStack) -> Seats:
    """All bots started one after another, each greeted at once; the stack ends them."""
    nursery = await stack.enter_async_context(trio.open_nursery())
    processes: list[BotProcess] = []
    players: list[BotPlayer] = []
    greetings: list[Greeting] = []
    try:
        for bot in table.bots:
            process = await stack.enter_async_context(table.sandbox.start(bot, table.limits))
            processes.append(process)
            players.append(BotPlayer(process, table.limits, heartbeat))
            greetings.append(Greeting(nursery, players[-1]))
        faults = [await greeting.fault() for greeting in greetings]
    except BaseException as problem:
        # No handshake goes on with a process that is about to be ended.
        nursery.cancel_scope.cancel()
        with trio.CancelScope(shield=True):
            for greeting in greetings:
                await greeting.ended.wait()
        if isinstance(problem, OSError):  # no more processes, descriptors or memory here
            raise HostTrouble(f"a bot could not be started: {problem}") from problem
        raise
    return Seats(processes, players, faults)


class Greeting:
    """A handshake in the background: other bots are being started meanwhile."""

    def __init__(self, nursery: trio.Nursery, player: BotPlayer) -> None:
        self._player = player
        self.ended = trio.Event()
        self._raised: BotFault | HostTrouble | None = None
        nursery.start_soon(self._greet)

    async def _greet(self) -> None:
        try:
            await self._player.greet()
        except (BotFault, HostTrouble) as problem:
            self._raised = problem
        finally:
            self.ended.set()

    async def fault(self) -> BotFault | None:
        """What the bot did wrong, once it is ready or not; raises HostTrouble."""
        await self.ended.wait()
        if isinstance(self._raised, HostTrouble):
            raise self._raised
        return self._raised
