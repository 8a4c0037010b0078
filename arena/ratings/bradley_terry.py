"""Elo as a batch fit: Bradley and Terry's model with a term for the first move.

The unit of inference is the mirrored pair. Errors are cluster-robust (a sandwich over
pairs), about the mean of the pool; with few pairs the model's own error is given and
the rating is called provisional.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.counts import PairCount

ELO = 400 / math.log(10)  # points for one logit
CENTRE = 1500
PRIOR = 0.25  # per square logit: a prior of 2 logits, 347 Elo
_LARGEST_STEP = 2.0
_CLOSE_ENOUGH = 1e-10
_MOST_STEPS = 200
_ENOUGH_PAIRS = 50  # of a bot, for its robust error

Matrix = NDArray[np.float64]


class Fit(NamedTuple):
    """Ratings in logits, their mean 0, with the covariance of their errors."""

    bots: tuple[str, ...]
    theta: Matrix
    first_move: float  # in logits
    covariance: Matrix
    provisional: NDArray[np.bool_]

    @property
    def elo(self) -> Matrix:
        return np.asarray(CENTRE + ELO * self.theta)

    @property
    def half_width(self) -> Matrix:
        """Of the 95 % interval, in Elo."""
        return np.asarray(1.96 * ELO * np.sqrt(np.diag(self.covariance)))


class _Rows(NamedTuple):
    """One row for every couple and way a pair came out."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    as_first: Matrix  # score of `first` in the game where it sat first
    as_second: Matrix
    pairs: Matrix  # how many


def fit(bots: Sequence[str], pairs: Mapping[PairCount, int], *, prior: float = PRIOR) -> Fit:
    """The ratings that these pairs make most likely. `bots` are those who played."""
    order = tuple(sorted(bots))
    rows = _rows(order, pairs)
    n = len(order)
    theta, h = np.zeros(n), 0.0
    for _ in range(_MOST_STEPS):
        gradient, hessian = _slope(rows, theta, h, prior)
        step = np.linalg.solve(hessian, gradient)
        step *= min(1.0, _LARGEST_STEP / max(np.abs(step).max(), 1e-300))
        theta, h = theta + step[:n], h + step[n]
        if np.abs(step).max() < _CLOSE_ENOUGH:
            break
    theta -= theta.mean()
    _, hessian = _slope(rows, theta, h, prior)
    robust, model = _errors(rows, theta, h, hessian)
    provisional = _provisional(rows, n, robust)
    covariance = robust
    if provisional.any():
        # Errors as shown, correlations of the model: pasted together from two matrices it
        # would be no covariance of anything.
        spread = np.sqrt(np.where(provisional, np.diag(model), np.diag(robust)))
        own = np.sqrt(np.diag(model))
        covariance = model / np.outer(own, own) * np.outer(spread, spread)
    return Fit(order, theta, float(h), covariance, provisional)


def _rows(order: Sequence[str], pairs: Mapping[PairCount, int]) -> _Rows:
    index = {bot: at for at, bot in enumerate(order)}
    merged: dict[tuple[int, int, int, int], int] = {}
    for pair, count in pairs.items():
        key = (index[pair.first], index[pair.second], pair.as_first, pair.as_second)
        merged[key] = merged.get(key, 0) + count
    table = np.array([[*key, count] for key, count in sorted(merged.items())], dtype=float)
    table = table.reshape(-1, 5)
    first, second = table[:, 0].astype(np.intp), table[:, 1].astype(np.intp)
    return _Rows(first, second, table[:, 2] / 2, table[:, 3] / 2, table[:, 4])


def _expected(rows: _Rows, theta: Matrix, h: float) -> tuple[Matrix, Matrix]:
    """The score of `first` in both games."""
    apart = theta[rows.first] - theta[rows.second]
    return 1 / (1 + np.exp(-(apart + h))), 1 / (1 + np.exp(-(apart - h)))


def _slope(rows: _Rows, theta: Matrix, h: float, prior: float) -> tuple[Matrix, Matrix]:
    """Gradient of the likelihood, and minus its second derivatives; the gauge is fixed."""
    n = len(theta)
    one, two = _expected(rows, theta, h)
    a1, a2 = rows.as_first - one, rows.as_second - two
    gradient = np.zeros(n + 1)
    np.add.at(gradient, rows.first, rows.pairs * (a1 + a2))
    np.add.at(gradient, rows.second, -rows.pairs * (a1 + a2))
    gradient[:n] -= prior * theta
    gradient[n] = np.sum(rows.pairs * (a1 - a2))
    w1, w2 = rows.pairs * one * (1 - one), rows.pairs * two * (1 - two)
    hessian = np.zeros((n + 1, n + 1))
    np.add.at(hessian, (rows.first, rows.first), w1 + w2)
    np.add.at(hessian, (rows.second, rows.second), w1 + w2)
    np.add.at(hessian, (rows.first, rows.second), -(w1 + w2))
    np.add.at(hessian, (rows.second, rows.first), -(w1 + w2))
    for bots, sign in ((rows.first, 1), (rows.second, -1)):
        np.add.at(hessian[:, n], bots, sign * (w1 - w2))
        np.add.at(hessian[n], bots, sign * (w1 - w2))
    hessian[n, n] = np.sum(w1 + w2) or 1.0
    hessian[:n, :n] += prior * np.eye(n) + 1 / n
    return gradient, hessian


def _errors(rows: _Rows, theta: Matrix, h: float, hessian: Matrix) -> tuple[Matrix, Matrix]:
    """(robust, model) covariances of the ratings about their mean."""
    n = len(theta)
    one, two = _expected(rows, theta, h)
    a1, a2 = rows.as_first - one, rows.as_second - two
    scores = np.zeros((len(rows.pairs), n + 1))
    at = np.arange(len(rows.pairs))
    scores[at, rows.first] += a1 + a2
    scores[at, rows.second] -= a1 + a2
    scores[:, n] = a1 - a2
    middle = (scores * rows.pairs[:, None]).T @ scores
    inverse = np.linalg.inv(hessian)
    pairs, parameters = rows.pairs.sum(), n  # n ratings with their sum fixed, one first move
    spread = pairs / (pairs - parameters) if pairs > parameters else 1.0
    robust = inverse @ middle @ inverse * spread
    about_mean = np.eye(n) - 1 / n
    return (
        about_mean @ robust[:n, :n] @ about_mean,
        about_mean @ inverse[:n, :n] @ about_mean,
    )


def _provisional(rows: _Rows, n: int, robust: Matrix) -> NDArray[np.bool_]:
    """Too few pairs for a robust error, or none of them says anything."""
    pairs = np.zeros(n)
    np.add.at(pairs, rows.first, rows.pairs)
    np.add.at(pairs, rows.second, rows.pairs)
    return np.asarray((pairs < _ENOUGH_PAIRS) | (np.diag(robust) < 1e-12))
