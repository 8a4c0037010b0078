"""Couples that look at no result: everybody against everybody, or one against all."""

from collections.abc import Sequence

Couple = tuple[str, str]


def circle(bots: Sequence[str]) -> list[list[Couple]]:
    """Everybody once against everybody, in rows in which each bot is at most once.

    The circle method: one bot stays, the others move on by one place. An odd number gets
    an empty place, whose opponent rests.
    """
    places: list[str | None] = [*bots] if len(bots) % 2 == 0 else [*bots, None]
    half = len(places) // 2
    rows = []
    for _ in range(len(places) - 1):
        pairs = zip(places[:half], reversed(places[half:]), strict=True)
        rows.append([_in_order(a, b) for a, b in pairs if a is not None and b is not None])
        places[1:] = [places[-1], *places[1:-1]]
    return rows


def _in_order(a: str, b: str) -> Couple:
    return (a, b) if a < b else (b, a)


def round_robin(bots: Sequence[str]) -> list[Couple]:
    """Every couple once, row after row: at any moment all bots have played about equally often."""
    return [couple for row in circle(bots) for couple in row]


def gauntlet(challenger: str, bots: Sequence[str]) -> list[Couple]:
    """One bot against each of the others."""
    return [(challenger, other) for other in bots if other != challenger]
