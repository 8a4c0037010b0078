"""What the ratings promise, in short; bench/ratings.py has the long form."""

import pytest

from bench.ratings import GOALS, speed


@pytest.mark.slow
@pytest.mark.parametrize(
    "goal",
    # How long it takes says nothing here: the machine may be busy.
    [goal for goal in GOALS if goal.measure is not speed],
    ids=lambda goal: goal.measure.__name__,
)
def test_claim(goal):
    """What was measured is what is required."""
    short = [claim for claim in goal.measure(goal.short) if not claim.holds]

    assert short == []
