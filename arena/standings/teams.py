"""The lists of The Game: cards left with copies of oneself, and what a bot adds to others."""

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from arena.counts import TeamSum
from arena.model import Map
from arena.ratings.bradley_terry import SURE
from arena.ratings.distributions import student_quantile
from arena.ratings.teams import Game, Means, averaged, contributions, difference, means
from arena.standings.listed import Listed, in_order, rounded
from arena.standings.pooled import Pooled

_ENOUGH_GAMES = 50  # fewer make a mean provisional
_SURE = 0.95


def teams_table(pools: Sequence[Pooled]) -> tuple[Map, Listed | None]:
    """One list for all numbers of seats, which weigh alike; and the list behind it.

    Who is suspended with one of them is in no list: a mean over the others says less.
    """
    suspended = {bot: why for pooled in pools for bot, why in pooled.suspended.items()}
    pools = [pooled._replace(suspended=suspended) for pooled in pools]
    by_pool = [_self_play(pooled) for pooled in pools]
    whole = averaged(by_pool)
    fewest = min((_shuffles(part, bot) for part in by_pool for bot in whole.bots), default=0)
    # A spread that few shuffles tell is uncertain itself, which Student's quantile allows for.
    wider = student_quantile(_SURE, fewest - 1) / SURE if fewest > 1 else math.inf
    listed = (
        Listed(whole.bots, -whole.mean, wider**2 * whole.covariance) if wider < math.inf else None
    )
    possible = listed.rank_ranges() if listed else {}
    everybody = sorted({bot for pooled in pools for bot in pooled.ranked})
    rows = [
        {
            "bot": bot,
            "rank_low": possible.get(bot, (1 if bot in whole.bots else None, 0))[0],
            "rank_high": possible.get(bot, (0, len(whole.bots) if bot in whole.bots else None))[1],
            **_mean(whole, bot, min(_shuffles(part, bot) for part in by_pool)),
            "games": sum(_shuffles(part, bot) for part in by_pool),
            "forfeits": sum(pooled.forfeits(bot) for pooled in pools),
            "forfeit_share": _forfeit_share(pools, bot),
        }
        for bot in everybody
    ]

    def ties(level: Sequence[str]) -> dict[str, tuple[Any, ...]]:
        """Fewer forfeits, who came first."""
        return {
            bot: (sum(p.forfeits(bot) for p in pools), pools[0].entered.get(bot, 0))
            for bot in level
        }

    table = {
        "rows": in_order(rows, "mean_left", best=min, ties=ties),
        "self_play": [
            {
                "bot": bot,
                "seats": pooled.field.pool.seats,
                **_mean(part, bot, _shuffles(part, bot)),
                "zero_rate": _zero_rate(pooled.teams.get((bot,) * pooled.field.pool.seats)),
                "games": _shuffles(part, bot),
            }
            for pooled, part in zip(pools, by_pool, strict=True)
            for bot in pooled.ranked
        ],
        "paired": _paired(by_pool, pools),
        "cross_play": _cross_play(pools),
        **_contributions(pools),
        "suspended": suspended,
    }
    return table, listed


def _self_play(pooled: Pooled) -> Means:
    """Of every bot with copies of itself, by shuffle."""
    left: dict[str, dict[str, float]] = {bot: {} for bot in pooled.ranked}
    for block in pooled.blocks:
        (bot, *others) = {*block.bots}
        if not others and bot in left:
            left[bot][block.shuffle] = block.points[0]
    return means(left)


def _shuffles(part: Means, bot: str) -> int:
    return int(part.shuffles[part.bots.index(bot)]) if bot in part.bots else 0


def _mean(part: Means, bot: str, shuffles: int) -> Map:
    """The mean with its interval; `shuffles` of the shortest list behind it."""
    if bot not in part.bots:
        return {"mean_left": None, "low": None, "high": None, "provisional": True}
    at = part.bots.index(bot)
    mean = float(part.mean[at])
    if shuffles < 2:
        return {"mean_left": rounded(mean), "low": None, "high": None, "provisional": True}
    half = student_quantile(_SURE, shuffles - 1) * math.sqrt(part.covariance[at, at])
    return {
        "mean_left": rounded(mean),
        "low": rounded(mean - half),
        "high": rounded(mean + half),
        "provisional": shuffles < _ENOUGH_GAMES,
    }


def _paired(by_pool: Sequence[Means], pools: Sequence[Pooled]) -> list[Map]:
    """For every couple and number of seats: how many cards more the one leaves."""
    rows = []
    for part, pooled in zip(by_pool, pools, strict=True):
        for one, other in combinations(part.bots, 2):
            if found := difference(part, one, other):
                rows.append(
                    {
                        "bots": [one, other],
                        "seats": pooled.field.pool.seats,
                        "cards": rounded(found.cards),
                        "low": rounded(found.cards - found.half_width),
                        "high": rounded(found.cards + found.half_width),
                    }
                )
    return rows


def _zero_rate(team: TeamSum | None) -> float | None:
    """How often nothing was left."""
    return team.zeros / team.games if team and team.games else None


def _forfeit_share(pools: Sequence[Pooled], bot: str) -> float | None:
    sums = [pooled.bots[bot] for pooled in pools if bot in pooled.bots]
    games = sum(each.games for each in sums)
    return rounded(sum(each.forfeits for each in sums) / games) if games else None


def _cross_play(pools: Sequence[Pooled]) -> list[Map]:
    """Mixed teams, whoever sat where."""
    sums: dict[tuple[str, ...], tuple[int, int]] = {}
    for pooled in pools:
        for team in pooled.teams.values():
            if len(set(team.team)) > 1:
                who = tuple(sorted(team.team))
                games, left = sums.get(who, (0, 0))
                sums[who] = games + team.games, left + team.left
    return [
        {"bots": list(who), "mean_left": left / games if games else None, "games": games}
        for who, (games, left) in sorted(sums.items())
    ]


def _contributions(pools: Sequence[Pooled]) -> Map:
    """What a bot adds to a mixed team. A game that a fault ended says nothing of the others."""
    games = [
        Game(f"{pooled.field.pool.seats}/{block.shuffle}", block.bots, block.points[0])
        for pooled in pools
        for block in pooled.blocks
        if len({*block.bots}) > 1 and not block.culprits and pooled.gone.isdisjoint(block.bots)
    ]
    found = contributions(games)
    if found is None:
        return {"contributions": [], "additive_r2": None}
    ranked = {bot for pooled in pools for bot in pooled.ranked}
    half = found.half_width
    rows = [
        {
            "bot": bot,
            "cards": rounded(found.cards[at]),
            "low": rounded(found.cards[at] - half[at]),
            "high": rounded(found.cards[at] + half[at]),
        }
        for at, bot in enumerate(found.bots)
        if bot in ranked
    ]
    rows.sort(key=lambda row: (row["cards"], row["bot"]))
    return {"contributions": rows, "additive_r2": rounded(found.r_squared)}
