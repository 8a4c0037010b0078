"""Ctrl-C: the first one stops what is being done, and no later one disturbs the stopping.

Knows no command: whoever is stopped says what that means.
"""

import signal
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def stop_at_the_first() -> None:
    """Ctrl-C, or being asked to end, is a KeyboardInterrupt, once."""
    # Also where interrupts are ignored: a script's background jobs are born like that.
    _answer_with(signal.default_int_handler)
    # To be asked to end is to be interrupted: the contexts unwind and no bot stays behind.
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))


def _answer_with(handler: Any) -> None:
    def answer(number: int, frame: Any) -> None:
        # By the kernel: while Python ends, handlers are gone and a signal would still kill.
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, signal.SIG_IGN)
        handler(number, frame)

    signal.signal(signal.SIGINT, answer)


def run(function: Callable[[*Ts], Awaitable[T]], *arguments: *Ts) -> T:
    """trio.run, in which also only the first one counts."""
    import trio

    async def answering() -> T:
        _answer_with(signal.getsignal(signal.SIGINT))  # trio's: it knows where not to raise
        return await function(*arguments)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what trio replaces
    try:
        return trio.run(answering)
    finally:
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, before)


def is_interrupt(error: BaseException) -> bool:
    """Whether it is one, or a group of trio's with one in it."""
    if isinstance(error, BaseExceptionGroup):
        return any(is_interrupt(inner) for inner in error.exceptions)
    return isinstance(error, KeyboardInterrupt)
