"""An interval that holds at every moment at once, for those who look whenever they like.

The mixture boundary of Robbins (Annals of Mathematical Statistics 41, 1970) for a mean
whose variance is estimated; see Waudby-Smith and others, "Time-uniform central limit
theory" (Annals of Statistics 52, 2024).
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import NamedTuple

ENOUGH_BLOCKS = 16
_ALPHA = 0.05
_R2 = 1 / 500  # where the boundary is tightest: some hundreds of blocks


class Sequence95(NamedTuple):
    """A mean, and how far off it may be at any time; None while there are too few blocks."""

    blocks: int
    mean: float | None
    radius: float | None


def radius(variance: float, blocks: int, alpha: float = _ALPHA) -> float:
    """Of the confidence sequence after so many blocks."""
    grown = blocks * _R2 + 1
    return sqrt(variance * 2 * grown / (blocks**2 * _R2) * log(sqrt(grown) / alpha))


def sequence(scores: Sequence[float], level: float) -> Sequence95:
    """After these blocks; `level` is the score of equals.

    The variance is that of these blocks and one that came out level: a few that happen to
    be all alike do not make a mean exact. If they are level themselves, nothing is known.
    """
    n = len(scores)
    if n == 0:
        return Sequence95(0, None, None)
    mean = sum(scores) / n
    if n < ENOUGH_BLOCKS:
        return Sequence95(n, mean, None)
    centre = (n * mean + level) / (n + 1)
    squares = sum((score - centre) ** 2 for score in (*scores, level))
    return Sequence95(n, mean, radius(squares / (n + 1), n) if squares else None)
