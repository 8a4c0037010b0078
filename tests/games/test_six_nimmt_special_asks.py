"""Special cards in 6 nimmt!: dealing them, asking for them, swapping them, showing them.

What each of them does is in test_six_nimmt_specials.py and test_six_nimmt_markers.py.
"""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.six_nimmt import RULES
from arena_sdk.errors import IllegalMove
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
    Swap,
    Take,
    playable_specials,
)
from tests.games.six_nimmt_table import (
    FOUR,
    FULL,
    WHOLE_GAMES,
    answer,
    any_special,
    assert_legal,
    assert_refused,
    dealt,
    kinds,
    play_on,
    rows_of,
    special_view,
    trick,
    view_of,
)


def where_the_specials_are(state):
    """Every special card of the game: held, in the deck, discarded or a marker."""
    places = (*state.specials, state.special_deck, state.special_discards, *state.markers)
    return Counter(word for words in places for word in words)


# Deal and length


def test_n15_eight_players_use_almost_every_card():
    """Twelve cards each and four rows are 100 of 104; 24 specials are held, 4 are the deck."""
    state = dealt(8, specials=True)
    cards = [card for cards in (*state.hands, *state.rows) for card in cards]

    assert [len(hand) for hand in state.hands] == [12] * 8
    assert len(set(cards)) == 100
    assert set(cards) < set(range(1, 105))
    assert [len(held) for held in state.specials] == [3] * 8
    assert len(state.special_deck) == 4
    assert where_the_specials_are(state) == dict.fromkeys(SPECIALS, 4)


def test_n16_the_tactical_deck_with_specials():
    """Three players play with the cards 1 to 40."""
    state = dealt(3, specials=True, deck="tactical")

    cards = sorted(card for cards in (*state.hands, *state.rows) for card in cards)
    assert cards == list(range(1, 41))


def test_a_game_with_specials_has_two_deals_of_twelve_tricks():
    """Both kinds of cards are dealt anew; four rows, no marker and no discard are left over."""
    states = list(play_on(dealt(4, specials=True), any_special(random.Random(6))))
    second = next(state for state in states if state.deal == 2)

    tricks = {(state.deal, state.trick) for state in states}
    assert tricks == {(deal, number) for deal in (1, 2) for number in range(1, 13)}
    assert sum("revealed" in kinds(state.news) for state in states) == 24
    assert second.markers == ((),) * 4
    assert len(second.rows) == 4
    assert second.special_discards == ()
    assert [len(held) for held in second.specials] == [3] * 4
    assert (second.specials, second.special_deck) != (states[0].specials, states[0].special_deck)
    assert states[-1].reason == "deals"


@WHOLE_GAMES
@given(
    seats=st.integers(2, 8), seed=st.binary(min_size=32, max_size=32), number=st.integers(0, 999)
)
def test_cards_are_conserved_whatever_is_played(seats, seed, number):
    """28 = held + deck + discards + markers; a card lies in one place; rows ascend and fit."""
    taken, start = [], dealt(seats, seed, specials=True, deals=1, deck="tactical")
    for state in play_on(start, any_special(random.Random(number))):
        assert where_the_specials_are(state) == dict.fromkeys(SPECIALS, 4)
        taken += [c for event in state.news if event["kind"] == "took" for c in event["cards"]]
        pending = [card for seat, card in state.revealed if seat in state.queue]
        if pending and state.asks == "swap":  # this card lies in its row, or was taken along
            pending.remove(view_of(state).card)
        lying = [card for cards in (*state.hands, *state.rows) for card in cards]
        assert sorted(lying + pending + taken) == list(range(1, 12 * seats + 5))
        assert len(state.markers) == len(state.rows) in (4, 5)
        for row, marks in zip(state.rows, state.markers, strict=True):
            assert list(row) == sorted(row)
            assert 1 <= len(row) <= 5 + (SEVEN in marks)
        assert any(STOP not in marks for marks in state.markers)
        assert min(state.heads) >= 0


# When a special is asked for, and what is shown


def test_a_view_with_specials_also_shows_them():
    """Own specials, the others' number, the size of the deck, the discards and the markers."""
    state = trick(
        FOUR, 60, 90, specials=[[FLIP, STOP], [STOP]], deck=[INSERT, SEVEN], markers={0: [STOP]}
    )

    assert RULES.view(state, 0).to_map() == {
        "hand": [104],
        "rows": FOUR,
        "revealed": [[0, 60], [1, 90]],
        "heads": [0, 0],
        "totals": [0, 0],
        "deal": 1,
        "trick": 1,
        "specials": [FLIP, STOP],
        "special_counts": [2, 1],
        "special_deck": 2,
        "special_discards": [],
        "markers": [[STOP], [], [], []],
    }


def test_a_view_tells_neither_the_deck_nor_what_others_hold():
    """Another order of the special deck and other specials in other hands look the same."""
    state = dealt(3, specials=True)
    other = state._replace(
        special_deck=state.special_deck[::-1],
        specials=(state.specials[0], *state.specials[:0:-1]),
        hands=(state.hands[0], *state.hands[:0:-1]),
    )

    assert RULES.view(other, 0) == RULES.view(state, 0)


def test_a_special_is_asked_for_only_if_one_can_be_played():
    """Without specials, or with ones that have no effect now, the card is placed at once."""
    assert trick(FOUR, 44, specials=[[]]).asks == "choose"
    assert trick(FOUR, 44, specials=[[SEVEN, INSERT, FLIP]]).asks == "choose"
    assert trick(FOUR, 44, specials=[[SEVEN, INSERT, FLIP, STOP]]).asks == "special"


def test_at_most_one_special_with_each_card():
    """After one special the card is resolved, though another could be played."""
    state = answer(trick(FOUR, 44, specials=[[STOP, STOP]]), Special(STOP, row=2))

    assert state.asks == "choose"
    assert state.specials == ((STOP,),)


def test_special_then_take_then_swap():
    """A low card's player is asked for a special, for a row, for a swap; then the next seat."""
    state = trick(FOUR, 3, 5, specials=[[STOP], [STOP]], deck=[FLIP])
    asked = []
    for move in (Special(None), Take(0), Swap(None), Special(None)):
        asked.append((RULES.to_act(state), state.asks))
        state = answer(state, move)

    assert asked == [((0,), "special"), ((0,), "take"), ((0,), "swap"), ((1,), "special")]
    assert (state.asks, rows_of(state)[0]) == ("choose", [3, 5])


def test_only_a_special_that_is_held_may_be_played():
    """A special somebody else holds, or a word that is none, is illegal, not unreadable."""
    view = special_view(FOUR, 44, STOP)

    assert_refused(view, Special(FIFTH_ROW), "played 'fifth_row', but holds")
    assert_refused(view, Special("joker"), "played 'joker'")
    assert_legal(view, Special(None))


def test_the_stand_in_plays_no_special_and_swaps_none():
    """It takes only rows that are not blocked, of those the cheapest."""
    state = trick(FOUR, 3, specials=[[STOP]], deck=[FLIP], markers={0: [STOP]})
    moves = []
    while state.asks != "choose":
        moves.append(RULES.stand_in(view_of(state)))
        state = answer(state, moves[-1])

    assert moves == [Special(None), Take(1), Swap(None)]


@pytest.mark.parametrize("number", range(5))
def test_legal_moves_are_exactly_those_that_are_not_refused(number):
    """Among all specials with all cards and rows, the playable ones are those `check` passes."""
    rows, cards = range(-1, 6), range(1, 29)
    every = [Special(FIFTH_ROW), Special(SEVEN)]
    every += [Special(word, row=row) for word in (INSERT, STOP) for row in rows]
    every += [Special(word, card=card) for word in (REPLACE, FLIP) for card in cards]
    every += [Special(SHIFT, card=card, to_row=row) for card in cards for row in rows]
    game = play_on(
        dealt(2, specials=True, deck="tactical", deals=1), any_special(random.Random(number))
    )
    views = [view_of(state) for state in game if len(RULES.to_act(state)) == 1]
    for view in (view for view in views if view.asks == "special"):
        held = [move for move in every if move.special in view.specials]
        assert set(playable_specials(view)) == {move for move in held if passes(view, move)}


def passes(view, move):
    try:
        RULES.check(view, move)
    except IllegalMove:
        return False
    return True


# Swap


def test_a_swap_puts_one_special_away_and_draws_the_top_one():
    """The one given lies face up; what was drawn is told to nobody."""
    state = answer(trick(FULL, 22, specials=[[STOP, INSERT]], deck=[FLIP, SEVEN]), Special(None))
    assert state.asks == "swap"
    assert_refused(view_of(state), Swap(FLIP), "gave 'flip', but holds")

    state = answer(state, Swap(STOP))

    assert sorted(state.specials[0]) == [FLIP, INSERT]
    assert (state.special_deck, state.special_discards) == ((SEVEN,), (STOP,))
    assert state.news == ({"kind": "swapped", "seat": 0, "gave": STOP},)


def test_a_swap_may_be_declined():
    """With null nothing changes and nothing is told."""
    state = trick(FULL, 22, specials=[[INSERT]], deck=[FLIP])
    assert state.asks == "swap"

    state = answer(state, Swap(None))

    assert (state.specials, state.special_deck, state.news) == (((INSERT,),), (FLIP,), ())


@pytest.mark.parametrize(
    ("held", "deck"), [([INSERT], []), ([], [FLIP])], ids=["deck-empty", "none-held"]
)
def test_no_swap_without_a_deck_or_a_special(held, deck):
    """After a take the swap is asked for only if both sides of it are there."""
    state = trick(FULL, 22, specials=[held], deck=deck)

    assert (state.asks, state.heads) == ("choose", (8,))


def test_no_swap_without_a_take():
    """A card that joins a row brings no swap, a special played or not."""
    state = trick(FOUR, 44, specials=[[STOP, FLIP]], deck=[SEVEN])

    assert answer(state, Special(None)).asks == "choose"
    assert answer(state, Special(STOP, row=0)).asks == "choose"


@pytest.mark.parametrize("move", [Special(FLIP, card=20), Special(INSERT, row=0)])
def test_a_take_by_a_special_brings_a_swap_of_the_others(move):
    """Any cause of a take will do; the special just played is gone and cannot be swapped."""
    state = answer(trick(FULL, 16, specials=[[FLIP, INSERT, STOP]], deck=[SEVEN]), move)

    assert state.asks == "swap"
    assert move.special not in view_of(state).specials
    assert answer(trick(FULL, 16, specials=[[move.special]], deck=[SEVEN]), move).asks == "choose"
