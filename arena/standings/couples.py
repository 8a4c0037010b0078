"""The list of a game for two: Elo from mirrored pairs, and who beats whom."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from arena.counts import PairCount
from arena.model import Map
from arena.ratings.bradley_terry import ELO, Fit
from arena.ratings.mirroring import cycles, dispersion
from arena.ratings.needed import games_needed, spread_of
from arena.ratings.ranks import superiority
from arena.ratings.results import Floats, Results, mirrored
from arena.standings.elo import elo_list
from arena.standings.listed import Listed, rounded
from arena.standings.pooled import Pooled

_LEVEL = 1e-6 / ELO
_GAMES = 2  # of a mirrored pair
_NO_RESULTS = {"blocks": 0, "games": 0, "wins": 0, "losses": 0}
_FEWEST = 3  # bots whose order is worth a forecast


class _Met(NamedTuple):
    """What every bot (a row) came to against every other (a column)."""

    place: dict[str, int]
    pairs: Floats
    points: Floats  # games won, and half of those drawn
    wins: Floats
    losses: Floats

    def score(self, bot: str, others: Sequence[str]) -> float:
        """Its part of the points against all these; 0 if it met none of them."""
        row, at = self.place[bot], [self.place[other] for other in others]
        pairs = self.pairs[row, at].sum()
        return float(self.points[row, at].sum() / pairs / _GAMES) if pairs else 0.0

    def results(self, bot: str) -> Map:
        """Against all together."""
        if bot not in self.place:
            return dict(_NO_RESULTS)
        row = self.place[bot]
        blocks = int(self.pairs[row].sum())
        wins, losses = int(self.wins[row].sum()), int(self.losses[row].sum())
        return {"blocks": blocks, "games": _GAMES * blocks, "wins": wins, "losses": losses}


def couples_table(pooled: Pooled) -> tuple[Map, Listed | None]:
    """The table, and the list behind it if all bots can be compared."""
    results = mirrored(pooled.pairs)
    met = _met(results)
    found = elo_list(
        pooled,
        results,
        _clean(pooled.pairs),
        met.results,
        lambda level, fit: _ties(level, pooled, met, fit),
        first_move=True,
    )
    whole = found.whole
    circle = cycles(results, whole) if whole else None
    saved = dispersion(results, whole) if whole else None
    table = {
        "rows": found.rows,
        "first_move_elo": rounded(whole.first_move_elo) if whole else None,
        "components": found.components,
        "dispersion": rounded(saved),
        "cycles": circle and {**circle._asdict(), "explained": circle.is_explained},
        "games_needed": _needed(whole, saved),
        "head_to_head": _head_to_head(pooled.ranked, met, whole),
        "suspended": pooled.suspended,
    }
    return table, found.listed


def _clean(pairs: Mapping[PairCount, int]) -> Results | None:
    """The pairs in which nobody was thrown out; None if that is all of them."""
    if not any(pair.forfeited for pair in pairs):
        return None
    return mirrored({pair: count for pair, count in pairs.items() if not pair.forfeited})


def _met(results: Results) -> _Met:
    n, times = len(results.bots), results.weight[results.block]

    def sums(of_first: Floats) -> Floats:
        couple = results.first * n + results.second
        return np.asarray(np.bincount(couple, of_first, n * n).reshape(n, n), float)

    games = sums(times)  # of those in a row who sat first
    points = sums(times * results.score)
    wins, losses = sums(times * (results.score == 1)), sums(times * (results.score == 0))
    return _Met(
        {bot: at for at, bot in enumerate(results.bots)},
        pairs=(games + games.T) / _GAMES,
        points=points + (games - points).T,
        wins=wins + losses.T,
        losses=losses + wins.T,
    )


def _ties(
    level: Sequence[str], pooled: Pooled, met: _Met, found: Fit
) -> dict[str, tuple[Any, ...]]:
    """Pairs among themselves, then against the upper half, forfeits, who came first."""
    # Whoever is level with the last of the upper half is in it: noise must not cut it.
    last = np.sort(found.theta)[len(found.theta) // 2] - _LEVEL
    stronger = [bot for bot, theta in zip(found.bots, found.theta, strict=True) if theta >= last]
    upper = [bot for bot in stronger if bot not in level]
    return {
        bot: (
            -met.score(bot, level),
            -met.score(bot, upper),
            pooled.forfeits(bot),
            pooled.entered.get(bot, 0),
        )
        for bot in level
    }


def _needed(found: Fit | None, saved: float | None) -> int | None:
    """Games in all until the list is nearly in the right order; None if nobody can say."""
    if found is None or len(found.bots) < _FEWEST:
        return None
    errors = ELO * np.sqrt(np.diag(found.covariance))
    spread = spread_of([*found.elo], [*errors])
    if spread is None or saved is None:
        return None
    return round(games_needed(len(found.bots), spread, 1 - saved))


def _head_to_head(ranked: Sequence[str], met: _Met, found: Fit | None) -> list[Map]:
    """For every couple that met: the part of the points, and how likely the one is better."""
    better = superiority(found.theta, found.covariance) if found else None
    pairs, points = met.pairs.tolist(), met.points.tolist()  # thousands of couples: plain lists
    here = [(bot, met.place[bot]) for bot in ranked if bot in met.place]
    return [
        {
            "bots": [one, other],
            "pairs": int(pairs[i][j]),
            "score": rounded(points[i][j] / pairs[i][j] / _GAMES),
            "los": rounded(better[i][j]) if better else None,
        }
        for (one, i), (other, j) in combinations(here, 2)
        if pairs[i][j]
    ]
