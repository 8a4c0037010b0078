"""What a block adds to the running counts: sums that all standings are computed from.

Integers only, so that the order in which blocks are added never matters. Pure.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from operator import add
from typing import NamedTuple

from arena import fairness
from arena.games import rules_named
from arena.model import Outcome, Seat
from arena.pairings.blocks import Block
from arena.pairings.numbered import rotated

# A game that several bots won together is shared among them; this can be divided by
# any number of bots at a table.
WHOLE_WIN = math.lcm(*range(1, 11))


class Game(NamedTuple):
    """What counts of one game of a block, by seat."""

    outcome: Outcome
    forfeits: tuple[Seat, ...]


class PairCount(NamedTuple):
    """What a mirrored pair came to; a draw is 1 of 2 points."""

    first: str  # in the order of the alphabet, whoever sat where
    second: str
    as_first: int  # points of `first` where it sat first: 0, 1 or 2
    as_second: int
    forfeited: bool  # whether a bot was thrown out in one of the games


class BlockResult(NamedTuple):
    """What a block came to, for statistics that look at blocks one by one."""

    shuffle: str
    bots: tuple[str, ...]  # by seat of its first game
    points: tuple[int, ...]  # cards left; else for each two of `bots` twice the score of the one
    culprits: tuple[str, ...]  # bots that were thrown out of one of its games


class TeamSum(NamedTuple):
    """What a team left over."""

    team: tuple[str, ...]
    games: int
    left: int
    left_squared: int
    zeros: int
    forfeits: int

    def added_to(self, other: "TeamSum | None") -> "TeamSum":
        """The sum of both."""
        return self if other is None else TeamSum(self.team, *map(add, self[1:], other[1:]))

    def times(self, count: int) -> "TeamSum":
        """Of so many blocks like this one."""
        return self if count == 1 else TeamSum(self.team, *(count * each for each in self[1:]))


class BotSum(NamedTuple):
    """What one bot did in a pool."""

    bot: str
    blocks: int
    games: int
    forfeited_blocks: int
    forfeits: int
    scores: int
    scores_squared: int  # of whole blocks
    wins: int  # in parts of WHOLE_WIN

    def added_to(self, other: "BotSum | None") -> "BotSum":
        """The sum of both."""
        return self if other is None else BotSum(self.bot, *map(add, self[1:], other[1:]))

    def times(self, count: int) -> "BotSum":
        """Of so many blocks like this one."""
        return self if count == 1 else BotSum(self.bot, *(count * each for each in self[1:]))


class Counts(NamedTuple):
    """The running counts of one pool of a stage."""

    pairs: dict[PairCount, int]
    teams: list[TeamSum]
    bots: dict[str, BotSum]


def digest_of(counts: Mapping[str, Counts]) -> str:
    """What the counts of a stage are published as, by pool: equal if and only if they are."""
    return fairness.digest(
        [
            [
                pool,
                sorted([*pair, count] for pair, count in of_pool.pairs.items()),
                sorted([list(team[0]), *team[1:]] for team in of_pool.teams),
                sorted(list(sums) for sums in of_pool.bots.values()),
            ]
            for pool, of_pool in sorted(counts.items())
        ]
    )


def result_of(block: Block, games: Sequence[Game]) -> BlockResult:
    """What the games of a block came to together."""
    culprits = {
        rotated(block.bots, turn)[seat] for turn, game in enumerate(games) for seat in game.forfeits
    }
    if rules_named(block.pool.rules).is_team:
        points = [games[0].outcome.scores[0]]
    else:
        sat = [rotated(range(len(block.bots)), turn) for turn in range(len(games))]
        points = [
            sum(
                _points(game.outcome, seats.index(one), seats.index(other))
                for game, seats in zip(games, sat, strict=True)
            )
            for one, other in combinations(range(len(block.bots)), 2)
        ]
    return BlockResult(block.shuffle, block.bots, tuple(points), tuple(sorted(culprits)))


def bot_sums(block: Block, games: Sequence[Game]) -> list[BotSum]:
    """One for each bot of the block, in the order of their names."""
    sums = []
    seated = [rotated(block.bots, turn) for turn in range(len(games))]
    for bot in sorted(set(block.bots)):
        seats = [
            (game, seat)
            for game, bots in zip(games, seated, strict=True)
            for seat, name in enumerate(bots)
            if name == bot
        ]
        total = sum(game.outcome.scores[seat] for game, seat in seats)
        forfeits = sum(seat in game.forfeits for game, seat in seats)
        sums.append(
            BotSum(
                bot=bot,
                blocks=1,
                games=len(games),
                forfeited_blocks=int(forfeits > 0),
                forfeits=forfeits,
                scores=total,
                scores_squared=total * total,
                wins=sum(_share(game.outcome, seat) for game, seat in seats),
            )
        )
    return sums


def _share(outcome: Outcome, seat: Seat) -> int:
    """The seat's part of the win: all in first place share it."""
    if outcome.places[seat] != 1:
        return 0
    return WHOLE_WIN // outcome.places.count(1)


def pair_count(block: Block, games: Sequence[Game]) -> PairCount | None:
    """What a mirrored pair came to; None for a block of another kind."""
    if not is_pair(block):
        return None
    bot = min(block.bots)
    by_seat = {rotated(block.bots, turn).index(bot): game for turn, game in enumerate(games)}
    return PairCount(
        first=bot,
        second=max(block.bots),
        as_first=_points(by_seat[0].outcome, 0, 1),
        as_second=_points(by_seat[1].outcome, 1, 0),
        forfeited=any(game.forfeits for game in games),
    )


def is_pair(block: Block) -> bool:
    """Whether two bots meet in a game that one of them loses."""
    return rules_named(block.pool.rules).is_duel


def _points(outcome: Outcome, seat: Seat, other: Seat) -> int:
    """Of one seat against another: 2 if it is placed better, 1 if they are level."""
    mine, theirs = outcome.places[seat], outcome.places[other]
    return 1 + (mine < theirs) - (mine > theirs)


def team_sum(block: Block, games: Sequence[Game]) -> TeamSum | None:
    """What a team left over; None for a block of another kind.

    A game that a fault ended counts for its culprit alone, so a mixed team has it as a
    forfeit and nothing else.
    """
    if not rules_named(block.pool.rules).is_team:
        return None
    (game,) = games
    if game.forfeits and len(set(block.bots)) > 1:
        return TeamSum(block.bots, 0, 0, 0, 0, 1)
    left = game.outcome.scores[0]
    return TeamSum(block.bots, 1, left, left * left, int(left == 0), int(bool(game.forfeits)))
