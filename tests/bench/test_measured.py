"""When a bar is met, and what a run of the bench comes to."""

import pytest

from bench.measured import Bar, exit_code, in_rounds, quartiles, ratios


def bar(*measured, **limits):
    return Bar("something", "x", measured, **limits)


@pytest.mark.parametrize(
    ("measured", "limits", "is_met"),
    [
        ([2.0], {"most": 2.0}, True),
        ([2.1], {"most": 2.0}, False),
        ([1.8], {"least": 1.8}, True),
        ([1.7], {"least": 1.8}, False),
        ([95.0], {"least": 93.0, "most": 97.0}, True),
        ([92.0], {"least": 93.0, "most": 97.0}, False),
        ([98.0], {"least": 93.0, "most": 97.0}, False),
    ],
)
def test_a_limit_itself_is_met_and_what_is_beyond_is_missed(measured, limits, is_met):
    """At least, at most, and between."""
    assert bar(*measured, **limits).is_met == is_met


def test_the_median_of_the_rounds_counts():
    """One round that went wrong misses no bar, and one that went well meets none."""
    assert bar(1.0, 9.0, 1.5, most=2.0).is_met
    assert not bar(1.0, 9.0, 2.5, most=2.0).is_met


def test_each_ratio_is_within_its_round():
    """A round in which everything was twice as slow changes nothing."""
    found = in_rounds(3, iter([{"a": 4, "b": 2}, {"a": 8, "b": 4}, {"a": 6, "b": 2}]).__next__)

    assert ratios(found["a"], found["b"]) == [2.0, 2.0, 3.0]


def test_quartiles():
    """Of many, of the three rounds, and of something that was measured once."""
    assert quartiles([1, 2, 3, 4, 5]) == (2, 3, 4)
    assert quartiles([3.0, 1.0, 2.0]) == (1.5, 2.0, 2.5)
    assert quartiles([7.0]) == (7.0, 7.0, 7.0)


def test_a_missed_bar_is_a_failure_unless_the_run_was_quick():
    """1 if one of them is missed, 0 if all are met; a quick run cannot tell."""
    met, missed = bar(1.0, most=2.0), bar(3.0, most=2.0)

    assert exit_code([met, met], quick=False) == 0
    assert exit_code([met, missed], quick=False) == 1
    assert exit_code([met, missed], quick=True) == 0
