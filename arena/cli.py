"""The entry point: runs a command, and turns every error into a sentence and an exit code.

Imports next to nothing until main() can answer Ctrl-C.
"""

import errno
import os
import signal
import sys
from typing import NoReturn

from arena.interrupts import is_interrupt, stop_at_the_first

LOG = "arena.log"  # in the current folder, for a run whose terminal is closed
DONE, ORGANISER, OUR_BUG, INTERRUPTED = 0, 2, 3, 130

_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


def main() -> NoReturn:
    """The command `arena`."""
    if sys.platform == "win32":
        _say("the referee needs Linux, macOS or WSL2; arena_sdk.local plays bots on Windows")
        sys.exit(ORGANISER)
    # Ratings are small: threads for them would cost more than they give, and workers play.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    stop_at_the_first()
    signal.signal(signal.SIGHUP, _go_on_in_a_log)
    try:
        from arena.commands import app

        app(_with_values(sys.argv[1:]), exit_on_error=False, print_error=False)
    except BaseException as error:
        sys.exit(_exit_code(_innermost(error)))
    sys.exit(DONE)


def _with_values(words: list[str]) -> list[str]:
    """`--until-settled` may come without a number, which no flag of the parser can."""
    flag = "--until-settled"
    after = [*words[1:], ""][: len(words)]
    return [
        f"{word}=1" if word == flag and not following.isdigit() else word
        for word, following in zip(words, after, strict=True)
    ]


def _go_on_in_a_log(*_: object) -> None:
    """The terminal is gone; the run is not. What it would have shown goes to a file."""
    try:
        log = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    except OSError:
        log = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if stream.isatty():
            os.dup2(log, stream.fileno())
    os.close(log)


def _innermost(error: BaseException) -> BaseException:
    """Trio wraps what a task raises in groups, also when it is just one thing."""
    while isinstance(error, BaseExceptionGroup):
        from arena.errors import OrganiserError

        mended, other = error.split(OrganiserError)
        if len(error.exceptions) > 1 and (mended is None or other is not None):
            break
        error = error.exceptions[0]  # several workers may meet the same full disk
    return error


def _exit_code(error: BaseException) -> int:
    if is_interrupt(error):
        _say("stopped; nothing was left half done, the same command starts again")
        return INTERRUPTED
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else DONE
    if isinstance(error, BrokenPipeError):
        return DONE  # whoever read our output has seen enough
    if isinstance(error, OSError) and error.errno in _DISK:
        _say(f"the output cannot be written: {error.strerror}; make room and start again")
        return ORGANISER

    from cyclopts import CycloptsError

    from arena.errors import HostTrouble, OrganiserError

    if isinstance(error, CycloptsError):
        command = " ".join(["arena", *(error.command_chain or ())])
        # Its list of all commands is cut off; --help has the whole one.
        text = str(error).partition(" Available commands:")[0].rstrip(".")
        _say(f"{text}{'' if text.endswith('?') else ';'} see `{command} --help`")
        return ORGANISER
    if isinstance(error, OrganiserError):
        _say(str(error))
        return ORGANISER
    if isinstance(error, HostTrouble):
        _say(f"the machine failed, not a bot: {error}; see `arena doctor`, then start again")
        return ORGANISER

    import traceback

    traceback.print_exception(error)
    _say("that is a bug in Arena, not in a bot; please report the lines above")
    return OUR_BUG


def _say(sentence: str) -> None:
    from arena.plain_text import harmless

    # It may quote a bot's file names, or what its build said.
    print(harmless(f"arena: {sentence}"), file=sys.stderr)  # noqa: T201 - this is what is printed
