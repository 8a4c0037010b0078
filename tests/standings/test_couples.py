"""The list of a game for two: who stands before whom, and what is not known."""

import pytest

from tests.standings.counted import (
    LOST,
    SPLIT,
    WON,
    by_bot,
    couples,
    document,
    ranks_in,
    table_of,
)


def test_who_wins_more_stands_higher():
    """Rank, rating and wins say the same; the interval is about the rating."""
    table = table_of(couples(("ada", "zoe", LOST, 30), ("ada", "zoe", SPLIT, 20)))
    first, last = table["rows"]

    assert ranks_in(table) == [(1, "zoe"), (2, "ada")]
    assert first["elo"] + last["elo"] == pytest.approx(3000)
    assert first["low"] < first["elo"] < first["high"]
    assert (first["blocks"], first["games"], first["wins"], first["losses"]) == (50, 100, 80, 20)
    assert [row["provisional"] for row in table["rows"]] == [False, False]
    assert table["head_to_head"] == [
        {"bots": ["ada", "zoe"], "pairs": 50, "score": 0.2, "los": pytest.approx(0, abs=1e-4)}
    ]


def test_who_is_level_is_told_apart_by_pairs_among_themselves():
    """First of all: also if the loser has fewer forfeits and did better at the top."""
    pool = couples(
        ("zed", "ann", WON, 1),
        ("zed", "top", LOST, 1),
        ("zed", "low", SPLIT, 1),
        ("ann", "top", WON, 1),
        ("ann", "low", SPLIT, 1),
        ("top", "low", WON, 1),
        forfeits=["zed"],
        entered={"zed": 2, "ann": 1},
    )

    assert ranks_in(table_of(pool)) == [(1, "top"), (2, "zed"), (3, "ann"), (4, "low")]


def test_then_by_the_score_against_the_upper_half():
    """Second: whoever beat the better bots, with forfeits or not."""
    pool = couples(
        ("zed", "ann", SPLIT, 1),
        ("zed", "top", WON, 1),
        ("zed", "low", LOST, 1),
        ("ann", "top", LOST, 1),
        ("ann", "low", WON, 1),
        ("top", "low", WON, 1),
        ("top", "ann", SPLIT, 1),
        ("top", "zed", SPLIT, 1),
        forfeits=["zed"],
        entered={"zed": 2, "ann": 1},
    )
    table = table_of(pool)

    assert by_bot(table)["zed"]["elo"] == pytest.approx(by_bot(table)["ann"]["elo"], abs=1e-6)
    assert [bot for _, bot in ranks_in(table)].index("zed") == 1
    assert [rank for rank, _ in ranks_in(table)] == [1, 2, 3, 4]


def test_then_by_fewer_forfeits():
    """Third: also if the other one came first."""
    pool = couples(("ann", "zed", SPLIT, 9), forfeits=["ann"], entered={"ann": 1, "zed": 2})

    assert ranks_in(table_of(pool)) == [(1, "zed"), (2, "ann")]


def test_then_by_who_came_first():
    """Last: the stage in which its version entered."""
    pool = couples(("ann", "zed", SPLIT, 9), entered={"ann": 2, "zed": 1})

    assert ranks_in(table_of(pool)) == [(1, "zed"), (2, "ann")]


def test_who_is_level_in_everything_shares_the_rank():
    """And the next one has the rank that it would have behind two."""
    pool = couples(("ann", "zed", SPLIT, 1), ("ann", "low", WON, 1), ("zed", "low", WON, 1))

    assert ranks_in(table_of(pool)) == [(1, "ann"), (1, "zed"), (3, "low")]


def test_groups_that_never_met_are_rated_apart():
    """Each about its own mean and with its own ranks; nobody can compare two groups."""
    pool = couples(("ann", "bob", WON, 60), ("cat", "dan", WON, 5), ("dan", "eve", WON, 5))
    table = table_of(pool)
    found = by_bot(table)

    assert table["components"] == [["cat", "dan", "eve"], ["ann", "bob"]]
    assert {bot: (row["group"], row["rank"]) for bot, row in found.items()} == {
        "cat": (1, 1),
        "dan": (1, 2),
        "eve": (1, 3),
        "ann": (2, 1),
        "bob": (2, 2),
    }
    assert found["ann"]["elo"] + found["bob"]["elo"] == pytest.approx(3000)
    assert {(row["rank_low"], row["rank_high"]) for row in table["rows"]} == {(1, 5)}
    assert (table["first_move_elo"], table["dispersion"], table["cycles"]) == (None, None, None)
    assert {row["los"] for row in table["head_to_head"]} == {None}


def test_who_has_no_games_has_no_rank():
    """It stands at the end, and nothing is made up for it."""
    table = table_of(couples(("bob", "cat", WON, 3), bots=["ann"]))

    assert ranks_in(table) == [(1, "bob"), (2, "cat"), (None, "ann")]
    row = table["rows"][-1]
    missing = ("rank_low", "rank_high", "elo", "low", "high", "se", "elo_without_forfeits")
    assert [row[name] for name in missing] == [None] * len(missing)
    assert (row["games"], row["forfeits"], row["provisional"]) == (0, 0, True)


def test_a_list_without_games_has_all_bots_and_no_ranks():
    """As it is before the first block."""
    table = table_of(couples(bots=["ann", "bob"]))

    assert ranks_in(table) == [(None, "ann"), (None, "bob")]
    assert table["head_to_head"] == []


def test_a_suspended_bot_has_no_row():
    """It is named with the reason instead."""
    pool = couples(("bob", "cat", WON, 3), bots=["ann"], suspended={"ann": "it cheats"})
    table = table_of(pool)

    assert ranks_in(table) == [(1, "bob"), (2, "cat")]
    assert table["suspended"] == {"ann": "it cheats"}


def test_an_older_version_is_an_opponent_without_a_row():
    """What was played against it counts."""
    pool = couples(("ann", "old", WON, 5), ("bob", "old", LOST, 5))
    pool = pool._replace(field=pool.field._replace(bots=("ann", "bob")))
    table = table_of(pool)

    assert ranks_in(table) == [(1, "ann"), (2, "bob")]
    assert {row["games"] for row in table["rows"]} == {10}
    assert table["components"] == [["ann", "bob"]]


def test_forfeits_are_shown_as_a_share_and_by_a_rating_without_them():
    """Whoever loses by faults alone is level once these pairs are left out."""
    pool = couples(
        ("ann", "bob", SPLIT, 40), ("ann", "bob", LOST, 10, "forfeited"), forfeits=["ann"] * 20
    )
    found = by_bot(table_of(pool))

    assert found["ann"]["forfeit_share"] == 0.2
    assert found["bob"]["forfeit_share"] == 0.0
    assert found["ann"]["elo"] < 1450
    assert found["ann"]["elo_without_forfeits"] == found["bob"]["elo_without_forfeits"] == 1500


def test_who_forfeits_everything_has_no_rating_without_forfeits():
    """There is nothing to rate it by."""
    pool = couples(
        ("ann", "bob", LOST, 9, "forfeited"), ("bob", "cat", SPLIT, 9), forfeits=["ann"] * 18
    )
    found = by_bot(table_of(pool))

    assert found["ann"]["elo_without_forfeits"] is None
    assert found["bob"]["elo_without_forfeits"] == 1500
    assert found["ann"]["forfeit_share"] == 1.0


@pytest.mark.parametrize("count", [1, 60, 10_000])
def test_all_split_says_nothing_about_who_is_better(count):
    """All level, and provisional however many pairs were played."""
    table = table_of(couples(("ann", "bob", SPLIT, count)))

    assert [(row["rank"], row["elo"], row["se"]) for row in table["rows"]] == [(1, 1500, None)] * 2
    assert all(row["provisional"] for row in table["rows"])
    assert table["head_to_head"][0]["score"] == table["head_to_head"][0]["los"] == 0.5


@pytest.mark.parametrize("count", [1, 60, 10_000])
def test_who_won_everything_has_a_finite_rating(count):
    """The prior holds it."""
    first, _ = table_of(couples(("ann", "bob", WON, count)))["rows"]

    assert first["bot"] == "ann"
    assert 1500 < first["elo"] < 3500
    assert first["low"] <= first["elo"] <= first["high"]


def test_the_order_in_which_pairs_are_counted_changes_nothing():
    """Not a digit of the whole document."""
    rows = [("ann", "bob", WON, 3), ("bob", "cat", SPLIT, 70), ("ann", "cat", LOST, 11)]

    assert document(couples(*rows)) == document(couples(*rows[::-1]))


def resubmitted(*rows):
    """Ann, bob and cat, each of whom has handed in anew; older versions have longer names."""
    pool = couples(*rows)
    return pool._replace(field=pool.field._replace(bots=("ann", "bob", "cat")))


OLDER = (("ann\u00a0(12345678)", "bob\u00a0(23456789)", WON, 9),)


def test_who_all_resubmitted_is_one_group():
    """Older versions that nobody of today has met make no second group of those who are ranked."""
    new = ("ann", "bob", WON, 5), ("bob", "cat", WON, 5)
    table = table_of(resubmitted(*OLDER, *new))

    assert ranks_in(table) == [(1, "ann"), (2, "bob"), (3, "cat")]
    assert table["components"] == [["ann", "bob", "cat"]]
    assert {row["group"] for row in table["rows"]} == {None}
    assert table == table_of(resubmitted(*new))


def test_older_versions_alone_rank_nobody():
    """As it is while a stage of new versions has no result yet."""
    table = table_of(resubmitted(*OLDER))

    assert ranks_in(table) == [(None, "ann"), (None, "bob"), (None, "cat")]
    assert (table["components"], table["head_to_head"]) == ([], [])
