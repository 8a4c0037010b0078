"""Two bots that met in mirrored pairs: how much better one is, and when that is decided.

From five counts, by the pair's score: lost both, lost one and drew one, split, won one and
drew one, won both.
"""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from arena.ratings.bradley_terry import ELO, SURE
from arena.ratings.distributions import normal

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
SPLIT = 2  # the count that says nothing
BOUND = math.log(19)  # 5 % error on both sides
ENOUGH_DECISIVE = 20  # pairs that are not split, before anything is decided
_TINY = 0.001  # instead of a count of zero
_STEPS = 200  # of a bisection: more than a double can tell apart

Decision = Literal["better", "not better", "undecided"]


class Report(NamedTuple):
    """The first bot against the second; None where a number does not exist."""

    pairs: int
    score: float | None
    elo: float | None
    error: float | None  # half of the 95 % interval
    nelo: float | None  # normalized Elo
    los: float | None  # likelihood that it is the better one


def report(counts: Sequence[int]) -> Report:
    """What the counts say."""
    n = sum(counts)
    if n == 0:
        return Report(0, None, None, None, None, None)
    mean = sum(count * score for count, score in zip(counts, SCORES, strict=True)) / n
    variance = sum(c * (s - mean) ** 2 for c, s in zip(counts, SCORES, strict=True)) / n
    if variance == 0:
        level = mean == SCORES[SPLIT]
        return Report(n, mean, elo_of(mean), None, 0.0 if level else None, 0.5 if level else None)
    spread = math.sqrt(variance / n)
    low, high = elo_of(mean - SURE * spread), elo_of(mean + SURE * spread)
    return Report(
        pairs=n,
        score=mean,
        elo=elo_of(mean),
        error=None if low is None or high is None else (high - low) / 2,
        nelo=(mean - 0.5) / math.sqrt(2 * variance) * 2 * ELO,
        los=normal((mean - 0.5) / spread),
    )


def elo_of(score: float) -> float | None:
    """The Elo difference of a mean score; None beyond what is possible."""
    return ELO * math.log(score / (1 - score)) if 0 < score < 1 else None


def score_of(elo: float) -> float:
    """The mean score of an Elo difference."""
    return 1 / (1 + math.exp(-elo / ELO))


def llr(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """The generalised log-likelihood ratio of elo1 against elo0."""
    if not sum(counts):
        return 0.0
    filled = [count or _TINY for count in counts]
    n = sum(filled)
    shares = [count / n for count in filled]
    p0, p1 = _nearest(shares, score_of(elo0)), _nearest(shares, score_of(elo1))
    return n * sum(p * math.log(b / a) for p, a, b in zip(shares, p0, p1, strict=True))


def _nearest(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution with this mean that makes the shares most likely."""
    apart = [score - mean for score in SCORES]
    low, high = -1 / max(apart), -1 / min(apart)
    for _ in range(_STEPS):
        x = (low + high) / 2
        if sum(p * a / (1 + x * a) for p, a in zip(shares, apart, strict=True)) > 0:
            low = x
        else:
            high = x
    return [p / (1 + x * a) for p, a in zip(shares, apart, strict=True)]


def decision(counts: Sequence[int], elo0: float, elo1: float) -> Decision:
    """What the sequential test says now."""
    if sum(counts) - counts[SPLIT] < ENOUGH_DECISIVE:
        return "undecided"
    ratio = llr(counts, elo0, elo1)
    if ratio >= BOUND:
        return "better"
    return "not better" if ratio <= -BOUND else "undecided"
