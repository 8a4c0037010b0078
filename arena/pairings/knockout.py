"""Knockout: the bracket, who goes on, and which pairs are still to be played.

Best of N mirrored pairs. Who is level then plays on pair by pair, up to 2N; after that the
better seed goes on. Everything follows from the results so far.
"""

from collections.abc import Mapping, Sequence

from arena.pairings.couples import Couple

_HALF = 0.5


def bracket(seeds: Sequence[str]) -> list[tuple[str, str | None]]:
    """The first round: 1 against the last, and so on; None is a free place.

    In the usual order, in which the two best can meet in the final alone.
    """
    places = [0]
    while len(places) < len(seeds):
        size = 2 * len(places)
        places = [place for best in places for place in (best, size - 1 - best)]
    entrants = [seeds[place] if place < len(seeds) else None for place in places]
    couples = zip(entrants[::2], entrants[1::2], strict=True)
    return [(first, second) for first, second in couples if first is not None]


def advance(winners: Sequence[str]) -> list[tuple[str, str | None]]:
    """The next round: the winners as they stand side by side."""
    return list(zip(winners[::2], winners[1::2], strict=True))


def still_to_play(scores: Sequence[float], best_of: int) -> int:
    """How many pairs a couple must still play now; `scores` of the first, 0 to 1 a pair."""
    if len(scores) < best_of:
        return best_of - len(scores)
    level = sum(scores) == len(scores) * _HALF
    return 1 if level and len(scores) < 2 * best_of else 0


def winner(couple: Couple, scores: Sequence[float], seed_of: Mapping[str, int]) -> str:
    """Who goes on once nothing is still to play; `seed_of` is smaller for the better."""
    first, second = couple
    total, half = sum(scores), len(scores) * _HALF
    if total != half:
        return first if total > half else second
    return min(couple, key=lambda bot: seed_of[bot])
