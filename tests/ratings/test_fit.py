"""The fit: what other programs find, whatever the order; finite whatever the results."""

from collections import Counter
from itertools import combinations

import choix
import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from arena.ratings.bradley_terry import CENTRE, ELO, PRIOR, fit
from arena.ratings.results import at_tables, mirrored, results_of
from bench.simulated import contest, named, strengths, tables_drawn, tables_played
from tests.ratings.made_up import DREW, LOST, WON, couple, pair, spelled_out, with_draws

NO_PRIOR = 1e-12
CLOSE = 1e-4  # Elo
SMALL_POOLS = [with_draws(1), with_draws(2, bots=3, pairs=60), with_draws(3, bots=12, pairs=2_000)]


def glm(results, first_move=True):
    """Ratings, their model errors and their clustered errors by statsmodels, in Elo."""
    first, second, score, games, block = spelled_out(results)
    # A row of several games is as many rows of one with the same mean.
    score, games = score / games, games.astype(int)
    first, second, score, block = (np.repeat(each, games) for each in (first, second, score, block))
    n, rows = len(results.bots), np.arange(len(first))
    design = np.zeros((len(first), n + 1))
    design[rows, first] += 1
    design[rows, second] -= 1
    design[:, n] = 1
    design = design[:, 1:] if first_move else design[:, 1:n]
    model = sm.GLM(score, design, family=sm.families.Binomial())
    plain = model.fit(tol=1e-14)
    clustered = model.fit(
        tol=1e-14, cov_type="cluster", cov_kwds={"groups": block, "use_correction": False}
    )
    blocks, parameters = block.max() + 1, n - 1 + first_move
    centred = np.eye(n)[:, 1:] - 1 / n  # from differences to the first bot to the mean
    errors = [
        np.sqrt(np.diag(centred @ found.cov_params()[: n - 1, : n - 1] @ centred.T)) * ELO
        for found in (plain, clustered)
    ]
    ratings = CENTRE + ELO * centred @ plain.params[: n - 1]
    small_sample = np.sqrt(blocks / (blocks - parameters))
    return ratings, errors[0], errors[1] * small_sample, plain.params[n - 1 :] * ELO


def errors_of(covariance):
    return ELO * np.sqrt(np.diag(covariance))


def is_close(one, other, within=CLOSE):
    return np.abs(np.asarray(one) - np.asarray(other)).max() <= within


@pytest.mark.parametrize("pairs", SMALL_POOLS, ids=["six", "three", "twelve"])
def test_ratings_and_both_errors_are_those_of_statsmodels(pairs):
    """A binomial GLM with a column for the first move, plain and clustered by pair."""
    results = mirrored(pairs)
    ratings, model, clustered, first_move = glm(results)

    found = fit(results, prior=NO_PRIOR)

    assert is_close(found.elo, ratings)
    assert is_close(found.first_move_elo, first_move)
    assert is_close(errors_of(found.model), model)
    assert is_close(errors_of(found.robust), clustered)


@pytest.mark.parametrize("prior", [PRIOR, 5.0])
def test_the_prior_is_what_a_direct_maximisation_makes_of_it(prior):
    """Log-likelihood minus prior/2 times the sum of squares, by scipy."""
    results = mirrored(with_draws(4, bots=8, pairs=100))
    first, second, score, games, _ = spelled_out(results)
    n = len(results.bots)

    def minus_posterior(x):
        apart = x[first] - x[second] + x[n]
        likelihood = score * apart - games * np.logaddexp(0, apart)
        beyond = score - games / (1 + np.exp(-apart))
        slope = np.bincount(first, beyond, n) - np.bincount(second, beyond, n) - prior * x[:n]
        return (
            prior / 2 * (x[:n] @ x[:n]) - likelihood.sum(),
            -np.append(slope, beyond.sum()),
        )

    best = minimize(minus_posterior, np.zeros(n + 1), jac=True, options={"gtol": 1e-9}).x
    found = fit(results, prior=prior)

    assert is_close(ELO * found.theta, ELO * best[:n])
    assert is_close(ELO * found.first_move, ELO * best[n])


def test_a_draw_is_half_a_win_and_half_a_loss():
    """Two draws come to the same ratings as a win and a loss."""
    common = couple(won_both=5, only_first=7, lost_both=1) + couple(3, 2, 4, 1, bots="bc")
    drawn = common + Counter({pair("a", "b", DREW, DREW): 2})
    split = common + Counter({pair("a", "b", WON, LOST): 1, pair("a", "b", LOST, WON): 1})

    one, other = fit(mirrored(drawn)), fit(mirrored(split))

    assert is_close(one.elo, other.elo, 1e-9)
    assert is_close(one.first_move, other.first_move, 1e-12)
    assert is_close(one.model, other.model, 1e-12)


ROWS = st.integers(2, 6).flatmap(
    lambda bots: st.lists(
        st.tuples(
            st.permutations(named(bots)).map(lambda order: order[:2]),
            st.sampled_from([0.0, 0.5, 1.0]),
            st.sampled_from([0.0, 0.5, 1.0]),
        ),
        min_size=1,
        max_size=40,
    )
)


@given(ROWS, st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_no_order_of_the_rows_moves_a_rating(blocks, dice):
    """By more than a thousandth of a millionth of an Elo."""
    # Everybody met, so that there is one list.
    names = sorted({bot for bots, _, _ in blocks for bot in bots})
    blocks = [*blocks, *(((names[0], other), 1.0, 0.0) for other in names[1:])]

    def found():
        rows = []
        for number, ((one, other), first, second) in enumerate(blocks):
            rows += [(one, other, first, 1.0, number), (other, one, second, 1.0, number)]
        dice.shuffle(rows)
        return fit(results_of(rows, [1.0] * len(blocks)))

    before = found()
    dice.shuffle(blocks)
    after = found()

    assert is_close(before.elo, after.elo, 1e-9)
    assert is_close(errors_of(before.covariance), errors_of(after.covariance), 1e-6)


@given(st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_counts_may_come_in_any_order(dice):
    """Ratings and errors are the same bytes."""
    items = list(SMALL_POOLS[0].items())
    before = fit(mirrored(dict(items)))
    dice.shuffle(items)
    after = fit(mirrored(dict(items)))

    assert before.theta.tobytes() == after.theta.tobytes()
    assert before.covariance.tobytes() == after.covariance.tobytes()


def test_the_mean_of_the_pool_is_1500():
    """Whatever was played; and errors are about that mean."""
    for pairs in SMALL_POOLS:
        found = fit(mirrored(pairs))

        assert found.elo.mean() == pytest.approx(CENTRE, abs=1e-9)
        assert np.abs(found.robust.sum(axis=1)).max() < 1e-12
        assert np.abs(found.model.sum(axis=1)).max() < 1e-12


ODD = {
    "won everything": couple(won_both=100) + couple(20, 20, 20, 20, bots="bc"),
    "won everything for ever": couple(won_both=10**6),
    "lost everything": couple(lost_both=100) + couple(20, 20, 20, 20, bots="bc"),
    "a split of each kind": couple(only_first=50, only_second=50),
    "one pair": couple(won_both=1),
    "one split": couple(only_first=1),
    "the first always wins": couple(only_first=100) + couple(only_first=100, bots="bc"),
    "the first always loses": couple(only_second=100) + couple(only_second=100, bots="bc"),
    "the first always wins, a million times": couple(only_first=10**6),
    "all drawn": Counter({pair("a", "b", DREW, DREW): 100}),
    "won all in a row": couple(won_both=100)
    + couple(won_both=100, bots="bc")
    + couple(won_both=100, bots="cd"),
}


@pytest.mark.parametrize("pairs", ODD.values(), ids=ODD)
def test_odd_results_give_finite_numbers(pairs):
    """Ratings, both errors and the shown ones, and an error is never below zero."""
    found = fit(mirrored(pairs))

    for numbers in (found.theta, found.robust, found.model, found.covariance, found.blocks):
        assert np.isfinite(numbers).all()
    assert np.isfinite(found.first_move)
    assert (np.diag(found.covariance) > 0).all()


@pytest.mark.parametrize("only", ["only_first", "only_second"])
def test_splits_alone_say_nothing(only):
    """All bots are at 1500, provisional, with the error of the model."""
    found = fit(mirrored(couple(**{only: 100}) + couple(**{only: 100}, bots="bc")))

    assert is_close(found.elo, [CENTRE] * 3, 1e-6)
    assert found.provisional.all()
    assert found.first_move_elo is None
    assert np.diag(found.covariance) == pytest.approx(np.diag(found.model))


def test_few_blocks_are_provisional():
    """49 for a bot are too few, 50 enough."""
    few, enough = couple(15, 10, 14, 10), couple(15, 10, 15, 10)

    assert fit(mirrored(few)).provisional.all()
    assert not fit(mirrored(enough)).provisional.any()


def test_one_provisional_bot_leaves_the_errors_of_the_others():
    """Theirs are robust, its own is the model's."""
    found = fit(mirrored(couple(30, 10, 20, 40) + couple(4, 1, 2, 3, bots="bc")))

    assert list(found.provisional) == [False, False, True]
    robust, model = errors_of(found.robust), errors_of(found.model)
    assert is_close(errors_of(found.covariance), [*robust[:2], model[2]], 1e-9)
    assert np.linalg.eigvalsh(found.covariance).min() > -1e-12


def test_a_winner_of_everything_is_ahead_and_not_infinitely():
    """The prior holds it where a hundred won pairs put it."""
    found = fit(mirrored(ODD["won everything"]))

    assert found.elo[0] == max(found.elo)
    assert 400 < found.elo[0] - found.elo[1] < 2_000


def test_a_weight_is_a_block_that_came_out_so_again():
    """Ratings, errors and counts of blocks are those of the blocks one by one."""
    rows = [
        [("a", "b", 1.0, 1.0), ("b", "a", 1.0, 1.0)],
        [("a", "c", 0.5, 1.0), ("c", "a", 0.0, 1.0)],
        [("b", "c", 1.0, 1.0), ("c", "b", 0.0, 1.0)],
        [("a", "b", 0.0, 1.0), ("b", "a", 1.0, 1.0)],
    ]
    weight = [30, 25, 40, 20]

    together = results_of([(*row, at) for at, block in enumerate(rows) for row in block], weight)
    repeated = [block for block, times in zip(rows, weight, strict=True) for _ in range(times)]
    apart = results_of(
        [(*row, at) for at, block in enumerate(repeated) for row in block], [1.0] * sum(weight)
    )
    one, other = fit(together), fit(apart)

    assert is_close(one.elo, other.elo, 1e-9)
    assert is_close(one.robust, other.robust, 1e-12)
    assert list(one.blocks) == list(other.blocks) == [75, 90, 65]


def test_many_blocks_are_taken_in_parts():
    """Ten thousand blocks, one by one, come to the errors of their counts."""
    counts = contest(np.random.default_rng(1), strengths(np.random.default_rng(2), 5), 10_000)
    whole = mirrored(counts)
    first, second, score, games, block = spelled_out(whole)
    names = whole.bots
    rows = [
        (names[a], names[b], s, g, n)
        for a, b, s, g, n in zip(first, second, score, games, block, strict=True)
    ]

    assert is_close(fit(whole).robust, fit(results_of(rows, [1.0] * 10_000)).robust, 1e-12)


def tables(games):
    dice = np.random.default_rng(11)
    played = tables_played(dice, strengths(dice, 9), tables_drawn(dice, 9, 4, 200), games)
    return played, at_tables(played, games)


@pytest.mark.parametrize("games", [1, 4])
def test_tables_are_what_statsmodels_finds_in_their_couples(games):
    """Every couple of a table is a row, without a first move, clustered by table."""
    _, results = tables(games)
    ratings, model, clustered, _ = glm(results, first_move=False)

    found = fit(results, prior=NO_PRIOR, first_move=False)

    assert found.first_move == 0
    assert is_close(found.elo, ratings)
    assert is_close(errors_of(found.model), model)
    assert is_close(errors_of(found.robust), clustered)


def test_tables_are_what_choix_finds_in_their_couples():
    """By iterated Luce spectral ranking, and by maximisation with the same prior."""
    played, results = tables(1)
    place = {bot: at for at, bot in enumerate(results.bots)}
    won = []
    for bots, points in played:
        for (one, other), twice in zip(combinations(bots, 2), points, strict=True):
            won.append((place[one], place[other]) if twice else (place[other], place[one]))
    n = len(results.bots)

    spectral = choix.ilsr_pairwise(n, won, alpha=0.0, tol=1e-12)
    # choix takes off alpha times the squares, not half of that.
    with_prior = choix.opt_pairwise(n, won, alpha=PRIOR / 2, tol=1e-12)

    unheld = fit(results, prior=NO_PRIOR, first_move=False)
    assert is_close(ELO * unheld.theta, ELO * (spectral - spectral.mean()))
    assert is_close(ELO * fit(results, first_move=False).theta, ELO * with_prior)


def test_equal_bull_heads_are_half():
    """A table at which nobody was ahead leaves all bots equal."""
    found = fit(at_tables([(("a", "b", "c"), [1, 1, 1])] * 60, 1), first_move=False)

    assert is_close(found.elo, [CENTRE] * 3, 1e-9)
    assert found.provisional.all()
