"""Schedules of couples that look at no result: everybody against everybody, or one against all.

Results are looked at, for suspensions and for stopping, only after every MEETINGS meetings of
each couple: that is a round. A sitting of as many games never spans two rounds.
"""

from collections.abc import Iterator, Sequence

MEETINGS = 8

Couple = tuple[str, str]
Meeting = tuple[int, int, Couple]  # round, number of the meeting, who


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


def round_robin(bots: Sequence[str], meetings: int) -> Iterator[Meeting]:
    """Every couple in each meeting once; neighbours share no bot."""
    rows = circle(bots)
    return _in_rounds([couple for row in rows for couple in row], meetings)


def gauntlet(challenger: str, others: Sequence[str], meetings: int) -> Iterator[Meeting]:
    """The same for one bot against each of the others."""
    return _in_rounds([(challenger, other) for other in others], meetings)


def _in_rounds(couples: Sequence[Couple], meetings: int) -> Iterator[Meeting]:
    for meeting in range(meetings):
        for couple in couples:
            yield meeting // MEETINGS, meeting, couple
