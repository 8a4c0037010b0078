"""What mirroring saves, and whether one number explains who beats whom."""

import numpy as np
import pytest

from arena.ratings.bradley_terry import fit
from arena.ratings.mirroring import cycles, dispersion
from arena.ratings.results import mirrored
from bench.simulated import contest, strengths
from tests.ratings.made_up import couple


def found(pairs):
    results = mirrored(pairs)
    return results, fit(results)


def test_dispersion_by_hand():
    """20 of 80 even pairs are a whole point off; two independent games vary by 1/2."""
    pairs = couple(won_both=10, only_first=30, only_second=30, lost_both=10)

    assert dispersion(*found(pairs)) == pytest.approx(20 / (80 * 0.5))


def test_dispersion_of_uneven_bots_by_hand():
    """What the model expects is taken off, and its own variance counts."""
    results, fitted = found(couple(won_both=40, only_first=25, only_second=20, lost_both=15))
    apart, h = fitted.theta[0] - fitted.theta[1], fitted.first_move
    p = 1 / (1 + np.exp(-(apart + h)))
    q = 1 / (1 + np.exp(-(apart - h)))  # as second

    beyond = 40 * (2 - p - q) ** 2 + 45 * (1 - p - q) ** 2 + 15 * (p + q) ** 2
    expected = beyond / (100 * (p * (1 - p) + q * (1 - q)))

    assert dispersion(results, fitted) == pytest.approx(expected)


@pytest.mark.parametrize("correlation", [-0.19, -0.71])
def test_dispersion_is_what_the_correlation_of_a_pair_leaves(correlation):
    """1 plus the correlation inside mirrored pairs, if games are even."""
    dice = np.random.default_rng(1)
    pairs = contest(dice, strengths(dice, 10, spread=5), 20_000, correlation=correlation)

    assert dispersion(*found(pairs)) == pytest.approx(1 + correlation, abs=0.03)


def test_dispersion_of_nothing_is_unknown():
    """Without pairs there is nothing to compare."""
    assert dispersion(mirrored({}), fit(mirrored(couple(won_both=1)))) is None


def test_stone_paper_scissors_is_not_explained():
    """All are at 1500, and everybody knows better."""
    pairs = couple(40, 5, 5, 0) + couple(40, 5, 5, 0, bots="bc") + couple(0, 5, 5, 40, bots="ac")
    results, fitted = found(pairs)

    told = cycles(results, fitted)

    assert np.abs(fitted.theta).max() < 1e-9
    assert told.degrees == 1
    assert told.p < 1e-6
    assert not told.is_explained


def test_cycles_need_pairs():
    """Nothing is said with nine pairs of a couple, or of one couple."""
    nine = couple(4, 1, 1, 3) + couple(4, 1, 1, 3, bots="bc") + couple(4, 1, 1, 3, bots="ac")

    assert cycles(*found(nine)) is None
    assert cycles(*found(couple(40, 10, 10, 40))) is None
    assert cycles(*found(nine + nine)) is not None


def alarms(bots, rounds, contests, correlation):
    """In how many contests cycles are seen where there are none."""
    dice, pairs = np.random.default_rng(5), rounds * bots * (bots - 1) // 2
    seen = 0
    for _ in range(contests):
        counts = contest(dice, strengths(dice, bots), pairs, correlation=correlation)
        seen += not cycles(*found(counts)).is_explained
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("correlation", [-0.19, -0.71])
@pytest.mark.parametrize(("bots", "rounds"), [(6, 10), (6, 100), (20, 20)])
def test_there_is_no_alarm_if_ratings_explain_all(bots, rounds, correlation):
    """One contest in a thousand is nominal; three of 200 are most unlikely."""
    assert alarms(bots, rounds, 200, correlation) < 3
