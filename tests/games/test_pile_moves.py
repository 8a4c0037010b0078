"""Moves on piles, as both games of piles read, refuse and list them."""

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import face_to_face, the_game
from arena_sdk import face_to_face as duel
from arena_sdk import the_game as team
from arena_sdk.errors import IllegalMove, TheirMistake
from tests.games.builders import duel_with, lay, table_with

BOTH = pytest.mark.parametrize(
    ("rules", "pile"),
    [
        pytest.param(face_to_face.RULES, duel.OWN_UP, id="face-to-face"),
        pytest.param(the_game.RULES, team.UP_1, id="the-game"),
    ],
)


@BOTH
def test_a_list_of_cards_and_piles_is_a_turn(rules, pile):
    """The items keep their order, keys that nobody asked for are ignored."""
    turn = rules.read_move("play", {"plays": [[5, pile], [2, pile]], "why": [1]})

    assert (turn.kind, [tuple(play) for play in turn.plays]) == ("play", [(5, pile), (2, pile)])
    assert turn.to_map() == {"plays": [[5, pile], [2, pile]]}


@BOTH
@pytest.mark.parametrize(
    "move",
    [
        {},
        {"play": []},
        {"plays": None},
        {"plays": "5"},
        {"plays": {}},
        {"plays": 5},
        {"plays": [5]},
        {"plays": ["5 up"]},
        {"plays": [None]},
        {"plays": [{"card": 5}]},
    ],
)
def test_a_move_without_a_list_of_lists_is_unreadable(rules, pile, move):
    """A missing key or a wrong type is no move at all."""
    with pytest.raises(TheirMistake, match="'plays'") as mistake:
        rules.read_move("play", move)
    assert mistake.value.verdict == "unreadable"


@BOTH
@pytest.mark.parametrize("card", [True, False, 5.0, "5", None, [5], b"5"])
def test_a_card_is_an_integer_and_nothing_like_it(rules, pile, card):
    """True, 5.0 and "5" are no cards: unreadable, with the value named."""
    with pytest.raises(TheirMistake) as mistake:
        rules.read_move("play", {"plays": [[6, pile], [card, pile]]})
    assert mistake.value.verdict == "unreadable"
    assert repr(card) in mistake.value.detail


@BOTH
@pytest.mark.parametrize("where", [0, True, None, ["up"], b"own_up"])
def test_a_pile_is_named_by_text(rules, pile, where):
    """Anything but text in the place of the pile is unreadable."""
    with pytest.raises(TheirMistake) as mistake:
        rules.read_move("play", {"plays": [[6, pile], [5, where]]})
    assert mistake.value.verdict == "unreadable"
    assert repr(where) in mistake.value.detail


@BOTH
def test_an_item_of_the_wrong_length_is_illegal(rules, pile):
    """Types are right, the length is not: the move can be read and is refused."""
    for item in ([], [5], [5, pile, 6], [5, pile, "twice"]):
        with pytest.raises(IllegalMove, match=rf"has {len(item)} values, not \[card, pile\]"):
            rules.read_move("play", {"plays": [item]})


@pytest.mark.parametrize(
    ("asks", "move"),
    [
        ("wish", {}),
        ("wish", {"wish": None}),
        ("wish", {"wish": 1}),
        ("wish", {"wish": True}),
        ("wish", {"wish": ["eager"]}),
        ("wish", {"signals": ["none"] * 4}),
        ("signal", {}),
        ("signal", {"signals": None}),
        ("signal", {"signals": "none"}),
        ("signal", {"signals": {"up_1": "none"}}),
        ("signal", {"signals": ["none", "none", "none", 0]}),
        ("signal", {"signals": [True, "none", "none", "none"]}),
        ("signal", {"signals": [None] * 4}),
        ("signal", {"wish": "eager"}),
    ],
)
def test_wishes_and_signals_of_another_type_are_unreadable(asks, move):
    """A wish is text and signals are a list of text; anything else is no move."""
    with pytest.raises(TheirMistake, match="wish" if asks == "wish" else "signals") as mistake:
        the_game.RULES.read_move(asks, move)
    assert mistake.value.verdict == "unreadable"


@pytest.mark.parametrize(
    ("plays", "refusal"),
    [
        (
            [(37, "own_up"), (50, "own_up")],
            "laid 37 on own_up, but the top is 41 (a card must be higher, or exactly 31)",
        ),
        (
            [(50, "own_up"), (37, "own_down")],
            "laid 37 on own_down, but the top is 20 (a card must be lower, or exactly 30)",
        ),
        (
            [(50, "own_up"), (37, "opp_up")],
            "laid 37 on opp_up, but the top is 15 (a card must be lower than 15)",
        ),
        (
            [(50, "own_up"), (37, "opp_down")],
            "laid 37 on opp_down, but the top is 45 (a card must be higher than 45)",
        ),
        ([(50, "own_up"), (50, "own_down")], "laid 50 twice"),
        (
            [(50, "own_up"), (51, "own_up")],
            "laid 51, which is not in the hand [14, 37, 46, 50, 58]",
        ),
        (
            [(50, "own_up"), (14, "up_1")],
            "there is no pile 'up_1'; the piles are own_up, own_down, opp_up, opp_down",
        ),
        (
            [(14, "opp_up"), (46, "opp_down")],
            "laid 14 and then 46 on the opponent's piles; one card a turn may go there",
        ),
        ([(50, "own_up")], "laid 1 card, but at least 2 must be laid"),
    ],
)
def test_face_to_face_says_what_is_wrong(plays, refusal):
    """The author reads the card, the pile, its top and what would have been legal."""
    state = duel_with((14, 37, 46, 50, 58), up=41, down=20, opponent_up=15, opponent_down=45)
    with pytest.raises(IllegalMove) as refused:
        lay(face_to_face.RULES, state, *plays)
    assert str(refused.value) == refusal


@pytest.mark.parametrize(
    ("plays", "refusal"),
    [
        (
            [(37, "up_2"), (50, "up_1")],
            "laid 37 on up_2, but the top is 41 (a card must be higher, or exactly 31)",
        ),
        (
            [(50, "up_1"), (37, "down_1")],
            "laid 37 on down_1, but the top is 20 (a card must be lower, or exactly 30)",
        ),
        ([(50, "up_1"), (50, "up_2")], "laid 50 twice"),
        ([(50, "up_1"), (51, "up_1")], "laid 51, which is not in the hand [14, 37, 50]"),
        (
            [(50, "up_1"), (14, "own_up")],
            "there is no pile 'own_up'; the piles are up_1, up_2, down_1, down_2",
        ),
        ([(50, "up_1")], "laid 1 card, but at least 2 must be laid"),
    ],
)
def test_the_game_says_what_is_wrong(plays, refusal):
    """The author reads the card, the pile, its top and what would have been legal."""
    state = table_with((14, 37, 50), tops=(1, 41, 20, 100), deck=10)
    with pytest.raises(IllegalMove) as refused:
        lay(the_game.RULES, state, *plays)
    assert str(refused.value) == refusal


def test_a_move_that_is_no_turn_is_refused():
    """A bot's plain list is no answer; the text says what is wanted."""
    with pytest.raises(IllegalMove, match="no Turn"):
        duel.check(face_to_face.RULES.view(duel_with(), 0), [(10, "own_up"), (20, "own_up")])


def every_list(hand, piles, cards):
    """All ordered lists of so many cards on any piles, legal or not."""
    for chosen in permutations(hand, cards):
        for where in product(piles, repeat=cards):
            yield tuple(zip(chosen, where, strict=True))


def accepted(check, view, turn_of, piles, cards):
    """The lists among all of them that `check` lets pass."""
    found = set()
    for plays in every_list(view.hand, piles, cards):
        try:
            check(view, turn_of(plays))
        except IllegalMove:
            continue
        found.add(plays)
    return found


HANDS = st.sets(st.integers(2, 59), min_size=3, max_size=4)
TOPS = st.integers(1, 60)


@settings(deadline=None)
@given(hand=HANDS, tops=st.tuples(TOPS, TOPS, TOPS, TOPS), need=st.integers(1, 3))
def test_legal_moves_of_face_to_face_are_those_that_check_accepts(hand, tops, need):
    """Listing and checking agree on every list of cards, so no stuck player could have moved."""
    up, down, opp_up, opp_down = tops
    state = duel_with(
        hand,
        up=up,
        down=down,
        opponent_up=opp_up,
        opponent_down=opp_down,
        options={"min_cards": need},
    )
    view = face_to_face.RULES.view(state, 0)

    listed = [turn.plays for turn in duel.legal_moves(view)]

    assert len(listed) == len(set(listed))
    assert set(listed) == accepted(duel.check, view, duel.Turn, duel.TARGETS, need)
    assert (state.reason == "stuck") == (not listed)


@settings(deadline=None)
@given(hand=HANDS, tops=st.tuples(TOPS, TOPS, TOPS, TOPS), expert=st.booleans())
def test_legal_moves_of_the_game_are_those_that_check_accepts(hand, tops, expert):
    """Listing and checking agree on every list of cards, so no stuck team could have played on."""
    state = table_with(hand, tops=tops, deck=10, options={"expert": expert})
    view = the_game.RULES.view(state, 0)

    listed = [turn.plays for turn in team.legal_moves(view)]

    assert len(listed) == len(set(listed))
    assert set(listed) == accepted(team.check, view, team.Turn, team.PILES, view.need)
    assert (state.reason == "stuck") == (not listed)


@pytest.mark.parametrize(("cards", "length"), [(None, 2), (1, 2), (2, 2), (3, 3), (4, None)])
def test_legal_moves_of_a_given_length(cards, length):
    """A bot may list longer turns; fewer cards than are needed are never listed."""
    for view, legal_moves in (
        (face_to_face.RULES.view(duel_with((10, 20, 30), opponent_up=40), 0), duel.legal_moves),
        (the_game.RULES.view(table_with((10, 20, 30), deck=10), 0), team.legal_moves),
    ):
        lengths = {len(turn.plays) for turn in legal_moves(view, cards)}
        assert lengths == ({length} if length else set())
