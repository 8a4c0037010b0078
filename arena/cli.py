"""The command `arena`: names every command and loads only the one that is called.

Also the one place where an error becomes a sentence and an exit code.
"""

import sys
import traceback
from importlib.metadata import version
from typing import NoReturn

from cyclopts import App, CycloptsError

from arena.errors import OrganiserError

DONE, FAILED, ORGANISER, OUR_BUG, INTERRUPTED = 0, 1, 2, 3, 130

app = App(
    name="arena",
    version=lambda: version("botarena"),
    help="Tournaments for bots: The Game: Face to Face, The Game and 6 nimmt!",
    help_epilogue="Start with: arena new mybot && arena play mybot greedy --watch",
)
app.command("arena.commands.new:new", name="new", help="Make a folder with a bot that runs.")
app.command("arena.commands.play:play", name="play", help="Play bots here and now.")


def main() -> NoReturn:
    """The entry point of the `arena` command."""
    if sys.platform == "win32":
        _say("the referee needs Linux, macOS or WSL2; arena_sdk.local plays bots on Windows")
        sys.exit(ORGANISER)
    try:
        app(exit_on_error=False, print_error=False)
    except BaseException as error:
        sys.exit(_exit_code(_innermost(error)))
    sys.exit(DONE)


def _innermost(error: BaseException) -> BaseException:
    """Trio wraps what a task raises in groups, also when it is just one thing."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error


def _exit_code(error: BaseException) -> int:
    match error:
        case SystemExit():
            return error.code if isinstance(error.code, int) else DONE
        case OrganiserError() | CycloptsError():
            _say(str(error))
            return ORGANISER
        case KeyboardInterrupt():
            _say("stopped; nothing was left half done, the same command starts again")
            return INTERRUPTED
        case BrokenPipeError():
            return FAILED  # whoever read our output has gone: nobody is left to tell
        case _:
            traceback.print_exception(error)
            _say("that is a bug in Arena, not in a bot; please report the lines above")
            return OUR_BUG


def _say(sentence: str) -> None:
    print(f"arena: {sentence}", file=sys.stderr)  # noqa: T201 - this is what is printed
