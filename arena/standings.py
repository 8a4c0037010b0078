"""The standings as a document: who stands where, and how sure that is. Pure.

Its keys are those of `arena leaderboard --json`; a number that does not exist is None.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

import numpy as np

from arena.counts import WHOLE_WIN, PairCount, TeamSum
from arena.games import rules_named
from arena.model import Map
from arena.plan import usual_seats
from arena.pooled import Pooled
from arena.ratings.bradley_terry import ELO, Fit, fit
from arena.ratings.ranks import ranks

_ENOUGH_GAMES = 50  # fewer make a mean provisional
_BEYOND_MEASURE = 10  # logits
COMBINED = "mean over games of (bots - rank) / (bots - 1)"


def standings(pools: Sequence[Pooled], weights: Mapping[str, float]) -> Map:
    """The whole document; `weights` of the games in the combined standing, usually 1."""
    games: dict[str, Map] = {}
    for game in dict.fromkeys(pooled.field.pool.rules for pooled in pools):
        rules = rules_named(game)
        for some in _lists(pools, game):
            if rules.is_team:
                table = _team_table(some)
            elif some[0].pairs or rules.seats == range(2, 3):
                table = _pair_table(some[0])
            else:
                table = _score_table(some[0])
            games[_key(some)] = table
    return {"games": games, "combined": _combined(games, weights)}


def _lists(pools: Sequence[Pooled], game: str) -> list[list[Pooled]]:
    """What makes one list: a team game all its numbers of seats, another game one pool."""
    of_game = [pooled for pooled in pools if pooled.field.pool.rules == game]
    return [of_game] if rules_named(game).is_team else [[pooled] for pooled in of_game]


def _key(pools: Sequence[Pooled]) -> str:
    """The game's name where everything is as usual, else the pool's."""
    pool = pools[0].field.pool
    rules = rules_named(pool.rules)
    usual = pool.options == rules.settle({}, pool.seats)
    seats = usual_seats(rules, len(pools[0].field.bots))
    if usual and (rules.is_team or pool.seats == seats):
        return pool.rules
    every = ",".join(str(pooled.field.pool.seats) for pooled in pools)
    return "/".join([*pool.text.split("/")[:-1], every])


def fit_of(pooled: Pooled) -> Fit | None:
    """The ratings of a pool of pairs; None as long as nobody has played."""
    playing = {bot for pair in pooled.pairs for bot in (pair.first, pair.second)}
    return fit(sorted(playing), pooled.pairs) if playing else None


def _pair_table(pooled: Pooled) -> Map:
    found = fit_of(pooled)
    rows = []
    if found is not None:
        results, ranked = _pair_results(pooled.pairs), set(pooled.ranked)
        listed = [at for at, bot in enumerate(found.bots) if bot in ranked]
        covariance = found.covariance[np.ix_(listed, listed)]
        possible = ranks(found.theta[listed], covariance)
        for place, at in enumerate(listed):
            bot = found.bots[at]
            half = float(found.half_width[at])
            rows.append(
                {
                    "bot": bot,
                    "rank_low": int(possible.low[place]),
                    "rank_high": int(possible.high[place]),
                    "elo": round(float(found.elo[at]), 6),
                    "low": round(float(found.elo[at]) - half, 6),
                    "high": round(float(found.elo[at]) + half, 6),
                    "provisional": bool(found.provisional[at]),
                    **results[bot],
                    "forfeits": pooled.bots[bot].forfeits if bot in pooled.bots else 0,
                }
            )
    rows += _unplayed(pooled, rows, ("elo", "low", "high", "rank_low", "rank_high"))
    return {
        "rows": _ranked(rows, "elo", best=max),
        "first_move_elo": _first_move(found),
        "suspended": pooled.suspended,
    }


def _first_move(found: Fit | None) -> float | None:
    """What the first move is worth; nothing can be said if the first won all games."""
    if found is None or abs(found.first_move) > _BEYOND_MEASURE:
        return None
    return round(ELO * found.first_move, 6)


def _pair_results(pairs: Mapping[PairCount, int]) -> dict[str, Map]:
    """By bot: blocks, games, wins, losses."""
    nothing = {"blocks": 0, "games": 0, "wins": 0, "losses": 0}
    results: dict[str, Map] = {}
    for pair, count in pairs.items():
        points = (pair.as_first, pair.as_second)
        for bot, won, lost in ((pair.first, 2, 0), (pair.second, 0, 2)):
            of_bot = results.setdefault(bot, dict(nothing))
            of_bot["blocks"] += count
            of_bot["games"] += 2 * count
            of_bot["wins"] += count * points.count(won)
            of_bot["losses"] += count * points.count(lost)
    return results


def _unplayed(pooled: Pooled, rows: Sequence[Map], missing: Sequence[str]) -> list[Map]:
    """Bots that are in the contest and have no result yet."""
    there = {row["bot"] for row in rows}
    nothing: Map = dict.fromkeys(missing)
    counts = {"blocks": 0, "games": 0, "wins": 0, "losses": 0, "forfeits": 0}
    return [
        {"bot": bot, **nothing, "provisional": True, **counts}
        for bot in pooled.ranked
        if bot not in there
    ]


def _team_table(pools: Sequence[Pooled]) -> Map:
    self_play = [
        {
            "bot": bot,
            "seats": pooled.field.pool.seats,
            **_mean(pooled.teams.get((bot,) * pooled.field.pool.seats)),
        }
        for pooled in pools
        for bot in pooled.ranked
    ]
    rows = []
    for bot in sorted({bot for pooled in pools for bot in pooled.ranked}):
        own = [part for part in self_play if part["bot"] == bot and part["games"]]
        mean = sum(part["mean_left"] for part in own) / len(own) if own else None
        error = sqrt(sum(part["error"] ** 2 for part in own)) / len(own) if own else 0.0
        rows.append(
            {
                "bot": bot,
                "rank_low": None,
                "rank_high": None,
                "mean_left": mean,
                "low": None if mean is None else mean - 1.96 * error,
                "high": None if mean is None else mean + 1.96 * error,
                "provisional": any(part["games"] < _ENOUGH_GAMES for part in own) or not own,
                "games": sum(part["games"] for part in own),
                "forfeits": sum(p.bots[bot].forfeits for p in pools if bot in p.bots),
            }
        )
    for part in self_play:
        del part["error"]
    return {
        "rows": _ranked(rows, "mean_left", best=min),
        "self_play": self_play,
        "cross_play": _cross_play(pools),
        "contributions": [],
        "suspended": {bot: why for pooled in pools for bot, why in pooled.suspended.items()},
    }


def _mean(team: TeamSum | None) -> Map:
    if team is None or not team.games:
        nothing = {"mean_left": None, "low": None, "high": None, "zero_rate": None}
        return {**nothing, "games": 0, "error": 0.0}
    mean = team.left / team.games
    variance = max(0.0, team.left_squared / team.games - mean**2)
    error = sqrt(variance / max(1, team.games - 1))
    return {
        "mean_left": mean,
        "low": mean - 1.96 * error,
        "high": mean + 1.96 * error,
        "zero_rate": team.zeros / team.games,
        "games": team.games,
        "error": error,
    }


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


def _score_table(pooled: Pooled) -> Map:
    rows = []
    for bot in pooled.ranked:
        sums = pooled.bots.get(bot)
        games = sums.games if sums else 0
        rows.append(
            {
                "bot": bot,
                "rank_low": None,
                "rank_high": None,
                "elo": None,
                "low": None,
                "high": None,
                "provisional": True,
                "mean_heads": sums.scores / games if sums and games else None,
                "win_share": sums.wins / WHOLE_WIN / games if sums and games else None,
                "tables": sums.blocks if sums else 0,
                "games": games,
                "forfeits": sums.forfeits if sums else 0,
            }
        )
    return {"rows": _ranked(rows, "mean_heads", best=min), "suspended": pooled.suspended}


def _ranked(rows: list[Map], by: str, *, best: Any) -> list[Map]:
    """In order, with a rank each; equal numbers share it, who has none comes last."""
    sign = -1 if best is max else 1
    missing = float("inf")
    order = sorted(
        rows, key=lambda row: (missing if row[by] is None else sign * row[by], row["bot"])
    )
    ranked: list[Map] = []
    for place, row in enumerate(order, 1):
        level = ranked and ranked[-1][by] == row[by]
        ranked.append({"bot": row["bot"], "rank": ranked[-1]["rank"] if level else place, **row})
    return ranked


def _combined(games: Mapping[str, Map], weights: Mapping[str, float]) -> Map:
    scores: dict[str, list[tuple[float, float]]] = {}
    for key, table in games.items():
        weight = weights.get(key, 1.0)
        bots = len(table["rows"])
        for row in table["rows"]:
            share = (bots - row["rank"]) / (bots - 1) if bots > 1 else 0.0
            scores.setdefault(row["bot"], []).append((weight, share))
    whole = sum(weights.get(key, 1.0) for key in games)
    rows = [
        {
            "bot": bot,
            "score": sum(w * s for w, s in parts) / whole if whole else None,
            "low": None,
            "high": None,
        }
        for bot, parts in sorted(scores.items())
    ]
    return {"rule": COMBINED, "rows": _ranked(rows, "score", best=max)}
