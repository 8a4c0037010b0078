"""One standing for several games, with its rule and how sure it is."""

from collections.abc import Mapping, Sequence

import numpy as np

from arena.model import Map
from arena.ratings.results import Floats
from arena.standings.listed import Listed, in_order, no_tie_break, rounded

RULE = "mean over games of (bots - rank) / (bots - 1)"
_DRAWS = 2_000
_SEED = 20_240_608  # fixed, so that the same results give the same interval
_LOW, _HIGH = 0.025, 0.975
_LEVEL = 0.5  # of somebody who cannot be compared yet


def combined(
    games: Mapping[str, Map], lists: Mapping[str, Listed | None], weights: Mapping[str, float]
) -> Map:
    """The mean of all games, each with its weight; usually 1."""
    chance = np.random.default_rng(_SEED)
    weight = {key: weights.get(key, weights.get(key.split("/")[0], 1.0)) for key in games}
    whole = sum(weight.values())
    bots = sorted({row["bot"] for table in games.values() for row in table["rows"]})
    place = {bot: at for at, bot in enumerate(bots)}
    score, drawn = np.zeros(len(bots)), np.zeros((_DRAWS, len(bots)))
    less, more = np.zeros(len(bots)), np.zeros(len(bots))  # what nobody can say yet
    for key, table in games.items():
        share = weight[key] / whole if whole else 0.0
        rows, listed = table["rows"], lists[key]
        at = [place[row["bot"]] for row in rows]
        score[at] += share * np.array([_points(row, rows, listed) for row in rows])
        if len(rows) == 1:
            drawn[:, at] += share * _LEVEL
            continue
        there = [place[bot] for bot in listed.bots] if listed else []
        unplaced = [here for here in at if here not in there]
        if listed is not None:
            drawn[:, there] += share * _drawn(listed, len(rows), chance)
        less[there] += share * len(unplaced) / (len(rows) - 1)  # all of them may come before
        more[unplaced] += share
    low, high = np.quantile(drawn, (_LOW, _HIGH), axis=0) if bots else (less, more)
    low, high = low - less, high + more
    rows = [
        {
            "bot": bot,
            "ranks": {key: _rank(table, bot) for key, table in games.items()},
            "score": rounded(score[at]),
            "low": rounded(min(low[at], score[at])),
            "high": rounded(max(high[at], score[at])),
        }
        for at, bot in enumerate(bots)
    ]
    rule = RULE if len({*weight.values()}) == 1 else f"{RULE}, weights {_told(weight)}"
    return {"rule": rule, "rows": in_order(rows, "score", best=max, ties=no_tie_break)}


def _rank(table: Map, bot: str) -> int | None:
    """In one of the games; None if it does not play it."""
    return next((row["rank"] for row in table["rows"] if row["bot"] == bot), None)


def _told(weight: Mapping[str, float]) -> str:
    return ", ".join(f"{key} {each:g}" for key, each in weight.items())


def _points(row: Map, rows: Sequence[Map], listed: Listed | None) -> float:
    """Between 0 for the last and 1 for the first."""
    if listed is None or len(rows) == 1 or row["rank"] is None:
        return _LEVEL
    return float((len(rows) - row["rank"]) / (len(rows) - 1))


def _drawn(listed: Listed, bots: int, chance: np.random.Generator) -> Floats:
    """Points in lists as they could have come out as well.

    Strengths drawn with the covariance of their errors: resampling whole blocks comes to
    the same where a rating is a sum over many, and that would take a fit for each draw.
    """
    strength = chance.multivariate_normal(
        listed.strength, listed.covariance, size=_DRAWS, method="eigh"
    )
    rank = (-strength).argsort(axis=1, kind="stable").argsort(axis=1)
    return np.asarray((bots - 1 - rank) / (bots - 1))
