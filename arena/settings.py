"""What the organiser has set: arena.toml, then ARENA_* variables, then flags, the last wins."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arena.errors import OrganiserError
from arena.games import GAMES
from arena.model import Limits
from arena.toml_file import read_toml

_TABLES = ("limits", "environment", "contest")
_MOST = 24 * 3600 * 1000  # a day in milliseconds; as megabytes, more than any machine has
# The bot still sees a clock, and a budget of a day never runs out on a person who debugs.
NO_CLOCK = {"start_ms": _MOST, "move_ms": _MOST, "game_ms": _MOST}


class BadSetting(OrganiserError):
    """A value in arena.toml, the environment or on the command line that cannot be meant."""


def event_file(folder: Path) -> dict[str, Any]:
    """What arena.toml in this folder says; empty if there is none."""
    path = folder / "arena.toml"
    if not path.is_file():
        return {}
    told = read_toml(path, BadSetting)
    unknown = set(told) - {*_TABLES}
    if unknown:
        raise BadSetting(f"{path}: there is no {min(unknown)!r}; there are {', '.join(_TABLES)}")
    return told


def packages_from(event: Mapping[str, Any]) -> tuple[str, ...]:
    """The Python packages that every bot finds, from [environment] of arena.toml."""
    told = event.get("environment", {})
    if not isinstance(told, dict) or set(told) - {"python"}:
        raise BadSetting('arena.toml: write [environment] with python = ["NAME==VERSION", ...]')
    packages = told.get("python", [])
    if not isinstance(packages, list) or not all(map(_is_requirement, packages)):
        raise BadSetting(
            f"arena.toml: [environment] python is {packages!r}; write a list of packages"
            ' such as ["numpy==2.4.6"]'
        )
    return tuple(packages)


def _is_requirement(text: Any) -> bool:
    return isinstance(text, str) and text[:1].isalnum() and text.isprintable()


def limits_from(
    flags: Mapping[str, int | None],
    *,
    event: Mapping[str, Any],
    environment: Mapping[str, str] = os.environ,
) -> Limits:
    """The limits of the matches to come; flags that are None were not given."""
    told = event.get("limits", {})
    if not isinstance(told, dict):
        raise BadSetting(f"arena.toml: limits is {told!r}; write a table [limits]")
    unknown = set(told) - set(Limits._fields)
    if unknown:
        known = ", ".join(Limits._fields)
        raise BadSetting(f"arena.toml: there is no limit {min(unknown)!r}; there are {known}")
    limits = Limits()
    for name in Limits._fields:
        variable = f"ARENA_{name.upper()}"
        flag = "--" + name.replace("_", "-")
        if name in told:
            limits = limits._replace(**{name: _positive(told[name], f"arena.toml: {name}")})
        if variable in environment:
            limits = limits._replace(**{name: _number(environment[variable], variable)})
        if flags.get(name) is not None:
            limits = limits._replace(**{name: _positive(flags[name], flag)})
    return limits


def _number(text: str, where: str) -> int:
    return _positive(_whole(text, where), where)


def _whole(text: str, where: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadSetting(f"{where} is {text!r}, which is no number; set one such as 500") from None


def _positive(value: Any, where: str) -> int:
    if type(value) is not int or not 1 <= value <= _MOST:
        raise BadSetting(f"{where} is {value!r}; it must be a number from 1 to {_MOST}")
    return value


# What [contest] of arena.toml may say, as an example of each.
_CONTEST = {
    "name": '"spring"',
    "games": '["face-to-face"]',
    "options": "{ hand = 7 }",
    "seats": "[2, 3]",
    "format": '"swiss"',
    "challenger": '"mybot"',
    "blocks": "4",
    "cross_play": "2",
    "sitting": "8",
    "pace": "20",
    "weights": "{ six-nimmt = 2 }",
}
_KINDS = {name: type(tomllib.loads(f"it = {text}")["it"]) for name, text in _CONTEST.items()}


def contest_from(event: Mapping[str, Any]) -> dict[str, Any]:
    """What [contest] of arena.toml says, every value of the right kind."""
    told = event.get("contest", {})
    if not isinstance(told, dict):
        raise BadSetting(f"arena.toml: contest is {told!r}; write a table [contest]")
    for name, value in told.items():
        if name not in _CONTEST:
            known = ", ".join(_CONTEST)
            raise BadSetting(f"arena.toml: [contest] has no {name!r}; it has {known}")
        if type(value) is not _KINDS[name]:
            example = f"{name} = {_CONTEST[name]}"
            raise BadSetting(f"arena.toml: [contest] {name} is {value!r}; write {example}")
    if not all(type(number) is int for number in told.get("seats", ())):
        raise BadSetting(f"arena.toml: [contest] seats is {told['seats']}; write numbers: [2, 3]")
    if not all(isinstance(game, str) for game in told.get("games", ())):
        raise BadSetting(f"arena.toml: [contest] games is {told['games']}; write names of games")
    _want_weights(told.get("weights", {}))
    return told


def _want_weights(weights: Mapping[str, Any]) -> None:
    """By the key of a game in the standings: at least one of them counts."""
    for game, weight in weights.items():
        is_number = type(weight) in (int, float) and 0 <= weight < _MOST
        if game.split("/")[0] not in GAMES or not is_number:
            raise BadSetting(
                f"arena.toml: [contest] weights: {game} = {weight!r}; write a game and how much"
                " it counts, such as six-nimmt = 2"
            )
    if weights and not any(weights.values()):
        raise BadSetting("arena.toml: [contest] weights: one game at least must count")


def database(flag: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """The database that is meant: --db, else ARENA_DB, else arena.db in this folder."""
    return flag or environment.get("ARENA_DB") or "sqlite:///arena.db"


def chosen(
    flag: Any, name: str, told: Mapping[str, Any], environment: Mapping[str, str] = os.environ
) -> Any:
    """A setting of the contest: the flag, else its ARENA_* variable, else [contest]; else None."""
    if flag is not None:
        return flag
    variable = "ARENA_CONTEST" if name == "name" else f"ARENA_{name.upper()}"
    if variable not in environment:
        return told.get(name)
    text = environment[variable]
    return _whole(text, variable) if _KINDS[name] is int else text
