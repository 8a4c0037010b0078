"""Thousands of games: the engine's means are those of an independent simulation.

Each side throws its own dice, so they may differ by chance: four standard errors of the
difference are allowed. All seeds are fixed, so a red test stays red.
"""

import random
from collections.abc import Callable, Sequence
from math import hypot, sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

import pytest

from arena_sdk.local import play
from arena_sdk.messages import Map
from tests.house import simulation
from tests.house.bots import greedy_bot, random_bot

pytestmark = pytest.mark.slow

SEED = 20240229
ERRORS = 4

Seated = Callable[..., list[Any]]


class Mean(NamedTuple):
    """A mean and its standard error."""

    value: float
    error: float


def mean(values: Sequence[float]) -> Mean:
    return Mean(fmean(values), stdev(values) / sqrt(len(values)))


def share(wins: Sequence[int]) -> Mean:
    """The share of games won; the error stays above 0 where all of them were won."""
    likely = (sum(wins) + 1) / (len(wins) + 2)
    return Mean(fmean(wins), sqrt(likely * (1 - likely) / len(wins)))


def assert_agree(one: Mean, other: Mean) -> None:
    assert abs(one.value - other.value) <= ERRORS * hypot(one.error, other.error)


def assert_near(sample: Mean, known: float) -> None:
    assert abs(sample.value - known) <= ERRORS * sample.error


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> Seated:
    """New house bots by their names."""

    def seated(*names: str) -> list[Any]:
        return [random_bot() if name == "random" else greedy_bot(monkeypatch) for name in names]

    return seated


def shuffled(dice: random.Random, cards: Sequence[int]) -> list[int]:
    return dice.sample(cards, len(cards))


def engine_left(bots: Seated, name: str, seats: int, games: int, **options: Any) -> Mean:
    """The cards left in games of one bot in all seats."""
    options["league"] = "silent"
    return mean(
        [
            play(*bots(*[name] * seats), game="the-game", seed=seed, options=options)["scores"][0]
            for seed in range(games)
        ]
    )


def simulated_left(name: str, seats: int, games: int, *, expert: bool = False) -> Mean:
    dice = random.Random(SEED)
    policy = simulation.greedy_team if name == "greedy" else simulation.random_team(dice)
    return mean(
        [
            simulation.the_game(shuffled(dice, range(2, 100)), seats, policy, expert=expert)
            for _ in range(games)
        ]
    )


@pytest.mark.parametrize(
    ("seats", "known"), [(1, None), (2, 19.2), (3, None), (4, None), (5, 15.4)]
)
def test_greedy_at_the_game(bots: Seated, seats: int, known: float | None) -> None:
    """greedy leaves as many cards as the simulation says, and as is known of it."""
    engine, simulated = (
        engine_left(bots, "greedy", seats, 250),
        simulated_left("greedy", seats, 1500),
    )

    assert_agree(engine, simulated)
    if known is not None:
        assert_near(engine, known)
        assert_near(simulated, known)


@pytest.mark.parametrize("seats", range(1, 6))
def test_greedy_at_the_game_for_experts(bots: Seated, seats: int) -> None:
    """With three cards a turn the engine and the simulation agree as well."""
    engine = engine_left(bots, "greedy", seats, 150, expert=True)

    assert_agree(engine, simulated_left("greedy", seats, 600, expert=True))


@pytest.mark.parametrize("seats", range(1, 6))
def test_random_at_the_game(bots: Seated, seats: int) -> None:
    """Any legal turns leave as many cards in the engine as in the simulation."""
    assert_agree(engine_left(bots, "random", seats, 80), simulated_left("random", seats, 120))


def test_random_at_the_game_for_experts(bots: Seated) -> None:
    """So they do with three cards a turn; few games, as there are thousands of turns each."""
    engine = engine_left(bots, "random", 3, 25, expert=True)

    assert_agree(engine, simulated_left("random", 3, 25, expert=True))


@pytest.mark.parametrize(
    ("first", "second", "games"),
    [
        ("greedy", "greedy", 150),
        ("random", "random", 200),
        ("greedy", "random", 60),
        ("random", "greedy", 60),
    ],
)
def test_face_to_face(bots: Seated, first: str, second: str, games: int) -> None:
    """Seat 0 wins as often in the engine as in the simulation."""
    engine = [play(*bots(first, second), seed=seed)["scores"][0] for seed in range(games)]

    dice = random.Random(SEED)
    policies = [
        simulation.greedy_duel if name == "greedy" else simulation.random_duel(dice)
        for name in (first, second)
    ]
    simulated = []
    for _ in range(2 * games):
        orders = [shuffled(dice, range(2, 60)) for _ in range(2)]
        simulated.append(1 - simulation.face_to_face(orders, policies))

    assert_agree(share(engine), share(simulated))


def engine_heads(bots: Seated, names: list[str], games: int, options: Map) -> list[list[int]]:
    return [
        play(*bots(*names), game="six-nimmt", seed=seed, options={"deals": 1, **options})["scores"]
        for seed in range(games)
    ]


def simulated_heads(names: list[str], games: int, *, full: bool) -> list[list[int]]:
    dice = random.Random(SEED)
    deck = range(1, 105 if full else 10 * len(names) + 5)
    policies = [
        simulation.greedy_nimmt if name == "greedy" else simulation.random_nimmt(dice)
        for name in names
    ]
    return [simulation.six_nimmt(shuffled(dice, deck), policies, set(deck)) for _ in range(games)]


def at_a_table(deals: list[list[int]]) -> Mean:
    """Heads a player a deal; the players of a deal are not independent, the deals are."""
    return mean([fmean(heads) for heads in deals])


def at_seat(seat: int, deals: list[list[int]]) -> Mean:
    return mean([heads[seat] for heads in deals])


def test_random_at_six_nimmt(bots: Seated) -> None:
    """Four random players of the full deck take 12.10 heads each in a deal."""
    names = ["random"] * 4
    engine = at_a_table(engine_heads(bots, names, 600, {"deck": "full"}))
    simulated = at_a_table(simulated_heads(names, 6000, full=True))

    assert_agree(engine, simulated)
    assert_near(engine, 12.10)
    assert_near(simulated, 12.10)


@pytest.mark.parametrize(("seats", "deck"), [(4, "full"), (4, "tactical"), (2, "tactical")])
def test_greedy_at_six_nimmt(bots: Seated, seats: int, deck: str) -> None:
    """A table of greedy takes as many heads in the engine as in the simulation."""
    names = ["greedy"] * seats
    engine = at_a_table(engine_heads(bots, names, 150, {"deck": deck}))

    assert_agree(engine, at_a_table(simulated_heads(names, 500, full=deck == "full")))


def test_a_mixed_table_of_six_nimmt(bots: Seated) -> None:
    """greedy among random players takes fewer heads than they do, and as many as simulated."""
    names = ["greedy", "random", "random"]
    engine = engine_heads(bots, names, 300, {"deck": "full"})
    simulated = simulated_heads(names, 1500, full=True)

    for seat in range(3):
        assert_agree(at_seat(seat, engine), at_seat(seat, simulated))
    assert at_seat(0, simulated).value < at_seat(1, simulated).value
