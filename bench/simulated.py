"""Games of bots whose strengths are known, to see what the statistics make of them.

Luck of the deal is a normal number that helps one side in one game and the other side in
the mirrored game; what is left to chance is a normal number of each game. A game is won if
their sum is below the normal quantile of the probability that the model gives. So every
single game follows the model exactly, and the two games of a pair hang together: in even
games with a latent correlation of rho, the results of a bot have the correlation
2/pi * asin(rho) (Sheppard 1899), which gives rho for the one that is wanted.
"""

from collections import Counter
from collections.abc import Sequence
from math import pi, sin, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from arena.counts import PairCount
from arena.pairings.couples import round_robin
from arena.pairings.teams import mixed
from arena.ratings.bradley_terry import ELO
from arena.ratings.teams import Game

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Dice = np.random.Generator

FIRST_MOVE = 40.0  # Elo
SPREAD = 80.0  # Elo, of the strengths
CORRELATION = -0.19  # of the results of a bot in the two games of a pair
SEED = bytes(range(32))

_GRID = np.linspace(-6, 6, 12_001)
_BELOW = np.array([NormalDist().cdf(z) for z in _GRID])


def named(count: int) -> tuple[str, ...]:
    """So many bots, in the order of their names."""
    return tuple(f"bot{number:03}" for number in range(count))


def strengths(dice: Dice, bots: int, spread: float = SPREAD) -> Floats:
    """Normal, in Elo, about their own mean."""
    elo = dice.normal(0, spread, bots)
    return np.asarray(elo - elo.mean())


def schedule(bots: int, pairs: int) -> tuple[Ints, Ints]:
    """So many pairs of a round robin that begins again when it is through."""
    place = {bot: at for at, bot in enumerate(named(bots))}
    couples = [(place[one], place[other]) for one, other in round_robin(named(bots))]
    one, other = np.resize(np.array(couples, dtype=np.intp), (pairs, 2)).T
    return one, other


def won(elo_apart: Floats, luck: Floats) -> NDArray[np.bool_]:
    """Whether the first wins, given normal numbers of which small ones are good for it."""
    # Faster than the normal quantile of the probability, and the same.
    return np.asarray(np.interp(luck, _GRID, _BELOW) < 1 / (1 + np.exp(-elo_apart / ELO)))


def mirrored_pairs(
    dice: Dice,
    elo_apart: Floats,
    *,
    correlation: float = CORRELATION,
    first_move: float = FIRST_MOVE,
) -> tuple[Ints, Ints]:
    """Whether a bot that is so much stronger wins as first, and as second, in every pair."""
    rho = sin(pi / 2 * correlation)
    deal = sqrt(-rho) * dice.normal(size=elo_apart.shape)
    rest = sqrt(1 + rho) * dice.normal(size=(2, *elo_apart.shape))
    as_first = won(elo_apart + first_move, deal + rest[0])
    as_second = won(elo_apart - first_move, -deal + rest[1])
    return as_first.astype(np.intp), as_second.astype(np.intp)


def counted(
    one: Ints, other: Ints, as_first: Ints, as_second: Ints, bots: int
) -> Counter[PairCount]:
    """The counts that a contest keeps; in every pair `one` comes first in the alphabet."""
    names = named(bots)
    keys, counts = np.unique(
        np.stack([one, other, as_first, as_second]), axis=1, return_counts=True
    )
    return Counter(
        {
            PairCount(names[a], names[b], 2 * int(first), 2 * int(second), False): int(count)
            for (a, b, first, second), count in zip(keys.T, counts, strict=True)
        }
    )


def contest(
    dice: Dice, elo: Floats, pairs: int, *, correlation: float = CORRELATION
) -> Counter[PairCount]:
    """A round robin of mirrored pairs."""
    one, other = schedule(len(elo), pairs)
    results = mirrored_pairs(dice, elo[one] - elo[other], correlation=correlation)
    return counted(one, other, *results, len(elo))


def running_elo(dice: Dice, elo: Floats, games: int, k: float) -> Floats:
    """Ratings of a running Elo after so many games; each row of `elo` is a contest.

    Every game has a deal of its own, and who is first changes from meeting to meeting.
    """
    contests, bots = elo.shape
    one, other = schedule(bots, games)
    meeting = np.arange(games) // (bots * (bots - 1) // 2)
    first_move = np.where(meeting % 2 == 0, FIRST_MOVE, -FIRST_MOVE)
    rating = np.zeros((contests, bots))
    for at in range(games):
        a, b = one[at], other[at]
        score = won(elo[:, a] - elo[:, b] + first_move[at], dice.normal(size=contests))
        moved = k * (score - 1 / (1 + np.exp((rating[:, b] - rating[:, a]) / ELO)))
        rating[:, a] += moved
        rating[:, b] -= moved
    return rating


def tables_drawn(dice: Dice, bots: int, seats: int, count: int) -> list[tuple[str, ...]]:
    """So many tables: every round a new order of the bots is cut up, and the rest pauses."""
    names, a_round = named(bots), bots // seats
    orders = (dice.permutation(bots)[: a_round * seats] for _ in range(-(-count // a_round)))
    drawn = [table for order in orders for table in order.reshape(a_round, seats)]
    return [tuple(names[at] for at in table) for table in drawn[:count]]


def tables_played(
    dice: Dice, elo: Floats, planned: Sequence[tuple[str, ...]], games: int
) -> list[tuple[tuple[str, ...], list[int]]]:
    """Each table with twice the score of every couple in so many games of one shuffle.

    The hands move on by a seat from game to game. Half of the luck is in the hand; luck
    as a whole is made a Gumbel number, so every game is one of Plackett and Luce's model and
    every couple in it one of Bradley and Terry's.
    """
    names, seats = named(len(elo)), len(planned[0])
    place = {bot: at for at, bot in enumerate(names)}
    strength = np.array([[elo[place[bot]] / ELO for bot in table] for table in planned])
    hands = dice.normal(size=strength.shape)
    upper = np.triu_indices(seats, 1)
    points = np.zeros((len(planned), len(upper[0])), dtype=int)
    for turn in range(games):
        luck = sqrt(0.5) * np.roll(hands, turn, axis=1)
        luck += sqrt(0.5) * dice.normal(size=strength.shape)
        shown = strength - np.log(-np.log(np.interp(luck, _GRID, _BELOW)))
        points += 2 * (shown[:, upper[0]] > shown[:, upper[1]])
    return [(table, list(each)) for table, each in zip(planned, points.tolist(), strict=True)]


def mixed_teams(
    dice: Dice, adds: Floats, seats: int, shuffles: int, *, missing: float = 0.0
) -> list[Game]:
    """Cards left of mixed teams, in which seats add up, on shuffles that are easy or hard.

    Hard shuffles also vary more, and a part of the games may be missing.
    """
    names = named(len(adds))
    place = {bot: at for at, bot in enumerate(names)}
    games = []
    for shuffle in range(shuffles):
        hard, noise = dice.normal(30, 6), dice.uniform(1, 5)
        for team in mixed(names, seats, SEED, shuffle):
            left = hard + sum(adds[place[bot]] for bot in team) + dice.normal(0, noise)
            if dice.random() >= missing:
                games.append(Game(f"{shuffle:05}", team, float(round(left))))
    return games


def kendall(one: Floats, other: Floats) -> float:
    """Kendall's tau of two lists without ties."""
    upper = np.triu_indices(len(one), 1)
    same = np.sign(one[:, None] - one) * np.sign(other[:, None] - other)
    return float(same[upper].mean())
