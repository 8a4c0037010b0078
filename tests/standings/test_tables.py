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
