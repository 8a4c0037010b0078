"""What a part of the bench finds: costs, and the bars that hold them. Pure.

A bar is judged by the median of its measurements, as a rule one ratio for each of three rounds.
Both sides of a ratio are measured in the same round, so that a busy moment meets both.
"""

import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

ROUNDS = 3


class Cost(NamedTuple):
    """Something that was measured; as a rule one sample a round."""

    what: str
    unit: str
    samples: Sequence[float]


class Bar(NamedTuple):
    """A promise in numbers, and what came out."""

    what: str
    unit: str
    measured: Sequence[float]
    least: float | None = None
    most: float | None = None
    number: str = ""  # P1 to P9; others have none

    @property
    def median(self) -> float:
        return statistics.median(self.measured)

    @property
    def is_met(self) -> bool:
        enough = self.least is None or self.median >= self.least
        return enough and (self.most is None or self.median <= self.most)


class Found(NamedTuple):
    """All that a part found."""

    costs: Sequence[Cost]
    bars: Sequence[Bar]


def in_rounds(rounds: int, one_round: Callable[[], dict[str, float]]) -> dict[str, list[float]]:
    """For each name what the rounds gave, one after another."""
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        for name, sample in one_round().items():
            found.setdefault(name, []).append(sample)
    return found


def ratios(samples: Sequence[float], others: Sequence[float]) -> list[float]:
    """Each sample by the other of its own round."""
    return [one / other for one, other in zip(samples, others, strict=True)]


def quartiles(samples: Sequence[float]) -> tuple[float, float, float]:
    """A quarter, the half and three quarters of the samples are not above these."""
    if len(samples) == 1:
        return (samples[0],) * 3
    low, middle, high = statistics.quantiles(samples, n=4, method="inclusive")
    return low, middle, high


def exit_code(bars: Iterable[Bar], *, quick: bool) -> int:
    """1 if a bar is missed. A quick run is too short to say so."""
    return int(not quick and any(not bar.is_met for bar in bars))
