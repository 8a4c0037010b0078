"""Two bots: the report, and the sequential test."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from arena.ratings.bradley_terry import ELO
from arena.ratings.distributions import normal
from arena.ratings.pairs import BOUND, SCORES, decision, elo_of, llr, report, score_of

COUNTS = st.lists(st.integers(0, 200), min_size=5, max_size=5)


def test_the_report_by_hand():
    """10 pairs lost, 20 split, 30 won: a mean of 2/3 with a variance of 5/36."""
    found = report([10, 0, 20, 0, 30])

    assert found.pairs == 60
    assert found.score == pytest.approx(2 / 3)
    assert found.elo == pytest.approx(ELO * math.log(2))
    assert found.nelo == pytest.approx(2 * ELO * (1 / 6) / math.sqrt(2 * 5 / 36))
    assert found.los == pytest.approx(normal(math.sqrt(12)))
    spread = 1.96 * math.sqrt(5 / 36 / 60)
    low, high = (ELO * math.log(m / (1 - m)) for m in (2 / 3 - spread, 2 / 3 + spread))
    assert found.error == pytest.approx((high - low) / 2)


def test_draws_are_quarters_of_a_pair():
    """Lost one and drew one is 1/4, won one and drew one is 3/4."""
    assert report([0, 10, 0, 30, 0]).score == pytest.approx(0.625)
    assert report([0, 1, 2, 1, 0]).elo == pytest.approx(0)


@given(COUNTS)
def test_the_other_bot_sees_the_opposite(counts):
    """Elo and normalized Elo change their signs, the error stays."""
    mine, theirs = report(counts), report(counts[::-1])

    if mine.elo is not None:
        assert mine.elo == pytest.approx(-theirs.elo, abs=1e-6)
    if mine.nelo is not None:
        assert mine.nelo == pytest.approx(-theirs.nelo, abs=1e-6)
    if mine.error is not None:
        assert mine.error == pytest.approx(theirs.error)
    if mine.los is not None:
        assert mine.los == pytest.approx(1 - theirs.los)


def test_splits_alone_are_level():
    """Elo 0, as likely better as worse, and no error."""
    found = report([0, 0, 500, 0, 0])

    assert (found.elo, found.los, found.error, found.nelo) == (0, 0.5, None, 0)


def test_what_does_not_exist_is_not_shown():
    """No pairs; all won; so few that the interval reaches beyond what is possible."""
    assert report([0] * 5) == (0, None, None, None, None, None)
    assert report([0, 0, 0, 0, 9])[:5] == (9, 1, None, None, None)
    assert report([0, 0, 1, 0, 9]).error is None


@given(st.floats(-1_000, 1_000))
def test_elo_and_score_are_inverse(elo):
    """One number in two units."""
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


def nearest_likelihood(counts, mean):
    """The largest log-likelihood of a distribution with this mean, by scipy."""
    counts = np.array([count or 0.001 for count in counts])
    scores = np.array(SCORES)
    rules = (
        {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones(5)},
        {"type": "eq", "fun": lambda p: p @ scores - mean, "jac": lambda p: scores},
    )
    best = minimize(
        lambda p: -counts @ np.log(p) / counts.sum(),
        np.full(5, 0.2),
        jac=lambda p: -counts / p / counts.sum(),
        method="SLSQP",
        bounds=[(1e-9, 1)] * 5,
        constraints=rules,
        options={"ftol": 1e-15, "maxiter": 1_000},
    )
    return -best.fun * counts.sum()


@pytest.mark.parametrize("counts", [[30, 50, 90, 60, 40], [120, 3, 300, 5, 150], [9, 8, 30, 5, 9]])
def test_the_ratio_compares_the_nearest_distributions(counts):
    """The largest likelihoods under both hypotheses, found by scipy."""
    for elo0, elo1 in ((0, 20), (-20, 0), (-10, 10)):
        expected = nearest_likelihood(counts, score_of(elo1)) - nearest_likelihood(
            counts, score_of(elo0)
        )

        assert llr(counts, elo0, elo1) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(
    "counts", [[120, 0, 500, 0, 150], [300, 0, 400, 0, 310], [40, 9, 70, 8, 48]]
)
def test_the_ratio_is_close_to_its_normal_approximation(counts):
    """N (s1 - s0) (2 m - s0 - s1) / (2 v)."""
    n, s0, s1 = sum(counts), score_of(0), score_of(20)
    mean = np.dot(counts, SCORES) / n
    variance = np.dot(counts, np.square(SCORES)) / n - mean**2

    approximation = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)

    assert llr(counts, 0, 20) == pytest.approx(approximation, abs=0.05)


@given(COUNTS)
def test_the_ratio_always_exists(counts):
    """Zero counts are tiny ones; and it is the opposite for the other bot."""
    found = llr(counts, 0, 20)

    assert math.isfinite(found)
    assert llr(counts[::-1], -20, 0) == pytest.approx(-found, abs=1e-6)


def test_nothing_is_decided_before_20_decisive_pairs():
    """However clear it looks: splits are no evidence of how much pairs vary."""
    assert llr([0, 0, 400, 0, 19], 0, 20) > BOUND
    assert decision([0, 0, 400, 0, 19], 0, 20) == "undecided"
    assert decision([0, 0, 400, 0, 20], 0, 20) == "better"
    assert decision([0] * 5, 0, 20) == "undecided"
    assert decision([0, 0, 9_999, 0, 0], 0, 20) == "undecided"


def test_a_test_ends_at_either_bound():
    """Better, not better, or not known yet."""
    assert decision([300, 0, 400, 0, 400], 0, 20) == "better"
    assert decision([400, 0, 400, 0, 300], 0, 20) == "not better"
    assert decision([100, 0, 100, 0, 104], 0, 20) == "undecided"
