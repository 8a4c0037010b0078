"""Face to Face: the worked examples F1 to F32 and the edge cases E1 to E19 of its rules."""

import pytest

from arena.games.chance import shuffled
from arena.games.face_to_face import CARDS, RULES, State
from arena.model import Outcome
from arena_sdk.errors import IllegalMove
from arena_sdk.face_to_face import (
    OPP_DOWN,
    OPP_UP,
    OWN_DOWN,
    OWN_UP,
    TARGETS,
    can_place,
    legal_moves,
    tops_of,
)
from tests.games.builders import SEED, all_on, duel_with, lay

SEAT_0_WINS = ((1, 0), (1, 2))
SEAT_1_WINS = ((0, 1), (2, 1))

# The argument of `duel_with` that sets the top of a target.
TOP_OF = {OWN_UP: "up", OWN_DOWN: "down", OPP_UP: "opponent_up", OPP_DOWN: "opponent_down"}


def result(state: State):
    """Scores and places, and nobody is asked any more."""
    assert RULES.to_act(state) == ()
    outcome = RULES.outcome(state)
    return outcome.scores, outcome.places


def tops(state: State):
    """The four tops as seat 0 sees them, in the order of TARGETS."""
    return tops_of(RULES.view(state, 0))


def try_card(card: int, target: str, top: int) -> int:
    """The top after laying this card; the second card of the turn goes where any card fits."""
    spare = 2 if card != 2 else 3
    fresh = OWN_DOWN if target == OWN_UP else OWN_UP
    state = duel_with([card, spare], **{TOP_OF[target]: top})
    return tops(lay(RULES, state, (card, target), (spare, fresh)))[TARGETS.index(target)]


@pytest.mark.parametrize(
    ("target", "top", "legal", "illegal"),
    [
        pytest.param(OPP_UP, 29, range(2, 29), (), id="F1"),
        pytest.param(OPP_UP, 29, (12,), (), id="F2"),
        pytest.param(OPP_UP, 29, (), (29, 30), id="F3"),
        pytest.param(OPP_UP, 18, range(2, 18), range(18, 60), id="F4"),
        pytest.param(OPP_DOWN, 40, range(41, 60), range(2, 41), id="F5"),
        pytest.param(OWN_UP, 27, (17,), (), id="F6"),
        pytest.param(OWN_UP, 27, range(28, 60), (*range(18, 28), *range(2, 17)), id="F7"),
        pytest.param(OWN_DOWN, 35, (45,), (), id="F8"),
        pytest.param(OPP_UP, 1, (), CARDS, id="F19"),
        pytest.param(OPP_UP, 2, (), (2,), id="F20"),
        pytest.param(OWN_UP, 12, (), (12,), id="F22"),
    ],
)
def test_a_card_fits_or_not(target, top, legal, illegal):
    """A legal card becomes the top; an illegal one is refused with the card, pile and top."""
    for card in legal:
        assert can_place(top, card, target)
        assert try_card(card, target, top) == card
    for card in illegal:
        assert not can_place(top, card, target)
        with pytest.raises(IllegalMove, match=f"laid {card} on {target}, but the top is {top} "):
            try_card(card, target, top)


@pytest.mark.parametrize(
    ("target", "cards"),
    [
        pytest.param(OWN_UP, (4, 8, 13), id="F9"),
        pytest.param(OWN_UP, (3, 11, 12, 13, 18, 20, 34), id="F10"),
        pytest.param(OWN_DOWN, (54, 50, 48, 41, 40, 37), id="F11"),
    ],
)
def test_many_cards_on_one_pile(target, cards):
    """Any number of cards may follow one another on an own pile; gaps do not matter."""
    state = lay(RULES, duel_with(cards), *all_on(target, cards))

    assert tops(state)[TARGETS.index(target)] == cards[-1]


@pytest.mark.parametrize(
    ("deck", "plays", "drew", "hand"),
    [
        pytest.param(20, all_on(OWN_UP, (10, 20, 30)), 2, 5, id="F12"),
        pytest.param(20, [*all_on(OWN_UP, (10, 20, 30, 40)), (50, OPP_UP)], 5, 6, id="F13"),
        pytest.param(20, [(10, OWN_UP), (40, OWN_DOWN), (30, OWN_DOWN)], 2, 5, id="F14"),
        pytest.param(
            20, [(10, OWN_UP), (40, OWN_DOWN), (50, OPP_UP), (30, OWN_DOWN)], 4, 6, id="F15"
        ),
        pytest.param(3, [(10, OWN_UP), (20, OWN_UP), (50, OPP_UP)], 3, 6, id="F31"),
        pytest.param(2, [*all_on(OWN_UP, (10, 20, 30, 40)), (50, OPP_UP)], 2, 3, id="F32"),
    ],
)
def test_the_draw(deck, plays, drew, hand):
    """Two cards after an unhelpful turn, a full hand after a helpful one, never more than lie."""
    before = duel_with((10, 20, 30, 40, 50, 55), deck=deck, opponent_up=58)

    after = lay(RULES, before, *plays)

    laid = {card for card, _ in plays}
    kept = set(before.sides[0].hand) - laid
    drawn = before.sides[0].deck[:drew]
    assert after.sides[0].hand == tuple(sorted(kept | set(drawn)))
    assert (len(after.sides[0].hand), len(after.sides[0].deck)) == (hand, deck - drew)
    assert (after.sides[1].hand, after.sides[1].deck) == (
        before.sides[1].hand,
        before.sides[1].deck,
    )
    assert RULES.to_act(after) == (1,)
    assert RULES.news(after) == (
        {"kind": "played", "seat": 0, "plays": [list(play) for play in plays], "drew": drew},
    )


def test_f16_three_own_cards_and_one_for_the_opponent():
    """Tim lays on both own piles and helps once; his hand is filled up to six."""
    state = duel_with(
        (12, 45, 44, 20, 3, 59), up=10, down=50, opponent_up=30, opponent_down=40, deck=20
    )

    after = lay(RULES, state, (12, OWN_UP), (45, OWN_DOWN), (44, OWN_DOWN), (20, OPP_UP))

    assert tops(after) == (12, 44, 20, 40)
    assert {3, 59} < set(after.sides[0].hand)
    assert (len(after.sides[0].hand), len(after.sides[0].deck)) == (6, 16)


def test_f17_jumps_on_both_own_piles_in_one_turn():
    """A jump may come between ordinary cards, and one turn may hold several."""
    state = duel_with((23, 13, 14, 15, 50, 59), up=20, down=40)

    after = lay(RULES, state, *all_on(OWN_UP, (23, 13, 14, 15)), (50, OWN_DOWN))

    assert tops(after)[:2] == (15, 50)


def test_f18_two_cards_for_the_opponent():
    """One card a turn may go on the opponent's side, be it on two different piles."""
    state = duel_with((20, 50, 10), opponent_up=30, opponent_down=40)

    for plays in ([], [(10, OWN_UP)]):
        with pytest.raises(IllegalMove, match="20 and then 50 on the opponent's piles"):
            lay(RULES, state, *plays, (20, OPP_UP), (50, OPP_DOWN))


def test_f21_e12_a_jump_from_a_top_that_the_opponent_laid():
    """Only the value of the top counts for an own jump, not who laid it."""
    state = duel_with((12, 30), opponent_up=20, opponent_hand=(2, 40, 41))
    helped = lay(RULES, state, (12, OPP_UP), (30, OWN_UP))

    after = lay(RULES, helped, (2, OWN_UP), (40, OWN_DOWN))

    assert after.sides[1].up == 2


def test_f23_e3_the_last_two_cards_win():
    """Who lays the last two cards with an empty draw pile wins at once."""
    state = lay(RULES, duel_with((7, 9), up=5, deck=0), (7, OWN_UP), (9, OWN_UP))

    assert result(state) == SEAT_0_WINS
    assert RULES.outcome(state).reason == "all_laid"
    assert RULES.news(state)[0]["drew"] == 0


def test_f24_e4_a_single_last_card_loses():
    """One card in hand and none to draw is a loss on turn, although the card would fit."""
    state = duel_with((9,), up=5, deck=0)

    assert can_place(5, 9, OWN_UP)
    assert result(state) == SEAT_1_WINS
    assert RULES.outcome(state).reason == "stuck"


@pytest.mark.parametrize(
    ("opponent_hand", "winner"), [((40, 50), SEAT_1_WINS), ((40, 39), SEAT_0_WINS)]
)
def test_f25_a_card_left_alone_loses_unless_the_opponent_loses_first(opponent_hand, winner):
    """Laying two of three last cards is legal and draws nothing; the third one then loses."""
    state = duel_with(
        (7, 9, 11), up=5, deck=0, opponent_hand=opponent_hand, opponent_up=39, opponent_down=3
    )

    state = lay(RULES, state, (7, OWN_UP), (9, OWN_UP))
    assert (state.sides[0].hand, RULES.news(state)[0]["drew"]) == ((11,), 0)
    if RULES.to_act(state):
        state = lay(RULES, state, (40, OWN_UP), (50, OWN_UP))

    assert result(state) == winner


def test_f26_e5_one_card_drawn_from_a_short_pile_loses_on_the_next_turn():
    """An empty hand is no win while a card lies to draw; that one card alone then loses."""
    state = duel_with((2, 3), deck=1)

    state = lay(RULES, state, (2, OWN_UP), (3, OWN_UP))
    assert RULES.to_act(state) == (1,)
    assert (len(state.sides[0].hand), state.sides[0].deck) == (1, ())

    state = lay(RULES, state, (10, OWN_UP), (20, OWN_UP))
    assert result(state) == SEAT_1_WINS


def test_f27_e7_the_last_card_may_go_to_the_opponent():
    """The 58th card wins on the opponent's pile too, as the second card of the turn."""
    state = duel_with((7, 30), up=5, down=3, deck=0, opponent_up=35, opponent_down=10)

    assert result(lay(RULES, state, (7, OWN_UP), (30, OPP_UP))) == SEAT_0_WINS
    with pytest.raises(IllegalMove, match="at least 2"):
        lay(RULES, state, (30, OPP_UP))


@pytest.mark.parametrize(
    ("opponent_up", "fitting"), [pytest.param(1, 0, id="F28"), pytest.param(30, 6, id="F29")]
)
def test_no_sequence_of_two_cards_is_a_loss(opponent_up, fitting):
    """The player to move loses if no two cards can be laid, though one might be."""
    state = duel_with(range(20, 26), up=58, down=3, deck=5, opponent_up=opponent_up)

    assert sum(can_place(opponent_up, card, OPP_UP) for card in range(20, 26)) == fitting
    assert result(state) == SEAT_1_WINS
    assert RULES.outcome(state).reason == "stuck"


def test_f30_helping_and_a_jump_are_enough():
    """One card for the opponent and one jump make the two cards; the hand is filled up."""
    state = duel_with((48, 20, 21, 22, 23, 24), up=58, down=3, deck=5, opponent_up=30)

    after = lay(RULES, state, (20, OPP_UP), (48, OWN_UP))

    assert tops(after) == (48, 3, 20, 60)
    assert (len(after.sides[0].hand), len(after.sides[0].deck)) == (6, 3)


def test_e1_seat_0_moves_first_and_each_seat_has_its_own_deck():
    """Seat 0 starts; the seats draw from decks 0 and 1, whoever sits there."""
    state = RULES.deal(RULES.settle({}, 2), 2, SEED)

    assert RULES.to_act(state) == (0,)
    for seat, side in enumerate(state.sides):
        deck = shuffled(SEED, f"face-to-face/deck/{seat}", CARDS)
        assert (side.up, side.down) == (1, 60)
        assert side.hand == tuple(sorted(deck[:6]))
        assert side.deck == deck[6:]
        assert sorted(side.hand + side.deck) == list(range(2, 60))
    assert state.sides[0].deck != state.sides[1].deck


def test_e2_two_cards_are_needed_with_an_empty_draw_pile():
    """The minimum stays two when nothing is left to draw."""
    state = duel_with((7, 9, 11), deck=0)

    assert RULES.view(state, 0).need == 2
    with pytest.raises(IllegalMove, match="laid 1 card, but at least 2"):
        lay(RULES, state, (7, OWN_UP))


def test_e6_an_empty_hand_is_no_win_while_cards_are_left_to_draw():
    """Emptying the hand ends nothing: the player draws two and the opponent moves."""
    after = lay(RULES, duel_with((7, 9), deck=20), (7, OWN_UP), (9, OWN_UP))

    assert RULES.to_act(after) == (1,)
    assert RULES.outcome(after) is None
    assert (len(after.sides[0].hand), len(after.sides[0].deck)) == (2, 18)


@pytest.mark.parametrize("need", [1, 2, 3])
def test_e8_every_turn_has_a_card_on_the_own_side(need):
    """At most one card goes opposite, so every legal turn lays one on an own pile."""
    state = duel_with((20, 35, 45), opponent_up=40, opponent_down=30, options={"min_cards": need})

    turns = list(legal_moves(RULES.view(state, 0)))

    opposite = [sum(t in (OPP_UP, OPP_DOWN) for _, t in turn.plays) for turn in turns]
    assert turns
    assert max(opposite) == min(need - 1, 1)
    assert all(len(turn.plays) == need for turn in turns)


def test_e9_the_card_for_the_opponent_may_come_at_any_place():
    """Before, between or after the own cards: the order is free."""
    state = duel_with((10, 20, 30), opponent_up=40)

    for plays in (
        [(30, OPP_UP), (10, OWN_UP), (20, OWN_UP)],
        [(10, OWN_UP), (30, OPP_UP), (20, OWN_UP)],
        [(10, OWN_UP), (20, OWN_UP), (30, OPP_UP)],
    ):
        assert tops(lay(RULES, state, *plays)) == (20, 60, 30, 60)


@pytest.mark.parametrize(("min_cards", "why"), [(2, "at least 2"), (1, "must go on an own pile")])
def test_e10_a_card_for_the_opponent_alone_is_no_turn(min_cards, why):
    """Helping and nothing else is illegal, even where one card is enough."""
    state = duel_with((20, 30), opponent_up=40, options={"min_cards": min_cards})

    with pytest.raises(IllegalMove, match=why):
        lay(RULES, state, (30, OPP_UP))


@pytest.mark.parametrize("target", TARGETS)
def test_e11_an_equal_card_fits_nowhere(target):
    """The other colour's same number is neither higher nor lower: all comparisons are strict."""
    with pytest.raises(IllegalMove, match=f"laid 30 on {target}, but the top is 30"):
        try_card(30, target, 30)


@pytest.mark.parametrize(("target", "card"), [(OPP_UP, 20), (OPP_DOWN, 40)])
def test_e13_help_by_exactly_ten_is_ordinary_help(target, card):
    """Ten in the helpful direction is legal like any other distance."""
    assert try_card(card, target, 30) == card


@pytest.mark.parametrize(("target", "cards"), [(OPP_UP, (31, 40, 59)), (OPP_DOWN, (29, 20, 2))])
def test_e14_a_harmful_card_is_refused(target, cards):
    """A card in the pile's own direction is illegal on the opponent's side, ten away or not."""
    need = "lower than 30" if target == OPP_UP else "higher than 30"
    for card in cards:
        with pytest.raises(IllegalMove, match=need):
            try_card(card, target, 30)


@pytest.mark.parametrize(
    ("target", "untouched", "least"), [(OPP_UP, (1, 2), 3), (OPP_DOWN, (60, 59), 58)]
)
def test_e15_an_untouched_pile_cannot_be_helped(target, untouched, least):
    """No card improves a base, nor the card next to it; from the one after, exactly one does."""
    for top in untouched:
        assert [card for card in CARDS if can_place(top, card, target)] == []
    assert len([card for card in CARDS if can_place(least, card, target)]) == 1


def test_e16_helping_is_compulsory_only_as_the_sole_way_to_two_cards():
    """The loss test counts helping; where two own cards fit, nobody has to help."""
    forced = duel_with((20, 59), up=58, down=3, opponent_up=30)
    assert RULES.to_act(forced) == (0,)
    turns = list(legal_moves(RULES.view(forced, 0)))
    assert turns
    assert all(any(target == OPP_UP for _, target in turn.plays) for turn in turns)

    free = duel_with((10, 20), opponent_up=30)
    assert tops(lay(RULES, free, (10, OWN_UP), (20, OWN_UP)))[2] == 30


def test_e17_the_draw_is_automatic():
    """A bot cannot decline cards: what it adds to its move is not read, and it draws all."""
    state = duel_with((10, 20, 30, 40, 50, 55), opponent_up=40)
    turn = RULES.read_move("play", {"plays": [[10, OWN_UP], [30, OPP_UP]], "draw": 0})

    assert turn.to_map() == {"plays": [[10, OWN_UP], [30, OPP_UP]]}
    assert RULES.apply(state, {0: turn}).news[0]["drew"] == 2


def test_e18_an_illegal_list_loses_the_game():
    """An illegal list is a fault: nothing of it is laid, nobody stands in, the game is lost."""
    state = duel_with()
    with pytest.raises(IllegalMove, match="laid 40 on own_down, but the top is 20"):
        lay(RULES, state, (10, OWN_UP), (20, OWN_DOWN), (40, OWN_DOWN))

    assert RULES.stand_in(RULES.view(state, 0)) is None
    over = RULES.abandon(state, (0,))
    assert over.sides == state.sides
    assert RULES.to_act(over) == ()
    assert RULES.outcome(over) == Outcome((0, 1), (2, 1), "fault")


def test_e19_of_two_stuck_players_the_one_to_move_loses():
    """Only the player to move is tested; the other's stuck hand costs nothing."""
    stuck = {"up": 58, "down": 3, "opponent_up": 58, "opponent_down": 3}

    # Helping is possible with one card each, which is not enough for either.
    both = duel_with((20, 25), opponent_hand=(20, 25), **stuck)
    assert result(both) == SEAT_1_WINS

    # Seat 1 is as stuck as before, but it is not its turn.
    mine = duel_with((48, 20, 25), opponent_hand=(20, 25), **stuck)
    assert not any(legal_moves(RULES.view(mine, 1)))
    assert RULES.to_act(mine) == (0,)
