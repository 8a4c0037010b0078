"""What the standings of a pool are computed from: counts over all stages of a contest."""

from typing import NamedTuple

from arena.counts import BotSum, PairCount, TeamSum
from arena.plan import Field


class Pooled(NamedTuple):
    """What a pool's standings are computed from. Older versions have a longer name."""

    field: Field  # of the newest stage: who is ranked
    pairs: dict[PairCount, int]
    teams: dict[tuple[str, ...], TeamSum]
    bots: dict[str, BotSum]
    suspended: dict[str, str]  # why

    @property
    def ranked(self) -> list[str]:
        """In the order of their names."""
        return [bot for bot in self.field.bots if bot not in self.suspended]
