"""Results as columns of numbers, the form that all fits take.

A block is what was dealt together and is counted together. Blocks that came out exactly
alike are one block with a weight, so a million games of a hundred bots fit into a few
thousand rows.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.counts import PairCount

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

_POINTS = 3  # values: a game gives 0, 1 or 2

Row = tuple[str, str, float, float, int]  # first, second, score of the first, games, block


class Results(NamedTuple):
    """One row for what one bot came to against another in a block."""

    bots: tuple[str, ...]  # in the order of their names
    first: Ints  # places in `bots`
    second: Ints
    score: Floats  # of the first, over all games of the row
    games: Floats  # of the row
    block: Ints  # numbered from 0
    weight: Floats  # by block: how often it came out like this

    @property
    def blocks(self) -> float:
        return float(self.weight.sum())


def results_of(rows: Iterable[Row], weight: Sequence[float]) -> Results:
    """The rows, whose blocks have these weights, as columns."""
    first, second, score, games, block = zip(*rows, strict=True) if weight else ((),) * 5
    bots = tuple(sorted({*first, *second}))
    place = {bot: at for at, bot in enumerate(bots)}
    return Results(
        bots,
        np.array([place[bot] for bot in first], dtype=np.intp),
        np.array([place[bot] for bot in second], dtype=np.intp),
        np.array(score, dtype=float),
        np.array(games, dtype=float),
        np.array(block, dtype=np.intp),
        np.array(weight, dtype=float),
    )


def mirrored(pairs: Mapping[PairCount, int]) -> Results:
    """Mirrored pairs: a block of two games, in each of which the other bot sits first."""
    bots = tuple(sorted({bot for pair in pairs for bot in (pair.first, pair.second)}))
    place = {bot: at for at, bot in enumerate(bots)}
    first, second, as_first, as_second, _ = zip(*pairs, strict=True) if pairs else ((),) * 5
    outcomes = (
        np.array([place[bot] for bot in first], dtype=np.intp),
        np.array([place[bot] for bot in second], dtype=np.intp),
        np.array(as_first, dtype=np.intp),
        np.array(as_second, dtype=np.intp),
    )
    shape = (len(bots), len(bots), _POINTS, _POINTS)
    alike, at = np.unique(np.ravel_multi_index(outcomes, shape), return_inverse=True)
    one, other, won, lost = np.unravel_index(alike, shape)
    return Results(
        bots,
        first=np.stack([one, other], axis=1).ravel(),
        second=np.stack([other, one], axis=1).ravel(),
        score=np.stack([won / 2, 1 - lost / 2], axis=1).ravel(),
        games=np.ones(2 * len(alike)),
        block=np.repeat(np.arange(len(alike)), 2),
        weight=np.asarray(np.bincount(at, [*pairs.values()], len(alike)), float),
    )


def at_tables(tables: Iterable[tuple[Sequence[str], Sequence[int]]], games: int) -> Results:
    """Tables of any size, a number of games each: bots, and twice the score of every couple.

    The seats rotate, so nobody is first.
    """
    rows: list[Row] = []
    block = -1
    for block, (bots, points) in enumerate(tables):
        rows += (
            (one, other, twice / 2, float(games), block)
            for (one, other), twice in zip(combinations(bots, 2), points, strict=True)
            if one != other
        )
    return results_of(rows, [1.0] * (block + 1))


def without(results: Results, bots: Iterable[str]) -> Results:
    """What is left if some bots leave with everything that they played."""
    stays = ~np.isin(np.array(results.bots, dtype=object), list(bots))
    rows = stays[results.first] & stays[results.second]
    there = np.zeros(len(results.bots), dtype=bool)  # who met nobody else has no result
    there[results.first[rows]] = there[results.second[rows]] = True
    return _only(results, there)


def about(results: Results, bots: Iterable[str]) -> Results:
    """Without groups that none of these bots belongs to."""
    wanted = {*bots}
    some = [group for group in groups(results) if not wanted.isdisjoint(group)]
    return of_group(results, chain(*some))


def groups(results: Results) -> list[tuple[str, ...]]:
    """Bots that met, directly or by way of others; the largest group first."""
    label = np.arange(len(results.bots))
    first, second = np.divmod(
        np.unique(results.first * len(label) + results.second), max(1, len(label))
    )
    before = None
    while before is None or (label != before).any():
        before = label.copy()
        low = np.minimum(label[first], label[second])
        np.minimum.at(label, first, low)
        np.minimum.at(label, second, low)
    found: dict[int, list[str]] = {}
    for bot, of in zip(results.bots, label, strict=True):
        found.setdefault(int(of), []).append(bot)
    return sorted((tuple(group) for group in found.values()), key=lambda g: (-len(g), g))


def of_group(results: Results, group: Iterable[str]) -> Results:
    """The part of one group."""
    return _only(results, np.isin(np.array(results.bots, dtype=object), list(group)))


def _only(results: Results, stays: NDArray[np.bool_]) -> Results:
    rows = stays[results.first] & stays[results.second]
    place = np.cumsum(stays) - 1
    used, block = np.unique(results.block[rows], return_inverse=True)
    return Results(
        tuple(bot for bot, kept in zip(results.bots, stays, strict=True) if kept),
        place[results.first[rows]],
        place[results.second[rows]],
        results.score[rows],
        results.games[rows],
        block.astype(np.intp),
        results.weight[used],
    )
