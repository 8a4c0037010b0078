"""The bracket, best of N, and who goes on."""

import pytest

from arena.pairings.knockout import advance, bracket, still_to_play, winner


def test_the_bracket_keeps_the_best_apart():
    """With eight: 1-8, 4-5, 2-7, 3-6, so that 1 and 2 meet in the final alone."""
    seeds = list("12345678")

    assert bracket(seeds) == [("1", "8"), ("4", "5"), ("2", "7"), ("3", "6")]
    assert advance(["1", "4", "2", "3"]) == [("1", "4"), ("2", "3")]


@pytest.mark.parametrize("count", range(2, 34))
def test_free_places_go_to_the_best(count):
    """Everybody is in the bracket once; who has no opponent is among the first seeds."""
    seeds = [f"{number:02}" for number in range(count)]
    couples = bracket(seeds)

    entrants = [bot for couple in couples for bot in couple if bot is not None]
    free = [first for first, second in couples if second is None]
    assert sorted(entrants) == seeds
    assert sorted(free) == seeds[: len(free)]
    assert len(couples) & (len(couples) - 1) == 0


@pytest.mark.parametrize(
    ("scores", "left"),
    [
        ([], 3),
        ([1.0], 2),
        ([1.0, 0.5, 0.0], 1),
        ([1.0, 0.5, 0.5], 0),
        ([0.5, 0.5, 0.5, 0.5], 1),
        ([0.5] * 6, 0),
        ([0.5, 0.5, 0.5, 1.0], 0),
    ],
)
def test_how_many_pairs_are_left(scores, left):
    """Three, then singly while it is level, six at most."""
    assert still_to_play(scores, 3) == left


def test_the_better_seed_goes_on_if_it_stays_level():
    """Else whoever has more."""
    seed_of = {"a": 2, "b": 1}

    assert winner(("a", "b"), [0.5, 0.5], seed_of) == "b"
    assert winner(("a", "b"), [0.5, 1.0], seed_of) == "a"
    assert winner(("a", "b"), [0.5, 0.0], seed_of) == "b"
