"""Asks a bot what one seat was asked in a recorded match, with the clock off.

The bot runs as a plain process in its own folder, where a debugger can attach. Whatever it
answers, it is asked next what was asked in the match; so its answers can be compared one
by one.
"""

from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

import trio

from arena.errors import BotFault
from arena.games import rules_named
from arena.heartbeat import Heartbeat
from arena.model import Limits, Map, MatchRecord, Seat
from arena.players import BotPlayer
from arena.retelling import Asked, asked_of
from arena.sandbox.unsafe import UnsafeSandbox
from arena.submissions import Submission
from arena_sdk.errors import IllegalMove, TheirMistake

_DAY_MS = 24 * 3600 * 1000


class Answered(NamedTuple):
    """One ask, what the bot says now, and what it wrote on stderr over it."""

    asked: Asked
    move: Map | None  # None: it gave none
    fault: BotFault | None
    stderr: str

    @property
    def is_same(self) -> bool:
        """Whether the bot does what was done then."""
        if self.asked.faults:
            return self.fault is not None and self.fault.verdict == self.asked.faults[0].verdict
        then = self.asked.decision
        if then is None:  # the game ended before its answer counted
            return self.fault is None
        return self.fault is None and self.move == then.move


async def feed(
    record: MatchRecord,
    seat: Seat,
    bot: Submission,
    environment: Path | None,
    show: Callable[[Answered], None],
) -> bool:
    """All asks in order, each shown with its answer; whether all answers were the same."""
    sandbox = UnsafeSandbox(environment)
    limits = Limits(start_ms=_DAY_MS, move_ms=_DAY_MS, game_ms=_DAY_MS)
    heartbeat = Heartbeat()
    same = True
    async with trio.open_nursery() as nursery, AsyncExitStack() as stack:
        nursery.start_soon(heartbeat.beat)
        ready = await sandbox.prepare(bot)
        process = await stack.enter_async_context(sandbox.start(ready, limits))
        player = BotPlayer(process, limits, heartbeat)
        talk = _Talk(player, record, seat)
        for asked in asked_of(record, seat):
            answered = await talk.ask(asked)
            show(answered)
            same = same and answered.is_same
            if answered.move is None:
                break
        nursery.cancel_scope.cancel()
    return same


class _Talk:
    """The conversation with the bot; begun with the first ask."""

    def __init__(self, player: BotPlayer, record: MatchRecord, seat: Seat) -> None:
        self._player = player
        self._record = record
        self._seat = seat
        self._begun = False

    async def ask(self, asked: Asked) -> Answered:
        player = self._player
        try:
            if not self._begun:
                self._begun = True
                await player.greet()
                player.start(self._record.fixture, self._seat)
            move, _ = await player.ask(asked.view.asks, asked.view.to_map(), list(asked.events))
        except BotFault as fault:
            return Answered(asked, None, fault, player.take_stderr())
        return Answered(asked, move, self._broken(asked, move), player.take_stderr())

    def _broken(self, asked: Asked, move: Map) -> BotFault | None:
        """What is wrong with a move."""
        rules = rules_named(self._record.fixture.rules)
        try:
            rules.check(asked.view, rules.read_move(asked.view.asks, move))
        except IllegalMove as refusal:
            return BotFault("illegal", str(refusal))
        except TheirMistake as mistake:
            return BotFault(mistake.verdict, mistake.detail)
        return None
