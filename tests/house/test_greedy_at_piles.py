"""Greedy at The Game and Face to Face decides exactly as described, ties included.

The house bots are the yardsticks of every table: a change here moves everybody's rating.
"""

from typing import Any

import pytest

from arena_sdk import face_to_face
from tests.house.bots import greedy_bot, random_bot
from tests.house.views import (
    duel_turn,
    duel_view,
    said,
    team_turn,
    team_view,
)


def test_team_greedy_takes_the_smallest_step() -> None:
    """Card by card the smallest distance, seen from the tops that the last card left."""
    assert team_turn([5, 12, 20, 97]) == [(97, "down_1"), (5, "up_1")]
    assert team_turn([40, 41, 80], (35, 1, 100, 100)) == [(40, "up_1"), (41, "up_1")]


def test_team_greedy_counts_a_jump_as_minus_ten() -> None:
    """A jump back beats a step of one, on piles that go up and on piles that go down."""
    assert team_turn([35, 46], (45, 1, 100, 100)) == [(35, "up_1"), (46, "up_1")]
    assert team_turn([64, 75], (1, 1, 100, 65)) == [(75, "down_2"), (64, "down_2")]
    assert team_turn([35, 46, 75], (45, 1, 65, 100)) == [(35, "up_1"), (75, "down_1")]


def test_team_greedy_does_not_see_a_jump_that_its_first_card_would_make() -> None:
    """It looks no further than one card: 70 and back to 60 would cost less in sum."""
    assert team_turn([60, 70, 61], (58, 99, 2, 2)) == [(60, "up_1"), (61, "up_1")]


@pytest.mark.parametrize(
    ("hand", "tops", "first"),
    [
        ([3, 98], (1, 1, 100, 100), (3, "up_1")),
        ([98, 50], (1, 1, 100, 100), (98, "down_1")),
        ([42, 58], (40, 40, 60, 60), (42, "up_1")),
        ([35, 50], (60, 45, 90, 90), (50, "up_1")),
        ([30, 40], (99, 99, 30, 20), (40, "down_1")),
    ],
)
def test_team_greedy_breaks_ties_by_the_pile(
    hand: list[int], tops: tuple[int, int, int, int], first: tuple[int, str]
) -> None:
    """Equal steps: the first pile in the order up_1, up_2, down_1, down_2."""
    assert team_turn(hand, tops)[0] == first


@pytest.mark.parametrize("need", [1, 2, 3])
def test_team_greedy_lays_just_what_is_needed(need: int) -> None:
    """Exactly the required number of cards, though a jump is left."""
    turn = team_turn([25, 35, 36, 37, 65], (45, 1, 55, 100), need=need)

    assert turn == [(35, "up_1"), (25, "up_1"), (65, "down_1")][:need]


def test_team_greedy_finds_a_way_out_of_a_dead_end() -> None:
    """31 on up_1 would leave no place for 26, so both go on down_1: the only turn there is."""
    assert team_turn([26, 31], (41, 99, 21, 2)) == [(31, "down_1"), (26, "down_1")]


def test_team_greedy_takes_the_cheapest_way_out() -> None:
    """From a dead end the smallest sum of steps, -10 + 2 + 5, and not the first that is found."""
    dead_end, tops = [48, 75, 80, 82], (92, 99, 72, 2)

    assert team_turn(dead_end, tops, need=3) == [(82, "down_1"), (80, "down_1"), (75, "down_1")]


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_neither_speaks_at_the_game(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four times `none` as signal, and no wish but neutral."""
    player = random_bot() if bot == "random" else greedy_bot(monkeypatch)

    view = team_view([5, 12]).to_map()
    assert said(player, "the-game", "signal", view) == {"signals": ["none"] * 4}
    assert said(player, "the-game", "wish", view) == {"wish": "neutral"}


def test_duel_greedy_lays_two_cards_with_the_least_sum() -> None:
    """The sum over both cards counts: 40 and then back to 30 gains more than 31 and 32."""
    assert duel_turn([30, 31, 32, 40], up=30) == [(40, "own_up"), (30, "own_up")]
    assert duel_turn([21, 22, 50], up=20, down=30) == [(21, "own_up"), (22, "own_up")]


def test_duel_greedy_counts_a_jump_as_minus_ten() -> None:
    """Jumps on both own piles beat any two steps."""
    assert duel_turn([17, 28, 29, 45], up=27, down=35) == [(17, "own_up"), (45, "own_down")]


def test_duel_greedy_counts_help_by_its_size() -> None:
    """A card on the opponent's pile costs what it gives away, ten being no jump there."""
    assert duel_turn([24, 28, 50], up=26, down=5, opponent_up=25) == [
        (28, "own_up"),
        (24, "opp_up"),
    ]
    assert duel_turn([15, 31, 33], up=30, down=3, opponent_up=25) == [
        (31, "own_up"),
        (33, "own_up"),
    ]
    assert duel_turn([15, 31, 43], up=30, down=3, opponent_up=25) == [
        (31, "own_up"),
        (15, "opp_up"),
    ]
    assert duel_turn([20, 46, 55], up=58, down=30, opponent_down=45) == [
        (20, "own_down"),
        (46, "opp_down"),
    ]


@pytest.mark.parametrize(
    ("view", "turn"),
    [
        # Two steps of 5 on piles of one's own: own_up comes before own_down.
        ({"hand": [6, 55]}, [(6, "own_up"), (55, "own_down")]),
        # 30 lies between both tops at the same distance from each.
        (
            {"hand": [9, 30], "up": 20, "down": 40, "opponent_up": 10},
            [(30, "own_up"), (9, "opp_up")],
        ),
        # The same cost for own_down and for either of the opponent's piles.
        (
            {"hand": [21, 30], "up": 20, "down": 35, "opponent_up": 35},
            [(21, "own_up"), (30, "own_down")],
        ),
        (
            {"hand": [21, 30], "up": 20, "down": 29, "opponent_up": 36, "opponent_down": 24},
            [(21, "own_up"), (30, "opp_up")],
        ),
        # Own and opponent's card in either order: the own one is first.
        (
            {"hand": [25, 50], "up": 49, "down": 3, "opponent_up": 29},
            [(50, "own_up"), (25, "opp_up")],
        ),
    ],
)
def test_duel_greedy_breaks_ties_by_target_and_card(
    view: dict[str, Any], turn: list[tuple[int, str]]
) -> None:
    """Among equal sums the smallest list of (target, card): own_up, own_down, opp_up, opp_down."""
    assert duel_turn(**view) == turn


def test_duel_greedy_lays_no_third_card() -> None:
    """Exactly two cards, though more would go and would win ground, while cards are to draw."""
    assert duel_turn([17, 27, 37, 47], up=57, deck=1) == [(47, "own_up"), (37, "own_up")]


def test_duel_greedy_lays_its_whole_hand_once_nothing_is_to_draw() -> None:
    """With an empty draw pile the last cards go in any order that lays them all: that wins."""
    turn = duel_turn([7, 9, 30, 55], up=5, down=3, opponent_up=35, deck=0)

    assert sorted(card for card, _ in turn) == [7, 9, 30, 55]
    face_to_face.check(
        duel_view([7, 9, 30, 55], up=5, down=3, opponent_up=35, deck=0),
        face_to_face.Turn(tuple(face_to_face.Play(*play) for play in turn)),
    )


def test_duel_greedy_lays_two_if_the_whole_hand_cannot_be_laid() -> None:
    """With an empty draw pile but no order for all cards it plays on as before."""
    assert duel_turn([7, 9, 11, 30], up=29, down=10, deck=0) == [(30, "own_up"), (9, "own_down")]
