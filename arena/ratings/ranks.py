"""Which ranks are possible: simultaneous over all couples, never from overlapping intervals."""

from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.ratings.distributions import normal
from arena.ratings.results import Floats

_DRAWS = 2_000
_SEED = 20_240_607  # fixed, so that the same counts give the same ranks
_SURE = 0.95
_NOTHING = 1e-12  # an error that says nothing


class Ranks(NamedTuple):
    """By bot: the best and the worst rank that the results leave open."""

    low: NDArray[np.intp]
    high: NDArray[np.intp]


def z_scores(strength: Floats, covariance: Floats) -> Floats:
    """How many errors apart each couple is; 0 where nothing is known."""
    apart, spread = strength[:, None] - strength[None, :], _spread(covariance)
    return np.divide(apart, spread, out=np.zeros_like(apart), where=spread > _NOTHING)


def _spread(covariance: Floats) -> Floats:
    """The error of the difference of each couple."""
    variance = np.diag(covariance)
    return np.sqrt(np.maximum(variance[:, None] + variance[None, :] - 2 * covariance, 0))


def superiority(strength: Floats, covariance: Floats) -> list[list[float]]:
    """By couple: how likely it is that the one is better than the other (LOS)."""
    return [[normal(z) for z in row] for row in z_scores(strength, covariance)]


def critical(covariance: Floats) -> float:
    """What the largest difference of all couples stays below, with 95 % certainty, by chance."""
    if len(covariance) <= 1:  # there is no couple
        return 0.0
    draws = np.random.default_rng(_SEED).multivariate_normal(
        np.zeros(len(covariance)), covariance, size=_DRAWS, method="eigh"
    )
    spread = _spread(covariance)
    scale = np.divide(1.0, spread, out=np.zeros_like(spread), where=spread > _NOTHING)
    by_bot = np.ascontiguousarray(draws.T)
    largest = np.zeros(_DRAWS)
    for at in range(len(by_bot) - 1):
        z = np.abs(by_bot[at + 1 :] - by_bot[at]) * scale[at, at + 1 :, None]
        np.maximum(largest, z.max(axis=0), out=largest)
    return float(np.quantile(largest, _SURE))


def ranks(strength: Floats, covariance: Floats) -> Ranks:
    """From 1 + those surely above to n - those surely below."""
    z, sure = z_scores(strength, covariance), critical(covariance)
    surely_above = (z < -sure).sum(axis=1)
    surely_below = (z > sure).sum(axis=1)
    return Ranks(1 + surely_above, len(strength) - surely_below)


def is_settled(strength: Floats, covariance: Floats, places: int) -> bool:
    """Whether each of the first places is surely apart from the next."""
    order = np.argsort(-strength, kind="stable")
    z, sure = z_scores(strength, covariance), critical(covariance)
    borders = islice(pairwise(order), places)
    return all(z[better, worse] > sure for better, worse in borders)
