"""Ranks: ranges that hold for all couples at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.distributions import normal
from arena.ratings.ranks import critical, is_settled, ranks, superiority, z_scores


def independent(bots, variance=1.0):
    return variance * np.eye(bots)


@pytest.mark.parametrize(("bots", "expected"), [(2, 1.96), (100, 4.34)])
def test_the_critical_value_grows_with_the_couples(bots, expected):
    """1.96 for one couple, about 4.34 for the 4 950 of a hundred bots."""
    assert critical(independent(bots)) == pytest.approx(expected, abs=0.1)


def test_the_critical_value_knows_no_scale_and_no_chance():
    """Only correlations matter, and it is the same number every time."""
    assert critical(independent(9, 1e-4)) == pytest.approx(critical(independent(9)))
    about_mean = np.eye(9) - 1 / 9
    assert critical(about_mean) == pytest.approx(critical(independent(9)), rel=0.05)
    assert critical(about_mean) == critical(about_mean)


def test_one_bot_has_the_first_rank():
    """There is no couple."""
    assert critical(independent(1)) == 0
    assert [list(each) for each in ranks(np.zeros(1), independent(1))] == [[1], [1]]


def test_z_is_the_difference_over_its_own_error():
    """With the covariance of the couple, not from two intervals."""
    covariance = np.array([[4.0, 1.0], [1.0, 3.0]])

    z = z_scores(np.array([7.0, 2.0]), covariance)

    assert z[0, 1] == pytest.approx(5 / np.sqrt(4 + 3 - 2))
    assert z[1, 0] == -z[0, 1]
    assert z[0, 0] == z[1, 1] == 0


def test_superiority_is_the_normal_probability_of_z():
    """Half for a bot against itself; one minus it the other way round."""
    strength = np.array([0.3, 0.1, -0.4])

    found = superiority(strength, independent(3, 0.04))

    assert found[0][1] == pytest.approx(normal(0.2 / np.sqrt(0.08)))
    for one in range(3):
        assert found[one][one] == 0.5
        for other in range(3):
            assert found[one][other] + found[other][one] == pytest.approx(1)


def test_couples_without_an_error_are_not_told_apart():
    """Half, and no division by zero."""
    assert superiority(np.array([1.0, 0.0]), np.zeros((2, 2))) == [[0.5, 0.5], [0.5, 0.5]]


def test_ranges_by_hand():
    """A clear first, two that nobody can tell apart, a clear last."""
    found = ranks(np.array([0.0, 100.0, 0.1, -100.0]), independent(4))

    assert list(found.low) == [2, 1, 2, 4]
    assert list(found.high) == [3, 1, 3, 4]


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=8))
def test_a_range_holds_the_rank_that_the_strengths_have(strengths):
    """Those surely above are above, and those surely below are below."""
    strength = np.array(strengths)
    found = ranks(strength, independent(len(strengths)))

    for at, each in enumerate(strength):
        assert found.low[at] <= 1 + (strength > each).sum()
        assert found.high[at] >= len(strength) - (strength < each).sum()


def test_equal_bots_are_rarely_told_apart():
    """In one contest of twenty, over all couples together."""
    covariance = np.eye(12) - 1 / 12
    dice = np.random.default_rng(1)
    draws = dice.multivariate_normal(np.zeros(12), covariance, size=4_000, method="eigh")
    sure = critical(covariance)

    wrong = [np.abs(z_scores(each, covariance)).max() > sure for each in draws]

    assert 0.04 < np.mean(wrong) < 0.06


def test_places_are_settled_by_all_borders_down_to_them():
    """The first two are apart here, the third and the fourth not."""
    strength, covariance = np.array([0.0, 40.0, 0.1, 20.0]), independent(4)

    assert is_settled(strength, covariance, 1)
    assert is_settled(strength, covariance, 2)
    assert not is_settled(strength, covariance, 3)
