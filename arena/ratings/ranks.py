"""Which ranks are possible: simultaneous over all couples, never from overlapping intervals."""

from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_DRAWS = 2_000
_SEED = 20_240_607  # fixed, so that the same counts give the same ranks
_SURE = 0.95

Matrix = NDArray[np.float64]


class Ranks(NamedTuple):
    """By bot: the best and the worst rank that the results leave open."""

    low: NDArray[np.intp]
    high: NDArray[np.intp]


def z_scores(strength: Matrix, covariance: Matrix) -> Matrix:
    """How many errors apart each couple is; 0 where nothing is known."""
    variance = np.diag(covariance)
    spread = np.sqrt(np.maximum(variance[:, None] + variance[None, :] - 2 * covariance, 0))
    apart = strength[:, None] - strength[None, :]
    return np.divide(apart, spread, out=np.zeros_like(apart), where=spread > 1e-12)


def critical(covariance: Matrix) -> float:
    """What the largest difference of all couples stays below, with 95 % certainty, by chance."""
    if len(covariance) <= 1:  # there is no couple
        return 0.0
    draws = np.random.default_rng(_SEED).multivariate_normal(
        np.zeros(len(covariance)), covariance, size=_DRAWS, method="eigh"
    )
    variance = np.diag(covariance)
    spread = np.sqrt(np.maximum(variance[:, None] + variance[None, :] - 2 * covariance, 0))
    above = np.triu(np.ones_like(covariance, dtype=bool), 1) & (spread > 1e-12)
    if not above.any():
        return 0.0
    first, second = np.nonzero(above)
    largest = np.zeros(_DRAWS)
    for at in range(0, _DRAWS, 100):  # 100 bots have 4 950 couples: not all draws at once
        some = draws[at : at + 100]
        z = np.abs(some[:, first] - some[:, second]) / spread[first, second]
        largest[at : at + 100] = z.max(axis=1)
    return float(np.quantile(largest, _SURE))


def ranks(strength: Matrix, covariance: Matrix) -> Ranks:
    """From 1 + those surely above to n - those surely below."""
    z, sure = z_scores(strength, covariance), critical(covariance)
    surely_above = (z < -sure).sum(axis=1)
    surely_below = (z > sure).sum(axis=1)
    return Ranks(1 + surely_above, len(strength) - surely_below)


def is_settled(strength: Matrix, covariance: Matrix, places: int) -> bool:
    """Whether each of the first places is surely apart from the next."""
    order = np.argsort(-strength, kind="stable")
    z, sure = z_scores(strength, covariance), critical(covariance)
    borders = islice(pairwise(order), places)
    return all(z[better, worse] > sure for better, worse in borders)
