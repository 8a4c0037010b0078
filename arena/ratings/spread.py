"""The mean of results that come in groups, such as the games on one seed, and its error."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from arena.ratings.distributions import student_quantile

_SURE = 0.95
_ENOUGH = 10  # groups; the interval of fewer is often wider than all that is possible


class Mean(NamedTuple):
    value: float
    half_width: float | None  # of the 95 % interval; None where the results tell nothing of it


def mean_of(groups: Sequence[Sequence[float]]) -> Mean:
    """Of groups of one size. Results of one group may depend on each other, groups do not.

    Few groups say next to nothing of the error, and groups that came out all alike say nothing.
    """
    means = [fmean(group) for group in groups]
    if len(means) < _ENOUGH or len(set(means)) == 1:
        return Mean(fmean(means), None)
    wide = student_quantile(_SURE, len(means) - 1)
    return Mean(fmean(means), wide * stdev(means) / sqrt(len(means)))
