"""How bots stood when a round was closed: what is kept of standings that time overtakes."""

from collections.abc import Sequence
from typing import NamedTuple

from arena.standings.document import key_of, list_of, lists_of
from arena.standings.pooled import Pooled


class Rating(NamedTuple):
    """How a bot stood; its value is Elo, or mean cards left."""

    game: str
    bot: str
    rank: int | None
    value: float | None
    low: float | None
    high: float | None
    blocks: int
    forfeits: int


class Checkpoint(NamedTuple):
    """The contest at the end of a round."""

    settled: bool  # whether what was to be found out is found out
    method: int  # of the ratings
    counts: str  # the digest of the stage's counts
    ratings: tuple[Rating, ...]


def ratings_of(pools: Sequence[Pooled]) -> tuple[Rating, ...]:
    """Of all bots in all lists."""
    return tuple(rating for some in lists_of(pools) for rating in _of_list(some))


def _of_list(pools: Sequence[Pooled]) -> list[Rating]:
    table, _ = list_of(pools)
    return [
        Rating(
            key_of(pools),
            row["bot"],
            row["rank"],
            row["elo"] if "elo" in row else row["mean_left"],
            row["low"],
            row["high"],
            sum(pooled.bots[row["bot"]].blocks for pooled in pools if row["bot"] in pooled.bots),
            row["forfeits"],
        )
        for row in table["rows"]
    ]
