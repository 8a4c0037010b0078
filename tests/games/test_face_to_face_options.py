"""Face to Face: its options, whole games, faults, and what a player may see."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import VERDICTS, BadOption
from arena.games.face_to_face import CARDS, RULES
from arena.model import Outcome
from arena_sdk.errors import IllegalMove
from arena_sdk.face_to_face import OPP_DOWN, OPP_UP, OWN_UP, legal_moves, read_view
from tests.games.builders import SEED, all_on, duel_with, lay

ONE_IS_ENOUGH = {"single_last_card": "win_if_playable"}


def test_the_defaults_are_the_published_game():
    """Without options: six cards in hand, at least two a turn, and a single last card loses."""
    assert RULES.settle({}, 2) == {"min_cards": 2, "hand": 6, "single_last_card": "loses"}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("hand", 0),
        ("hand", 59),
        ("hand", -1),
        ("hand", "6"),
        ("hand", 6.0),
        ("hand", True),
        ("hand", None),
        ("min_cards", 0),
        ("min_cards", 7),
        ("min_cards", "2"),
        ("min_cards", True),
        ("single_last_card", "wins"),
        ("single_last_card", True),
        ("single_last_card", None),
    ],
)
def test_a_bad_value_is_refused_by_name(option, value):
    """The organiser reads which option of which game is wrong, and what was given."""
    with pytest.raises(BadOption) as refused:
        RULES.settle({option: value}, 2)

    assert str(refused.value).startswith(f"face-to-face: {option} is ")
    assert str(refused.value).endswith(f", not {value!r}")


def test_a_refusal_says_what_would_do():
    """A range or the list of words stands in the sentence."""
    with pytest.raises(BadOption, match="hand is a number from 1 to 10"):
        RULES.settle({"hand": 99}, 2)
    with pytest.raises(BadOption, match="min_cards is a number from 1 to 4"):
        RULES.settle({"hand": 4, "min_cards": 5}, 2)
    with pytest.raises(BadOption, match="single_last_card is loses or win_if_playable"):
        RULES.settle({"single_last_card": "maybe"}, 2)


def test_an_unknown_option_is_refused_with_those_that_there_are():
    """A misspelt option is named, together with the right spellings."""
    with pytest.raises(BadOption, match=r"no option 'min_card'; it has hand, min_cards, single_"):
        RULES.settle({"min_card": 2}, 2)


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_two_bots_play(seats):
    """Any other number of bots is refused, with the number that came."""
    with pytest.raises(BadOption, match=f"face-to-face is for 2 bots, not for {seats}"):
        RULES.settle({}, seats)


@pytest.mark.parametrize("size", [1, 5, 6, 8, 10])
def test_the_hand_sets_how_many_cards_are_dealt(size):
    """Each side holds `hand` cards, ascending; the rest of its 58 is to draw."""
    state = RULES.deal(RULES.settle({"hand": size, "min_cards": 1}, 2), 2, SEED)

    for side in state.sides:
        assert len(side.hand) == size
        assert list(side.hand) == sorted(side.hand)
        assert sorted(side.hand + side.deck) == list(CARDS)
    assert RULES.to_act(state) == (0,)


def test_the_default_hand_leaves_52_cards_to_draw():
    """Six in hand, 52 to draw."""
    view = RULES.view(RULES.deal(RULES.settle({}, 2), 2, SEED), 0)

    assert (len(view.hand), view.own.deck, view.opp.deck, view.opp.hand) == (6, 52, 52, 6)


@pytest.mark.parametrize(("target", "card"), [(OPP_UP, 20), (OPP_DOWN, 50)])
def test_help_on_either_pile_fills_the_hand(target, card):
    """Whichever of the opponent's piles was helped, the draw goes up to six."""
    state = duel_with((2, 3, 4, 20, 50, 55), opponent_up=30, opponent_down=40)

    after = lay(RULES, state, *all_on(OWN_UP, (2, 3, 4)), (card, target))

    assert len(after.sides[0].hand) == 6
    assert RULES.news(after)[0]["drew"] == 4


def test_after_helping_the_hand_is_filled_up_to_the_option():
    """With `hand` eight a helpful turn draws up to eight; another one still draws two."""
    held = (10, 20, 30, 40, 50, 55, 56, 57)
    state = duel_with(held, opponent_up=58, options={"hand": 8})

    helped = lay(RULES, state, (10, OWN_UP), (20, OWN_UP), (30, OPP_UP))
    assert len(helped.sides[0].hand) == 8
    kept = lay(RULES, state, *all_on(OWN_UP, (10, 20, 30)))
    assert len(kept.sides[0].hand) == 7


def test_min_cards_three_is_the_minimum_and_the_loss_test():
    """With `min_cards` three, two cards are too few for a turn and for staying in the game."""
    three = {"min_cards": 3}
    state = duel_with((10, 20, 30), options=three)
    assert RULES.view(state, 0).need == 3
    with pytest.raises(IllegalMove, match="laid 2 cards, but at least 3"):
        lay(RULES, state, (10, OWN_UP), (20, OWN_UP))
    lay(RULES, state, *all_on(OWN_UP, (10, 20, 30)))

    held = {"up": 57, "down": 3}
    assert RULES.outcome(duel_with((58, 59, 20), **held)) is None
    assert RULES.outcome(duel_with((58, 59, 20), **held, options=three)).reason == "stuck"


def test_min_cards_one_lays_and_draws_one():
    """A turn of one card is legal with `min_cards` one, and never draws beyond a full hand."""
    state = duel_with((10, 20, 30, 40, 50, 55), options={"min_cards": 1})

    after = lay(RULES, state, (10, OWN_UP))

    assert RULES.news(after)[0]["drew"] == 1
    assert (len(after.sides[0].hand), len(after.sides[0].deck)) == (6, 19)


def test_min_cards_one_does_not_count_help_alone():
    """A player who could only help loses with `min_cards` one too: one card must be for oneself."""
    state = duel_with((20, 25), up=58, down=3, opponent_up=30, options={"min_cards": 1})

    assert RULES.outcome(state) == Outcome((0, 1), (2, 1), "stuck")


def test_a_playable_last_card_wins_with_the_option():
    """With `win_if_playable` a single last card that fits on an own pile is laid and wins."""
    state = duel_with((9,), up=5, deck=0, options=ONE_IS_ENOUGH)
    assert RULES.view(state, 0).need == 1

    over = lay(RULES, state, (9, OWN_UP))

    assert RULES.outcome(over) == Outcome((1, 0), (1, 2), "all_laid")


@pytest.mark.parametrize(
    ("hand", "deck"),
    [pytest.param((9,), 0, id="it does not fit"), pytest.param((9, 11), 0, id="two are left")],
)
def test_the_option_spares_only_a_playable_last_card(hand, deck):
    """With `win_if_playable` everything else is lost as before."""
    state = duel_with(hand, up=10, down=4, deck=deck, options=ONE_IS_ENOUGH)

    assert RULES.outcome(state) == Outcome((0, 1), (2, 1), "stuck")


def test_a_single_card_in_hand_with_cards_to_draw_is_no_last_card():
    """The option is about the last of 58 cards: with others left to draw two are needed."""
    state = duel_with((9,), up=5, deck=1, options=ONE_IS_ENOUGH)

    assert RULES.view(state, 0).need == 2
    assert RULES.outcome(state).reason == "stuck"


@pytest.mark.parametrize("verdict", VERDICTS)
def test_no_fault_is_forgiven(verdict):
    """Whatever goes wrong with a bot loses the game."""
    assert not RULES.forgives(duel_with((9, 10)), verdict)


@pytest.mark.parametrize(
    ("seats", "scores", "places"),
    [((0,), (0, 1), (2, 1)), ((1,), (1, 0), (1, 2)), ((0, 1), (0, 0), (1, 1))],
)
def test_the_bots_that_fail_lose(seats, scores, places):
    """A failed bot has nothing and the other has won; where both fail it is nil to nil."""
    state = lay(RULES, duel_with(), (10, OWN_UP), (20, OWN_UP))
    assert RULES.news(state)

    state = RULES.abandon(state, seats)

    assert RULES.to_act(state) == ()
    assert RULES.outcome(state) == Outcome(scores, places, "fault")
    assert RULES.news(state) == (), "the last turn was told when it was played"


def test_a_view_holds_what_the_rules_allow_and_no_more():
    """Own hand, four tops and counts; the wire has these keys and the bot reads them back."""
    state = duel_with((3, 7), up=5, down=50, deck=4, opponent_up=8, opponent_down=44)
    view = RULES.view(state, 0)

    assert view.to_map() == {
        "hand": [3, 7],
        "own": {"up": 5, "down": 50, "deck": 4},
        "opp": {"up": 8, "down": 44, "deck": 20, "hand": 6},
        "need": 2,
    }
    assert read_view(view.to_map(), asks="play", seat=0, options=state.options) == view
    mirrored = RULES.view(state, 1).to_map()
    assert mirrored["own"] == {"up": 8, "down": 44, "deck": 20}
    assert mirrored["opp"] == {"up": 5, "down": 50, "deck": 4, "hand": 2}


@settings(deadline=None)
@given(dice=st.randoms(use_true_random=False))
def test_a_view_does_not_depend_on_hidden_cards(dice):
    """Other cards in the opponent's hand and another order of both decks change no view."""
    state = duel_with(opponent_up=30, opponent_down=40)
    mine, theirs = state.sides
    hidden = dice.sample([*theirs.hand, *theirs.deck], k=26)
    other = state._replace(
        sides=(
            mine._replace(deck=tuple(dice.sample(mine.deck, k=20))),
            theirs._replace(hand=tuple(sorted(hidden[:6])), deck=tuple(hidden[6:])),
        )
    )

    assert RULES.view(other, 0) == RULES.view(state, 0)


@settings(deadline=None)
@given(seed=st.binary(min_size=32, max_size=32))
def test_whole_games(seed):
    """Every game ends within 58 turns, with one winner, no card lost and no hand above six."""
    dice = random.Random(seed)
    state = RULES.deal(RULES.settle({}, 2), 2, seed)
    laid: tuple[list[int], list[int]] = ([], [])
    turns = 0
    while RULES.to_act(state):
        (seat,) = RULES.to_act(state)
        assert RULES.outcome(state) is None
        turn = dice.choice(list(legal_moves(RULES.view(state, seat))))
        RULES.check(RULES.view(state, seat), turn)
        state = RULES.apply(state, {seat: turn})
        turns += 1
        laid[seat].extend(card for card, _ in turn.plays)
        for side, gone in zip(state.sides, laid, strict=True):
            assert sorted([*gone, *side.hand, *side.deck]) == list(CARDS)
            assert len(side.hand) <= 6
        if state.reason != "all_laid":
            assert state.to_play == 1 - seat

    assert turns <= 58
    assert sorted(RULES.outcome(state).scores) == [0, 1]
