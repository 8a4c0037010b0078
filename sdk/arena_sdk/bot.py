"""Runs a bot over stdin and stdout: `run(bot)` is all that a bot file needs to call.

A bot is a function that gets every view, or an object with one method a decision
(`play`, `choose`, …); it returns a move. Nothing here knows a rule or a clock.
"""

from __future__ import annotations

import os
import sys

from arena_sdk.context import Clock
from arena_sdk.messages import Answer, Ask, Bye, Map, Over, Ready, Start
from arena_sdk.typed import TYPE_CHECKING, Any
from arena_sdk.wire import Conversation, NeedData

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

SDK = "arena_sdk 0.1.0"
_READ = 65536
_HINT = "this is a bot; let it play: arena play {} greedy --watch"


def game_module(rules: str) -> ModuleType:
    """The SDK's module for a game, loaded only when that game is played."""
    name = "arena_sdk." + rules.replace("-", "_")
    __import__(name)
    return sys.modules[name]


def run(bot: Any) -> None:
    """Play until the referee says goodbye. Called once, at the end of a bot's file."""
    if os.isatty(0):
        raise SystemExit(_HINT.format(sys.argv[0]))
    if isinstance(bot, type):
        raise TypeError(f"run() wants a bot, not its class: write run({bot.__name__}())")
    wire_in, wire_out = _take_the_wire()
    seat = Seat(bot)
    talk = Conversation("bot")
    while data := os.read(wire_in, _READ):
        talk.receive(data)
        while not isinstance(message := talk.next_message(), NeedData):
            if isinstance(message, Ask):
                move = seat.decide(message)
                _write(wire_out, talk.send(Answer(message.game, message.turn, move)))
            elif isinstance(message, Start):
                seat.start(message)
            elif isinstance(message, Over):
                seat.over(message)
            elif isinstance(message, Bye):
                return
            else:
                _write(wire_out, talk.send(Ready(sdk=SDK)))
    if talk.state == "new":  # nobody said hello
        raise SystemExit(_HINT.format(sys.argv[0]))


class Seat:
    """A bot at the table: turns each ask into a call and the returned move into a map."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot
        self._module: Any = None
        self._start: Start | None = None

    def start(self, start: Start) -> None:
        """A new game: tell the bot, if it wants to know, and seed its dice."""
        self._start = start
        self._module = game_module(start.rules)
        # Only if the bot uses it: importing random costs more than the rest of the SDK.
        if "random" in sys.modules:
            sys.modules["random"].seed(start.seed)
        self._tell("start", start)

    def over(self, over: Over) -> None:
        """The game has ended: tell the bot, if it wants to know."""
        self._tell("over", over)

    def decide(self, ask: Ask) -> Map:
        """The bot's move for an ask, as a map."""
        assert self._start is not None, "the wire lets no ask come before its start"
        view = self._module.read_view(
            ask.view, asks=ask.asks, seat=self._start.seat, options=self._start.options
        )
        clock = Clock(ask.clock["move_ms"], ask.clock["game_ms"])
        move = self._method(ask.asks)(view._replace(events=tuple(ask.events), clock=clock))
        if getattr(move, "kind", None) != ask.asks:
            wanted = "Turn" if ask.asks == "play" else ask.asks.capitalize()
            raise TypeError(
                f"asked to {ask.asks!r}, the bot returned {move!r};"
                f" return a {wanted} of {self._module.__name__}"
            )
        made: Map = move.to_map()
        return made

    def _method(self, asks: str) -> Callable[[Any], Any]:
        method = getattr(self._bot, asks, None)
        if method is not None:
            return method  # type: ignore[no-any-return]  # whatever the author wrote
        if asks in _NOTHING_TO_SAY and not callable(self._bot):
            return lambda _: _nothing_to_say(self._module, asks)
        if callable(self._bot):
            return self._bot  # type: ignore[no-any-return]
        raise TypeError(f"the bot has no method {asks!r}, and a decision of that name is asked")

    def _tell(self, hook: str, message: Start | Over) -> None:
        method = getattr(self._bot, hook, None)
        if method is not None:
            method(message)


# An object that leaves these methods out keeps silent, and plays and swaps no special.
_NOTHING_TO_SAY = ("wish", "signal", "special", "swap")


def _nothing_to_say(module: Any, asks: str) -> Any:
    if asks == "wish":
        return module.Wish(module.NEUTRAL)
    if asks == "signal":
        return module.SILENCE
    return module.Special(None) if asks == "special" else module.Swap(None)


def _take_the_wire() -> tuple[int, int]:
    """Private copies of stdin and stdout, so that print() and input() cannot reach the wire.

    From here on descriptor 1 is stderr, for C libraries and child processes too, and
    descriptor 0 is empty. Text that the bot printed before run() still sits in Python's
    buffer: flushed only now, it goes to stderr as well.
    """
    wire_in, wire_out = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdout.flush()
    sys.stdout = sys.stderr
    return wire_in, wire_out


def _write(fd: int, frame: bytes) -> None:
    while frame:
        frame = frame[os.write(fd, frame) :]
