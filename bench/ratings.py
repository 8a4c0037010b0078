"""What the ratings promise, shown on simulated bots: ranking, intervals and tests.

Bars on numbers that a seed fixes, so they are measured once a run. tests/ratings/test_claims.py
holds Arena to the same with fewer runs.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from arena.ratings.bradley_terry import ELO, SURE, Fit, fit
from arena.ratings.pairs import BOUND, SCORES, decision, score_of
from arena.ratings.results import at_tables, mirrored, results_of
from arena.ratings.teams import contributions
from bench.measured import Bar, Found
from bench.simulated import (
    CORRELATION,
    Dice,
    Floats,
    contest,
    kendall,
    mirrored_pairs,
    mixed_teams,
    named,
    running_elo,
    schedule,
    strengths,
    tables_drawn,
    tables_played,
)

BOTS = 32
RUNNING = 1_000  # contests with a running Elo, which stays just below the bar for ever
STRONG_CORRELATION = -0.71
ELO0, ELO1 = 0.0, 20.0
MOST_PAIRS = 10_000  # of a sequential test


class Goal(NamedTuple):
    """How to measure something that must hold, and how often; `short` is for the tests."""

    measure: Callable[[int], Iterator[Bar]]
    runs: int
    short: int


def order_found(runs: int) -> Iterator[Bar]:
    """The order of 32 bots, and what a running Elo needs for as much."""
    for games, required in ((46_000, 0.95), (2_600, 0.80)):
        tau = _tau(runs, games // 2)
        what = f"Kendall's tau of {BOTS} bots after {games} games"
        yield Bar(what, "", [tau], least=required)
    dice = np.random.default_rng(2)
    elo = np.stack([strengths(dice, BOTS) for _ in range(RUNNING)])
    rating = running_elo(dice, elo, 4 * 2_600, k=8)
    tau = float(np.mean([kendall(*each) for each in zip(rating, elo, strict=True)]))
    what = "tau of a running Elo, K=8, after four times as many games"
    yield Bar(what, "", [tau], most=0.80)


def _tau(runs: int, pairs: int) -> float:
    dice = np.random.default_rng(1)
    found = []
    for _ in range(runs):
        elo = strengths(dice, BOTS)
        found.append(kendall(fit(mirrored(contest(dice, elo, pairs))).theta, elo))
    return float(np.mean(found))


def intervals(runs: int) -> Iterator[Bar]:
    """Of the Elo, in contests of many bots and few."""
    for bots, rounds, correlation in (
        (32, 2, CORRELATION),
        (32, 2, STRONG_CORRELATION),
        (32, 20, CORRELATION),
        (8, 8, CORRELATION),
        (8, 8, STRONG_CORRELATION),
        (3, 25, CORRELATION),
    ):
        dice = np.random.default_rng(3)
        pairs, inside = rounds * bots * (bots - 1) // 2, []
        for _ in range(runs * 32 // bots):
            elo = strengths(dice, bots)
            found = fit(mirrored(contest(dice, elo, pairs, correlation=correlation)))
            inside.append(_inside(found, elo))
        yield _coverage(
            f"the Elo interval, {bots} bots, {rounds * (bots - 1)} blocks each, {correlation}",
            inside,
            93,
        )


def _inside(found: Fit, elo: Floats) -> float:
    half_width = SURE * ELO * np.sqrt(np.diag(found.covariance))
    return float(np.mean(np.abs(ELO * found.theta - elo) <= half_width))


def _coverage(of: str, inside: list[float], least: int) -> Bar:
    percent = 100 * float(np.mean(inside))
    return Bar(f"coverage of {of}", "%", [percent], least=least, most=97)


def reordered(runs: int) -> Iterator[Bar]:
    """The same games in another order."""
    dice = np.random.default_rng(4)
    elo = strengths(dice, BOTS)
    one, other = schedule(BOTS, 10_000)
    as_first, as_second = mirrored_pairs(dice, elo[one] - elo[other])
    names, moved = named(BOTS), 0.0
    rows = [
        row
        for block, (a, b, x, y) in enumerate(zip(one, other, as_first, as_second, strict=True))
        for row in (
            (names[a], names[b], float(x), 1.0, block),
            (names[b], names[a], 1.0 - float(y), 1.0, block),
        )
    ]
    before = fit(results_of(rows, [1.0] * len(one)))
    for _ in range(runs):
        again = [rows[at] for at in dice.permutation(len(rows))]
        after = fit(results_of(again, [1.0] * len(one)))
        moved = max(moved, float(np.abs(after.elo - before.elo).max()))
    yield Bar("rating moved by any other order", "Elo", [moved], most=1e-9)


def sequential_test(runs: int) -> Iterator[Bar]:
    """0 against 20 Elo, 5 % error on both sides."""
    for correlation, most in ((CORRELATION, 1_450), (STRONG_CORRELATION, 620)):
        dice, games = np.random.default_rng(5), []
        for elo, wrong in ((ELO0, "better"), (ELO1, "not better")):
            ends = [sequential_end(dice, elo, correlation) for _ in range(runs)]
            rate = 100 * sum(said == wrong for said, _ in ends) / runs
            games.append(2 * float(np.mean([pairs for _, pairs in ends])))
            what = f"sequential test of {elo:.0f} Elo, {correlation}: says {wrong!r}"
            yield Bar(what, "%", [rate], most=6)
        what = f"sequential test, {correlation}: games on average, where there are more"
        yield Bar(what, "", [max(games)], most=most)


def sequential_end(dice: Dice, elo: float, correlation: float) -> tuple[str, int]:
    """What a test of two bots so far apart says, and after how many pairs.

    The exact ratio takes half a millisecond, so it is worked out only where its normal
    approximation is near a bound.
    """
    apart = np.full(MOST_PAIRS, elo)
    score = sum(mirrored_pairs(dice, apart, correlation=correlation, first_move=0.0))
    counts = np.zeros((MOST_PAIRS, len(SCORES)), dtype=int)
    counts[np.arange(MOST_PAIRS), 2 * np.asarray(score)] = 1
    counts = counts.cumsum(axis=0)
    n = np.arange(1, MOST_PAIRS + 1)
    mean = counts @ np.array(SCORES) / n
    variance = np.maximum(counts @ np.square(SCORES) / n - mean**2, 1e-9)
    s0, s1 = score_of(ELO0), score_of(ELO1)
    ratio = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    for at in np.flatnonzero(np.abs(ratio) > 0.9 * BOUND):
        said = decision([int(count) for count in counts[at]], ELO0, ELO1)
        if said != "undecided":
            return said, int(at) + 1
    return "undecided", MOST_PAIRS


def team_intervals(runs: int) -> Iterator[Bar]:
    """Of contributions in mixed teams."""
    for bots, seats, missing in ((10, 4, 0.0), (10, 4, 0.05), (5, 2, 0.0)):
        dice, inside = np.random.default_rng(6), []
        for _ in range(runs):
            adds = dice.normal(0, 2, bots)
            adds -= adds.mean()
            found = contributions(mixed_teams(dice, adds, seats, 100, missing=missing))
            assert found is not None
            inside.append(float(np.mean(np.abs(found.cards - adds) <= found.half_width)))
        yield _coverage(
            f"contributions, {bots} bots, {seats} seats, {missing:.0%} missing", inside, 93
        )


def tables_of_five(runs: int) -> Iterator[Bar]:
    """24 bots, 4 000 games: each a block of its own, or five with the same hands a block."""
    for games in (1, 5):
        dice, tau, inside = np.random.default_rng(7), [], []
        for _ in range(runs):
            elo = strengths(dice, 24)
            drawn = tables_drawn(dice, 24, 5, 4_000 // games)
            results = at_tables(tables_played(dice, elo, drawn, games), games)
            found = fit(results, first_move=False)
            tau.append(kendall(found.theta, elo))
            inside.append(_inside(found, elo))
        what = f"24 bots, tables of 5, {4_000 // games} blocks of {games}"
        measured = float(np.mean(tau))
        yield Bar(f"Kendall's tau, {what}", "", [measured], least=0.90)
        yield _coverage(f"the interval, {what}", inside, 92)


GOALS = (
    Goal(order_found, runs=64, short=16),
    Goal(intervals, runs=500, short=100),
    Goal(reordered, runs=20, short=3),
    Goal(sequential_test, runs=2_000, short=300),
    Goal(team_intervals, runs=1_000, short=100),
    Goal(tables_of_five, runs=400, short=40),
)

FULL, QUICK = 1, 100


def measure(part: int) -> Found:
    """All goals, by so small a part of their runs."""
    bars = [bar for goal in GOALS for bar in goal.measure(max(1, goal.runs // part))]
    return Found([], bars)
