"""What the standings of a pool are computed from: counts over all stages of a contest."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arena.counts import BlockResult, BotSum, PairCount, TeamSum
from arena.plan import Field


class Pooled(NamedTuple):
    """The counts of a pool. Older versions of a bot have a longer name."""

    field: Field  # of the newest stage: who is ranked
    pairs: dict[PairCount, int]
    teams: dict[tuple[str, ...], TeamSum]
    bots: dict[str, BotSum]
    blocks: Sequence[BlockResult]  # of teams and tables; couples have their pairs
    suspended: dict[str, str]  # why
    gone: frozenset[str]  # all versions that were suspended: nothing of theirs counts
    entered: Mapping[str, int]  # by bot: the first stage of its newest version

    @property
    def ranked(self) -> list[str]:
        """In the order of their names."""
        return [bot for bot in self.field.bots if bot not in self.suspended]

    def forfeits(self, bot: str) -> int:
        """Games that it was thrown out of."""
        return self.bots[bot].forfeits if bot in self.bots else 0

    def forfeit_share(self, bot: str) -> float | None:
        """The part of its games that it was thrown out of."""
        sums = self.bots.get(bot)
        return sums.forfeits / sums.games if sums and sums.games else None
