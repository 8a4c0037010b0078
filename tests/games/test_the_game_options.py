"""The Game: its options, the two leagues, faults, and what a player may see."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import VERDICTS, BadOption
from arena.games.chance import shuffled
from arena.games.the_game import CARDS, RULES
from arena.model import Outcome
from arena_sdk.errors import IllegalMove
from arena_sdk.the_game import (
    DOWN_1,
    DOWN_2,
    EAGER,
    KEEP_OFF,
    NEUTRAL,
    NONE,
    SILENCE,
    UP_1,
    UP_2,
    WISHES,
    Signal,
    Wish,
    legal_moves,
    read_view,
)
from tests.games.builders import SEED, lay, table_with

SIGNALS = {"league": "signals"}
LOUD = Signal((KEEP_OFF,) * 4)


def dealt(seats: int, **options):
    """The first state of a game with these options."""
    return RULES.deal(RULES.settle(options, seats), seats, SEED)


def test_the_defaults_are_the_published_game():
    """Without options: signals are given, two cards a turn, hands of the usual size."""
    assert RULES.settle({}, 3) == {"league": "signals", "expert": False, "expert_minus": False}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("league", "loud"),
        ("league", None),
        ("league", True),
        ("expert", "yes"),
        ("expert", 1),
        ("expert", None),
        ("expert_minus", "true"),
        ("expert_minus", 0),
    ],
)
def test_a_bad_value_is_refused_by_name(option, value):
    """The organiser reads which option of which game is wrong, what it may be and what it was."""
    with pytest.raises(BadOption) as refused:
        RULES.settle({option: value}, 3)

    expected = "signals or silent" if option == "league" else "true or false"
    assert str(refused.value) == f"the-game: {option} is {expected}, not {value!r}"


def test_a_smaller_hand_alone_is_no_option():
    """An option that the game does not have is refused with those that it has."""
    with pytest.raises(BadOption, match="no option 'hand'; it has expert, expert_minus, league"):
        RULES.settle({"hand": 5}, 3)


@pytest.mark.parametrize("seats", [0, 6])
def test_one_to_five_bots_play(seats):
    """Any other number of bots is refused, with the number that came."""
    with pytest.raises(BadOption, match=f"the-game is for 1 to 5 bots, not for {seats}"):
        RULES.settle({}, seats)


@pytest.mark.parametrize(
    ("seats", "hand", "deck"), [(1, 8, 90), (2, 7, 84), (3, 6, 80), (4, 6, 74), (5, 6, 68)]
)
@pytest.mark.parametrize("variant", [{}, {"expert": True}, {"expert_minus": True}])
def test_the_deal(seats, hand, deck, variant):
    """Hands depend on the seats; only `expert_minus` makes them smaller, by one card."""
    state = dealt(seats, **variant)

    fewer = 1 if "expert_minus" in variant else 0
    assert [len(held) for held in state.hands] == [hand - fewer] * seats
    assert len(state.deck) == deck + fewer * seats
    assert all(list(held) == sorted(held) for held in state.hands)
    assert sorted([*(card for held in state.hands for card in held), *state.deck]) == list(CARDS)
    assert state.tops == (1, 1, 100, 100)
    assert RULES.view(state, 0).need == (3 if variant else 2)


def test_the_deal_follows_the_seed():
    """Seat by seat each hand is taken from the top of the one deck, what is left is drawn."""
    state = dealt(3)
    deck = shuffled(SEED, "the-game/deck", CARDS)

    assert state.hands == tuple(tuple(sorted(deck[i : i + 6])) for i in (0, 6, 12))
    assert state.deck == deck[18:]


@pytest.mark.parametrize("seats", range(1, 6))
def test_in_the_silent_league_seat_0_starts_and_nobody_speaks(seats):
    """No wish and no signal is asked, and a view has no place for them."""
    state = dealt(seats, league="silent")
    assert (state.asks, RULES.to_act(state)) == ("play", (0,))
    assert RULES.view(state, 0).signals is None
    assert "signals" not in RULES.view(state, 0).to_map()

    turn = next(legal_moves(RULES.view(state, 0)))
    state = RULES.apply(state, {0: turn})
    assert (state.asks, RULES.to_act(state)) == ("play", (1 % seats,))


def test_in_the_signals_league_every_turn_is_preceded_by_the_others_signals():
    """Wishes of all, then before each turn a signal of every other seat, then the turn."""
    state = dealt(3)
    assert (state.asks, RULES.to_act(state)) == ("wish", (0, 1, 2))
    state = RULES.apply(state, {0: Wish(NEUTRAL), 1: Wish(EAGER), 2: Wish(NEUTRAL)})
    assert (state.asks, state.to_play, RULES.to_act(state)) == ("signal", 1, (0, 2))
    assert RULES.view(state, 0).asks == "signal"
    state = RULES.apply(state, {0: SILENCE, 2: SILENCE})
    assert (state.asks, RULES.to_act(state)) == ("play", (1,))
    state = RULES.apply(state, {1: next(legal_moves(RULES.view(state, 1)))})
    assert (state.asks, state.to_play, RULES.to_act(state)) == ("signal", 2, (0, 1))


def test_a_lone_player_is_asked_for_no_signal():
    """Solo in the signals league: a wish, as of every seat, and then only turns."""
    state = dealt(1)
    assert RULES.to_act(state) == (0,)

    state = RULES.apply(state, {0: Wish(NEUTRAL)})

    assert (state.asks, RULES.to_act(state)) == ("play", (0,))


def test_a_new_signal_replaces_the_senders_last():
    """The newest message of each seat stands; the seat on turn keeps its last one."""
    state = table_with((10, 20), (30, 40), (50, 60), options=SIGNALS)
    state = RULES.apply(state, {1: LOUD, 2: LOUD})
    state = lay(RULES, state, (10, UP_1))
    assert RULES.to_act(state) == (0, 2)

    state = RULES.apply(state, {0: SILENCE, 2: SILENCE})

    assert state.signals == (SILENCE.signals, LOUD.signals, SILENCE.signals)


def test_signals_bind_nobody():
    """A request to keep off a pile is no rule: the turn there is legal."""
    state = table_with((10, 20), (30, 40), options=SIGNALS)

    state = RULES.apply(state, {1: LOUD})

    assert lay(RULES, state, (10, UP_1)).tops[0] == 10


def test_the_stuck_test_comes_before_the_signals():
    """Nobody is asked for a signal in a game that is over."""
    state = table_with(range(50, 56), range(60, 66), tops=(90, 95, 5, 3), options=SIGNALS)

    assert RULES.to_act(state) == ()
    assert RULES.outcome(state) == Outcome((12, 12), (1, 1), "stuck")


def test_wishes_are_a_closed_list():
    """The three wishes are legal in lower case; any other word is illegal and named."""
    view = RULES.view(dealt(2), 0)

    assert [move.wish for move in legal_moves(view)] == list(WISHES)
    for move in legal_moves(view):
        RULES.check(view, move)
    for word in ("EAGER", "", "very"):
        with pytest.raises(IllegalMove, match=f"no wish '{word}'; the wishes are eager, neutral"):
            RULES.check(view, RULES.read_move("wish", {"wish": word}))


def test_a_move_of_another_kind_is_no_answer():
    """Asked for a turn, a wish is illegal, and the other way round."""
    playing = RULES.view(table_with((10, 20), (30, 40)), 0)
    with pytest.raises(IllegalMove, match="no answer to 'play'"):
        RULES.check(playing, Wish(EAGER))
    with pytest.raises(IllegalMove, match="no answer to 'wish'"):
        RULES.check(RULES.view(dealt(2), 0), SILENCE)


@pytest.mark.parametrize("asks", ["wish", "signal", "play"])
@pytest.mark.parametrize("verdict", VERDICTS)
def test_only_an_illegal_wish_or_signal_is_forgiven(asks, verdict):
    """The game goes on after an illegal wish or signal, and after no other fault."""
    forgiven = verdict == "illegal" and asks != "play"

    assert RULES.forgives(dealt(2)._replace(asks=asks), verdict) == forgiven


def test_the_referee_stands_in_for_wishes_and_signals_only():
    """A neutral wish, four times nothing to say, and no turn."""
    state = dealt(2)
    assert RULES.stand_in(RULES.view(state, 0)) == Wish(NEUTRAL)
    state = RULES.apply(state, dict.fromkeys((0, 1), Wish(NEUTRAL)))
    assert RULES.stand_in(RULES.view(state, 1)) == Signal((NONE,) * 4)
    state = RULES.apply(state, {1: SILENCE})
    assert RULES.stand_in(RULES.view(state, 0)) is None


@pytest.mark.parametrize("options", [{"league": "silent"}, SIGNALS])
def test_a_fault_ends_the_game_with_the_score_before_the_turn(options):
    """One seat's fault ends the team's game; the cards not laid until then are the score."""
    state = table_with((10, 20, 30), (40, 50), deck=10, options=options)

    ended = RULES.abandon(state, (0,))

    assert RULES.to_act(ended) == ()
    assert RULES.outcome(ended) == Outcome((15, 15), (1, 1), "fault")


def test_a_fault_repeats_no_news():
    """What the last step told is not told again when a bot is out."""
    state = lay(RULES, table_with((10, 20, 30), (40, 50), deck=10), (10, UP_1), (20, UP_1))
    assert RULES.news(state)

    assert RULES.news(RULES.abandon(state, (1,))) == ()


def test_a_fault_at_the_wish_counts_all_98_cards():
    """The worst score there is: nothing was laid."""
    assert RULES.outcome(RULES.abandon(dealt(3), (2,))).scores == (98, 98, 98)


def test_a_view_holds_what_the_rules_allow_and_no_more():
    """Own hand, tops, counts, whose turn, the need, the messages: these keys, read back alike."""
    state = table_with((3, 7), (30, 40, 50), tops=(2, 9, 80, 70), deck=4, options=SIGNALS)
    state = RULES.apply(state, {1: LOUD})
    view = RULES.view(state, 0)

    assert view.to_map() == {
        "hand": [3, 7],
        "piles": {UP_1: 2, UP_2: 9, DOWN_1: 80, DOWN_2: 70},
        "deck": 4,
        "hands": [2, 3],
        "need": 2,
        "to_play": 0,
        "signals": [None, [KEEP_OFF] * 4],
    }
    assert read_view(view.to_map(), asks="play", seat=0, options=state.options) == view
    assert RULES.view(state, 1).need == 2, "the need is that of the seat to play"


@settings(deadline=None)
@given(dice=st.randoms(use_true_random=False))
def test_a_view_does_not_depend_on_hidden_cards(dice):
    """Other cards in the others' hands and another order of the deck change no view."""
    state = dealt(3, league="silent")
    hidden = [*state.hands[1], *state.hands[2], *state.deck]
    dice.shuffle(hidden)
    other = state._replace(
        hands=(state.hands[0], tuple(sorted(hidden[:6])), tuple(sorted(hidden[6:12]))),
        deck=tuple(hidden[12:]),
    )

    assert RULES.view(other, 0) == RULES.view(state, 0)
