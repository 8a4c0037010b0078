"""What each special card of 6 nimmt! does. N and E numbers are those of the reference page.

The two that stay on the table as markers are in test_six_nimmt_markers.py.
"""

import pytest

from arena.games.six_nimmt import RULES
from arena_sdk.six_nimmt import (
    FIFTH_ROW,
    FLIP,
    INSERT,
    REPLACE,
    SEVEN,
    SHIFT,
    SPECIALS,
    STOP,
    Special,
    Take,
    playable_specials,
)
from tests.games.six_nimmt_table import (
    FIVE,
    FIVE_FULL,
    FOUR,
    FULL,
    SIX,
    answer,
    assert_legal,
    assert_refused,
    choose,
    last_trick,
    rows_of,
    special_view,
    table,
    trick,
    view_of,
)

# Fifth row


def test_n17_fifth_row():
    """The card starts row 4 and nothing is taken; while five rows lie there is no sixth."""
    state = answer(
        trick(FOUR, 3, 104, specials=[[FIFTH_ROW], [FIFTH_ROW, STOP]]), Special(FIFTH_ROW)
    )

    assert rows_of(state) == FIVE
    assert state.heads == (0, 0)
    assert state.special_discards == (FIFTH_ROW,)
    assert state.news[-2:] == (
        {"kind": "special", "seat": 0, "special": FIFTH_ROW},
        {"kind": "placed", "seat": 0, "card": 3, "row": 4},
    )
    assert_refused(view_of(state), Special(FIFTH_ROW), "five rows already")


def test_n18_with_five_rows_the_taken_row_vanishes():
    """The taker collects the row and the own card; the others keep their order."""
    state = answer(trick(FIVE, 2), Take(0))

    assert rows_of(state) == [[37], [43], [58], [3]]
    assert state.heads == (2,)
    assert state.news == (
        {"kind": "took", "seat": 0, "card": 2, "row": 0, "cards": [12, 2], "heads": 2},
    )


def test_with_five_rows_a_full_row_vanishes_too():
    """Who lays the sixth card of one of five rows collects it along with the five."""
    state = trick(FIVE_FULL, 22)

    assert rows_of(state) == [[37], [43], [58], [3]]
    assert state.heads == (8 + 5,)
    assert state.news[-1]["cards"] == [12, 14, 15, 20, 21, 22]


def test_all_five_rows_count():
    """The fifth row is a row like the others: a card may be forced there."""
    assert rows_of(trick(FIVE, 5))[4] == [3, 5]


def test_after_a_take_a_fifth_row_may_be_laid_again():
    """Once the row has vanished there are four rows, and the next take leaves the own card."""
    state = trick(FIVE, 1, 2, specials=[[], [FIFTH_ROW]])
    state = answer(state, Take(4), Special(FIFTH_ROW))

    assert rows_of(state) == [*FOUR, [2]]
    assert state.heads == (1 + 1, 0)


def test_e16_fifth_row_when_nothing_would_be_taken():
    """A card that would just join a row may start the fifth one instead."""
    state = answer(trick(FOUR, 44, specials=[[FIFTH_ROW]]), Special(FIFTH_ROW))

    assert rows_of(state) == [*FOUR, [44]]


# Insert


def test_n20_insert_between_two_cards():
    """15 goes between 12 and 20, whichever row it would have joined."""
    state = answer(
        trick([[12, 20], [37], [43], [58]], 15, specials=[[INSERT]]), Special(INSERT, row=0)
    )

    assert rows_of(state) == [[12, 15, 20], [37], [43], [58]]
    assert state.news == (
        {"kind": "special", "seat": 0, "special": INSERT, "row": 0},
        {"kind": "placed", "seat": 0, "card": 15, "row": 0},
    )
    assert (state.specials, state.special_discards) == (((),), (INSERT,))


@pytest.mark.parametrize("card", [8, 25])
def test_n21_insert_before_or_after_a_row(card):
    """Between two neighbours only, unless `insert_anywhere` allows the start and the end."""
    rows, move = [[12, 20], [37], [43], [58]], Special(INSERT, row=0)
    assert_refused(special_view(rows, card, INSERT), move, f"{card} does not lie between two")

    assert_legal(special_view(rows, card, INSERT, insert_anywhere=True), move)
    state = answer(trick(rows, card, specials=[[INSERT]], insert_anywhere=True), move)
    assert rows_of(state)[0] == sorted([12, 20, card])


def test_insert_into_a_full_row_takes_it():
    """The count rule applies: the other five cards are taken and the row is the own card."""
    state = answer(trick(FULL, 16, specials=[[INSERT]]), Special(INSERT, row=0))

    assert rows_of(state) == [[16], [37], [43], [58]]
    assert state.heads == (8,)


def test_insert_into_a_full_row_of_five_makes_it_vanish():
    """With five rows the own card is collected too, as with any other take."""
    state = answer(trick(FIVE_FULL, 16, specials=[[INSERT]]), Special(INSERT, row=0))

    assert rows_of(state) == [[37], [43], [58], [3]]
    assert state.news[-1]["cards"] == [12, 14, 15, 20, 21, 16]
    assert state.heads == (8 + 1,)


def test_insert_counts_the_marker_of_the_row():
    """With a seven a row of five has room for an insert, a row of six has not."""
    five = trick(FULL, 16, specials=[[INSERT]], markers={0: [SEVEN]})
    assert rows_of(answer(five, Special(INSERT, row=0)))[0] == [12, 14, 15, 16, 20, 21]

    six = trick(SIX, 5, specials=[[INSERT]], markers={0: [SEVEN]})
    assert rows_of(answer(six, Special(INSERT, row=0)))[0] == [5]


def test_insert_needs_a_row_that_is_there_and_open():
    """A blocked row, a row that does not exist and a row of one card are refused."""
    rows = [[12, 20], [37], [43], [58]]
    view = special_view(rows, 15, INSERT)

    assert_refused(view, Special(INSERT, row=4), "no row 4")
    assert_refused(view, Special(INSERT, row=-1), "no row -1")
    assert_refused(view, Special(INSERT, row=1), "does not lie between two")
    blocked = special_view(rows, 15, INSERT, markers={0: [STOP]})
    assert_refused(blocked, Special(INSERT, row=0), "row 0 is blocked")


# Replace


def test_n22_replace_is_resolved_at_once():
    """80 is resolved in the place of 10, before 30; the 10 is back in the hand."""
    state = choose(table(FOUR, [[10, 80], [30, 90]], specials=[[REPLACE], [STOP]]), 10, 30)
    state = answer(state, Special(REPLACE, card=80))

    assert state.news == (
        {"kind": "special", "seat": 0, "special": REPLACE, "card": 80},
        {"kind": "placed", "seat": 0, "card": 80, "row": 3},
    )
    assert (view_of(state).card, view_of(state).revealed) == (30, ((1, 30), (0, 80)))
    state = answer(state, Special(None))
    assert rows_of(state) == [[12, 30], [37], [43], [58, 80]]
    assert state.hands == ((10,), (90,))


def test_replace_by_a_card_too_low_asks_for_a_row():
    """The other card follows the normal rules, without a second special."""
    state = choose(table(FOUR, [[2, 44]], specials=[[REPLACE, STOP]]), 44)
    state = answer(state, Special(REPLACE, card=2))
    assert state.asks == "take"

    state = answer(state, Take(1))

    assert rows_of(state) == [[12], [2], [43], [58]]
    assert state.hands == ((44,),)


def test_e5_the_row_is_chosen_on_the_table_that_lower_seats_left():
    """A low card whose predecessor was replaced sees the rows as they are by then."""
    state = choose(table(FOUR, [[5, 80], [7, 90]], specials=[[REPLACE], []]), 5, 7)
    state = answer(state, Special(REPLACE, card=80))

    assert (RULES.to_act(state), state.asks) == ((1,), "take")
    assert view_of(state).rows[3] == (58, 80)
    assert rows_of(answer(state, Take(3))) == [[12], [37], [43], [7]]


def test_replace_needs_another_card_of_the_hand():
    """The card just laid, and one held by nobody, cannot replace it."""
    view = special_view(FOUR, 44, REPLACE, hand=[46])

    assert_legal(view, Special(REPLACE, card=46))
    assert_refused(view, Special(REPLACE, card=44), "44 is not in the hand")
    assert_refused(view, Special(REPLACE, card=45), "45 is not in the hand")


def test_e11_in_the_last_trick_all_but_replace():
    """With no other card in hand nothing can replace; the others work as ever."""
    assert RULES.to_act(last_trick(44, specials=[[REPLACE]], deals=1)) == ()

    rows = [[12, 14, 15, 20, 21], [19, 37], [43], [58]]
    view = view_of(last_trick(22, rows=rows, specials=[SPECIALS]))
    assert {move.special for move in playable_specials(view)} == set(SPECIALS) - {REPLACE}


# Shift


def test_n23_shift_then_resolve():
    """20 moves to row 1, then 21 is placed on the new table."""
    state = trick([[5, 9, 20], [15], [43], [58]], 21, specials=[[SHIFT]])
    state = answer(state, Special(SHIFT, card=20, to_row=1))

    assert rows_of(state) == [[5, 9], [15, 20, 21], [43], [58]]
    assert state.news == (
        {"kind": "special", "seat": 0, "special": SHIFT, "card": 20, "to_row": 1},
        {"kind": "placed", "seat": 0, "card": 21, "row": 1},
    )


def test_n24_shift_may_not_empty_a_row():
    """The only card of a row stays."""
    view = special_view([[5, 9, 20], [15], [43], [58]], 21, SHIFT)

    assert_refused(view, Special(SHIFT, card=15, to_row=0), "row 1 would be empty without 15")


@pytest.mark.parametrize(
    ("card", "after"),
    [(5, [5, 10, 20]), (15, [10, 15, 20]), (25, [10, 20, 25])],
    ids=["start", "middle", "end"],
)
def test_a_shifted_card_goes_where_the_order_puts_it(card, after):
    """Any card of a row may move, and the row it joins stays ascending."""
    state = trick([[5, 15, 25], [10, 20], [43], [58]], 60, specials=[[SHIFT]])

    assert rows_of(answer(state, Special(SHIFT, card=card, to_row=1)))[1] == after


def test_shift_to_a_row_that_cannot_have_it():
    """Not to a full, blocked or missing row, not within a row, and no card that lies nowhere."""
    rows = [[12, 14, 15, 20, 21], [10, 37], [43], [58]]
    view = special_view(rows, 60, SHIFT, markers={2: [STOP]})

    assert_refused(view, Special(SHIFT, card=10, to_row=0), "row 0 is full")
    assert_refused(view, Special(SHIFT, card=10, to_row=2), "row 2 is blocked")
    assert_refused(view, Special(SHIFT, card=10, to_row=4), "no row 4")
    assert_refused(view, Special(SHIFT, card=10, to_row=-1), "no row -1")
    assert_refused(view, Special(SHIFT, card=10, to_row=1), "lies in row 1 already")
    assert_refused(view, Special(SHIFT, card=60, to_row=1), "60 lies in no row")
    assert_legal(view, Special(SHIFT, card=10, to_row=3))
    marked = special_view(rows, 60, SHIFT, markers={0: [SEVEN]})
    assert_legal(marked, Special(SHIFT, card=10, to_row=0))


def test_shift_from_a_blocked_row():
    """A stop keeps cards from being placed there, not from being moved away."""
    state = trick([[5, 9], [15], [43], [58]], 60, specials=[[SHIFT]], markers={0: [STOP]})
    state = answer(state, Special(SHIFT, card=9, to_row=1))

    assert rows_of(state) == [[5], [9, 15], [43], [58, 60]]
    assert state.markers[0] == (STOP,)


def test_e18_shift_makes_the_card_fit():
    """15 was too low; with 30 gone from row 0 it joins the 12."""
    state = trick([[12, 30], [37], [43], [58]], 15, specials=[[SHIFT]])
    state = answer(state, Special(SHIFT, card=30, to_row=1))

    assert rows_of(state) == [[12, 15], [30, 37], [43], [58]]
    assert state.asks == "choose"


def test_e18_shift_makes_the_card_too_low():
    """15 would have joined the 5; with 37 on it no row fits, and its player takes one."""
    state = trick([[5], [18, 37], [43], [58]], 15, specials=[[SHIFT]])
    state = answer(state, Special(SHIFT, card=37, to_row=0))
    assert state.asks == "take"

    assert rows_of(answer(state, Take(1))) == [[5, 37], [15], [43], [58]]


# Flip


@pytest.mark.parametrize(
    ("before", "after"),
    [pytest.param(6, 2, id="N25"), pytest.param(1, 0, id="N26-not-below-zero")],
)
def test_flip_subtracts_the_heads_of_one_taken_card(before, after):
    """With 3 the row [11, 13] is taken: 13 adds its head, the flipped 11 takes five away."""
    state = trick([[11, 13], [37], [43], [58]], 3, specials=[[FLIP]], heads=[before])
    state = answer(state, Special(FLIP, card=11))

    assert state.heads == (after,)
    assert rows_of(state) == [[3], [37], [43], [58]]
    taken = {"card": 3, "row": 0, "cards": [11, 13], "heads": after - before}
    assert state.news == (
        {"kind": "special", "seat": 0, "special": FLIP, "card": 11},
        {"kind": "took", "seat": 0, **taken},
    )


def test_flip_names_a_card_of_the_forced_row():
    """When a full row is taken, only its cards can be flipped, and not the card just laid."""
    view = special_view(FULL, 22, FLIP)

    assert_legal(view, Special(FLIP, card=20))
    assert_refused(view, Special(FLIP, card=37), "37 is not in row 0, which is taken")
    assert_refused(view, Special(FLIP, card=22), "22 lies in no row")
    state = answer(trick(FULL, 22, specials=[[FLIP]], heads=[9]), Special(FLIP, card=20))
    assert state.heads == (9 + 1 + 1 + 2 - 3 + 1,)


def test_flip_of_a_low_card_chooses_the_row():
    """The flipped card's row is taken without a question; a blocked row cannot be."""
    view = special_view(FOUR, 3, FLIP, markers={0: [STOP]})
    assert_refused(view, Special(FLIP, card=12), "row 0 is blocked")

    state = answer(trick(FOUR, 3, specials=[[FLIP]]), Special(FLIP, card=58))
    assert (state.asks, rows_of(state)) == ("choose", [[12], [37], [43], [3]])


def test_flip_with_five_rows_counts_the_own_card():
    """The own card is collected too and adds its heads; it cannot be the flipped one."""
    rows = [[20], [37], [43], [58], [30]]
    assert_refused(special_view(rows, 5, FLIP), Special(FLIP, card=5), "5 lies in no row")

    state = answer(trick(rows, 5, specials=[[FLIP]], heads=[9]), Special(FLIP, card=20))
    assert state.heads == (9 - 3 + 2,)
    assert rows_of(state) == [[37], [43], [58], [30]]


def test_e15_flip_without_a_take():
    """A card that joins a row takes nothing that could be flipped."""
    assert_refused(special_view(FOUR, 44, FLIP), Special(FLIP, card=43), "no row is taken")
