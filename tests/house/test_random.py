"""Random is uniform over exactly the moves that its description names.

The house bots are the yardsticks of every table: a change here moves everybody's rating.
"""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import sqrt
from typing import Any

import pytest

from arena_sdk import face_to_face, the_game
from tests.house.bots import random_bot
from tests.house.views import (
    duel_view,
    laid,
    nimmt_view,
    start_of,
    team_view,
)


@pytest.fixture
def dice() -> Iterator[None]:
    """The dice that `random` throws, seeded; as they were afterwards."""
    before = random.getstate()
    random.seed(20240229)
    yield
    random.setstate(before)


def assert_uniform(picked: Counter[Any], possible: set[Any]) -> None:
    """Each as often as the others, within five standard errors, and nothing else."""
    assert set(picked) == possible
    tries, p = picked.total(), 1 / len(possible)
    error = sqrt(tries * p * (1 - p))
    assert all(abs(count - tries * p) <= 5 * error for count in picked.values())


def picks(rules: str, view: Any, tries: int) -> Counter[Any]:
    """How often `random` answers with what."""
    bot = random_bot()
    bot.start(start_of(rules))
    decide = getattr(bot, view.asks)
    return Counter(decide(view) for _ in range(tries))


def described_turns(hand: list[int], piles: tuple[str, ...], need: int, fits: Any) -> set[Any]:
    """Every order of `need` cards on every choice of piles that fits."""
    return {
        tuple(zip(cards, where, strict=True))
        for cards in permutations(hand, need)
        for where in product(piles, repeat=need)
        if fits(tuple(zip(cards, where, strict=True)))
    }


@pytest.mark.parametrize("need", [1, 2, 3])
@pytest.mark.usefixtures("dice")
def test_random_is_uniform_over_turns_of_the_game(need: int) -> None:
    """Every legal turn of exactly the required number is as likely as the others."""
    tops = {"up_1": 50, "up_2": 97, "down_1": 60, "down_2": 3}

    def fits(turn: tuple[tuple[int, str], ...]) -> bool:
        now = dict(tops)
        for card, pile in turn:
            top, up = now[pile], pile.startswith("up")
            if not (card > top or card == top - 10 if up else card < top or card == top + 10):
                return False
            now[pile] = card
        return True

    hand = [40, 52, 98]
    possible = described_turns(hand, the_game.PILES, need, fits)
    picked = picks(
        "the-game", team_view(hand, tuple(tops.values()), need=need), 200 * len(possible)
    )  # type: ignore[arg-type]

    assert_uniform(Counter({tuple(laid(turn)): n for turn, n in picked.items()}), possible)


@pytest.mark.usefixtures("dice")
def test_random_is_uniform_over_turns_of_face_to_face() -> None:
    """Every legal turn of two cards is as likely as the others, those that help too."""
    tops = {"own_up": 30, "own_down": 40, "opp_up": 25, "opp_down": 50}

    def fits(turn: tuple[tuple[int, str], ...]) -> bool:
        now = dict(tops)
        for card, target in turn:
            top = now[target]
            legal = {
                "own_up": card > top or card == top - 10,
                "own_down": card < top or card == top + 10,
                "opp_up": card < top,
                "opp_down": card > top,
            }
            if not legal[target]:
                return False
            now[target] = card
        return sum(target.startswith("opp") for _, target in turn) <= 1

    hand = [20, 35, 51]
    possible = described_turns(hand, face_to_face.TARGETS, 2, fits)
    view = duel_view(hand, up=30, down=40, opponent_up=25, opponent_down=50)
    picked = picks("face-to-face", view, 200 * len(possible))

    assert_uniform(Counter({tuple(laid(turn)): n for turn, n in picked.items()}), possible)


@pytest.mark.usefixtures("dice")
def test_random_is_uniform_over_its_cards_at_six_nimmt() -> None:
    """Every card of the hand is as likely as the others."""
    hand = [3, 14, 15, 92, 104]
    picked = picks("six-nimmt", nimmt_view(hand, [[10], [20], [30], [40]]), 2000)

    assert_uniform(Counter({move.card: n for move, n in picked.items()}), set(hand))
