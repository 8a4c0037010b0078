"""Swiss rounds: who stands level meets, nobody meets again before it must be.

Each round is decided by the rounds before it and nothing else. The first of the table gets
the nearest opponent with whom all others can still be paired without a repetition.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from arena.pairings.couples import Couple
from arena.pairings.matching import has_perfect_matching, maximum_matching

_BYE = ""  # plays nobody


class Paired(NamedTuple):
    """One round: its couples, and who rested."""

    couples: list[Couple]
    bye: str | None


def next_round(bots: Sequence[str], points: dict[str, float], before: Sequence[Paired]) -> Paired:
    """The next round. `bots` are in the order in which equal points are told apart."""
    met = Counter(frozenset(couple) for paired in before for couple in paired.couples)
    byes = Counter(paired.bye for paired in before if paired.bye is not None)
    order = sorted(bots, key=lambda bot: -points.get(bot, 0.0))
    if len(order) % 2:
        fewest = min(byes[bot] for bot in bots)
        for bot in bots:  # a second rest is worse than any repetition
            met[frozenset((bot, _BYE))] = (byes[bot] - fewest) * len(before) * len(bots)
        order.append(_BYE)
    couples = _pair(order, met)
    bye = next((a for a, b in couples if b == _BYE), None)
    return Paired([couple for couple in couples if _BYE not in couple], bye)


def _pair(order: list[str], met: Counter[frozenset[str]]) -> list[Couple]:
    """Top down, each with the nearest who leaves the others a way."""
    couples: list[Couple] = []
    left = list(order)
    while left:
        first, *others = left
        again = _fewest_repetitions(left, met)
        possible = [
            other
            for other in others
            if met[frozenset((first, other))] <= again
            and has_perfect_matching(_allowed(_without(others, other), met, again))
        ]
        other = possible[0] if again == 0 else _sparing(left, possible, met, again)
        couples.append((first, other))
        left = _without(others, other)
    return couples


def _sparing(left: list[str], possible: list[str], met: Counter[frozenset[str]], again: int) -> str:
    """The first opponent that leaves the fewest couples who must meet once more."""
    first = left[0]

    def once_more(other: str) -> int:
        rest = [bot for bot in left[1:] if bot != other]
        fresh = maximum_matching(_allowed(rest, met, again - 1))
        return (met[frozenset((first, other))] == again) + fresh.count(-1) // 2

    return min(possible, key=once_more)


def _without(bots: list[str], bot: str) -> list[str]:
    return [other for other in bots if other != bot]


def _fewest_repetitions(bots: list[str], met: Counter[frozenset[str]]) -> int:
    """How often the couples of a round must have met at most; 0 as long as that is possible."""
    again = 0
    while not has_perfect_matching(_allowed(bots, met, again)):
        again += 1
    return again


def _allowed(bots: list[str], met: Counter[frozenset[str]], again: int) -> list[set[int]]:
    return [
        {j for j, b in enumerate(bots) if j != i and met[frozenset((a, b))] <= again}
        for i, a in enumerate(bots)
    ]
