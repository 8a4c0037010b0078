"""Cuts a round into sittings: games of different blocks at one table. Pure.

A lane is the same game of several blocks of the same bots; so no process that plays a
sitting sees the same cards twice. Towards the end of a round sittings get shorter, so
that nobody waits for the longest; but none takes less time than the start of its bots.
"""

import math
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from arena.pairings.blocks import Block, games_of


class Placed(NamedTuple):
    """A block and its place in the round."""

    place: int
    block: Block


class Sitting(NamedTuple):
    """Which game of which blocks; all of the same bots in the same seats."""

    game: int
    blocks: tuple[Placed, ...]


class Lanes:
    """What is left to be given out of a round."""

    def __init__(self, blocks: Iterable[Placed], *, sitting: int, workers: int) -> None:
        self._sitting = sitting
        self._workers = workers
        self._lanes: deque[Sitting] = deque()
        self.left = 0  # games
        for table in _by_table(blocks):
            for at in range(0, len(table), sitting):
                some = tuple(table[at : at + sitting])
                for game in range(games_of(some[0].block)):
                    self.give_back(Sitting(game, some))

    def give_back(self, sitting: Sitting) -> None:
        """To be played again, or for the first time."""
        self._lanes.append(sitting)
        self.left += len(sitting.blocks)

    def take(self, worth_a_start: int = 1) -> Sitting | None:
        """The next sitting; None if nothing is left.

        `worth_a_start` is how many games take as long as the start of their bots.
        """
        if not self._lanes:
            return None
        game, blocks = self._lanes.popleft()
        share = math.ceil(self.left / (2 * self._workers))
        size = min(self._sitting, max(share, worth_a_start))
        if len(blocks) > size:
            self._lanes.appendleft(Sitting(game, blocks[size:]))
            blocks = blocks[:size]
        self.left -= len(blocks)
        return Sitting(game, blocks)


def _by_table(blocks: Iterable[Placed]) -> list[list[Placed]]:
    """Blocks of the same bots together, in the order in which each table comes first."""
    tables: dict[tuple[str, tuple[str, ...]], list[Placed]] = {}
    for placed in blocks:
        block = placed.block
        tables.setdefault((block.pool.text, block.bots), []).append(placed)
    return list(tables.values())
