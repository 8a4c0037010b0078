"""What mirrored pairs tell beside the ratings: what mirroring saves, and whether one number
can explain who beats whom.
"""

from typing import NamedTuple

import numpy as np

from arena.ratings.bradley_terry import Fit, expected
from arena.ratings.distributions import chi_square_tail
from arena.ratings.results import Floats, Ints, Results

_FEWEST_PAIRS = 10  # of a couple, for a variance of its own
_SURELY_NOT = 0.001


class _Pairs(NamedTuple):
    """By block, seen from the bot whose place comes first."""

    couple: Ints
    beyond: Floats  # score minus what the model expects
    variance: Floats  # what the model expects of two games that do not depend on each other
    weight: Floats


class Cycles(NamedTuple):
    """Whether ratings explain the results between couples (Pearson's chi-square)."""

    x2: float
    degrees: int
    p: float

    @property
    def is_explained(self) -> bool:
        return self.p >= _SURELY_NOT


def dispersion(results: Results, fit: Fit) -> float | None:
    """How much pairs vary, against games that do not depend on each other; below 1 it pays."""
    pairs = _pairs(results, fit)
    foreseen = float((pairs.weight * pairs.variance).sum())
    return float((pairs.weight * pairs.beyond**2).sum()) / foreseen if foreseen else None


def cycles(results: Results, fit: Fit) -> Cycles | None:
    """None as long as too few pairs were played to tell.

    The variance of a couple's score is taken from its own pairs. Such an estimate is
    sometimes much too small, which would make chance look like a cycle: (n - 1)/(n - 3)
    makes up for that on average (the mean of a squared Student number).
    """
    pairs = _pairs(results, fit)
    _, at = np.unique(pairs.couple, return_inverse=True)
    n = np.bincount(at, pairs.weight)
    beyond = np.bincount(at, pairs.weight * pairs.beyond)
    squares = np.bincount(at, pairs.weight * pairs.beyond**2)
    spread = squares - np.divide(beyond**2, n)
    told = (n >= _FEWEST_PAIRS) & (spread > 1e-9)
    degrees = int(told.sum()) - (len(results.bots) - 1)
    if degrees < 1:
        return None
    n, beyond, spread = n[told], beyond[told], spread[told]
    x2 = float((beyond**2 / (n * spread / (n - 1)) * (n - 3) / (n - 1)).sum())
    return Cycles(x2, degrees, chi_square_tail(x2, degrees))


def _pairs(results: Results, fit: Fit) -> _Pairs:
    p = expected(results, fit.theta, fit.first_move)
    sign = np.where(results.first < results.second, 1.0, -1.0)
    blocks = len(results.weight)
    couple = np.zeros(blocks, dtype=np.intp)
    low = np.minimum(results.first, results.second)
    couple[results.block] = low * len(results.bots) + np.maximum(results.first, results.second)
    beyond = np.bincount(results.block, sign * (results.score - results.games * p), blocks)
    variance = np.bincount(results.block, results.games * p * (1 - p), blocks)
    return _Pairs(couple, np.asarray(beyond, float), np.asarray(variance, float), results.weight)
