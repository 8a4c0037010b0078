"""Flags that several commands share."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, overload

from cyclopts import Parameter

from arena.errors import BadOption, BadSubmission
from arena.games import rules_named
from arena.model import Limits, Map
from arena.settings import NO_CLOCK, limits_from
from arena.submissions import Submission

Flag = Annotated[bool, Parameter(negative=(), show_default=False)]
Several = Annotated[tuple[str, ...], Parameter(negative=(), show_default=False)]


@Parameter(name="*")
@dataclass(frozen=True)
class LimitFlags:
    """The limits, as far as they are given; arena.toml and ARENA_* come before them.

    Parameters
    ----------
    move_ms
        Time for one move (500).
    game_ms
        Time for all moves of one game (10000).
    start_ms
        Time to start (10000).
    memory_mb
        Memory of a bot (512).
    """

    move_ms: int | None = None
    game_ms: int | None = None
    start_ms: int | None = None
    memory_mb: int | None = None

    def limits(self, event: Map, *, no_clock: bool = False) -> Limits:
        """The limits in force here; `event` is what arena.toml says."""
        flags = {**asdict(self), **NO_CLOCK} if no_clock else asdict(self)
        return limits_from(flags, event=event)


def game_options(texts: tuple[str, ...]) -> Map:
    """`--option NAME=VALUE` as a map: true, false, null and numbers are what they look like."""
    options: Map = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"--option {text!r} has no value; write NAME=VALUE")
        options[name] = _value(value)
    return options


def _value(text: str) -> bool | int | str | None:
    words: dict[str, bool | None] = {"true": True, "false": False, "null": None}
    if text.lower() in words:
        return words[text.lower()]
    return int(text) if re.fullmatch(r"-?[0-9]+", text) else text


def wanted_game(game: str | None, bots: Sequence[Submission]) -> str:
    """The game that was asked for, else the first that the first bot plays.

    Raises BadSubmission if one of the bots does not play it.
    """
    wanted = rules_named(game or _first_game(bots)).name
    for bot in bots:
        if bot.games and wanted not in bot.games:
            raise BadSubmission(
                f"{bot.name} plays {', '.join(bot.games)} by its bot.toml, not {wanted};"
                f" choose --game {bot.games[0]}, or add {wanted} to `games` there"
            )
    return wanted


def _first_game(bots: Sequence[Submission]) -> str:
    return bots[0].games[0] if bots and bots[0].games else "face-to-face"


def numbers(text: str | None, flag: str) -> tuple[int, ...]:
    """`2,3` as numbers; empty if nothing was said."""
    try:
        return tuple(int(word) for word in text.split(",")) if text else ()
    except ValueError:
        raise BadOption(f"{flag} is {text!r}; write numbers such as 2,3") from None


@overload
def want_at_least(least: int, value: int | None, flag: str, usual: int = 0) -> int: ...


@overload
def want_at_least(least: int, value: int | None, flag: str, usual: None) -> int | None: ...


def want_at_least(least: int, value: int | None, flag: str, usual: int | None = 0) -> int | None:
    """The number that was given, if it is not too small; else what is usual."""
    if value is None:
        return usual
    if value < least:
        raise BadOption(f"{flag} is {value}; give {least} or more")
    return value
