"""Results for the tests: made up at random, or spelled out by hand."""

from collections import Counter

import numpy as np

from arena.counts import PairCount
from bench.simulated import named

LOST, DREW, WON = 0, 1, 2


def pair(first, second, as_first, as_second, *, forfeited=False):
    return PairCount(first, second, as_first, as_second, forfeited)


def couple(won_both=0, only_first=0, only_second=0, lost_both=0, *, bots="ab"):
    """Pairs of two bots without a draw, seen from the first of them."""
    counts = {
        pair(*bots, WON, WON): won_both,
        pair(*bots, WON, LOST): only_first,
        pair(*bots, LOST, WON): only_second,
        pair(*bots, LOST, LOST): lost_both,
    }
    return Counter({outcome: count for outcome, count in counts.items() if count})


def with_draws(seed, bots=6, pairs=400):
    """Pairs of random couples, draws among them; the later bots are the stronger ones."""
    dice = np.random.default_rng(seed)
    names, counts = named(bots), Counter()
    for _ in range(pairs):
        one, other = sorted(dice.choice(bots, 2, replace=False))
        better = (other - one) / bots
        as_first, as_second = (
            int(np.clip(round(dice.normal(1 + first - better, 1)), 0, 2)) for first in (0.2, -0.2)
        )
        counts[pair(names[one], names[other], as_first, as_second)] += 1
    return counts


def spelled_out(results):
    """(first, second, score, games, block) by row, every block as often as its weight says."""
    rows, number = [], 0
    for block, weight in enumerate(results.weight):
        at = np.flatnonzero(results.block == block)
        for _ in range(int(weight)):
            columns = (results.first, results.second, results.score, results.games)
            rows += [(*(column[row] for column in columns), number) for row in at]
            number += 1
    first, second, score, games, block = (np.array(column) for column in zip(*rows, strict=True))
    return first, second, score, games, block
