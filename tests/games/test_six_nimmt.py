"""6 nimmt! without special cards. N and E numbers are those of the game's reference page."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.chance import shuffled
from arena.games.six_nimmt import RULES
from arena.model import Outcome
from arena_sdk.errors import TheirMistake
from arena_sdk.six_nimmt import Choose, Take, heads, heads_of, legal_moves, read_view
from tests.games.six_nimmt_table import (
    FOUR,
    FULL,
    SEED,
    WHOLE_GAMES,
    answer,
    any_legal,
    assert_legal,
    choose,
    dealt,
    kinds,
    last_trick,
    play_on,
    rows_of,
    table,
    trick,
    view_of,
)


def cards_on(state):
    """Every card in a hand or in a row."""
    return [card for cards in (*state.hands, *state.rows) for card in cards]


# Deck and deal


@pytest.mark.parametrize(
    ("seats", "deck"),
    [
        pytest.param(3, range(1, 35), id="N1"),
        pytest.param(4, range(1, 45), id="N2"),
        pytest.param(2, range(1, 25), id="N3-two"),
        pytest.param(10, range(1, 105), id="N3-ten"),
    ],
)
def test_the_tactical_deck_is_dealt_to_the_last_card(seats, deck):
    """With n players the cards 1 to 10n+4 are dealt: ten each, four rows, none left."""
    state = dealt(seats)

    assert [len(hand) for hand in state.hands] == [10] * seats
    assert [len(row) for row in state.rows] == [1] * 4
    assert sorted(cards_on(state)) == list(deck)


def test_e9_the_deck_is_tactical_unless_the_full_one_is_asked_for():
    """The default deck has no card above 10n+4; `full` deals from all 104, the rest hidden."""
    seeds = [bytes([i]) * 32 for i in range(40)]
    tactical = {card for seed in seeds for card in cards_on(dealt(2, seed))}
    full = [cards_on(dealt(2, seed, deck="full")) for seed in seeds]

    assert tactical == set(range(1, 25))
    assert {card for cards in full for card in cards} == set(range(1, 105))
    assert all(len(set(cards)) == 24 for cards in full)


def test_a_deal_can_be_repeated_from_the_shuffled_deck():
    """The deck's order gives ten cards to each seat in turn, then the four rows."""
    first = dealt(2, deals=2)
    second = next(state for state in play_on(first) if state.deal == 2)

    for number, state in enumerate((first, second), start=1):
        order = shuffled(SEED, f"six-nimmt/deck/{number}", range(1, 25))
        assert state.hands == (tuple(sorted(order[:10])), tuple(sorted(order[10:20])))
        assert state.rows == tuple((card,) for card in order[20:])


def test_rows_lie_in_the_order_in_which_they_were_laid():
    """A row's index is the order of the deal, not the order of the cards; hands are sorted."""
    states = [dealt(4, bytes([i]) * 32) for i in range(20)]

    assert any(rows_of(state) != sorted(rows_of(state)) for state in states)
    assert all(list(hand) == sorted(hand) for state in states for hand in state.hands)


def test_a_deal_depends_on_the_seed_and_its_number_only():
    """Deal 2 is another than deal 1, and the same whatever was played before it."""
    first = dealt(3, deals=2)
    ways = [list(play_on(first, any_legal(random.Random(i)))) for i in (1, 2)]
    second, same = (next(s for s in states if s.deal == 2) for states in ways)

    assert (second.hands, second.rows) == (same.hands, same.rows)
    assert (second.hands, second.rows) != (first.hands, first.rows)
    assert second.trick == 1
    assert dealt(3, bytes(32)).hands != dealt(3, bytes([1]) * 32).hands


@pytest.mark.parametrize(
    ("card", "number"),
    [
        *((1, 1), (5, 2), (10, 3), (11, 5), (22, 5), (50, 3)),
        *((55, 7), (60, 3), (66, 5), (99, 5), (100, 3), (104, 1)),
    ],
)
def test_n4_heads_of_a_card(card, number):
    """Multiples of 5, 10 and 11 have 2, 3 and 5 heads, 55 has 7, the others one."""
    assert heads(card) == number


def test_all_cards_together_have_171_heads():
    """76 cards have one head, 9 two, 10 three, 8 five and one seven."""
    printed = [heads(card) for card in range(1, 105)]

    assert [printed.count(number) for number in (1, 2, 3, 5, 7)] == [76, 9, 10, 8, 1]
    assert heads_of(tuple(range(1, 105))) == 171


# Tricks


@pytest.mark.parametrize(
    ("rows", "cards", "after", "penalty"),
    [
        pytest.param(FOUR, [44], [[12], [37], [43, 44], [58]], 0, id="N5"),
        pytest.param(FOUR, [14, 15, 44, 61], [[12, 14, 15], [37], [43, 44], [58, 61]], 0, id="N6"),
        pytest.param(FULL, [22], [[22], [37], [43], [58]], 8, id="N7"),
        pytest.param(
            [[10, 11, 12, 13, 14], [9], [50], [60]], [15], [[15], [9], [50], [60]], 11, id="N11"
        ),
    ],
)
def test_a_card_joins_the_closest_lower_row_or_takes_it(rows, cards, after, penalty):
    """A card goes to the row with the highest end below it, and takes that if it is full."""
    state = trick(rows, *cards)

    assert rows_of(state) == after
    assert state.heads[0] == penalty
    assert (state.asks, state.trick, state.revealed) == ("choose", 2, ())


def test_cards_are_resolved_in_ascending_order_whoever_laid_them():
    """Seat 0's 16 comes after seat 1's 15, is the sixth card, and takes the other five."""
    state = trick([[10, 12, 13, 14], [37], [43], [58]], 16, 15)

    assert rows_of(state)[0] == [16]
    assert state.heads == (3 + 1 + 1 + 1 + 2, 0)


def test_n8_a_card_too_low_takes_the_row_its_player_chooses():
    """3 fits nowhere: its player is asked, takes row 1 and leaves the 3 there."""
    state = trick([[12, 14], [37], [43], [58]], 3)
    assert state.asks == "take"

    state = answer(state, Take(1))

    assert rows_of(state) == [[12, 14], [3], [43], [58]]
    assert state.heads == (1,)


def test_n9_a_take_without_a_row_is_unreadable():
    """An answer to `take` that names no row is incomplete; no row is chosen for the bot."""
    assert trick([[12, 14], [37], [43], [58]], 3).asks == "take"

    with pytest.raises(TheirMistake, match="move has no 'row'") as caught:
        RULES.read_move("take", {"card": 3})
    assert caught.value.verdict == "unreadable"


def test_n10_the_lower_card_takes_first():
    """3 takes row 3, then 5 joins the 3; only the first pays."""
    state = answer(trick(FOUR, 3, 5), Take(3))

    assert rows_of(state) == [[12], [37], [43], [3, 5]]
    assert state.heads == (1, 0)


def test_n12_a_row_sent_along_with_the_card_is_ignored():
    """40 goes to row 1, although the bot asked for row 3: the row is forced."""
    move = RULES.read_move("choose", {"card": 40, "row": 3})
    assert move == Choose(40)

    assert rows_of(trick(FOUR, move.card)) == [[12], [37, 40], [43], [58]]


def test_e4_a_low_card_may_take_a_full_row():
    """Any row may be chosen by a card that is too low, a full one too."""
    state = trick(FULL, 3)
    for row in range(4):
        assert_legal(view_of(state), Take(row))

    state = answer(state, Take(0))

    assert rows_of(state)[0] == [3]
    assert state.heads == (8,)


def test_e5_the_row_is_chosen_when_the_card_is_resolved():
    """Who must take a row sees the table as it stands then, and every card of the trick."""
    state = trick(FOUR, 61, 3, 14)

    assert RULES.to_act(state) == (1,)
    assert view_of(state).revealed == ((1, 3), (2, 14), (0, 61))
    assert view_of(state).rows == ((12,), (37,), (43,), (58,))
    assert 3 not in view_of(state).hand


def test_e6_a_row_lowered_by_a_take_is_open_to_the_next_card():
    """After 3 took row 0, a 5 that had been too low as well is placed without a choice."""
    state = answer(trick(FOUR, 5, 3), Take(0))

    assert rows_of(state) == [[3, 5], [37], [43], [58]]
    assert kinds(state.news) == ["took", "placed"]


def test_e7_the_closest_row_is_forced_though_full():
    """A card takes the full row closest to it while another row that fits lies open."""
    state = trick([[9], [10, 11, 12, 13, 14], [50], [60]], 15)

    assert rows_of(state) == [[9], [15], [50], [60]]


def test_e8_the_sixth_card_is_not_taken():
    """Of a full row the five cards that lay there are taken, not the one just laid."""
    state = trick(FULL, 22)

    assert state.news[-1]["cards"] == [12, 14, 15, 20, 21]
    assert state.heads == (8,)


@WHOLE_GAMES
@given(
    seats=st.integers(2, 10), seed=st.binary(min_size=32, max_size=32), number=st.integers(0, 999)
)
def test_every_trick_keeps_the_cards_and_the_order_of_the_rows(seats, seed, number):
    """Rows always ascend, and a card is in a hand, in a row or taken, never twice."""
    taken, was = [], None
    for state in play_on(dealt(seats, seed, deals=1), any_legal(random.Random(number))):
        took = [event for event in state.news if event["kind"] == "took"]
        taken += [card for event in took for card in event["cards"]]
        laid = [card for who, card in state.revealed if who in state.queue]
        assert sorted(cards_on(state) + taken + laid) == list(range(1, 10 * seats + 5))
        assert all(list(row) == sorted(row) and len(row) <= 5 for row in state.rows)
        was = state
    assert (was.trick, sum(was.totals)) == (10, heads_of(taken))


# End and score


@pytest.mark.parametrize(
    ("totals", "penalties", "after", "outcome"),
    [
        pytest.param((65, 20, 64), (0, 10, 1), (65, 30, 65), None, id="N13"),
        pytest.param(
            (65, 20, 20),
            (1, 5, 5),
            (66, 25, 25),
            Outcome((66, 25, 25), (3, 1, 1), "target"),
            id="N14",
        ),
        pytest.param(
            (60, 60, 0),
            (6, 20, 67),
            (66, 80, 67),
            Outcome((66, 80, 67), (1, 3, 2), "target"),
            id="E3-fewest-of-several-at-66",
        ),
    ],
)
def test_the_end_of_a_deal(totals, penalties, after, outcome):
    """The game ends after a deal in which somebody has 66 or more; the fewest heads win."""
    state = last_trick(44, 45, 46, totals=totals, heads=penalties, trick=10)

    assert state.totals == after
    assert RULES.outcome(state) == outcome
    assert state.deal == (2 if outcome is None else 1)
    assert state.heads == (0, 0, 0)


def test_e1_a_deal_is_finished_though_somebody_has_66():
    """66 heads in the middle of a deal end nothing; the rest of the deal still counts."""
    state = choose(
        table(FOUR, [[44, 46], [45, 47]], totals=(60, 0), heads=(10, 0), trick=9), 44, 45
    )
    assert RULES.outcome(state) is None
    assert RULES.to_act(state) == (0, 1)

    assert RULES.outcome(choose(state, 46, 47)).reason == "target"


@pytest.mark.parametrize(("penalty", "over"), [(65, False), (66, True), (67, True)])
def test_e2_exactly_66_ends_the_game(penalty, over):
    """66 is enough, 65 is not."""
    state = last_trick(44, 45, heads=(penalty, 0))

    assert (RULES.outcome(state) is not None) is over
    assert (RULES.to_act(state) == ()) is over


def test_e3_many_heads_win_nothing():
    """When several have 66 or more, places still go by the fewest heads."""
    state = last_trick(44, 45, 46, totals=(70, 90, 80))

    assert RULES.outcome(state).places == (1, 3, 2)


def test_cards_left_in_the_rows_count_for_nobody():
    """The heads that lie on the table when a deal ends are in no total."""
    state = last_trick(59, 60, rows=[[11], [22], [33], [55]], deals=1)

    assert RULES.outcome(state) == Outcome((0, 0), (1, 1), "deals")


def test_a_number_of_deals_ends_the_game_whatever_the_totals():
    """With `deals` the game has exactly so many deals, 66 heads or not."""
    early = last_trick(44, 45, totals=(200, 0), deals=2, deal=1)
    assert (early.deal, RULES.outcome(early)) == (2, None)

    late = last_trick(44, 45, totals=(200, 0), deals=2, deal=2)
    assert RULES.outcome(late) == Outcome((200, 0), (2, 1), "deals")


# What is shown


def test_events_of_a_deal_and_of_a_trick():
    """Events are exactly the maps of the protocol, in the order in which things happen."""
    first = dealt(2)
    assert RULES.news(first) == ({"kind": "dealt", "deal": 1, "rows": rows_of(first)},)

    state = trick(FOUR, 44, 3)
    assert RULES.news(state) == ({"kind": "revealed", "cards": [[1, 3], [0, 44]]},)
    assert RULES.news(answer(state, Take(3))) == (
        {"kind": "took", "seat": 1, "card": 3, "row": 3, "cards": [58], "heads": 1},
        {"kind": "placed", "seat": 0, "card": 44, "row": 2},
    )


def test_the_next_deal_is_announced_with_the_last_card():
    """The step that ends a deal tells how the last cards fell and how the next deal begins."""
    state = last_trick(44, 45, deal=3)

    assert kinds(state.news) == ["revealed", "placed", "placed", "dealt"]
    assert state.news[-1] == {"kind": "dealt", "deal": 4, "rows": rows_of(state)}


def test_a_view_has_the_fields_of_the_protocol():
    """A base view shows the own hand, the table, the trick and the penalties, no more."""
    state = trick(FOUR, 44, 3, heads=(5, 0), totals=(7, 9), deal=2, trick=4)

    assert RULES.view(state, 1).to_map() == {
        "hand": [103],
        "rows": FOUR,
        "revealed": [[1, 3], [0, 44]],
        "heads": [5, 0],
        "totals": [7, 9],
        "deal": 2,
        "trick": 4,
    }


def test_a_view_does_not_depend_on_what_is_hidden():
    """Whatever the others hold and whatever the seed is, a seat sees the same."""
    state = dealt(3)
    other = state._replace(seed=bytes(32), hands=(state.hands[0], *state.hands[:0:-1]))

    assert other.hands != state.hands
    assert RULES.view(other, 0) == RULES.view(state, 0)


@pytest.mark.parametrize("given", [{}, {"logic": True}, {"specials": True}])
def test_a_view_survives_the_wire(given):
    """The bot reads from the map what the referee sees, and has the same legal moves."""
    for state in play_on(dealt(3, deals=1, **given), any_legal(random.Random(5))):
        for seat in RULES.to_act(state):
            sent = RULES.view(state, seat)
            read = read_view(sent.to_map(), asks=sent.asks, seat=seat, options=state.options)
            assert read.to_map() == sent.to_map()
            assert list(legal_moves(read)) == list(legal_moves(sent))
