"""The list of a game at tables."""

import pytest

from arena.counts import WHOLE_WIN
from tests.standings.counted import by_bot, document, ranks_in, sum_of, table_of, tables


def test_who_is_placed_higher_stands_higher():
    """By all couples of a table at once."""
    pool = tables(*[(("cat", "ann", "bob"),)] * 30, *[(("ann", "cat", "bob"),)] * 20)
    table = table_of(pool)

    assert ranks_in(table) == [(1, "cat"), (2, "ann"), (3, "bob")]
    assert sum(row["elo"] for row in table["rows"]) == pytest.approx(4500)
    assert {row["tables"] for row in table["rows"]} == {50}


def test_who_is_level_is_told_apart_by_bull_heads_then_forfeits_then_age():
    """And shares the rank if nothing does."""
    level = (("ann", "zed"),), (("zed", "ann"),)

    def order(heads=(0, 0), forfeits=(0, 0), entered=(1, 1)):
        pool = tables(*level, seats=2, entered={"ann": entered[0], "zed": entered[1]})
        sums = {
            bot: sum_of(bot, 2, 4, forfeits[at], scores=heads[at])
            for at, bot in enumerate(("ann", "zed"))
        }
        return ranks_in(table_of(pool._replace(bots=sums)))

    zed_first = [(1, "zed"), (2, "ann")]
    assert order(heads=(9, 8), forfeits=(0, 1)) == zed_first
    assert order(forfeits=(1, 0), entered=(1, 2)) == zed_first
    assert order(entered=(2, 1)) == zed_first
    assert order() == [(1, "ann"), (1, "zed")]


def test_groups_that_never_met_are_rated_apart():
    """As in a game for two."""
    table = table_of(tables((("ann", "bob"),), (("cat", "dan"),), seats=2))

    assert table["components"] == [["ann", "bob"], ["cat", "dan"]]
    assert [(row["group"], row["rank"]) for row in table["rows"]] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    ]
    assert {(row["rank_low"], row["rank_high"]) for row in table["rows"]} == {(1, 4)}


def test_who_has_no_table_has_no_rank():
    """It stands at the end, without numbers."""
    table = table_of(tables((("ann", "bob", "cat"),), bots=["aaa"]))

    assert ranks_in(table)[-1] == (None, "aaa")
    row = by_bot(table)["aaa"]
    assert [row[name] for name in ("elo", "low", "high", "mean_heads", "win_share")] == [None] * 5
    assert row["tables"] == 0


def test_a_suspended_bot_leaves_and_its_table_stays_without_it():
    """What the others came to against each other still counts."""
    pool = tables(*[(("ann", "bob", "cat"),)] * 3, suspended={"ann": "it cheats"})
    table = table_of(pool)

    assert ranks_in(table) == [(1, "bob"), (2, "cat")]
    assert table["suspended"] == {"ann": "it cheats"}


def test_bull_heads_wins_and_forfeits_stand_beside_the_rating():
    """Means and shares over all games; a rating without the tables of culprits."""
    pool = tables((("ann", "bob", "cat"), ["cat"]), *[(("cat", "bob", "ann"),)] * 3)
    sums = {**pool.bots, "cat": pool.bots["cat"]._replace(scores=60, wins=3 * WHOLE_WIN)}
    found = by_bot(table_of(pool._replace(bots=sums)))["cat"]

    assert (found["mean_heads"], found["win_share"], found["games"]) == (5.0, 0.25, 12)
    assert (found["forfeits"], found["forfeit_share"]) == (1, pytest.approx(1 / 12, abs=1e-6))
    assert found["elo"] < found["elo_without_forfeits"]


def test_tables_of_two_sizes_are_two_lists():
    """Each under the name of its pool, unless it is the usual size."""
    three, two = tables((("ann", "bob", "cat"),)), tables((("ann", "bob"),), seats=2, bots=["cat"])

    assert [*document(two, three)["games"]] == ["six-nimmt/2", "six-nimmt"]


def test_who_met_only_suspended_bots_has_no_rank():
    """Nothing is left to rate it by, and no number is made up for it."""
    pool = tables((("ann", "bob"),), (("cat", "eve"),), seats=2, suspended={"eve": "it cheats"})
    table = table_of(pool)

    assert ranks_in(table) == [(1, "ann"), (2, "bob"), (None, "cat")]
    assert table["components"] == [["ann", "bob"]]
    row = by_bot(table)["cat"]
    assert [row[name] for name in ("elo", "low", "high", "group")] == [None] * 4


def test_older_versions_make_no_group_of_their_own():
    """Those who are ranked can be compared, whoever sat at tables of an earlier stage."""
    older = ("ann\u00a0(12345678)", "bob\u00a0(23456789)")
    pool = tables((older,), (("ann", "bob"),), (("bob", "cat"),), seats=2)
    table = table_of(pool._replace(field=pool.field._replace(bots=("ann", "bob", "cat"))))

    assert ranks_in(table) == [(1, "ann"), (2, "bob"), (3, "cat")]
    assert table["components"] == [["ann", "bob", "cat"]]
    assert {row["group"] for row in table["rows"]} == {None}


def test_couples_are_told_by_the_tables_at_which_both_sat():
    """The score of the one and the score of the other are one whole."""
    rows = (("zed", "ann", "bob"),), (("ann", "zed", "bob"),), (("bob", "ann", "cat"),)
    table = table_of(tables(*rows, *rows[:1]))
    met = {tuple(row["bots"]): row for row in table["head_to_head"]}

    assert {couple: (row["pairs"], row["score"]) for couple, row in met.items()} == {
        ("ann", "bob"): (4, 0.75),
        ("ann", "cat"): (1, 1.0),
        ("ann", "zed"): (3, pytest.approx(1 / 3, abs=1e-6)),
        ("bob", "cat"): (1, 1.0),
        ("bob", "zed"): (3, 0.0),
    }
    turned = {"ann": "zed", "zed": "ann", "bob": "cat", "cat": "bob"}  # so others are named first
    others = tables(*([tuple(turned[bot] for bot in order)] for (order,) in (*rows, *rows[:1])))
    for row in table_of(others)["head_to_head"]:
        one, other = (turned[bot] for bot in row["bots"])
        mine = met[min(one, other), max(one, other)]
        assert row["pairs"] == mine["pairs"]
        same = row["score"] if one < other else 1 - row["score"]
        assert same == pytest.approx(mine["score"], abs=1e-6)
