"""Plays one match: asks the seats that have to act, checks, applies, records.

Simultaneous decisions are asked one seat after the other, each on its own clock and
with nothing of the others' answers, and applied together. A bot's fault becomes data
here and nowhere else; any other exception is our bug and voids the match.
"""

import math
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import trio

from arena.errors import BotFault, HostTrouble
from arena.games.base import Rules
from arena.model import Decision, Event, Fault, Fixture, Map, MatchRecord, MoveTime, Seat
from arena.players import BotPlayer
from arena_sdk.errors import IllegalMove, TheirMistake


class Moment(NamedTuple):
    """What somebody who watches is shown after every step."""

    fixture: Fixture
    rules: Rules
    state: Any
    decisions: tuple[Decision, ...]  # of this step
    times: tuple[MoveTime, ...]
    faults: tuple[Fault, ...]
    banks_ms: tuple[float, ...]


Watch = Callable[[Moment], Awaitable[None]]


_Made = tuple[Any, Decision, MoveTime]  # a move with its record, not yet applied


class Match:
    """One match in progress; made for a single call of `play`."""

    def __init__(
        self,
        fixture: Fixture,
        rules: Rules,
        players: Sequence[BotPlayer],
        watch: Watch | None = None,
        pace_s: float = 0.0,
    ) -> None:
        self._fixture = fixture
        self._rules = rules
        self._players = players
        self._watch = watch
        self._pace_s = pace_s
        self._state = rules.deal(fixture.options, len(players), fixture.deal_seed)
        self._events: list[Event] = list(rules.news(self._state))
        self._seen = [0] * len(players)  # how many events each seat was told
        self._out: set[Seat] = set()
        self._decisions: list[Decision] = []
        self._times: list[MoveTime] = []
        self._faults: list[Fault] = []
        # The step in progress: one moment at which one or more seats decide.
        self._step = 0
        self._made: dict[Seat, _Made] = {}
        self._leaving: list[Seat] = []
        self._shown = (0, 0)  # decisions and faults that somebody who watches has seen

    async def play(self, not_started: Sequence[BotFault | None]) -> MatchRecord:
        """From the deal to the outcome. `not_started` holds the faults of the handshakes."""
        self._sit_down(not_started)
        if self._watch is not None:
            await self._show(self._watch)
        while acting := self._rules.to_act(self._state):
            for seat in acting:
                if seat in self._out:
                    self._stand_in(seat)
                elif seat not in self._leaving and seat not in self._made:
                    try:
                        await self._ask(seat)
                    except BotFault as fault:
                        await self._break_off(seat, fault)
                    except HostTrouble as trouble:
                        raise HostTrouble(str(trouble), seat) from None
            self._finish_step(acting)
            if self._watch is not None:
                await self._show(self._watch)
        return self._close()

    def _sit_down(self, not_started: Sequence[BotFault | None]) -> None:
        """Step 0: who did not start leaves; all others are told that the game begins."""
        for seat, fault in enumerate(not_started):
            if fault is not None:
                self._note_fault(seat, fault)
        if self._leaving:
            self._part_with_the_leaving()
        self._step = 1
        for seat, player in enumerate(self._players):
            if seat not in self._out:
                player.start(self._fixture, seat)

    async def _break_off(self, seat: Seat, fault: BotFault) -> None:
        """A bot that ended before anybody moved does not win by another's first fault."""
        self._note_fault(seat, fault)
        if self._decisions or not self._leaving:
            return
        for other, player in enumerate(self._players):
            if other not in self._out and other not in self._leaving and other not in self._made:
                end = await player.is_gone()
                if end is not None:
                    self._note_fault(other, end)

    async def _ask(self, seat: Seat) -> None:
        rules = self._rules
        view = rules.view(self._state, seat)
        news, self._seen[seat] = self._events[self._seen[seat] :], len(self._events)
        if self._pace_s:
            answer, time = await self._ask_in_beats(seat, view, news)
        else:
            answer, time = await self._players[seat].ask(view.asks, view.to_map(), news)
        try:
            move = rules.read_move(view.asks, answer)
            rules.check(view, move)
        except IllegalMove as refusal:
            raise BotFault("illegal", str(refusal)) from None
        except TheirMistake as mistake:
            raise BotFault(mistake.verdict, mistake.detail) from None
        self._decide(seat, view.asks, move, time)

    async def _ask_in_beats(self, seat: Seat, view: Any, news: list[Event]) -> tuple[Map, MoveTime]:
        """How long a bot thought is a message to its team mates; this makes it a short one."""
        asked_at = trio.current_time()
        answered = await self._players[seat].ask(view.asks, view.to_map(), news)
        beats = math.ceil((trio.current_time() - asked_at) / self._pace_s)
        await trio.sleep_until(asked_at + beats * self._pace_s)
        return answered

    def _decide(
        self, seat: Seat, asks: str, move: Any, time: MoveTime, *, stand_in: bool = False
    ) -> None:
        decision = Decision(self._step, seat, asks, move.to_map(), stand_in)
        self._made[seat] = (move, decision, time)

    def _stand_in(self, seat: Seat) -> None:
        view = self._rules.view(self._state, seat)
        move = self._rules.stand_in(view)
        assert move is not None, "a seat without a bot plays on only where one can stand in"
        self._decide(seat, view.asks, move, MoveTime(0.0), stand_in=True)

    def _note_fault(self, seat: Seat, fault: BotFault) -> None:
        """The bot's fault as data; forgiven, or the bot's end."""
        player = self._players[seat]
        self._faults.append(Fault(seat, fault.verdict, player.turn, fault.detail, self._step))
        if self._rules.forgives(self._state, fault.verdict):
            self._stand_in(seat)
        else:
            self._leaving.append(seat)
            player.throw_out()

    def _finish_step(self, acting: tuple[Seat, ...]) -> None:
        """Faults become public only here: no simultaneous ask may tell of another's answer."""
        if self._leaving:
            leaving = self._part_with_the_leaving()
            if not self._rules.to_act(self._state):
                return
            for seat in leaving:
                self._stand_in(seat)
        moves = {}
        for seat in acting:
            moves[seat], decision, time = self._made[seat]
            self._decisions.append(decision)
            self._times.append(time)
        self._made.clear()
        self._state = self._rules.apply(self._state, moves)
        self._events += self._rules.news(self._state)
        self._step += 1

    def _part_with_the_leaving(self) -> tuple[Seat, ...]:
        """All faults of a step happened at the same moment, whoever was asked first.

        A forgiven fault is told to nobody: it would be one message more than the game
        allows its players.
        """
        leaving, self._leaving = tuple(sorted(self._leaving)), []
        self._out.update(leaving)
        self._state = self._rules.abandon(self._state, leaving)
        goes_on = bool(self._rules.to_act(self._state))
        self._events += (
            {"kind": "fault", "seat": f.seat, "verdict": f.verdict, "stand_in": goes_on}
            for f in sorted(self._faults)
            if f.step == self._step and f.seat in leaving
        )
        return leaving

    async def _show(self, watch: Watch) -> None:
        decisions, faults = self._shown
        self._shown = len(self._decisions), len(self._faults)
        await watch(
            Moment(
                self._fixture,
                self._rules,
                self._state,
                tuple(self._decisions[decisions:]),
                tuple(self._times[decisions:]),
                tuple(self._faults[faults:]),
                tuple(player.bank_ms for player in self._players),
            )
        )

    def _close(self) -> MatchRecord:
        outcome = self._rules.outcome(self._state)
        assert outcome is not None, "nobody acts in a game that is not over"
        for seat, player in enumerate(self._players):
            if seat not in self._out:
                player.over(outcome, self._events[self._seen[seat] :])
        return MatchRecord(
            self._fixture,
            tuple(self._decisions),
            tuple(self._times),
            tuple(self._faults),
            outcome,
            tuple(sorted(self._out)),
            tuple(player.take_stderr() for player in self._players),
        )
