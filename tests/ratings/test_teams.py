"""Teams: what a bot adds, and what teams leave over on common shuffles."""

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.stats import t as student
from scipy.stats import ttest_rel

from arena.ratings.teams import Game, Means, averaged, contributions, means
from bench.simulated import mixed_teams


def mixed(seed=1, *, missing=0.0, adds=(-3.0, -1.0, 0.5, 1.5, 2.0), seats=3, shuffles=30):
    return mixed_teams(
        np.random.default_rng(seed), np.array(adds), seats, shuffles, missing=missing
    )


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_contributions_are_those_of_least_squares_with_a_column_for_each_shuffle(missing):
    """Clustered by shuffle, by statsmodels, with the same factor for small samples."""
    games = mixed(missing=missing)
    bots = sorted({bot for game in games for bot in game.team})
    shuffles = sorted({game.shuffle for game in games})
    n, count = len(bots), len(shuffles)
    seats = np.array([[game.team.count(bot) for bot in bots[1:]] for game in games], dtype=float)
    dummies = np.array([[game.shuffle == each for each in shuffles] for game in games], dtype=float)
    groups = dummies.argmax(axis=1)
    oracle = sm.OLS([game.left for game in games], np.hstack([seats, dummies])).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
    )
    centred = np.eye(n)[:, 1:] - 1 / n
    covariance = centred @ oracle.cov_params()[: n - 1, : n - 1] @ centred.T * count / (count - 1)

    found = contributions(games)

    assert found.bots == tuple(bots)
    assert found.shuffles == count
    assert found.cards == pytest.approx(centred @ oracle.params[: n - 1], abs=1e-8)
    assert found.covariance == pytest.approx(covariance, abs=1e-8)
    wide = student.ppf(0.975, count - 1)
    assert found.half_width == pytest.approx(wide * np.sqrt(np.diag(covariance)), abs=1e-8)


def test_effects_that_add_up_are_found_exactly():
    """Whatever the shuffle, and the fit explains everything."""
    adds = {"a": -2.0, "b": 0.5, "c": 1.5}
    games = [
        Game(str(shuffle), team, 10.0 * shuffle + sum(adds[bot] for bot in team))
        for shuffle in range(3)
        for team in (("a", "b"), ("b", "c"), ("c", "a"), ("a", "a"))
    ]

    found = contributions(games)

    assert found.cards == pytest.approx(list(adds.values()))
    assert found.r_squared == pytest.approx(1)
    assert found.half_width == pytest.approx(0, abs=1e-9)


def test_contributions_add_up_to_nothing():
    """They are about their own mean, and so are their errors."""
    found = contributions(mixed(missing=0.2))

    assert found.cards.sum() == pytest.approx(0, abs=1e-9)
    assert found.covariance.sum(axis=1) == pytest.approx(0, abs=1e-9)
    assert 0 < found.r_squared < 1


def test_a_missing_game_costs_precision_only():
    """Half of the games say the same, with wider intervals."""
    whole, part = contributions(mixed(shuffles=200)), contributions(mixed(shuffles=200)[::2])

    assert (np.abs(whole.cards - part.cards) < part.half_width + whole.half_width).all()
    assert part.half_width.mean() > 1.2 * whole.half_width.mean()


@pytest.mark.parametrize(
    "games",
    [
        [],
        [Game("1", ("a", "b"), 3.0)],
        [Game("1", ("a", "a"), 3.0), Game("2", ("a", "a"), 5.0)],
        [Game(shuffle, ("a", "b"), 3.0) for shuffle in "123"],
        [Game("1", ("a", "b"), 3.0), Game("2", ("b", "b"), 4.0)],
        [
            Game(s, team, 3.0)
            for s, both in (("1", "ab"), ("2", "cd"))
            for team in ((both[0],) * 2, (both[1],) * 2)
        ],
    ],
    ids=["none", "one", "alone", "always together", "never on one shuffle", "two groups"],
)
def test_games_that_do_not_tell_bots_apart_tell_nothing(games):
    """There is no list then."""
    assert contributions(games) is None


def test_teams_that_always_leave_the_same():
    """Nothing differs, so there is nothing to explain."""
    games = [Game(shuffle, team, 7.0) for shuffle in "12" for team in (("a",), ("b",))]

    found = contributions(games)

    assert found.cards == pytest.approx([0, 0])
    assert found.r_squared is None


def test_means_by_hand():
    """Two teams on two shuffles: sample variances and covariance over the count."""
    found = means({"b": {"1": 4, "2": 8}, "a": {"1": 10, "2": 20}, "nobody": {}})

    assert found.bots == ("a", "b")
    assert list(found.mean) == [15, 6]
    assert found.covariance == pytest.approx(np.array([[25, 10], [10, 4]]))
    assert list(found.shuffles) == [2, 2]


def test_two_teams_on_common_shuffles_are_a_paired_comparison():
    """The difference over its error is Student's t of the pairs."""
    dice = np.random.default_rng(3)
    hard = dice.normal(20, 6, 40)
    a, b = hard + dice.normal(0, 2, 40), hard + dice.normal(1, 2, 40)
    found = means({"a": dict(enumerate(a)), "b": dict(enumerate(b))})
    (aa, ab), (_, bb) = found.covariance

    t = (found.mean[0] - found.mean[1]) / np.sqrt(aa + bb - 2 * ab)

    assert t == pytest.approx(ttest_rel(a, b).statistic)


def test_a_team_that_missed_a_shuffle_is_compared_on_the_common_ones():
    """Its own variance is that of what it played; a single shuffle has the largest there is."""
    found = means({"a": {"1": 10, "2": 20, "3": 30}, "b": {"1": 4, "2": 8}, "c": {"9": 5}})

    assert list(found.mean) == [20, 6, 5]
    assert np.diag(found.covariance) == pytest.approx([100 / 3, 4, 98**2])
    assert found.covariance[0, 1] == pytest.approx((10 * 2 / 6 + 0 * 2 / 6) * np.sqrt(1.5 * 2))
    assert found.covariance[2, 0] == 0


def test_lists_are_averaged_alike():
    """Half of each for a bot in both; all of one for a bot in one."""
    two = Means(
        ("a", "b"), np.array([10.0, 20.0]), np.array([[4.0, 2.0], [2.0, 8.0]]), np.array([5.0, 5.0])
    )
    three = Means(("a",), np.array([30.0]), np.array([[16.0]]), np.array([7.0]))

    found = averaged([two, three])

    assert found.bots == ("a", "b")
    assert list(found.mean) == [20, 20]
    assert found.covariance == pytest.approx(np.array([[5, 1], [1, 8]]))
    assert list(found.shuffles) == [12, 5]
