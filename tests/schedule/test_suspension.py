"""The rule for bots that keep failing, at its borders."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.suspension import RULE, Conduct, why_suspended

FAILED, STARTED = False, True


def conduct(blocks=0, forfeited=0, starts=()):
    return Conduct(blocks, forfeited, tuple(starts))


@pytest.mark.parametrize(
    ("blocks", "forfeited", "is_out"),
    [
        (39, 39, False),  # too few to say
        (40, 1, False),
        (40, 2, False),  # exactly 5 %
        (40, 3, True),
        (41, 3, True),
        (59, 3, True),
        (60, 3, False),  # exactly 5 % again
        (60, 4, True),
        (100_000, 5_000, False),
        (100_000, 5_001, True),
        (0, 0, False),
    ],
)
def test_more_than_five_in_a_hundred_once_forty_are_in(blocks, forfeited, is_out):
    """Exactly 5 % is not more than 5 %, and 39 blocks are not enough, whatever they were."""
    assert (why_suspended(conduct(blocks, forfeited)) is not None) == is_out


@given(st.integers(2, 10_000))
def test_exactly_one_in_twenty_is_allowed(forfeited):
    """No rounding tips it over, one more does."""
    assert why_suspended(conduct(20 * forfeited, forfeited)) is None
    assert why_suspended(conduct(20 * forfeited, forfeited + 1)) is not None


@pytest.mark.parametrize(
    ("starts", "is_out"),
    [
        ([], False),
        ([FAILED, FAILED], False),  # the third is not known yet
        ([FAILED, FAILED, FAILED], True),
        ([STARTED, FAILED, FAILED], False),
        ([FAILED, FAILED, STARTED], False),
    ],
)
def test_three_first_starts_that_fail_are_enough(starts, is_out):
    """All of the first three, at once, however few blocks were played."""
    assert (why_suspended(conduct(2, 2, starts)) is not None) == is_out


def test_the_reason_is_told():
    """In words that can be forwarded to the author."""
    assert why_suspended(conduct(2, 2, [FAILED] * 3)) == "its first 3 starts failed"
    assert why_suspended(conduct(50, 7)) == "it forfeited 7 of 50 blocks"


def test_the_rule_says_its_numbers():
    """What is announced is what is done."""
    for number in ("3 starts", "5%", "40 or more blocks"):
        assert number in RULE
