"""Tables for more bots than seats: all play equally often, and everybody with everybody.

After every table the numbers of tables of any two bots differ by at most one. The meetings of
couples are evened out as far as a search finds a way: a difference of two where there is
room, three or four where most bots sit at every table (9 or 10 bots at tables of five).
"""

import math
import random
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

_TRIES = 4000  # exchanges that are tried for a round, each time that it is begun anew
_BEGUN = 3
_HOTTEST, _COLDEST = 1.5, 0.02  # how much worse a round may get at first, and at last
_POWER = 4  # of a couple's distance from the mean: the furthest count most

Table = list[int]


def tables(
    bots: Sequence[str], seats: int, rounds: int, seed: bytes, waiting: Sequence[str] = ()
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """(round, bots at the table). A round is as many tables as seat each bot once.

    Bots that are left over at the end of a round begin the next one; so do those that
    wait at the beginning.
    """
    planner = _Planner(len(bots), seats, seed, [bots.index(bot) for bot in waiting])
    for number in range(rounds):
        first, last = ((len(waiting) + len(bots) * step) // seats for step in (number, number + 1))
        for table in planner.next_round(last - first):
            yield number, tuple(bots[index] for index in table)


class _Planner:
    def __init__(self, bots: int, seats: int, seed: bytes, waiting: Table) -> None:
        self._bots, self._seats = bots, seats
        self._dice = random.Random(int.from_bytes(seed, "big"))
        self._met = [[0] * bots for _ in range(bots)]
        self._meetings = 0  # of all couples together
        self._waiting = waiting  # seated first in the next round

    def next_round(self, count: int) -> list[Table]:
        """So many tables; who is left over waits."""
        self._meetings += count * math.comb(self._seats, 2)
        mean = self._meetings / math.comb(self._bots, 2)
        most = max(max(row) for row in self._met) + 2
        far = [abs(meetings - mean) ** _POWER for meetings in range(most + 1)]
        # What one more meeting does to the evenness, by the number that a couple had.
        more = [after - before for before, after in pairwise(far)]
        tries = [self._improved(self._any_round(count), more) for _ in range(_BEGUN)]
        _, best = min(tries, key=lambda pair: pair[0])
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

    def _improved(self, groups: list[Table], more: Sequence[float]) -> tuple[float, list[Table]]:
        """Exchange bots between groups, at first boldly, while couples get more even.

        What the round costs in the end, and the round.
        """
        fixed = len(self._waiting)
        places = [
            (group, at)
            for group, bots in enumerate(groups)
            for at in range(len(bots))
            if group or at >= fixed
        ]
        tables = groups[:-1]
        cost = now = sum(
            more[self._met[a][b]] for table in tables for a, b in combinations(table, 2)
        )
        best = [list(group) for group in groups]
        for step in range(_TRIES if len(groups[-1]) or len(tables) > 1 else 0):
            heat = max(_COLDEST, _HOTTEST * (1 - step / _TRIES) ** 2)
            one, i = places[self._dice.randrange(len(places))]
            other, j = places[self._dice.randrange(len(places))]
            a, b = groups[one][i], groups[other][j]
            if one == other or b in groups[one] or a in groups[other]:
                continue
            change = self._change(groups, one, a, b, more) + self._change(groups, other, b, a, more)
            if change <= 0 or self._dice.random() < math.exp(-change / heat):
                groups[one][i], groups[other][j] = b, a
                now += change
                if now < cost:
                    cost, best = now, [list(group) for group in groups]
        return cost, best

    def _change(
        self, groups: list[Table], group: int, out: int, into: int, more: Sequence[float]
    ) -> float:
        if group == len(groups) - 1:  # who waits meets nobody
            return 0.0
        leaves, comes = self._met[out], self._met[into]
        return sum(more[comes[bot]] - more[leaves[bot]] for bot in groups[group] if bot != out)
