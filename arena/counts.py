"""What a block adds to the running counts: sums that all standings are computed from.

Integers only, so that the order in which blocks are added never matters. Pure.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

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


class TeamSum(NamedTuple):
    """What a team left over."""

    team: tuple[str, ...]
    games: int
    left: int
    left_squared: int
    zeros: int
    forfeits: int


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


def bot_sums(block: Block, games: Sequence[Game]) -> list[BotSum]:
    """One for each bot of the block, in the order of their names."""
    sums = []
    for bot in sorted(set(block.bots)):
        seats = [
            (game, seat)
            for turn, game in enumerate(games)
            for seat, name in enumerate(rotated(block.bots, turn))
            if name == bot
        ]
        total = sum(game.outcome.scores[seat] for game, seat in seats)
        forfeits = sum(seat in game.forfeits for game, seat in seats)
        sums.append(
            BotSum(
                bot=bot,
                blocks=1,
                games=sum(bot in rotated(block.bots, turn) for turn in range(len(games))),
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
        as_first=_points(by_seat[0].outcome, 0),
        as_second=_points(by_seat[1].outcome, 1),
        forfeited=any(game.forfeits for game in games),
    )


def is_pair(block: Block) -> bool:
    """Whether two bots meet in a game that one of them loses."""
    return rules_named(block.pool.rules).seats == range(2, 3)


def _points(outcome: Outcome, seat: Seat) -> int:
    mine, theirs = outcome.scores[seat], outcome.scores[1 - seat]
    return 1 + (mine > theirs) - (mine < theirs)


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
