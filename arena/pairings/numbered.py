"""The games of `arena play`: a number decides the deal."""

from collections.abc import Sequence
from typing import TypeVar

from arena.model import Fixture, Map
from arena_sdk.seeds import bot_seed, deal_seed

_T = TypeVar("_T")


def rotated(bots: Sequence[_T], rotation: int) -> tuple[_T, ...]:
    """The bots by seat once each has moved `rotation` seats on."""
    first = -rotation % max(1, len(bots))  # a damaged database may have none
    return (*bots[first:], *bots[:first])


def numbered_fixture(
    rules: str, options: Map, bots: Sequence[str], number: int, rotation: int = 0
) -> Fixture:
    """The game that `arena play --seed NUMBER` deals, in one rotation of the bots."""
    seed = deal_seed(number)
    return Fixture(
        id=f"{rules}-{number}-{rotation}",
        rules=rules,
        options=options,
        bots=rotated(bots, rotation),
        deal_seed=seed,
        bot_seeds=tuple(bot_seed(seed, rotation, seat) for seat in range(len(bots))),
        seed=number,
    )
