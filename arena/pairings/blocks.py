"""Pools, blocks, and the games that a block consists of.

A block is the unit of play, of storage and of rating: recorded whole or not at all. Its id
says all that distinguishes it, so the same plan gives the same ids on every machine.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from arena import fairness
from arena.games import rules_named
from arena.model import Fixture, Map
from arena.pairings.numbered import rotated

# Of a match's id: enough for a thousand million matches without two alike, short enough to type.
ID_DIGITS = 16


class Pool(NamedTuple):
    """What is ranked together: a game, its options, and how many sit at a table."""

    rules: str
    options: Map  # all of them, in the order of the game
    seats: int

    @property
    def text(self) -> str:
        """The pool in one word, such as `the-game/league=silent/3`: what differs is named."""
        usual = _usual(self.rules, self.seats)
        told = [
            f"{name}={_word(value)}"
            for name, value in sorted(self.options.items())
            if value != usual[name]
        ]
        return "/".join([self.rules, *told, str(self.seats)])


class Block(NamedTuple):
    """Bots at one table on one shuffle."""

    id: str
    pool: Pool
    round: int  # results are looked at only when all blocks of a round are played
    shuffle: str  # blocks of the same shuffle are dealt the same cards
    bots: tuple[str, ...]  # by seat of the first game


def block_of(
    pool: Pool, bots: Sequence[str], *, round_: int, number: int, shuffle: str | None = None
) -> Block:
    """The block in which these bots meet for the `number`th time.

    It has a shuffle of its own, unless it shares one with others, as the teams of a round do.
    """
    id_ = json.dumps([pool.text, number, *bots], ensure_ascii=False)
    return Block(id_, pool, round_, id_ if shuffle is None else shuffle, tuple(bots))


def games_of(block: Block) -> int:
    """How many games it takes: one for each rotation of the seats that changes something."""
    rules = rules_named(block.pool.rules)
    return 1 if rules.is_team else rules.rotations(block.pool.options, block.pool.seats)


def fixtures_of(block: Block, secret: bytes, stage: str) -> tuple[Fixture, ...]:
    """The games of a block: the same cards, the bots moved on by one seat each time.

    No process may play two of them: whoever remembers the first knows the cards of the next.
    """
    pool = block.pool
    seed = fairness.deal_seed(secret, stage, pool.text, block.shuffle)
    return tuple(
        Fixture(
            id=fairness.digest([stage, block.id, game])[:ID_DIGITS],
            rules=pool.rules,
            options=pool.options,
            bots=rotated(block.bots, game),
            deal_seed=seed,
            bot_seeds=tuple(
                fairness.bot_seed(secret, stage, block.id, game, seat) for seat in range(pool.seats)
            ),
        )
        for game in range(games_of(block))
    )


@cache
def _usual(rules: str, seats: int) -> Map:
    return rules_named(rules).settle({}, seats)


def _word(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
