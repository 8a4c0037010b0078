"""The Game: how many cards teams leave over, and what a bot adds to a mixed team.

A shuffle is easy or hard for everybody, so all is compared within shuffles, and the
shuffle is the unit of inference.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from arena.ratings.distributions import student_quantile
from arena.ratings.results import Floats, Ints

_SURE = 0.95
_ALL_CARDS = 98.0  # more cannot be left

# By bot, by shuffle: cards left.
Left = Mapping[str, Mapping[str, float]]


class Means(NamedTuple):
    """Mean cards left, with the covariance of their errors."""

    bots: tuple[str, ...]
    mean: Floats
    covariance: Floats
    shuffles: Floats  # of each bot


class Game(NamedTuple):
    """A game of a mixed team."""

    shuffle: str
    team: tuple[str, ...]
    left: float


class Contributions(NamedTuple):
    """What a seat with each bot adds to the cards left; together they are 0."""

    bots: tuple[str, ...]
    cards: Floats
    covariance: Floats
    shuffles: int
    r_squared: float | None  # of what differs within shuffles, the part that this explains

    @property
    def half_width(self) -> Floats:
        """Of the 95 % interval."""
        wide = student_quantile(_SURE, self.shuffles - 1)
        return np.asarray(wide * np.sqrt(np.diag(self.covariance)))


def means(left: Left) -> Means:
    """Of teams that played on common shuffles; one that missed some loses precision only.

    A single shuffle says nothing of its error, which then is as large as can be.
    """
    bots = tuple(sorted(bot for bot in left if left[bot]))
    shuffles = sorted({shuffle for bot in bots for shuffle in left[bot]})
    place = {shuffle: at for at, shuffle in enumerate(shuffles)}
    mean, count = np.zeros(len(bots)), np.zeros(len(bots))
    beyond = np.zeros((len(shuffles), len(bots)))
    for at, bot in enumerate(bots):
        played = np.array(list(left[bot].values()), dtype=float)
        count[at], mean[at] = len(played), played.mean()
        correction = sqrt(len(played) / (len(played) - 1)) if len(played) > 1 else 0.0
        rows = [place[shuffle] for shuffle in left[bot]]
        beyond[rows, at] = (played - mean[at]) / len(played) * correction
    covariance = beyond.T @ beyond + np.diag(np.where(count < 2, _ALL_CARDS**2, 0.0))
    return Means(bots, mean, covariance, count)


class Difference(NamedTuple):
    """How many cards more the one leaves than the other, on the shuffles of both."""

    cards: float
    half_width: float  # of the 95 % interval


def difference(found: Means, one: str, other: str) -> Difference | None:
    """Student's test for pairs; None if there are too few shuffles.

    The covariance is over common shuffles, so it is the spread of their differences.
    """
    a, b = found.bots.index(one), found.bots.index(other)
    shuffles = int(min(found.shuffles[a], found.shuffles[b]))
    if shuffles < 2:
        return None
    covariance = found.covariance
    variance = covariance[a, a] + covariance[b, b] - 2 * covariance[a, b]
    wide = student_quantile(_SURE, shuffles - 1)
    return Difference(float(found.mean[a] - found.mean[b]), wide * sqrt(max(0.0, variance)))


def averaged(parts: Sequence[Means]) -> Means:
    """The mean of several lists, which weigh alike; a bot that is in some has these alone."""
    bots = tuple(sorted({bot for part in parts for bot in part.bots}))
    lists = np.array([[bot in part.bots for bot in bots] for part in parts], dtype=float)
    share = lists / np.maximum(lists.sum(axis=0), 1)
    mean, count = np.zeros(len(bots)), np.zeros(len(bots))
    covariance = np.zeros((len(bots), len(bots)))
    for part, weight in zip(parts, share, strict=True):
        at = np.array([bots.index(bot) for bot in part.bots], dtype=np.intp)
        mean[at] += weight[at] * part.mean
        count[at] += part.shuffles
        covariance[np.ix_(at, at)] += np.outer(weight[at], weight[at]) * part.covariance
    return Means(bots, mean, covariance, count)


def contributions(games: Sequence[Game]) -> Contributions | None:
    """Least squares within shuffles; None if the games do not tell the bots apart.

    y = shuffle effect + sum over seats of the contribution of the bot there + error. With
    effects that add up this is the Shapley value but for its scale. Errors are a sandwich
    clustered by shuffle, with Student's quantile for one fewer than there are shuffles.
    """
    bots = tuple(sorted({bot for game in games for bot in game.team}))
    shuffles = sorted({game.shuffle for game in games})
    if len(bots) < 2 or len(shuffles) < 2:
        return None
    n, count = len(bots), len(shuffles)
    place = {bot: at for at, bot in enumerate(bots)}
    number = {shuffle: at for at, shuffle in enumerate(shuffles)}
    at = np.array([number[game.shuffle] for game in games], dtype=np.intp)
    seats = np.zeros((len(games), n))
    for row, game in enumerate(games):
        for bot in game.team:
            seats[row, place[bot]] += 1
    left = np.array([game.left for game in games], dtype=float)
    size = np.bincount(at, minlength=count).astype(float)
    x = seats - _sums(seats, at, count)[at] / size[at, None]
    y = left - (np.bincount(at, left, count) / size)[at]
    information = x.T @ x
    if np.linalg.matrix_rank(information) < n - 1:
        return None
    inverse = np.linalg.inv(information + 1 / n)  # the sum is fixed at 0
    cards = inverse @ (x.T @ y)
    beyond = y - x @ cards
    scores = _sums(x * beyond[:, None], at, count)
    covariance = inverse @ scores.T @ scores @ inverse * count / (count - 1)
    about_mean = np.eye(n) - 1 / n
    whole = float(y @ y)
    return Contributions(
        bots,
        cards - cards.mean(),
        about_mean @ covariance @ about_mean,
        count,
        1 - float(beyond @ beyond) / whole if whole else None,
    )


def _sums(rows: Floats, at: Ints, count: int) -> Floats:
    """The rows of each shuffle added up."""
    sums = np.zeros((count, rows.shape[1]))
    np.add.at(sums, at, rows)
    return sums
