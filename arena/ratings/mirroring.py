"""What mirrored pairs tell beside the ratings: what mirroring saves, and whether one number
can explain who beats whom.
"""

from typing import NamedTuple

import numpy as np

from arena.ratings.bradley_terry import Fit, expected
from arena.ratings.distributions import chi_square_tail
from arena.ratings.results import Floats, Ints, Results

_FEWEST_PAIRS = 10  # of a couple
_PAIRS_OF_ALL = 20  # that its variance is estimated with
_SURELY_NOT = 0.001
_NOTHING = 1e-9  # a spread that says nothing


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

    The variance of a couple's score is taken from its own pairs, and from so many pairs
    with the variance of all couples: of a few pairs that were mostly split it would often
    be much too small, and chance would look like a cycle. (n - 1)/(n - 3) makes up for the
    rest on average (the mean of a squared Student number). With these variances other
    ratings fit best than the most likely ones; one step of weighted least squares goes
    there, and what is left has the chi-square of so many degrees.
    """
    pairs, bots = _pairs(results, fit), len(results.bots)
    couples, at = np.unique(pairs.couple, return_inverse=True)
    n = np.bincount(at, pairs.weight)
    beyond = np.bincount(at, pairs.weight * pairs.beyond)
    squares = np.bincount(at, pairs.weight * pairs.beyond**2)
    slope = np.bincount(at, pairs.weight * pairs.variance)
    if slope.sum() <= _NOTHING:
        return None  # whoever moves first wins
    usual = slope / n * (squares.sum() / slope.sum())  # of a pair
    spread = squares - beyond**2 / n + _PAIRS_OF_ALL * usual
    told = (n >= _FEWEST_PAIRS) & (spread > _NOTHING)
    degrees = int(told.sum()) - (bots - 1)
    if degrees < 1:
        return None
    couples, n, beyond, spread, slope = (
        column[told] for column in (couples, n, beyond, spread, slope)
    )
    error = np.sqrt(n * spread / (n + _PAIRS_OF_ALL - 3))
    moves = np.zeros((len(couples), bots))
    rows = np.arange(len(couples))
    moves[rows, couples // bots] = slope / error
    moves[rows, couples % bots] = -slope / error
    apart = beyond / error
    left = apart - moves @ np.linalg.lstsq(moves, apart, rcond=None)[0]
    x2 = float(left @ left)
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
