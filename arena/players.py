"""One bot at the table: its process, its end of the conversation, and its clock.

Knows no rules: views come in and moves go out as plain maps. Whatever the bot does
wrong is raised as a BotFault.
"""

from typing import NoReturn

import trio

from arena.clocks import BotClock
from arena.errors import BotFault
from arena.heartbeat import Heartbeat
from arena.missing import what_is_missing
from arena.model import Event, Fixture, Limits, Map, MoveTime, Outcome, Seat
from arena.sandbox.base import STDERR_KEPT, BotProcess
from arena_sdk.errors import TheirMistake
from arena_sdk.messages import Answer, Ask, Bye, Hello, Message, Over, Start
from arena_sdk.wire import MAX_FRAME, NEED_DATA, Conversation, NeedData

# How long a bot that closed its output may take to end before its exit code is not
# worth waiting for.
_EXIT_CODE_S = 0.25
# A quick answer is waited for without trio (docs/decisions/0004), but now and then trio has its
# turn all the same: others wait for something, too.
_QUICK_MS = 1
_OTHERS_WAIT_S = 0.01


class BotPlayer:
    """A bot that is greeted once and then plays one game after another."""

    def __init__(self, process: BotProcess, limits: Limits, heartbeat: Heartbeat) -> None:
        self._process = process
        self._limits = limits
        now = trio.lowlevel.current_clock().current_time
        self._spawned_at = now()
        self._clock = BotClock(limits, now, process.cpu_usec, heartbeat)
        self._talk = Conversation("referee")
        self._unsent = b""
        self._turn_of_others = 0.0  # from then on trio is given a turn
        self._said = ""  # on stderr, in this game, as far as somebody has looked
        self._games = 0
        self.turn = 0
        self.ready_ms: float | None = None  # how long it took to start
        self.is_out = False  # killed for a fault: a fresh process must play the next game

    @property
    def bank_ms(self) -> float:
        """What is left of the game's time."""
        return self._clock.bank_ms

    async def greet(self) -> None:
        """Say hello and wait for `ready`, both within the time to start."""
        limits = {
            "clock": "wall" if self._process.cpu_usec() is None else "cpu",
            **self._limits._asdict(),
            "frame_bytes": MAX_FRAME,
        }
        with trio.move_on_at(self._spawned_at + self._limits.start_ms / 1000):
            self._post(Hello(limits))
            try:
                await self._flush()
                await self._next_message()
            except BotFault as fault:
                if fault.verdict != "gone":
                    raise
                # It never was in a game.
                raise BotFault("did_not_start", fault.detail) from None
            self.ready_ms = (trio.current_time() - self._spawned_at) * 1000
            self._process.freeze()
            return
        if self._talk.has_bytes:
            raise BotFault("bad_handshake", "it began a frame and did not end it in time")
        waited_ms = (trio.current_time() - self._spawned_at) * 1000
        spent = f"not ready after {waited_ms:.0f} of {self._limits.start_ms} ms"
        raise BotFault("did_not_start", spent)

    def start(self, fixture: Fixture, seat: Seat) -> None:
        """A game begins. Written without waiting: the bot may read it with its first ask."""
        self._games += 1
        self.turn = 0
        self._clock.new_game()
        self._post(
            Start(
                game=self._games,
                rules=fixture.rules,
                options=fixture.options,
                seat=seat,
                seats=len(fixture.bots),
                seed=fixture.bot_seeds[seat],
            )
        )

    async def ask(self, asks: str, view: Map, events: list[Event]) -> tuple[Map, MoveTime]:
        """The bot's move and the time it took; raises BotFault, or HostTrouble of the clock."""
        self.turn += 1
        early = self._process.read()
        if early is not None:
            await self._refuse_early_words(early)
        move_ms, game_ms = self._clock.allow()
        clock = {"move_ms": move_ms, "game_ms": game_ms}
        ask = self._talk.send(Ask(self._games, self.turn, asks, view, events, clock))
        self._clock.open()
        self._put(ask)
        # Only now: a bot that is woken before there is something to read goes to sleep again.
        self._process.thaw()
        answer = self._quick_answer()
        while isinstance(answer, NeedData):
            with trio.CancelScope(deadline=self._clock.deadline):
                await self._flush()
                answer = await self._next_message()
                break
            fault = self._clock.look_again()
            if fault is not None:
                raise fault
        time = self._clock.close()
        self._process.freeze()
        self._refuse_what_is_there("it went on speaking after its answer")
        assert isinstance(answer, Answer)
        return answer.move, time

    def _quick_answer(self) -> Message | NeedData:
        """What a bot says that needs no time to think."""
        asked_at = self._clock.asked_at
        if self._unsent or asked_at >= self._turn_of_others:
            self._turn_of_others = asked_at + _OTHERS_WAIT_S
            return NEED_DATA
        data = self._process.read(_QUICK_MS)
        if not data:
            return NEED_DATA
        self._talk.receive(data)
        return self._read_message()

    async def is_gone(self) -> BotFault | None:
        """The fault of a bot that has ended though nobody asked it anything.

        A frozen one has not yet read that a game began: it gets the moment to do so.
        """
        self._process.thaw()
        code = await self._process.wait_ended(_EXIT_CODE_S)
        self._process.freeze()
        return None if code is None else self._gone(code)

    def over(self, outcome: Outcome, events: list[Event]) -> None:
        """The game has ended. Written without waiting."""
        self._post(Over(self._games, outcome.to_map(), events))

    def bye(self) -> None:
        """No more games."""
        if not self.is_out:
            self._process.thaw()
            self._post(Bye())
            self._process.close_input()

    def throw_out(self) -> None:
        """It broke the contract: end it now."""
        self.is_out = True
        self._process.kill()

    def take_stderr(self) -> str:
        """The end of what it wrote on stderr in this game."""
        said, self._said = self._said + self._process.take_stderr(), ""
        return said[-STDERR_KEPT:]

    def _post(self, message: Message) -> None:
        self._put(self._talk.send(message))

    def _put(self, frame: bytes) -> None:
        """Send what the pipe takes now; the rest goes with the next ask, under its clock."""
        frame = self._unsent + frame
        try:
            self._unsent = frame[self._process.write(frame) :]
        except BrokenPipeError:
            # It closed its input. If it also ended, the next read says so; if it never
            # answers, the clock does.
            self._unsent = b""

    async def _flush(self) -> None:
        while self._unsent:
            await self._process.wait_writable()
            try:
                self._unsent = self._unsent[self._process.write(self._unsent) :]
            except BrokenPipeError:
                self._unsent = b""

    async def _refuse_early_words(self, data: bytes) -> None:
        """Whatever is there before the ask is written was not asked for."""
        if not data:
            await self._say_gone()
        self._talk.receive(data)
        if len(data) >= MAX_FRAME:
            self._read_message()
            raise BotFault("too_much_output", "it filled its output without ending a frame")
        self._refuse_what_is_there("it began to speak before it was asked")

    def _refuse_what_is_there(self, why: str) -> None:
        if self._talk.has_bytes:
            self._read_message()  # a frame, or no frame at all: the conversation names it
            raise BotFault("out_of_turn", why)

    async def _next_message(self) -> Message:
        while True:
            await self._process.wait_readable()
            data = self._process.read()
            if data is None:
                continue
            if not data:
                await self._say_gone()
            self._talk.receive(data)
            message = self._read_message()
            if not isinstance(message, NeedData):
                return message

    def _read_message(self) -> Message | NeedData:
        try:
            return self._talk.next_message()
        except TheirMistake as mistake:
            raise BotFault(mistake.verdict, mistake.detail) from None

    async def _say_gone(self) -> NoReturn:
        raise self._gone(await self._process.wait_ended(_EXIT_CODE_S))

    def _gone(self, code: int | None) -> BotFault:
        trouble = self._process.memory_trouble()
        if trouble is not None:
            return BotFault("too_much_memory", trouble)
        self._said += self._process.take_stderr()
        return BotFault("gone", _ending(code) + what_is_missing(self._said))


def _ending(code: int | None) -> str:
    if code is None:
        return "it closed its output"
    if code < 0:
        return f"it was ended by signal {-code}"
    if code in (126, 127):
        return f"it ended with exit code {code}, as a command does that cannot be executed"
    return f"it ended with exit code {code}"
