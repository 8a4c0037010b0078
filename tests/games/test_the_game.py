"""The Game: the worked examples T1 to T28 and the edge cases E1 to E16 of its rules."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.the_game import CARDS, RULES, State
from arena_sdk.errors import IllegalMove, TheirMistake
from arena_sdk.the_game import (
    DOWN_1,
    DOWN_2,
    EAGER,
    KEEP_OFF,
    NEUTRAL,
    NONE,
    PILES,
    RELUCTANT,
    SILENCE,
    SMALL_STEPS,
    TOKENS,
    UP_1,
    UP_2,
    Signal,
    Wish,
    can_place,
    legal_moves,
)
from tests.games.builders import SEED, all_on, lay, table_with

BASES = (1, 1, 100, 100)
SIGNALS = {"league": "signals"}


def over(state: State) -> tuple[int, str]:
    """The team's score and why the game ended; nobody is asked any more."""
    assert RULES.to_act(state) == ()
    outcome = RULES.outcome(state)
    assert len(set(outcome.scores)) == 1, "the score belongs to the team"
    assert set(outcome.places) == {1}
    return outcome.scores[0], outcome.reason


def try_card(card: int, pile: str, top: int) -> int:
    """The top after laying this card; the second card of the turn goes where any card fits."""
    p = PILES.index(pile)
    tops = (*BASES[:p], top, *BASES[p + 1 :])
    spare = 50 if card != 50 else 51
    fresh = UP_2 if pile != UP_2 else UP_1
    state = table_with([card, spare], tops=tops, deck=10)
    return lay(RULES, state, (card, pile), (spare, fresh)).tops[p]


@pytest.mark.parametrize(
    ("pile", "top", "legal", "illegal"),
    [
        pytest.param(UP_1, 45, (35,), (), id="T3"),
        pytest.param(UP_1, 45, range(46, 100), (), id="T4"),
        pytest.param(UP_1, 45, (), (34, 36, 44), id="T5"),
        pytest.param(UP_1, 47, (37,), (), id="T6"),
        pytest.param(DOWN_1, 65, (75,), (), id="T7"),
        pytest.param(DOWN_1, 65, (), (74, 76, 66), id="T8"),
        pytest.param(UP_1, 11, (), (2,), id="T23"),
        pytest.param(UP_1, 12, (2,), (), id="T24"),
        pytest.param(DOWN_1, 89, (99,), (), id="T25"),
        pytest.param(UP_2, 30, (40,), (), id="E10-up"),
        pytest.param(DOWN_2, 70, (60,), (), id="E10-down"),
        pytest.param(UP_2, 30, (20,), (21, 19, 10, 30), id="E11-up"),
        pytest.param(DOWN_2, 70, (80,), (79, 81, 90, 70), id="E11-down"),
    ],
)
def test_a_card_fits_or_not(pile, top, legal, illegal):
    """A legal card becomes the top; an illegal one is refused with the card, pile and top."""
    for card in legal:
        assert can_place(top, card, pile)
        assert try_card(card, pile, top) == card
    for card in illegal:
        assert not can_place(top, card, pile)
        with pytest.raises(IllegalMove, match=f"laid {card} on {pile}, but the top is {top} "):
            try_card(card, pile, top)


@pytest.mark.parametrize(
    ("pile", "top", "cards"),
    [
        pytest.param(UP_1, 4, (8, 13), id="T1"),
        pytest.param(UP_1, 1, (4, 8, 13), id="T2"),
        pytest.param(UP_1, 1, (3, 11, 12, 13, 18, 20, 34, 35, 51), id="T9"),
        pytest.param(UP_1, 1, (2, 7, 19, 25, 28, 29, 49), id="T10"),
        pytest.param(DOWN_1, 100, (94, 90, 78, 61, 60, 57), id="T11"),
        pytest.param(DOWN_1, 100, (98, 97, 88, 83, 81), id="T12"),
    ],
)
def test_many_cards_on_one_pile(pile, top, cards):
    """Any number of cards may follow one another on a pile; gaps do not matter."""
    p = PILES.index(pile)
    tops = (*BASES[:p], top, *BASES[p + 1 :])

    after = lay(RULES, table_with(cards, (), tops=tops, deck=10), *all_on(pile, cards))

    assert after.tops == (*BASES[:p], cards[-1], *BASES[p + 1 :])


def test_t13_lucien_lays_four_cards_and_draws_four():
    """A turn may use several piles; the player draws as many cards as were laid."""
    state = table_with((5, 10, 12, 90, 40, 60), range(13, 19), range(19, 25), deck=80, to_play=0)

    after = lay(RULES, state, (5, UP_1), (10, UP_2), (12, UP_2), (90, DOWN_2))

    assert after.tops == (5, 12, 100, 90)
    assert after.hands[0] == tuple(sorted((40, 60, *state.deck[:4])))
    assert after.deck == state.deck[4:]
    assert RULES.to_act(after) == (1,)
    assert RULES.news(after) == (
        {
            "kind": "played",
            "seat": 0,
            "plays": [[5, UP_1], [10, UP_2], [12, UP_2], [90, DOWN_2]],
            "drew": 4,
        },
    )


def test_t14_jumps_on_two_piles_between_ordinary_cards():
    """Jumps may be used any number of times in a turn, between ordinary cards too."""
    state = table_with((25, 15, 16, 17, 80, 60), tops=(20, 1, 70, 100), deck=20)

    after = lay(RULES, state, *all_on(UP_1, (25, 15, 16, 17)), *all_on(DOWN_1, (80, 60)))

    assert after.tops == (17, 1, 60, 100)


def test_t15_e1_the_score_counts_cards_and_not_their_values():
    """Three hands of six and seven cards to draw make 25."""
    hands = range(50, 56), range(60, 66), range(70, 76)
    state = table_with(*hands, tops=(90, 95, 5, 3), deck=7)

    assert over(state) == (25, "stuck")


def test_t16_no_card_fits_and_the_game_ends():
    """A player on turn who can lay nothing ends the game; all hands and the deck count."""
    state = table_with(range(50, 56), range(60, 66), tops=(90, 95, 5, 3), deck=10)

    assert over(state) == (6 + 6 + 10, "stuck")


def test_t17_e2_one_of_two_cards_does_not_save_a_point():
    """Where only one card of two can be laid the game ends at once, and it is not laid."""
    state = table_with((91, 50, 51, 52, 53, 54), tops=(90, 99, 2, 2), deck=10)

    assert can_place(90, 91, UP_1)
    assert 91 in state.hands[0]
    assert state.tops == (90, 99, 2, 2)
    assert over(state) == (16, "stuck")


def test_t18_one_card_is_enough_once_the_deck_is_empty():
    """The same hand plays on with an empty deck: one card is needed, none is drawn."""
    state = table_with((91, 50, 51, 52, 53, 54), (98,), tops=(90, 99, 2, 2), deck=0)
    assert RULES.view(state, 0).need == 1

    after = lay(RULES, state, (91, UP_1))

    assert after.tops == (91, 99, 2, 2)
    assert after.hands[0] == (50, 51, 52, 53, 54)
    assert RULES.to_act(after) == (1,)


def test_t19_a_player_may_set_up_the_own_jump():
    """A card laid in this turn may be jumped from in the same turn."""
    state = table_with((70, 60, 50, 51, 52, 53), tops=(58, 99, 2, 2), deck=10)

    assert lay(RULES, state, (70, UP_1), (60, UP_1)).tops == (60, 99, 2, 2)


def test_t20_e4_e5_a_short_deck_is_drawn_empty_and_one_card_is_needed_from_then_on():
    """The player draws what is there; two cards were needed this turn, one is on the next."""
    state = table_with((10, 20, 30, 40, 50, 60), range(61, 67), deck=1)
    assert RULES.view(state, 0).need == 2
    with pytest.raises(IllegalMove, match="at least 2"):
        lay(RULES, state, (10, UP_1))

    after = lay(RULES, state, *all_on(UP_1, (10, 20, 30)))

    assert after.hands[0] == tuple(sorted((40, 50, 60, *state.deck)))
    assert after.deck == ()
    assert RULES.news(after)[0]["drew"] == 1
    assert RULES.view(after, 1).need == 1
    assert lay(RULES, after, (61, UP_2)).tops[1] == 61


@pytest.mark.parametrize("league", ["silent", "signals"])
def test_t21_e7_an_empty_hand_is_skipped(league):
    """A seat without cards is passed over and asked nothing; the others play on to victory."""
    state = table_with((), (9,), tops=(8, 99, 2, 2), to_play=0, options={"league": league})

    assert RULES.to_act(state) == (1,)
    assert state.asks == "play"
    assert over(lay(RULES, state, (9, UP_1))) == (0, "all_laid")


def test_e7_the_turn_passes_over_an_empty_hand_between_two_players():
    """Neither the turn nor the question for a signal comes to a seat that holds no card."""
    state = table_with((9, 10), (), (11, 12), (13,), options=SIGNALS)

    assert RULES.to_act(state) == (2, 3)
    state = RULES.apply(state, dict.fromkeys((2, 3), SILENCE))
    state = lay(RULES, state, (9, UP_1))
    assert (state.to_play, RULES.to_act(state)) == (2, (0, 3))


@pytest.mark.parametrize("variant", ["expert", "expert_minus"])
def test_t22_the_expert_lays_three_cards(variant):
    """While there are cards to draw an expert's list of two is illegal, of three legal."""
    state = table_with((10, 20, 30, 40, 50, 60), deck=5, options={variant: True})
    assert RULES.view(state, 0).need == 3

    with pytest.raises(IllegalMove, match="laid 2 cards, but at least 3"):
        lay(RULES, state, (10, UP_1), (20, UP_1))
    assert lay(RULES, state, *all_on(UP_1, (10, 20, 30))).tops[0] == 30


def test_t22_without_three_cards_the_experts_game_has_already_ended():
    """Two playable cards do not keep an expert's game alive, but an ordinary one."""
    held = {"tops": (90, 99, 2, 2), "deck": 5}
    hand = (91, 92, 50, 51, 52, 53)

    assert over(table_with(hand, **held, options={"expert": True})) == (11, "stuck")
    assert RULES.to_act(table_with(hand, **held)) == (0,)


def test_t26_a_card_is_laid_once():
    """The same card on two piles is illegal."""
    state = table_with((40, 50), tops=(30, 1, 100, 100))

    with pytest.raises(IllegalMove, match="laid 40 twice"):
        lay(RULES, state, (40, UP_1), (40, UP_2))


def test_t27_a_signal_is_shown_with_its_seat():
    """Everybody sees a message under the seat that sent it, before the turn is played."""
    state = table_with((10, 20), (30, 40), (50, 60), options=SIGNALS)
    said = (KEEP_OFF, NONE, NONE, SMALL_STEPS)
    assert RULES.to_act(state) == (1, 2)
    RULES.check(RULES.view(state, 2), Signal(said))

    heard = RULES.apply(state, {1: SILENCE, 2: Signal(said)})

    for seat in range(3):
        assert RULES.view(heard, seat).signals == (None, (NONE,) * 4, said)
    assert RULES.to_act(heard) == (0,)
    assert RULES.news(heard) == (
        {"kind": "signalled", "seat": 1, "signals": [NONE] * 4},
        {"kind": "signalled", "seat": 2, "signals": list(said)},
    )


@pytest.mark.parametrize("token", ["jump_here", "JUMP_HERE", "35", "KEEP_OFF", ""])
def test_t28_an_unknown_token_is_a_fault_and_read_as_silence(token):
    """A word outside the list is illegal; the game goes on as if nothing had been said."""
    state = table_with((10, 20), (30, 40), options=SIGNALS)
    view = RULES.view(state, 1)
    move = RULES.read_move("signal", {"signals": [token, NONE, NONE, NONE]})

    with pytest.raises(IllegalMove, match=f"there is no signal '{token}'"):
        RULES.check(view, move)
    assert RULES.forgives(state, "illegal")
    assert RULES.stand_in(view) == Signal((NONE, NONE, NONE, NONE))


def test_e3_a_first_card_that_blocks_the_second_makes_the_list_illegal():
    """A list is laid whole or not at all, although another order would have been legal."""
    state = table_with((91, 95, 50, 51), tops=(90, 99, 2, 2), deck=10)

    with pytest.raises(IllegalMove, match="laid 91 on up_1, but the top is 95"):
        lay(RULES, state, (95, UP_1), (91, UP_1))
    assert over(RULES.abandon(state, (0,))) == (14, "fault")
    assert lay(RULES, state, (91, UP_1), (95, UP_1)).tops[0] == 95


def test_e6_the_whole_hand_may_be_laid_and_is_refilled_only_afterwards():
    """Laying all cards is legal while the deck lasts; cards of the deck come too late for it."""
    state = table_with((10, 20, 30), deck=10)
    coming = state.deck[-1]

    with pytest.raises(IllegalMove, match=f"laid {coming}, which is not in the hand"):
        lay(RULES, state, *all_on(UP_1, (10, 20, 30)), (coming, DOWN_1))
    after = lay(RULES, state, *all_on(UP_1, (10, 20, 30)))
    assert after.hands[0] == tuple(sorted(state.deck[:3]))
    assert RULES.outcome(after) is None


@settings(deadline=None, max_examples=50)
@given(seed=st.binary(min_size=32, max_size=32), seats=st.integers(1, 5), expert=st.booleans())
def test_e8_a_hand_is_full_while_there_are_cards_to_draw(seed, seats, expert):
    """Nobody ever holds fewer cards than are needed, and no card is lost, in any game."""
    dice = random.Random(seed)
    state = RULES.deal(RULES.settle({"league": "silent", "expert": expert}, seats), seats, seed)
    full = len(state.hands[0])
    laid: list[int] = []
    while RULES.to_act(state):
        view = RULES.view(state, state.to_play)
        assert len(view.hand) >= view.need
        turn = dice.choice(list(legal_moves(view)))
        RULES.check(view, turn)
        state = RULES.apply(state, {state.to_play: turn})
        laid += [card for card, _ in turn.plays]
        held = [card for hand in state.hands for card in hand]
        assert sorted([*laid, *held, *state.deck]) == list(CARDS)
        if state.deck:
            assert {len(hand) for hand in state.hands} == {full}
    assert over(state)[0] == 98 - len(laid)


def test_e9_no_card_jumps_against_a_base():
    """On an untouched pile every card is an ordinary one, and no card is ten behind the base."""
    for pile, base, behind in ((UP_1, 1, -9), (DOWN_1, 100, 110)):
        assert all(try_card(card, pile, base) == card for card in CARDS)
        assert behind not in CARDS
    assert (min(CARDS), max(CARDS), len(CARDS)) == (2, 99, 98)


@pytest.mark.parametrize("variant", ["expert", "expert_minus"])
def test_e12_an_expert_without_a_deck_needs_one_card(variant):
    """The expert's minimum is one like anybody's once nothing is left to draw."""
    state = table_with((10, 20, 30), deck=0, options={variant: True})

    assert RULES.view(state, 0).need == 1
    assert lay(RULES, state, (10, UP_1)).tops[0] == 10


@pytest.mark.parametrize(
    ("wishes", "starter"),
    [
        ((NEUTRAL, RELUCTANT, EAGER), 2),
        ((NEUTRAL, EAGER, EAGER), 1),
        ((RELUCTANT, RELUCTANT, NEUTRAL), 2),
        ((RELUCTANT, RELUCTANT, RELUCTANT), 0),
    ],
)
def test_e13_the_strongest_wish_starts(wishes, starter):
    """All seats wish at once after seeing their hands; among equals the lowest seat starts."""
    state = RULES.deal(RULES.settle({}, 3), 3, SEED)
    assert RULES.to_act(state) == (0, 1, 2)
    assert [RULES.view(state, seat).asks for seat in range(3)] == ["wish"] * 3
    assert RULES.view(state, 1).to_play is None

    state = RULES.apply(state, dict(reversed(list(enumerate(map(Wish, wishes))))))

    assert state.to_play == starter
    assert RULES.to_act(state) == tuple(seat for seat in range(3) if seat != starter)
    assert RULES.news(state) == tuple(
        {"kind": "wished", "seat": seat, "wish": wish} for seat, wish in enumerate(wishes)
    )


def test_e14_a_message_is_one_of_81_and_holds_no_text_or_number():
    """Four tokens of three kinds are all that can be said; nothing else reaches a player."""
    view = RULES.view(table_with((10, 20), (30, 40), options=SIGNALS), 1)

    said = list(legal_moves(view))
    assert len(set(said)) == 81
    assert {token for move in said for token in move.signals} == set(TOKENS)
    for move in said:
        RULES.check(view, move)
    for signals in ([NONE] * 3, [NONE] * 5, []):
        with pytest.raises(IllegalMove, match=f"{len(signals)} signals; one for each of up_1"):
            RULES.check(view, RULES.read_move("signal", {"signals": signals}))
    with pytest.raises(TheirMistake, match="unreadable"):
        RULES.read_move("signal", {"signals": [35, NONE, NONE, NONE]})
    extra = RULES.read_move("signal", {"signals": [NONE] * 4, "hint": "35"})
    assert extra.to_map() == {"signals": [NONE] * 4}


@pytest.mark.parametrize(("deck", "need"), [(10, 2), (0, 1)])
def test_e15_nobody_passes(deck, need):
    """Who holds cards and can lay the minimum must: an empty list is illegal."""
    state = table_with((10, 20, 30), deck=deck)

    with pytest.raises(IllegalMove, match=f"laid 0 cards, but at least {need} must be laid"):
        lay(RULES, state)


def test_e16_buried_cards_are_not_shown():
    """A view has the four tops; two games that differ only below them look the same."""
    state = table_with((5, 6, 20, 30), (50, 60), deck=10)

    views = [
        RULES.view(lay(RULES, state, (buried, UP_1), (20, UP_1)), 1).to_map() for buried in (5, 6)
    ]

    assert views[0] == views[1]
    assert views[0]["piles"] == {UP_1: 20, UP_2: 1, DOWN_1: 100, DOWN_2: 100}
    assert set(views[0]) == {"hand", "piles", "deck", "hands", "need", "to_play"}
