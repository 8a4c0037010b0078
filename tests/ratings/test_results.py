"""Results: columns of what was played, and parts of them."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from arena.ratings.bradley_terry import fit
from arena.ratings.results import at_tables, groups, mirrored, of_group, results_of, without
from tests.ratings.made_up import DREW, LOST, WON, couple, pair


def rows_of(results):
    """(first, second, score, games, block) by name."""
    return [
        (results.bots[a], results.bots[b], score, games, block)
        for a, b, score, games, block in zip(
            results.first, results.second, results.score, results.games, results.block, strict=True
        )
    ]


def test_a_mirrored_pair_is_two_games_of_one_block():
    """The other bot sits first in the second game, and the score is always the first one's."""
    results = mirrored({pair("a", "b", WON, DREW): 3, pair("a", "c", LOST, LOST): 2})

    assert results.bots == ("a", "b", "c")
    assert rows_of(results) == [
        ("a", "b", 1.0, 1.0, 0),
        ("b", "a", 0.5, 1.0, 0),
        ("a", "c", 0.0, 1.0, 1),
        ("c", "a", 1.0, 1.0, 1),
    ]
    assert list(results.weight) == [3, 2]
    assert results.blocks == 5


def test_a_forfeited_pair_counts_as_it_came_out():
    """It is one block with those that came out alike."""
    results = mirrored({pair("a", "b", WON, WON): 3, pair("a", "b", WON, WON, forfeited=True): 1})

    assert list(results.weight) == [4]


def test_every_couple_of_a_table_is_a_row():
    """With half of the points, over all games of the block."""
    results = at_tables([(("c", "a", "b"), [7, 0, 10]), (("a", "b"), [5])], 5)

    assert rows_of(results) == [
        ("c", "a", 3.5, 5, 0),
        ("c", "b", 0.0, 5, 0),
        ("a", "b", 5.0, 5, 0),
        ("a", "b", 2.5, 5, 1),
    ]
    assert list(results.weight) == [1, 1]


@pytest.mark.parametrize("nothing", [mirrored({}), at_tables([], 1), results_of([], [])])
def test_nothing_played_is_no_results(nothing):
    """No bots, no blocks and no groups."""
    assert nothing.bots == ()
    assert nothing.blocks == 0
    assert groups(nothing) == []
    assert without(nothing, ["a"]).bots == ()


APART = (
    couple(1, 0, 0, 0, bots="xz")
    + couple(2, 1, 0, 0, bots="ad")
    + couple(0, 3, 0, 0, bots="bc")
    + couple(0, 0, 4, 0, bots="cd")
)


def test_bots_that_met_by_way_of_others_are_one_group():
    """The largest first; a chain is enough."""
    assert groups(mirrored(APART)) == [("a", "b", "c", "d"), ("x", "z")]


def test_groups_of_one_size_come_in_the_order_of_their_names():
    """So that the lists are the same everywhere."""
    pairs = couple(1, bots="ef") + couple(1, bots="ab") + couple(1, bots="cd")

    assert groups(mirrored(pairs)) == [("a", "b"), ("c", "d"), ("e", "f")]


def test_a_long_chain_is_one_group():
    """However the names run along it."""
    names = [f"bot{number * 37 % 101:03}" for number in range(101)]
    chain = Counter()
    for one, other in pairwise(names):
        chain[pair(*sorted((one, other)), WON, LOST)] += 1

    assert groups(mirrored(chain)) == [tuple(sorted(names))]


def test_the_part_of_a_group_is_what_it_played():
    """As if there were nobody else: the fit cannot tell."""
    part = of_group(mirrored(APART), ("x", "z"))
    alone = mirrored(couple(1, 0, 0, 0, bots="xz"))

    for one, other in zip(part, alone, strict=True):
        assert np.array_equal(one, other)
    assert np.array_equal(fit(part).theta, fit(alone).theta)


def test_a_bot_leaves_with_all_its_rows():
    """Who met nobody else has no result left, and no rating."""
    left = without(mirrored(APART), ["d", "z", "unknown"])

    assert left.bots == ("b", "c")
    assert rows_of(left) == [("b", "c", 1.0, 1.0, 0), ("c", "b", 1.0, 1.0, 0)]
    assert list(left.weight) == [3]
    assert groups(left) == [("b", "c")]


def test_a_table_goes_on_without_the_bot_that_left():
    """The other couples of the block stay together."""
    left = without(at_tables([(("a", "b", "c"), [2, 2, 0]), (("a", "b", "d"), [1, 1, 1])], 1), "b")

    assert rows_of(left) == [("a", "c", 1.0, 1.0, 0), ("a", "d", 0.5, 1.0, 1)]
    assert left.blocks == 2
