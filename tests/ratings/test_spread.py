"""The mean of grouped results and its interval."""

import random
from math import sqrt

import pytest
from scipy import stats

from arena.ratings.spread import mean_of


def test_single_results_have_students_interval():
    """For groups of one result this is the textbook's interval, as scipy has it."""
    values = [3.0, 0.0, 7.0, 4.0, 4.0, 1.0, 9.0, 2.0, 3.0, 3.0]

    found = mean_of([[value] for value in values])

    low, high = stats.t.interval(0.95, 9, loc=3.6, scale=stats.sem(values))
    assert found.value == pytest.approx(3.6)
    assert found.half_width == pytest.approx((high - low) / 2)


def test_a_result_that_is_told_twice_counts_once():
    """Results that hang together make the interval no narrower."""
    once = [[float(at % 4)] for at in range(12)]

    assert mean_of([group * 2 for group in once]) == mean_of(once)


def test_what_is_balanced_within_groups_is_no_error():
    """A pair that always splits one to one says how strong a bot is, and is all alike."""
    assert mean_of([[0.0, 1.0], [1.0, 0.0]] * 10) == (0.5, None)


@pytest.mark.parametrize("groups", [[[2.0, 5.0]], [[1.0]] * 40, [[0.0], [1.0], [1.0]] * 3])
def test_no_interval_is_claimed_without_a_spread(groups):
    """A group or a few, or groups that are all alike, say nothing of the error."""
    assert mean_of(groups).half_width is None


def test_the_interval_holds_the_truth_19_times_of_20():
    """In 2,000 series of ten pairs, whose games depend on each other."""
    dice = random.Random(5)
    held = 0
    for _ in range(2000):
        cards = [dice.gauss(0, 1) for _ in range(10)]
        found = mean_of([[c + dice.gauss(0, 1), c + dice.gauss(0, 1)] for c in cards])
        held += abs(found.value) <= found.half_width

    assert abs(held / 2000 - 0.95) < 3 * sqrt(0.95 * 0.05 / 2000)
