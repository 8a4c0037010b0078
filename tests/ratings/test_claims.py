"""What the ratings promise, in short; bench/ratings.py has the long form."""

import pytest

from bench.ratings import GOALS


@pytest.mark.slow
@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.measure.__name__)
def test_claim(goal):
    """What was measured is what is required."""
    assert [bar for bar in goal.measure(goal.short) if not bar.is_met] == []
