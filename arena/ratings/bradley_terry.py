"""Elo as a batch fit: Bradley and Terry's model (Biometrika 39, 1952) with a first-move term.

P(first beats second) = 1 / (1 + exp(-(t_first - t_second + h))), where log-likelihood
minus prior/2 times the sum of t squared is largest. A draw is half a win and half a loss.
The unit of inference is the block: errors are a sandwich clustered by block (Liang and
Zeger, Biometrika 73, 1986), about the mean of the pool. With few blocks the model's own
error is given instead, and the rating is called provisional.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.ratings.results import Floats, Results

ELO = 400 / math.log(10)  # points for one logit
CENTRE = 1500
PRIOR = 0.25  # per square logit: a standard deviation of 2 logits, 347 Elo
SURE = 1.96  # standard errors on both sides of a 95 % interval
METHOD = 1  # raised whenever the same results would get other numbers

_LARGEST_STEP = 2.0
_CLOSE_ENOUGH = 1e-10
_MOST_STEPS = 200
_ENOUGH_BLOCKS = 50  # of a bot, for its robust error
_NOTHING = 1e-12  # a variance that says nothing
_AT_ONCE = 512  # blocks: their rows fit into a core's own cache, where 4096 take half as long again
_BEYOND_MEASURE = 10  # logits of a first move that wins nearly always


class Fit(NamedTuple):
    """Ratings in logits, their mean 0, with the covariances of their errors."""

    bots: tuple[str, ...]
    theta: Floats
    first_move: float  # in logits
    robust: Floats
    model: Floats
    blocks: Floats  # of each bot
    provisional: NDArray[np.bool_]

    @property
    def covariance(self) -> Floats:
        """That of the errors that are shown."""
        if not self.provisional.any():
            return self.robust
        # Errors as shown, correlations of the model: pasted together from two matrices it
        # would be no covariance of anything.
        shown = np.where(self.provisional, np.diag(self.model), np.diag(self.robust))
        scale = np.sqrt(shown / np.diag(self.model))
        return np.asarray(self.model * np.outer(scale, scale))

    @property
    def elo(self) -> Floats:
        return np.asarray(CENTRE + ELO * self.theta)

    @property
    def first_move_elo(self) -> float | None:
        """What the first move is worth; nothing can be said if it wins nearly all games."""
        return None if abs(self.first_move) > _BEYOND_MEASURE else ELO * self.first_move


class _Totals(NamedTuple):
    """All that the likelihood depends on."""

    meetings: Floats  # games of each first bot against each second one
    points: Floats  # of each bot
    of_first: float  # points of all first bots together


def fit(results: Results, *, prior: float = PRIOR, first_move: bool = True) -> Fit:
    """The ratings that these results make most likely; all bots must have met, if indirectly."""
    n, totals = len(results.bots), _totals(results)
    theta, h = np.zeros(n), 0.0
    for _ in range(_MOST_STEPS):
        gradient, hessian = _slope(totals, theta, h, prior, first_move)
        step = np.linalg.solve(hessian, gradient)
        step *= min(1.0, _LARGEST_STEP / max(np.abs(step).max(), _LARGEST_STEP))
        theta, h = theta + step[:n], h + step[n]
        if np.abs(step).max() < _CLOSE_ENOUGH:
            break
    theta -= theta.mean()
    _, hessian = _slope(totals, theta, h, prior, first_move)
    middle, blocks = _scores(results, theta, h, first_move)
    inverse = np.linalg.inv(hessian)
    parameters = n - 1 + first_move  # the mean of the ratings is fixed
    enough = results.blocks > parameters
    correction = results.blocks / (results.blocks - parameters) if enough else 1.0
    about_mean = np.eye(n) - 1 / n
    robust = about_mean @ (inverse @ middle @ inverse)[:n, :n] @ about_mean * correction
    model = about_mean @ inverse[:n, :n] @ about_mean
    provisional = (blocks < _ENOUGH_BLOCKS) | (np.diag(robust) < _NOTHING)
    return Fit(results.bots, theta, float(h), robust, model, blocks, provisional)


def expected(results: Results, theta: Floats, h: float) -> Floats:
    """The score of the first that the model expects in one game, by row."""
    return np.asarray(1 / (1 + np.exp(-(theta[results.first] - theta[results.second] + h))))


def _totals(results: Results) -> _Totals:
    n = len(results.bots)
    times = results.weight[results.block]
    couple = results.first * n + results.second
    games, score = times * results.games, times * results.score
    of_first = np.bincount(results.first, score, n)
    of_second = np.bincount(results.second, games - score, n)
    meetings = np.bincount(couple, games, n * n).reshape(n, n)
    points = np.asarray(of_first + of_second, float)
    return _Totals(np.asarray(meetings, float), points, float(score.sum()))


def _slope(
    totals: _Totals, theta: Floats, h: float, prior: float, first_move: bool
) -> tuple[Floats, Floats]:
    """Gradient of the likelihood, and minus its second derivatives; the gauge is fixed."""
    n = len(theta)
    p = 1 / (1 + np.exp(-(theta[:, None] - theta[None, :] + h)))
    won = totals.meetings * p
    lost = totals.meetings - won
    gradient = np.zeros(n + 1)
    gradient[:n] = totals.points - won.sum(axis=1) - lost.sum(axis=0) - prior * theta
    weight = won * (1 - p)
    both = weight + weight.T
    hessian = np.zeros((n + 1, n + 1))
    hessian[:n, :n] = np.diag(both.sum(axis=1)) - both + prior * np.eye(n) + 1 / n
    hessian[n, n] = 1.0
    if first_move:
        gradient[n] = totals.of_first - won.sum()
        hessian[n, :n] = hessian[:n, n] = weight.sum(axis=1) - weight.sum(axis=0)
        hessian[n, n] = weight.sum() or 1.0
    return gradient, hessian


def _scores(results: Results, theta: Floats, h: float, first_move: bool) -> tuple[Floats, Floats]:
    """(sum over blocks of the outer product of their score vectors, blocks of each bot)."""
    n = len(theta)
    beyond = results.score - results.games * expected(results, theta, h)
    middle, blocks = np.zeros((n + 1, n + 1)), np.zeros(n)
    order = np.argsort(results.block, kind="stable")
    sorted_blocks = results.block[order]
    for start in range(0, len(results.weight), _AT_ONCE):
        weight = results.weight[start : start + _AT_ONCE]
        lower, upper = np.searchsorted(sorted_blocks, (start, start + len(weight)))
        rows = order[lower:upper]
        at = (results.block[rows] - start) * (n + 1)
        size = len(weight) * (n + 1)
        first, second = at + results.first[rows], at + results.second[rows]
        vectors = np.bincount(first, beyond[rows], size) - np.bincount(second, beyond[rows], size)
        if first_move:
            vectors += np.bincount(at + n, beyond[rows], size)
        vectors = vectors.reshape(len(weight), n + 1)
        middle += (vectors * weight[:, None]).T @ vectors
        there = np.bincount(first, minlength=size) + np.bincount(second, minlength=size) > 0
        blocks += weight @ there.reshape(len(weight), n + 1)[:, :n]
    return middle, blocks
