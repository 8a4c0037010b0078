"""The lists of The Game: with copies of oneself, in mixed teams, and what a bot adds."""

import pytest

from tests.standings.counted import by_bot, ranks_in, table_of, teams


def alone(bot, *left, seats=2):
    """A bot with copies of itself on so many shuffles."""
    return [(f"self/{at}", [bot] * seats, cards) for at, cards in enumerate(left)]


def test_who_leaves_fewer_cards_stands_higher():
    """By the mean over shuffles, with an interval about it."""
    table = table_of(teams(*alone("ann", 10, 14, 12), *alone("zed", 3, 6, 0)))
    first, last = table["rows"]

    assert ranks_in(table) == [(1, "zed"), (2, "ann")]
    assert (first["mean_left"], last["mean_left"]) == (3.0, 12.0)
    assert first["low"] < 3.0 < first["high"]
    zero = {row["bot"]: row["zero_rate"] for row in table["self_play"]}
    assert zero == {"ann": 0.0, "zed": pytest.approx(1 / 3)}


def test_the_numbers_of_seats_weigh_alike():
    """However many shuffles each was played on."""
    two = teams(*alone("ann", *[10] * 20), *alone("zed", *[12] * 20))
    three = teams(*alone("ann", 9, 9, seats=3), *alone("zed", 1, 1, seats=3), seats=3)
    table = table_of(two, three)

    assert {bot: row["mean_left"] for bot, row in by_bot(table).items()} == {"ann": 9.5, "zed": 6.5}
    assert ranks_in(table) == [(1, "zed"), (2, "ann")]
    assert [(row["bot"], row["seats"]) for row in table["self_play"]] == [
        ("ann", 2),
        ("zed", 2),
        ("ann", 3),
        ("zed", 3),
    ]


def test_who_is_level_is_told_apart_by_forfeits_then_age():
    """And shares the rank if nothing does."""
    games = *alone("ann", 5, 6), *alone("zed", 5, 6)
    culprit = [("self/0", ["ann", "ann"], 5, "ann"), *games[1:]]
    zed_first = [(1, "zed"), (2, "ann")]

    assert ranks_in(table_of(teams(*culprit, entered={"ann": 1, "zed": 2}))) == zed_first
    assert ranks_in(table_of(teams(*games, entered={"ann": 2, "zed": 1}))) == zed_first
    assert ranks_in(table_of(teams(*games))) == [(1, "ann"), (1, "zed")]


def test_one_game_has_a_mean_and_no_interval():
    """Nothing is known of how much it varies."""
    row = by_bot(table_of(teams(*alone("ann", 7), *alone("zed", 9))))["ann"]

    assert (row["mean_left"], row["low"], row["high"], row["provisional"]) == (7, None, None, True)


def test_who_has_no_games_has_no_rank():
    """It stands at the end."""
    table = table_of(teams(*alone("zed", 7, 8), bots=["ann"]))

    assert ranks_in(table) == [(1, "zed"), (None, "ann")]
    assert table["rows"][-1]["mean_left"] is None


def test_a_suspended_bot_leaves_with_its_teams():
    """It has no row, and mixed teams that it was in say nothing of the others."""
    mixed = [
        (f"mixed/{at}", who, left)
        for at in range(4)
        for who, left in ((["ann", "bob"], 9), (["bob", "ann"], 8), (["bob", "cat"], 3 + at))
    ]
    pool = teams(*alone("ann", 1, 2), *alone("bob", 5, 6), *alone("cat", 6, 5), *mixed)
    table = table_of(pool._replace(suspended={"ann": "it cheats"}, gone=frozenset(["ann"])))

    assert [bot for _, bot in ranks_in(table)] == ["bob", "cat"]
    assert table["suspended"] == {"ann": "it cheats"}
    assert "ann" not in {row["bot"] for row in table["contributions"]}


MADE = {"ann": -2, "bob": 0, "cat": 2}


def mixed_teams(*, noise=0):
    """Three bots in all teams of two; each adds so many cards, and every shuffle its own."""
    return [
        (f"mixed/{at}", (one, other), 20 + at + MADE[one] + MADE[other] + noise * (at % 2))
        for at in range(12)
        for one, other in (("ann", "bob"), ("bob", "cat"), ("cat", "ann"))
    ]


def test_contributions_are_what_each_bot_adds():
    """About their mean; exact where teams are sums of their bots."""
    table = table_of(teams(*mixed_teams()))

    assert [(row["bot"], row["cards"]) for row in table["contributions"]] == [
        ("ann", -2.0),
        ("bob", 0.0),
        ("cat", 2.0),
    ]
    assert table["additive_r2"] == pytest.approx(1.0)


def test_mixed_teams_are_shown_whoever_sat_where():
    """Mean cards left of every combination."""
    table = table_of(teams(("m/0", ("ann", "bob"), 4), ("m/1", ("bob", "ann"), 8)))

    assert table["cross_play"] == [{"bots": ["ann", "bob"], "mean_left": 6.0, "games": 2}]


def test_a_fault_in_a_mixed_team_says_nothing_of_its_mates():
    """Contributions are those of games that nobody was thrown out of."""
    faulty = ("mixed/0", ("ann", "bob"), 90, "bob")
    honest = mixed_teams()[1:]

    assert table_of(teams(faulty, *honest))["contributions"] == pytest.approx(
        table_of(teams(*honest))["contributions"]
    )


def test_no_mixed_teams_no_contributions():
    """An empty list, and no share that is explained."""
    table = table_of(teams(*alone("ann", 7, 8)))

    assert (table["contributions"], table["additive_r2"], table["cross_play"]) == ([], None, [])


def test_who_is_suspended_with_one_number_of_seats_is_in_no_list():
    """A mean over the other numbers would say less than those beside it."""
    two = teams(*alone("ann", 1, 2), *alone("bob", 5, 7), suspended={"ann": "it cheats"})
    three = teams(*alone("ann", 1, 2, seats=3), *alone("bob", 5, 7, seats=3), seats=3)
    table = table_of(two, three)

    assert ranks_in(table) == [(1, "bob")]
    assert {row["bot"] for row in table["self_play"]} == {"bob"}
    assert table["suspended"] == {"ann": "it cheats"}


def ranges(table):
    """(bot, best and worst rank that it may have)."""
    return [(row["bot"], row["rank_low"], row["rank_high"]) for row in table["rows"]]


def test_two_shuffles_settle_no_rank_that_their_differences_leave_open():
    """A spread that two shuffles tell is uncertain itself."""
    table = table_of(teams(*alone("ann", 5, 6), *alone("bob", 9, 11), *alone("cat", 14, 17)))

    assert all(row["low"] < 0 < row["high"] for row in table["paired"])
    assert ranges(table) == [("ann", 1, 3), ("bob", 1, 3), ("cat", 1, 3)]


def test_one_shuffle_settles_no_rank():
    """Everybody who has played may have every rank."""
    table = table_of(teams(*alone("ann", 5), *alone("bob", 30), *alone("cat", 90), bots=["dan"]))

    assert ranges(table) == [("ann", 1, 3), ("bob", 1, 3), ("cat", 1, 3), ("dan", None, None)]
