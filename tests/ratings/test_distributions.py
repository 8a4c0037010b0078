"""Normal, chi-square and Student: the numbers of scipy."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from arena.ratings.distributions import chi_square_tail, normal, student_quantile


@given(st.floats(-30, 30))
def test_normal(z):
    """Also far out, where one minus the other side would be nothing."""
    assert normal(z) == pytest.approx(stats.norm.cdf(z), rel=1e-10, abs=1e-250)


@given(st.floats(0, 4), st.integers(1, 5_000))
def test_chi_square(ratio, degrees):
    """From one degree to those of a hundred bots."""
    x = ratio * degrees

    assert chi_square_tail(x, degrees) == pytest.approx(
        stats.chi2.sf(x, degrees), rel=1e-7, abs=1e-12
    )


def test_chi_square_of_nothing_is_certain():
    """Neither a negative number nor no degrees make it fail."""
    assert chi_square_tail(0.0, 3) == chi_square_tail(-1.0, 3) == chi_square_tail(5.0, 0) == 1


@given(st.sampled_from([0.5, 0.9, 0.95, 0.99]), st.integers(1, 100_000))
@settings(max_examples=30)
def test_student(sure, degrees):
    """From one degree, where tails are heavy, to as good as normal."""
    expected = stats.t.ppf((1 + sure) / 2, degrees)

    assert student_quantile(sure, degrees) == pytest.approx(expected, rel=1e-8)


def test_student_as_in_printed_tables():
    """Two sides, 95 %."""
    for degrees, printed in ((1, 12.706), (10, 2.228), (99, 1.984)):
        assert student_quantile(0.95, degrees) == pytest.approx(printed, abs=5e-4)
