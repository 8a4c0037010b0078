"""How much a plan comes to: blocks, games, core hours, and how exact the result will be. Pure."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import ceil, comb, sqrt
from statistics import fmean
from typing import NamedTuple

from arena.admission import Cost
from arena.games import rules_named
from arena.plan import Field, Plan
from arena.ratings.bradley_terry import ELO
from arena.schedule import FIRST_ROUND, LATER_ROUNDS, MIXED, Scheduled, rounds_before

_HOUR_MS = 3600 * 1000
_MOST_BLOCKS = 10_000_000  # more than anybody has hours for


class Size(NamedTuple):
    """What is to be played in a pool."""

    blocks: int
    games: int


class Estimate(NamedTuple):
    """A pool's part of a plan."""

    pool: str
    bots: int
    size: Size
    hours_at_most: float  # of one core, if every bot uses all its time
    hours: float  # of one core, as measured at admission
    interval: float | None  # expected half-width of a rating's 95 % interval, in Elo


def size_of(field: Field, plan: Plan, blocks: int) -> Size:
    """Blocks and games of a pool; of a knockout as many as are usual."""
    rules, bots, seats = rules_named(field.pool.rules), len(field.bots), field.pool.seats
    if rules.is_team:
        played = blocks * bots + (plan.cross_play * bots if seats > 1 else 0)
        return Size(played, played)
    if not rules.is_duel:
        tables = bots * blocks // seats
        return Size(tables, tables * rules.rotations(field.pool.options, seats))
    couples = {
        "round-robin": comb(bots, 2),
        "gauntlet": bots - 1,
        "swiss": bots // 2,
        "knockout": bots - 1,
    }
    return Size(couples[plan.format] * blocks, 2 * couples[plan.format] * blocks)


def estimate(field: Field, plan: Plan, blocks: int, costs: Sequence[Cost]) -> Estimate:
    """What a pool will take and give."""
    size = size_of(field, plan, blocks)
    seats, limits = field.pool.seats, plan.limits
    starts = _starts_a_game(field, plan, blocks)
    most = size.games * seats * (limits.game_ms + limits.start_ms * starts)
    return Estimate(
        field.pool.text,
        len(field.bots),
        size,
        most / _HOUR_MS,
        size.games * game_ms(field, plan, blocks, costs) / _HOUR_MS,
        _interval(field, plan, blocks),
    )


def game_ms(field: Field, plan: Plan, blocks: int, costs: Sequence[Cost]) -> float:
    """What one game takes on one core, from the games of admission."""
    if not costs:
        return 0.0
    referee = fmean(max(0.0, cost.whole - cost.own - cost.others) for cost in costs)
    starts = _starts_a_game(field, plan, blocks)
    bot = fmean(cost.own + cost.start * starts for cost in costs)
    return referee + field.pool.seats * bot


def _starts_a_game(field: Field, plan: Plan, blocks: int) -> float:
    """How much of a start each game costs: in a round a table plays as many as it sits for."""
    rules = rules_named(field.pool.rules)
    if plan.format == "swiss" or not (rules.is_duel or rules.is_team):
        return 1.0  # another table every round
    first = min(blocks, FIRST_ROUND)
    full, rest = divmod(blocks - first, LATER_ROUNDS)
    rounds = ((1, first), (full, LATER_ROUNDS), (1, rest))
    return sum(many * ceil(size / plan.sitting) for many, size in rounds) / blocks


def _interval(field: Field, plan: Plan, blocks: int) -> float | None:
    """For even games, without what the mirroring saves."""
    n = len(field.bots)
    if not rules_named(field.pool.rules).is_duel or plan.format != "round-robin":
        return None
    return 1.96 * ELO * sqrt(2 * (1 - 1 / n) / (blocks * n))


def blocks_for(
    hours: float,
    fields: Sequence[Field],
    plan: Plan,
    costs: Mapping[str, Sequence[Cost]],
    workers: int,
) -> int:
    """How many blocks can be played in so many hours; at least one.

    `costs` are by game. Where nothing was measured nothing can be foreseen.
    """

    def is_too_much(blocks: int) -> bool:
        needed = sum(
            size_of(field, plan, blocks).games
            * game_ms(field, plan, blocks, costs.get(field.pool.rules, ()))
            for field in fields
        )
        return needed > hours * _HOUR_MS * workers

    if not all(costs.get(field.pool.rules) for field in fields):
        return 1
    return max(1, bisect_left(range(1, _MOST_BLOCKS), True, key=is_too_much))


def stage_games(stage: Scheduled, plan: Plan) -> int | None:
    """All games of a stage; None where results decide how many there are."""
    if plan.format == "knockout" or plan.until_settled is not None or plan.compare is not None:
        return None
    blocks = stage.announced[-1]
    games = 0
    for field in stage.fields:
        before = stage.before.get(field.pool.text, {})
        rules = rules_named(field.pool.rules)
        if rules.is_duel and plan.format != "swiss":
            couples = (
                combinations(field.bots, 2)
                if plan.format == "round-robin"
                else (sorted((plan.challenger or "", bot)) for bot in field.bots)
            )
            done = (before.get(tuple(couple), 0) for couple in couples if couple[0] != couple[1])
            games += 2 * sum(max(0, blocks - count) for count in done)
            continue
        done_by_all = (
            before.get(field.bots, 0)
            if plan.format == "swiss"
            else rounds_before(before, field.bots)
        )
        left = plan._replace(cross_play=max(0, plan.cross_play - before.get(MIXED, 0)))
        games += size_of(field, left, max(0, blocks - done_by_all)).games
    return games
