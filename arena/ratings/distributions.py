"""The few distributions that the statistics need: normal, chi-square, Student.

Incomplete gamma and beta functions by series and continued fractions (Abramowitz and
Stegun 6.5.29, 6.5.31 and 26.5.8, evaluated with Lentz's method).
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import erfc, exp, lgamma, log, sqrt

_SMALLEST = 1e-300
_CLOSE = 1e-15
_MOST_TERMS = 10_000


def normal(z: float) -> float:
    """How probable it is that a standard normal number is at most z."""
    return 0.5 * erfc(-z / sqrt(2))


def chi_square_tail(x: float, degrees: int) -> float:
    """How probable it is that a chi-square number is larger than x."""
    if x <= 0 or degrees <= 0:
        return 1.0
    a, x = degrees / 2, x / 2
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, _MOST_TERMS):
            term *= x / (a + n)
            total += term
            if term < total * _CLOSE:
                break
        return 1 - front * total

    def parts() -> Iterator[tuple[float, float]]:
        yield 1.0, x + 1 - a
        for n in range(1, _MOST_TERMS):
            yield n * (a - n), x + 2 * n + 1 - a

    return front * _fraction(parts())


@lru_cache(maxsize=1024)
def student_quantile(sure: float, degrees: int) -> float:
    """What a Student number stays within, on both sides of 0, with this probability."""
    return _root(lambda t: 1 - _student_tails(t, degrees) - sure, 0.0, 1e4)


def _student_tails(t: float, degrees: int) -> float:
    """How probable it is that a Student number is further from 0 than t."""
    return _beta(degrees / (degrees + t * t), degrees / 2, 0.5)


def _beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a

    def parts() -> Iterator[tuple[float, float]]:
        yield 1.0, 1.0
        for m in range(_MOST_TERMS):
            if m:
                yield m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), 1.0
            yield -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)), 1.0

    return front * _fraction(parts())


def _fraction(parts: Iterator[tuple[float, float]]) -> float:
    """The continued fraction a1/(b1 + a2/(b2 + ...)) of the parts (a, b)."""
    first, over = next(parts)
    value = c = over or _SMALLEST
    d = 0.0
    for a, b in parts:
        d = 1 / (b + a * d or _SMALLEST)
        c = b + a / c or _SMALLEST
        value *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return first / value


def _root(rising: Callable[[float], float], low: float, high: float) -> float:
    """Where a rising function is 0."""
    for _ in range(200):  # halved more often than a double can tell
        middle = (low + high) / 2
        if rising(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
