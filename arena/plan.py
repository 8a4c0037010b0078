"""What the organiser decides before the first deal, and what follows from it for these bots.

A plan holds wishes, such as "the usual number of seats"; fields are what they come to for
the bots that came. Both go into the stage's id, so neither can change once cards are dealt.
"""

import sys
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from arena.errors import OrganiserError
from arena.games import GAMES, Rules, rules_named
from arena.games.base import settle_options
from arena.model import Guarantees, Limits, Map
from arena.pairings.blocks import Pool
from arena.submissions import Submission

Format = Literal["round-robin", "gauntlet", "swiss", "knockout"]
FORMATS: tuple[Format, ...] = get_args(Format)
_COUPLES = "face-to-face"  # the game that all formats are for

# A bot on its own has nobody to be compared with.
FEWEST = 2
_USUAL_SEATS = {"face-to-face": 2, "the-game": 2, "six-nimmt": 5}


class BadPlan(OrganiserError):
    """A contest that cannot be played like this, or that has begun as another one."""


class Plan(NamedTuple):
    """The wishes. Whatever is not in here may differ from one call to the next."""

    games: tuple[str, ...] = ()  # none: every game that enough bots name
    options: Map = {}  # noqa: RUF012 - never changed
    seats: tuple[int, ...] = ()  # none: the usual number
    format: Format = "round-robin"
    challenger: str | None = None
    cross_play: int = 0  # shuffles with mixed teams
    until_settled: int | None = None  # how many of the first places must be clear
    hours: float | None = None
    sitting: int = 8
    pace_ms: int = 0
    experiment: int | None = None  # the number of --seed
    weights: Map = {}  # noqa: RUF012 - by list: how much it counts in the standing over all games
    compare: tuple[float, float] | None = None  # elo0 and elo1: the challenger against one other
    limits: Limits = Limits()
    packages: tuple[str, ...] = ()
    sandbox: str = "bubblewrap"
    guarantees: Guarantees = Guarantees()

    def to_map(self) -> Map:
        """As it is stored and hashed: plain values only."""
        plain = {name: list(v) if type(v) is tuple else v for name, v in self._asdict().items()}
        return {
            **plain,
            "limits": self.limits._asdict(),
            "guarantees": self.guarantees._asdict(),
        }

    @staticmethod
    def from_map(source: Map) -> "Plan":
        """The plan that was stored."""
        lists = {name: tuple(v) for name, v in source.items() if type(v) is list}
        whole: Map = {
            **source,
            **lists,
            "limits": Limits(**source["limits"]),
            "guarantees": Guarantees(**source["guarantees"]),
        }
        return Plan(**whole)


class Field(NamedTuple):
    """A pool and the bots that play in it, in the order of their names."""

    pool: Pool
    bots: tuple[str, ...]

    def to_map(self) -> Map:
        return {
            "pool": self.pool.text,
            "rules": self.pool.rules,
            "options": self.pool.options,
            "seats": self.pool.seats,
            "bots": list(self.bots),
        }

    @staticmethod
    def from_map(source: Map) -> "Field":
        pool = Pool(source["rules"], source["options"], source["seats"])
        return Field(pool, tuple(source["bots"]))


def fields_of(
    plan: Plan, bots: Sequence[Submission], out: Container[tuple[str, str]] = ()
) -> tuple[Field, ...]:
    """Which bots play in which pools; raises BadPlan or BadOption where that cannot be.

    (game, bot) in `out` does not play; a game that has too few left for that reason is
    left out.
    """
    if len(bots) < FEWEST:
        came = f"only {bots[0].name!r} can play" if bots else "no bot can play"
        raise BadPlan(f"a contest needs {FEWEST} bots and {came}; add one, or copy a house bot")
    games = _games_of(plan, bots)
    _want_known_options(plan, games)
    if plan.format != "round-robin" and games != [_COUPLES]:
        others = ", ".join(game for game in games if game != _COUPLES)
        raise BadPlan(
            f"--format {plan.format} is for {_COUPLES}, and this contest plays {others};"
            f" add --game {_COUPLES}, or leave the format out"
        )
    fields: list[Field] = []
    for game in games:
        not_here = {bot.name for bot in bots if (game, bot.name) in out}
        fields += _fields_of_game(plan, game, bots, not_here)
    if not fields:
        raise BadPlan("too few bots are left that are not suspended; mend one, or add another")
    return tuple(fields)


def _games_of(plan: Plan, bots: Sequence[Submission]) -> list[str]:
    """Those asked for; else all that enough bots name; else the one for couples."""
    if plan.games:
        return [rules.name for rules in GAMES.values() if rules.name in plan.games]
    named = [game for game in GAMES if sum(game in bot.games for bot in bots) >= FEWEST]
    return named or [_COUPLES]


def _fields_of_game(
    plan: Plan, game: str, bots: Sequence[Submission], out: Container[str]
) -> Iterator[Field]:
    rules = rules_named(game)
    willing = sorted(bot.name for bot in bots if _plays(bot, game, plan))
    names = tuple(name for name in willing if name not in out)
    if len(names) < FEWEST <= len(willing):
        return
    if len(names) < FEWEST:
        raise BadPlan(
            f"{game} needs {FEWEST} bots and {len(names)} of {len(bots)} play it by their"
            " bot.toml; leave the game out, or add it to `games` there"
        )
    if plan.format == "gauntlet" and plan.challenger not in names:
        told = f"; it is {plan.challenger!r}" if plan.challenger else ""
        raise BadPlan(f"--format gauntlet needs --challenger BOT, one of {', '.join(names)}{told}")
    copies = rules.is_team or plan.compare is not None
    alone = _games_of(plan, bots) == [game]
    for seats in _seats_of(plan, rules, sys.maxsize if plan.compare else len(names), alone=alone):
        known = {name: value for name, value in plan.options.items() if name in rules.defaults}
        options = rules.settle(known, seats)
        if seats > len(names) and (not copies or plan.cross_play):
            what = f"--cross-play with {seats} seats" if rules.is_team else f"{seats} seats"
            raise BadPlan(
                f"{game}: {what} needs {seats} bots and {len(names)} came; ask for fewer --seats"
            )
        yield Field(Pool(game, options, seats), names)


def _plays(bot: Submission, game: str, plan: Plan) -> bool:
    """Who does not say what it plays takes part in what was asked for; admission tries it."""
    if bot.games:
        return game in bot.games
    return game in plan.games or game == _COUPLES


def _seats_of(plan: Plan, rules: Rules, bots: int, *, alone: bool) -> list[int]:
    """Where there are other games, --seats is meant for those that leave a choice."""
    if plan.seats and (alone or len(rules.seats) > 1):
        return sorted(set(plan.seats))
    return [usual_seats(rules, bots)]


def usual_seats(rules: Rules, bots: int) -> int:
    """How many sit at a table if nobody says otherwise."""
    usual = _USUAL_SEATS.get(rules.name, rules.seats.start)
    return usual if rules.is_team else min(usual, bots)


def _want_known_options(plan: Plan, games: Sequence[str]) -> None:
    for name, value in plan.options.items():
        takers = [game for game in games if name in rules_named(game).defaults]
        if not takers:  # the first game says what it has
            settle_options(games[0], rules_named(games[0]).defaults, {name: value})


# Where a part of a plan is set, if that is not a flag of the same name.
_SET_BY = {
    "games": "--game",
    "options": "--option",
    "pace_ms": "--pace",
    "experiment": "--seed",
    "weights": "arena.toml: weights",
    "compare": "--elo0 and --elo1",
    "packages": "arena.toml: python",
    "guarantees": "guarantee",
}


def differences(before: Map, now: Map) -> list[str]:
    """What changed from one plan to another, in the words of the command line."""
    old, new = _flat(before), _flat(now)
    return sorted(
        f"{_setting(name)} was {_told(old.get(name))} and is now {_told(new.get(name))}"
        for name in {*old, *new}
        if old.get(name) != new.get(name)
    )


def _setting(name: str) -> str:
    part, _, inner = name.removeprefix("limits.").partition(".")
    return f"{_SET_BY.get(part, '--' + part.replace('_', '-'))} {inner}".rstrip()


def _told(value: Any) -> str:
    if value is None or value == []:
        return "not given"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _flat(values: Mapping[str, Any], prefix: str = "") -> Map:
    flat: Map = {}
    for name, value in values.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{prefix}{name}."))
        else:
            flat[prefix + name] = value
    return flat
