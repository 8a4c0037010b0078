"""What every list of bots has in common, whatever its numbers mean."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from arena.model import Map
from arena.ratings.ranks import ranks
from arena.ratings.results import Floats

_LEVEL = 1e-6  # ratings that are closer are equal

# By bot: what decides between bots that are level; the smaller is the better.
TieBreak = Callable[[Sequence[str]], dict[str, tuple[Any, ...]]]


class Listed(NamedTuple):
    """Bots and their strengths; what places they may have follows from that."""

    bots: tuple[str, ...]
    strength: Floats  # larger is better
    covariance: Floats

    def only(self, bots: Sequence[str]) -> "Listed":
        """The part of some bots."""
        at = [self.bots.index(bot) for bot in bots]
        return Listed(tuple(bots), self.strength[at], self.covariance[np.ix_(at, at)])

    def rank_ranges(self) -> dict[str, tuple[int, int]]:
        """By bot: the best and the worst rank that the results leave open."""
        low, high = ranks(self.strength, self.covariance)
        return {bot: (int(low[at]), int(high[at])) for at, bot in enumerate(self.bots)}


def no_tie_break(bots: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """Who is level stays level."""
    return dict.fromkeys(bots, ())


def in_order(rows: Sequence[Map], by: str, *, best: Any, ties: TieBreak) -> list[Map]:
    """Best first, with a rank each; who is level after the tie-break shares it.

    Who has no number comes last and has no rank.
    """
    sign = -1 if best is max else 1
    there = sorted((row for row in rows if row[by] is not None), key=lambda row: sign * row[by])
    ordered: list[Map] = []
    while there:
        level = [row for row in there if abs(row[by] - there[0][by]) <= _LEVEL]
        there = there[len(level) :]
        keys = ties([row["bot"] for row in level]) if len(level) > 1 else {}
        level.sort(key=lambda row: (keys.get(row["bot"], ()), row["bot"]))
        first = len(ordered)
        for at, row in enumerate(level):
            same = at and keys[row["bot"]] == keys[level[at - 1]["bot"]]
            rank = ordered[-1]["rank"] if same else first + at + 1
            ordered.append({"bot": row["bot"], "rank": rank, **row})
    missing = sorted((row for row in rows if row[by] is None), key=lambda row: row["bot"])
    return ordered + [{"bot": row["bot"], "rank": None, **row} for row in missing]


def rounded(number: float | None) -> float | None:
    """To as many places as two machines agree on."""
    return None if number is None else round(float(number), 6) + 0.0  # no minus before a 0
