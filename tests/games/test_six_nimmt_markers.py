"""Seven and stop, the special cards of 6 nimmt! that stay on a row as markers."""

import pytest

from arena_sdk.six_nimmt import SEVEN, STOP, Special, Take
from tests.games.six_nimmt_table import (
    FIVE,
    FOUR,
    FULL,
    SIX,
    answer,
    assert_legal,
    assert_refused,
    last_trick,
    rows_of,
    special_view,
    trick,
    view_of,
)

# Seven


def test_n19_seven():
    """The sixth card is appended and marks the row; the seventh takes six and the marker goes."""
    state = trick([[1, 2, 3, 4, 6], [37], [43], [58]], 7, 8, specials=[[SEVEN], [STOP]])
    state = answer(state, Special(SEVEN))

    assert rows_of(state) == [[1, 2, 3, 4, 6, 7], [37], [43], [58]]
    assert (state.heads, state.markers[0], state.special_discards) == ((0, 0), (SEVEN,), ())
    assert state.news == (
        {"kind": "special", "seat": 0, "special": SEVEN},
        {"kind": "placed", "seat": 0, "card": 7, "row": 0},
    )

    state = answer(state, Special(None))

    assert rows_of(state) == [[8], [37], [43], [58]]
    assert (state.heads, state.markers[0], state.special_discards) == ((0, 6), (), (SEVEN,))


def test_seven_only_for_the_sixth_card():
    """A row with room, or a blocked one that the card does not go to, cannot be marked."""
    assert_refused(special_view(FOUR, 44, SEVEN), Special(SEVEN), "would not be the sixth card")
    blocked = special_view(FULL, 22, SEVEN, markers={0: [STOP]})
    assert_refused(blocked, Special(SEVEN), "would not be the sixth card")
    assert_legal(special_view(FULL, 22, SEVEN), Special(SEVEN))


@pytest.mark.parametrize("row", [[1, 2, 3, 4, 6, 7], [1, 2, 3, 4, 6]], ids=["six", "five"])
def test_a_marked_row_cannot_be_marked_again(row):
    """One seven a row, though a shift may have brought it back to five cards."""
    view = special_view([row, [37], [43], [58]], 8, SEVEN, markers={0: [SEVEN]})

    assert_refused(view, Special(SEVEN), "would not be the sixth card of an unmarked row")


def test_a_marked_row_of_five_has_room():
    """The capacity stays six while the marker lies there."""
    state = trick([[1, 2, 3, 4, 6], [37], [43], [58]], 8, markers={0: [SEVEN]})

    assert rows_of(state)[0] == [1, 2, 3, 4, 6, 8]
    assert state.markers[0] == (SEVEN,)


def test_e14_seven_on_a_low_card():
    """A card too low for all rows has no row to be appended to."""
    assert_refused(special_view(FULL, 3, SEVEN), Special(SEVEN), "would not be the sixth card")


def test_e17_the_vanishing_row_holds_a_seven():
    """Its marker is discarded and the taker gets all six cards and the own one."""
    state = trick([*SIX, [90]], 8, markers={0: [SEVEN], 4: [SEVEN]})

    assert rows_of(state) == [[37], [43], [58], [90]]
    assert state.news[-1]["cards"] == [1, 2, 3, 4, 6, 7, 8]
    assert state.heads == (7,)
    assert state.special_discards == (SEVEN,)
    assert state.markers == ((), (), (), (SEVEN,))  # the other marker goes with its own row


# Stop


def test_n27_stop_sends_the_own_card_elsewhere():
    """With row 2 blocked 44 goes to row 1; the marker stays."""
    state = answer(trick(FOUR, 44, specials=[[STOP]]), Special(STOP, row=2))

    assert rows_of(state) == [[12], [37, 44], [43], [58]]
    assert (state.markers, state.special_discards) == (((), (), (STOP,), ()), ())
    assert state.news[0] == {"kind": "special", "seat": 0, "special": STOP, "row": 2}


def test_n28_a_take_of_another_row_lifts_all_stops():
    """After a 2 took row 0 no row is blocked any more, and the stops are discarded."""
    state = trick(FOUR, 2, markers={1: [STOP], 2: [STOP]})
    state = answer(state, Take(0))

    assert (state.markers, state.special_discards) == (((),) * 4, (STOP, STOP))


def test_a_full_row_taken_lifts_the_stops_and_keeps_a_seven():
    """Every take lifts all stops, the own one too; a seven on another row stays."""
    markers = {2: [SEVEN], 3: [SEVEN]}
    state = trick(FULL, 22, specials=[[STOP]], markers=markers)
    state = answer(state, Special(STOP, row=3))

    assert rows_of(state)[0] == [22]
    assert state.markers == ((), (), (SEVEN,), (SEVEN,))
    assert state.special_discards == (STOP,)


def test_n29_one_row_stays_open():
    """The last open row cannot be blocked, and a blocked one not twice."""
    markers = {0: [STOP], 1: [STOP], 2: [STOP]}
    view = special_view(FOUR, 44, STOP, markers=markers)

    assert_refused(view, Special(STOP, row=3), "one row must stay open")
    for row in (0, 1, 2):
        assert_refused(view, Special(STOP, row=row), f"row {row} is blocked")
    assert trick(FOUR, 60, specials=[[STOP]], markers=markers).asks == "choose"
    assert_legal(special_view(FIVE, 44, STOP, markers=markers), Special(STOP, row=3))
    assert_refused(special_view(FOUR, 44, STOP), Special(STOP, row=4), "no row 4")


def test_e12_a_stop_that_leaves_no_fitting_row():
    """15 fits row 0 only: when that is blocked, it takes one of the rows that are open."""
    state = answer(trick(FOUR, 15, specials=[[STOP]]), Special(STOP, row=0))
    assert state.asks == "take"
    assert_refused(view_of(state), Take(0), "row 0 is blocked")

    state = answer(state, Take(2))
    assert rows_of(state) == [[12], [37], [15], [58]]
    assert state.markers == ((),) * 4


def test_e13_a_take_with_five_rows_and_a_stop():
    """The stops go and the taken row vanishes."""
    state = answer(trick(FIVE, 2, markers={2: [STOP], 4: [STOP]}), Take(0))

    assert rows_of(state) == [[37], [43], [58], [3]]
    assert (state.markers, state.special_discards) == (((),) * 4, (STOP, STOP))


def test_a_stop_ends_with_the_deal():
    """The next deal begins with four open rows, whatever lay there before."""
    state = last_trick(59, 60, rows=FIVE, markers={0: [STOP], 2: [SEVEN]}, deals=2)

    assert state.deal == 2
    assert (len(state.rows), state.markers) == (4, ((),) * 4)
