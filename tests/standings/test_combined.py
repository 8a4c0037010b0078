"""One standing for several games."""

import pytest

from tests.standings.counted import LOST, SPLIT, WON, couples, document, tables, teams

RULE = "mean over games of (bots - rank) / (bots - 1)"
DUELS = couples(("ann", "bob", WON, 90), ("bob", "cat", WON, 90), ("ann", "cat", WON, 90))


def team(order):
    """The Game, in which these bots clearly come in this order."""
    rows = [
        (f"self/{at}", (bot, bot), 5 + 10 * rank + at % 3)
        for rank, bot in enumerate(order)
        for at in range(60)
    ]
    return teams(*rows)


def scores(combined):
    return {row["bot"]: row["score"] for row in combined["rows"]}


def test_the_score_is_the_mean_over_games():
    """1 for the first, 0 for the last; the rule is printed beside it."""
    combined = document(DUELS, team(["cat", "ann", "bob"]))["combined"]

    assert combined["rule"] == RULE
    assert scores(combined) == {"ann": 0.75, "cat": 0.5, "bob": 0.25}
    assert [row["rank"] for row in combined["rows"]] == [1, 2, 3]


def test_weights_count_and_are_told():
    """By the key of the list; a list that nobody names has 1."""
    combined = document(DUELS, team(["cat", "ann", "bob"]), weights={"the-game": 3})["combined"]

    assert combined["rule"] == f"{RULE}, weights face-to-face 1, the-game 3"
    assert scores(combined) == {"cat": 0.75, "ann": 0.625, "bob": 0.125}


@pytest.mark.parametrize("weights", [{"the-game": 0}, {"the-game": 0, "face-to-face": 0}])
def test_a_game_without_weight_does_not_count(weights):
    """Also if no game counts at all: then all are level."""
    found = scores(document(DUELS, team(["cat", "ann", "bob"]), weights=weights)["combined"])

    nobody = len(weights) == 2
    assert found == dict.fromkeys(found, 0.0) if nobody else {"ann": 1.0, "bob": 0.5, "cat": 0.0}


def test_equal_weights_are_the_usual_ones():
    """Whatever number they are."""
    usual = document(DUELS, team(["cat", "ann", "bob"]))["combined"]
    games = {"the-game": 7, "face-to-face": 7}

    assert document(DUELS, team(["cat", "ann", "bob"]), weights=games)["combined"] == usual


def test_the_interval_is_narrow_where_places_are_clear_and_wide_where_they_are_not():
    """It holds the score, and is the same every time it is drawn."""
    level = couples(("ann", "bob", SPLIT, 20), ("ann", "bob", WON, 20), ("ann", "bob", LOST, 20))
    clear = couples(("ann", "bob", WON, 500), ("ann", "bob", SPLIT, 500))

    wide, narrow = (document(pool)["combined"]["rows"] for pool in (level, clear))

    assert [(row["low"], row["high"]) for row in wide] == [(0.0, 1.0)] * 2
    assert [(row["low"], row["score"], row["high"]) for row in narrow] == [(1, 1, 1), (0, 0, 0)]
    assert document(level) == document(level)


def test_groups_that_never_met_are_level():
    """Nobody can say who of them is better: half the points for all."""
    apart = couples(("ann", "bob", WON, 90), ("cat", "dan", WON, 90))

    assert {*scores(document(apart)["combined"]).values()} == {0.5}


def test_who_has_no_result_in_a_game_may_be_anywhere_in_it():
    """Level with all, from 0 to 1; and whoever has results may still come after it."""
    begun = couples(("ann", "bob", WON, 90), bots=("ann", "bob", "cat"))
    rows = {row["bot"]: row for row in document(begun)["combined"]["rows"]}

    assert [rows["cat"][key] for key in ("score", "low", "high")] == [0.5, 0, 1]
    assert [rows["ann"][key] for key in ("score", "low", "high")] == [1, 0.5, 1]
    assert [rows["bob"][key] for key in ("score", "low", "high")] == [0.5, 0, 0.5]


@pytest.mark.parametrize(
    "nothing",
    [
        couples(bots=("ann", "bob")),
        couples(("ann", "bob", WON, 9), ("cat", "dan", WON, 9)),
        teams(("self/1", ("ann", "ann"), 5), bots=("ann", "bob")),
    ],
    ids=["no game yet", "groups that never met", "one shuffle"],
)
def test_a_list_that_says_nothing_claims_nothing(nothing):
    """All are level, each from 0 to 1: also in one of two games, as much as that counts."""
    other = tables(*[("xyz",)] * 30)
    alone, beside = (document(*pools)["combined"] for pools in ([nothing], [nothing, other]))

    for combined, share in ((alone, 1), (beside, 0.5)):
        rows = [row for row in combined["rows"] if row["bot"] not in "xyz"]
        numbers = {(row["score"], row["low"], row["high"]) for row in rows}
        assert numbers == {(share / 2, 0, share)}


def test_who_plays_one_game_only_has_nothing_from_the_other():
    """A game that a bot does not play is no excuse."""
    found = scores(document(DUELS, team(["ann", "bob"]))["combined"])

    assert found == {"ann": 1.0, "bob": 0.25, "cat": 0.0}


def test_a_bot_alone_in_a_list_is_in_the_middle():
    """Neither first nor last."""
    assert scores(document(team(["ann"]))["combined"]) == {"ann": 0.5}


def test_a_weight_by_the_name_of_a_game_is_that_of_its_list():
    """Also if the list has a longer key, since the game was not played as usual."""
    orders = [("cat", "ann", "bob"), ("cat", "ann", "dan"), ("ann", "bob", "dan")]
    table = tables(*((order,) for order in orders * 30))
    combined = document(DUELS, table, weights={"six-nimmt": 3})["combined"]

    assert combined["rule"] == f"{RULE}, weights face-to-face 1, six-nimmt/3 3"
    assert combined == document(DUELS, table, weights={"six-nimmt/3": 3})["combined"]
