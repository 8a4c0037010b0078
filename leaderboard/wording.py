"""Numbers, moments and keys in the words of the pages."""

from datetime import datetime
from typing import Any

NOTHING = "–"
_GAMES = {
    "face-to-face": "The Game: Face to Face",
    "the-game": "The Game",
    "six-nimmt": "6 nimmt!",
}
_REASONS = {
    "all_laid": "all cards laid",
    "stuck": "no legal move",
    "target": "target reached",
    "deals": "all deals played",
    "fault": "a fault",
}


def number(value: float | None, places: int = 0) -> str:
    """With thousands apart and a real minus."""
    if value is None:
        return NOTHING
    told = f"{value:,.{places}f}"
    told = told.removeprefix("-") if not told.strip("-0.,") else told
    return told.replace("-", "−").replace(",", "\u202f")


def signed(value: float | None, places: int = 0) -> str:
    """With its sign before it."""
    told = number(value, places)
    return told if value is None or value <= 0 else f"+{told}"


def percent(value: float | None, places: int = 0) -> str:
    """Of a share between 0 and 1."""
    return NOTHING if value is None else f"{number(100 * value, places)} %"


def span(low: int | None, high: int | None) -> str:
    """A range of ranks: one number if it is one."""
    if low is None or high is None:
        return NOTHING
    return f"{low}" if low == high else f"{low}–{high}"


def count(value: int, one: str, more: str | None = None) -> str:
    """`1 bot`, `2 bots`."""
    return f"{number(value)} {one if value == 1 else more or one + 's'}"


def moment(text: str | None) -> str:
    """`16 Nov 2026, 13:00 UTC`."""
    if text is None:
        return NOTHING
    at = datetime.fromisoformat(text)
    zone = "UTC" if at.utcoffset() is None or not at.utcoffset() else at.strftime("UTC%z")
    return f"{at.day} {_MONTHS[at.month - 1]} {at.year}, {at:%H:%M} {zone}"


# Not strftime("%b"): pages must not depend on the language of the machine.
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def game(key: str) -> str:
    """The title of a list: the game, then what differs from the usual."""
    rules, *rest = key.split("/")
    title = _GAMES.get(rules, rules)
    return f"{title} · {', '.join(map(_part, rest))}" if rest else title


def short_game(key: str) -> str:
    """The title where there is little room."""
    return game(key).removeprefix("The Game: ")


def reason(word: str) -> str:
    """Why a match ended."""
    return _REASONS.get(word, word)


def verdict(word: str) -> str:
    """`illegal_move` as it is said."""
    return word.replace("_", " ")


def setting(value: Any) -> str:
    """A value of the plan."""
    if value is None or value == [] or value == {}:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {setting(each)}" for key, each in value.items())
    if isinstance(value, list):
        return ", ".join(setting(each) for each in value)
    return number(value) if isinstance(value, int) else str(value)


def _part(part: str) -> str:
    if part.replace(",", "").isdigit():
        return f"{part.replace(',', ' and ')} seats"
    option, equals, value = part.partition("=")
    return f"{option.replace('_', ' ')} {value}" if equals else part
