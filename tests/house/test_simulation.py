"""On the same cards the engine and the simulation play the same game.

greedy throws no dice, so nothing but the rules and its policy decides a game: an
agreement game by game is worth more than one of means.
"""

import pytest

from arena.games import rules_named
from arena_sdk.local import play
from arena_sdk.messages import Map
from arena_sdk.seeds import deal_seed
from tests.house import simulation
from tests.house.bots import greedy_bot

SEEDS = range(1, 13)


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("seats", range(1, 6))
def test_the_game(seats: int, expert: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many cards are left in every game of greedy, whoever counts them."""
    rules = rules_named("the-game")
    options = rules.settle({"league": "silent", "expert": expert}, seats)
    for seed in SEEDS:
        dealt = rules.deal(options, seats, deal_seed(seed))
        order = [card for cards in (*dealt.hands, dealt.deck) for card in cards]
        bots = [greedy_bot(monkeypatch) for _ in range(seats)]

        left = simulation.the_game(order, seats, simulation.greedy_team, expert=expert)
        outcome = play(*bots, game="the-game", seed=seed, options=options)

        assert outcome["scores"] == [left] * seats


def test_face_to_face(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seat wins every game of two greedy bots."""
    rules = rules_named("face-to-face")
    for seed in SEEDS:
        dealt = rules.deal(rules.settle({}, 2), 2, deal_seed(seed))
        orders = [[*side.hand, *side.deck] for side in dealt.sides]

        winner = simulation.face_to_face(orders, [simulation.greedy_duel] * 2)
        outcome = play(greedy_bot(monkeypatch), greedy_bot(monkeypatch), seed=seed)

        assert outcome["scores"] == [int(seat == winner) for seat in (0, 1)]


@pytest.mark.parametrize("deck", ["tactical", "full"])
@pytest.mark.parametrize("seats", [2, 3, 5, 10])
def test_six_nimmt(seats: int, deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every greedy bot takes the same heads in every deal."""
    rules = rules_named("six-nimmt")
    options: Map = rules.settle({"deck": deck, "deals": 1}, seats)
    cards = set(range(1, 105 if deck == "full" else 10 * seats + 5))
    for seed in SEEDS:
        dealt = rules.deal(options, seats, deal_seed(seed))
        order = [card for hand in dealt.hands for card in hand] + [row[0] for row in dealt.rows]
        bots = [greedy_bot(monkeypatch) for _ in range(seats)]

        heads = simulation.six_nimmt(order, [simulation.greedy_nimmt] * seats, cards)
        given = {"deck": deck, "deals": 1}
        outcome = play(*bots, game="six-nimmt", seed=seed, options=given)

        assert outcome["scores"] == heads
