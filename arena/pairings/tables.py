"""Tables for more bots than seats: all play equally often, and everybody with everybody.

After every table the numbers of tables of any two bots differ by at most one. The meetings of
couples are evened out as far as a search finds a way: a difference of two or three, where
ten bots at tables of five cannot do better.
"""

import math
import random
from collections.abc import Iterator, Sequence
from itertools import combinations

_TRIES = 4000  # exchanges that are tried for a round
_STEEP = 6.0  # how much worse another meeting is for a couple with one more behind it

Table = list[int]


def tables(
    bots: Sequence[str], seats: int, rounds: int, seed: bytes
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """(round, bots at the table). A round is as many tables as seat each bot once.

    Bots that are left over at the end of a round begin the next one.
    """
    planner = _Planner(len(bots), seats, seed)
    for number in range(rounds):
        first, last = (len(bots) * step // seats for step in (number, number + 1))
        for table in planner.next_round(last - first):
            yield number, tuple(bots[index] for index in table)


class _Planner:
    def __init__(self, bots: int, seats: int, seed: bytes) -> None:
        self._bots, self._seats = bots, seats
        self._dice = random.Random(int.from_bytes(seed, "big"))
        self._met = [[0] * bots for _ in range(bots)]
        self._waiting: Table = []  # seated first in the next round

    def next_round(self, count: int) -> list[Table]:
        """So many tables; who is left over waits."""
        groups = self._any_round(count)
        best = self._improved(groups)
        *made, self._waiting = best
        for table in made:
            for a, b in combinations(table, 2):
                self._met[a][b] += 1
                self._met[b][a] += 1
        return made

    def _any_round(self, count: int) -> list[Table]:
        """A random order cut into tables, the waiting at the first; the last group waits."""
        order = list(range(self._bots))
        self._dice.shuffle(order)
        waiting = self._waiting
        fill = [bot for bot in order if bot not in waiting][: self._seats - len(waiting)]
        first = [waiting + fill] if waiting else []
        rest = [bot for bot in order if not waiting or bot not in fill]
        cut = (count - len(first)) * self._seats
        others = [rest[at : at + self._seats] for at in range(0, cut, self._seats)]
        return [*first, *others, rest[cut:]]

    def _improved(self, groups: list[Table]) -> list[Table]:
        """Exchange bots between groups, at first boldly, while couples get more even."""
        fixed = len(self._waiting)
        places = [
            (group, at)
            for group, bots in enumerate(groups)
            for at in range(len(bots))
            if group or at >= fixed
        ]
        least = min(self._met[a][b] for a, b in combinations(range(self._bots), 2))
        cost = now = 0.0
        best = [list(group) for group in groups]
        for step in range(_TRIES if len(groups) > 1 else 0):
            heat = max(0.05, _STEEP**2 * (1 - step / _TRIES) ** 2)
            (one, i), (other, j) = self._dice.sample(places, 2)
            a, b = groups[one][i], groups[other][j]
            if b in groups[one] or a in groups[other]:
                continue
            change = self._change(groups, one, a, b, least) + self._change(
                groups, other, b, a, least
            )
            if change <= 0 or self._dice.random() < math.exp(-change / heat):
                groups[one][i], groups[other][j] = b, a
                now += change
                if now < cost:
                    cost, best = now, [list(group) for group in groups]
        return best

    def _change(self, groups: list[Table], group: int, out: int, into: int, least: int) -> float:
        if group == len(groups) - 1:  # who waits meets nobody
            return 0.0
        return sum(
            _STEEP ** (self._met[into][bot] - least) - _STEEP ** (self._met[out][bot] - least)
            for bot in groups[group]
            if bot != out
        )
