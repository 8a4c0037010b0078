"""The confidence sequence: wide enough for all moments together."""

from math import log, sqrt

import numpy as np
import pytest

from arena.ratings.pairs import score_of
from arena.ratings.sequence import radius, sequence
from bench.simulated import mirrored_pairs

BLOCKS = 2_000
RADII = np.array([radius(1.0, blocks) for blocks in range(1, BLOCKS + 1)])


def test_the_radius_by_hand():
    """After 500 blocks n r2 is 1."""
    assert radius(0.1, 500) == pytest.approx(sqrt(0.1 * 2 * 2 / 500 * log(sqrt(2) / 0.05)))
    assert radius(0.1, 2_000, 0.01) == pytest.approx(
        sqrt(0.1 * 2 * 5 / (2_000**2 / 500) * log(sqrt(5) / 0.01))
    )


def test_mean_and_variance_are_those_of_the_scores():
    """The population's variance, of the scores and one that is level."""
    scores = [0.0, 0.5, 1.0, 1.0] * 10

    found = sequence(scores, 0.5)

    assert (found.blocks, found.mean) == (40, 0.625)
    assert found.radius == pytest.approx(radius(np.var([*scores, 0.5]), 40))


def test_blocks_that_are_all_alike_do_not_make_a_mean_exact():
    """Level ones say nothing yet; others have a radius that gets smaller."""
    assert sequence([0.5] * 100, 0.5).radius is None
    radii = [sequence([1.0] * blocks, 0.5).radius for blocks in (16, 100, 1_000)]
    assert radii == sorted(radii, reverse=True)
    assert min(radii) > 0


def test_few_blocks_have_no_radius():
    """Not before 16; and a mean only if there is a block."""
    assert sequence([], 0.5) == (0, None, None)
    assert sequence([0.0, 1.0], 0.5) == (2, 0.5, None)
    assert sequence([0.0, 1.0] * 8, 0.5).radius is not None


def test_it_is_wider_than_an_interval_for_one_moment():
    """That is the price for looking whenever one likes."""
    for blocks in (16, 100, 1_000, 100_000):
        assert radius(0.1, blocks) > 1.96 * sqrt(0.1 / blocks)


def is_ever_outside(scores, truth):
    """Whether the truth was outside at any moment of a contest."""
    n = np.arange(1, len(scores) + 1)
    mean = scores.cumsum() / n
    variance = np.maximum((scores**2).cumsum() / n - mean**2, 0)
    suspect = np.abs(mean - truth) > 0.99 * np.sqrt(variance) * RADII
    for at in np.flatnonzero(suspect):
        found = sequence(scores[: at + 1].tolist(), 0.5)
        if found.radius is not None and abs(found.mean - truth) > found.radius:
            return True
    return False


@pytest.mark.parametrize(
    ("elo", "correlation"), [(0, -0.19), (100, -0.19), (20, -0.71)], ids=["even", "uneven", "split"]
)
def test_the_truth_is_inside_at_all_moments_at_once(elo, correlation):
    """In at least 95 of 100 contests of 2 000 pairs, also where most pairs are split."""
    apart = np.full((300, BLOCKS), float(elo))
    pairs = mirrored_pairs(np.random.default_rng(1), apart, correlation=correlation, first_move=0.0)

    outside = [is_ever_outside(scores, score_of(elo)) for scores in sum(pairs) / 2]

    assert np.mean(outside) <= 0.05
