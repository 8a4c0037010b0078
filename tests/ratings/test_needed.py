"""How many games are needed."""

import numpy as np
import pytest

from arena.ratings.bradley_terry import fit
from arena.ratings.needed import games_needed, spread_of
from arena.ratings.results import mirrored
from bench.simulated import contest, kendall, strengths


def test_the_number_of_a_usual_contest():
    """32 bots, 80 Elo apart, a fifth saved: about 39 400."""
    assert games_needed(32, 80, 0.19) == pytest.approx(39_400, rel=0.01)


def test_what_the_number_grows_with():
    """With the bots, with the inverse square of the spread, with what is not saved."""
    assert games_needed(64, 80) == pytest.approx(2 * games_needed(32, 80))
    assert games_needed(32, 40) == pytest.approx(4 * games_needed(32, 80))
    assert games_needed(32, 80, 0.5) == pytest.approx(games_needed(32, 80) / 2)


@pytest.mark.slow
@pytest.mark.parametrize(("bots", "spread"), [(32, 80.0), (16, 60.0)])
def test_so_many_games_put_bots_in_order(bots, spread):
    """Kendall's tau is 0.95 then, give or take a hundredth."""
    dice, pairs = np.random.default_rng(1), int(games_needed(bots, spread, 0.19) / 2)
    found = []
    for _ in range(24):
        elo = strengths(dice, bots, spread)
        found.append(kendall(fit(mirrored(contest(dice, elo, pairs))).theta, elo))

    assert np.mean(found) == pytest.approx(0.95, abs=0.01)


def test_the_spread_is_what_errors_leave_of_the_ratings():
    """Sample variance minus the mean of the squared errors."""
    assert spread_of([1400, 1500, 1600], [0, 0, 0]) == pytest.approx(100)
    assert spread_of([1400, 1500, 1600], [60, 60, 60]) == pytest.approx(80)


def test_bots_that_may_all_be_equal_have_no_spread():
    """Nor has one bot, or none."""
    assert spread_of([1490, 1510], [30, 30]) is None
    assert spread_of([1500], [10]) is None
    assert spread_of([], []) is None
