"""How many games a list needs until its order is nearly right."""

from math import sqrt

_EVEN_ELO = 347.4  # Elo for one unit of score, in even games
_CLOSE = 0.079  # error over spread at which Kendall's tau is 0.95, found by simulation


def games_needed(bots: int, spread: float, saved: float = 0.0) -> float:
    """Games in all for Kendall's tau of 0.95, if strengths have this spread in Elo.

    `saved` is the part that mirroring saves.
    """
    return bots / 2 * (_EVEN_ELO / (_CLOSE * spread)) ** 2 * (1 - saved)


def spread_of(elo: list[float], error: list[float]) -> float | None:
    """The spread of the strengths behind these ratings; None if they may all be equal."""
    n = len(elo)
    if n < 2:
        return None
    mean = sum(elo) / n
    seen = sum((each - mean) ** 2 for each in elo) / (n - 1)
    left = seen - sum(each**2 for each in error) / n
    return sqrt(left) if left > 0 else None
