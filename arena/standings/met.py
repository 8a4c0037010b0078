"""Who met whom how often, and what came of it."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from arena.model import Map
from arena.ratings.bradley_terry import Fit
from arena.ratings.ranks import superiority
from arena.ratings.results import Floats, Results
from arena.standings.listed import rounded


class Met(NamedTuple):
    """What every bot (a row) came to against every other (a column)."""

    place: dict[str, int]
    blocks: Floats
    games: Floats
    points: Floats  # games won, and half of those drawn

    def score(self, bot: str, others: Sequence[str]) -> float:
        """Its part of the points against all these; 0 if it met none of them."""
        row, at = self.place[bot], [self.place[other] for other in others]
        games = self.games[row, at].sum()
        return float(self.points[row, at].sum() / games) if games else 0.0


def met_in(results: Results) -> Met:
    """All couples of these results."""
    n, times = len(results.bots), results.weight[results.block]
    games = by_couple(results, times * results.games)
    points = by_couple(results, times * results.score)
    low, high = np.minimum(results.first, results.second), np.maximum(results.first, results.second)
    couple = low * n + high
    _, once = np.unique(results.block * n * n + couple, return_index=True)
    blocks = np.asarray(np.bincount(couple[once], times[once], n * n), float).reshape(n, n)
    return Met(
        {bot: at for at, bot in enumerate(results.bots)},
        blocks=blocks + blocks.T,
        games=games + games.T,
        points=points + (games - points).T,
    )


def by_couple(results: Results, values: Floats) -> Floats:
    """The sum of the values of all rows, by first and second bot."""
    n = len(results.bots)
    couple = results.first * n + results.second
    return np.asarray(np.bincount(couple, values, n * n).reshape(n, n), float)


def head_to_head(ranked: Sequence[str], met: Met, found: Fit | None) -> list[Map]:
    """For every couple that met: the part of the points, and how likely the one is better."""
    better = superiority(found.theta, found.covariance) if found else None
    # Thousands of couples: plain lists are quicker here than arrays.
    blocks, games, points = met.blocks.tolist(), met.games.tolist(), met.points.tolist()
    here = [(bot, met.place[bot]) for bot in ranked if bot in met.place]
    return [
        {
            "bots": [one, other],
            "pairs": int(blocks[i][j]),
            "score": rounded(points[i][j] / games[i][j]),
            "los": rounded(better[i][j]) if better else None,
        }
        for (one, i), (other, j) in combinations(here, 2)
        if games[i][j]
    ]
