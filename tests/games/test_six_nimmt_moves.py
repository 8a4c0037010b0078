"""A bot's answers in 6 nimmt!: read, refused, stood in for, and what leaving the game costs."""

import pytest

from arena.errors import VERDICTS
from arena.games.six_nimmt import RULES
from arena.model import Outcome
from arena_sdk.errors import TheirMistake
from arena_sdk.six_nimmt import Choose, Draft, Special, Swap, Take
from tests.games.six_nimmt_table import FOUR, assert_refused, choose, table, trick, view_of


@pytest.mark.parametrize(
    ("asks", "source", "move"),
    [
        ("choose", {"card": 5, "comment": "ignored"}, Choose(5)),
        ("take", {"row": 0}, Take(0)),
        ("draft", {"card": 17}, Draft(17)),
        ("swap", {"give": None}, Swap(None)),
        ("swap", {"give": "stop"}, Swap("stop")),
        ("swap", {"give": "joker"}, Swap("joker")),
        ("special", {"special": None, "row": "ignored"}, Special(None)),
        ("special", {"special": "joker"}, Special("joker")),
        ("special", {"special": "seven", "row": 1}, Special("seven")),
        ("special", {"special": "insert", "row": 3}, Special("insert", row=3)),
        ("special", {"special": "replace", "card": 88}, Special("replace", card=88)),
        ("special", {"special": "shift", "card": 6, "to_row": 1}, Special("shift", None, 6, 1)),
        ("special", {"special": "flip", "card": 44}, Special("flip", card=44)),
        ("special", {"special": "stop", "row": -1}, Special("stop", row=-1)),
    ],
)
def test_a_move_is_read(asks, source, move):
    """What has the keys it needs is a move, legal or not; keys nobody asked for are ignored."""
    assert RULES.read_move(asks, source) == move


@pytest.mark.parametrize(
    ("asks", "source"),
    [
        *(("choose", {"card": card}) for card in (True, 5.0, "5", None, [5])),
        ("choose", {}),
        *(("take", {"row": row}) for row in (False, "1", None)),
        ("take", {}),
        *(("draft", {"card": card}) for card in (True, None)),
        ("draft", {"row": 1}),
        *(("swap", {"give": give}) for give in (False, 3, b"stop")),
        ("swap", {}),
        *(("special", {"special": word}) for word in (True, 1, b"stop", ["stop"])),
        ("special", {}),
        ("special", {"special": "insert"}),
        ("special", {"special": "insert", "row": None}),
        ("special", {"special": "replace", "card": True}),
        ("special", {"special": "shift", "card": 6}),
        ("special", {"special": "shift", "to_row": 1}),
        ("special", {"special": "shift", "card": 6, "to_row": 1.0}),
        ("special", {"special": "flip", "row": 0}),
        ("special", {"special": "stop", "row": False}),
    ],
)
def test_what_is_no_move_is_unreadable(asks, source):
    """A key that is missing or of another type makes no move; true is not 1, null is no row."""
    with pytest.raises(TheirMistake) as caught:
        RULES.read_move(asks, source)
    assert caught.value.verdict == "unreadable"


def test_a_readable_move_may_be_illegal():
    """A card not held, a row that is not there, an answer to something else are refused."""
    choosing = RULES.view(table(FOUR, [[44, 46]]), 0)
    assert_refused(choosing, Choose(45), "chose 45, which is not in the hand")
    assert_refused(choosing, Draft(44), "no answer to 'choose'")
    taking = view_of(trick(FOUR, 3))
    assert_refused(taking, Take(4), "no row 4; the rows are 0 to 3")
    assert_refused(taking, Take(-1), "no row -1")


def test_the_stand_in_plays_the_lowest_card_and_takes_the_cheapest_row():
    """Lowest hand card; the row with the fewest heads, of equal ones the lowest index."""
    assert RULES.stand_in(RULES.view(table(FOUR, [[44, 46, 103]]), 0)) == Choose(44)
    assert RULES.stand_in(view_of(trick([[12, 14], [55], [43], [58]], 3))) == Take(2)
    assert RULES.stand_in(view_of(trick([[10], [12, 14], [33], [36, 38]], 3))) == Take(1)


def test_no_fault_is_forgiven():
    """At its first fault, of whatever kind, a bot leaves the game."""
    choosing, taking = table(FOUR, [[44, 46, 103]]), trick([[12, 14], [55], [43], [58]], 3)

    assert not any(RULES.forgives(at, verdict) for at in (choosing, taking) for verdict in VERDICTS)


@pytest.mark.parametrize(
    ("faults", "places"),
    [
        ([], (1, 2, 2, 4)),
        ([(0,)], (4, 1, 1, 3)),
        ([(3,), (0,)], (3, 1, 1, 4)),
        ([(0,), (3,)], (4, 1, 1, 3)),
        ([(0, 3)], (3, 1, 1, 3)),
        ([(0,), (1, 3)], (4, 2, 1, 2)),
        ([(0, 1, 2, 3)], (1, 1, 1, 1)),
    ],
)
def test_who_left_is_placed_last(faults, places):
    """Behind all who stayed, an earlier fault lower, faults at one moment share the place."""
    hands = [[44, 59], [45, 60], [46, 61], [47, 62]]
    state = choose(table(FOUR, hands, heads=(5, 7, 7, 9), deals=1), 44, 45, 46, 47)
    for seats in faults:
        state = RULES.abandon(state, seats)
        assert RULES.news(state) == ()
        assert RULES.to_act(state) == (0, 1, 2, 3)

    assert RULES.outcome(choose(state, 59, 60, 61, 62)) == Outcome((5, 7, 7, 9), places, "deals")
