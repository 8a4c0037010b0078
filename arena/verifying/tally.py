"""What the checked matches of a stage add up to, as far as they have been gone through."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from arena.counts import (
    BlockResult,
    BotSum,
    Counts,
    Game,
    PairCount,
    TeamSum,
    bot_sums,
    pair_count,
    result_of,
    team_sum,
)
from arena.gathering import Out, Recorded
from arena.model import MatchRecord
from arena.pairings.blocks import Block
from arena.stages import Stage
from arena.store import Reader
from arena.suspension import FAILED_START, STARTS, Conduct


class Tally:
    """Counted here once more, from the matches alone."""

    def __init__(self) -> None:
        self.results: dict[str, list[BlockResult]] = defaultdict(list)  # by pool
        self._pairs: Counter[tuple[str, PairCount]] = Counter()
        self._teams: dict[tuple[str, tuple[str, ...]], TeamSum] = {}
        self._bots: dict[tuple[str, str], BotSum] = {}
        self._starts: dict[tuple[str, str], list[bool]] = defaultdict(list)

    def add(self, block: Block, games: Sequence[Game]) -> BlockResult:
        """A block that was played whole; what it came to."""
        pool, result = block.pool.text, result_of(block, games)
        self.results[pool].append(result)
        if pair := pair_count(block, games):
            self._pairs[pool, pair] += 1
        if team := team_sum(block, games):
            self._teams[pool, team.team] = team.added_to(self._teams.get((pool, team.team)))
        for sums in bot_sums(block, games):
            self._bots[pool, sums.bot] = sums.added_to(self._bots.get((pool, sums.bot)))
        return result

    def note_starts(self, block: Block, record: MatchRecord) -> None:
        """Who started and who did not, in the first games of each."""
        failed = {fault.seat for fault in record.faults if fault.verdict in FAILED_START}
        for bot in set(record.fixture.bots):
            starts = self._starts[block.pool.text, bot]
            if len(starts) < STARTS:
                seats = [at for at, name in enumerate(record.fixture.bots) if name == bot]
                starts.append(not failed.intersection(seats))

    def counts(self, pool: str) -> Counts:
        """Of one pool."""
        return Counts(
            {pair: count for (where, pair), count in self._pairs.items() if where == pool},
            [sums for (where, _), sums in sorted(self._teams.items()) if where == pool],
            {bot: sums for (where, bot), sums in sorted(self._bots.items()) if where == pool},
        )

    def conduct(self) -> Iterator[tuple[tuple[str, str], Conduct]]:
        """By (pool, bot)."""
        for who, sums in self._bots.items():
            starts = tuple(self._starts[who])
            yield who, Conduct(sums.blocks, sums.forfeited_blocks, starts)


class BookUpTo:
    """The book as it was when a round of a stage was closed: earlier stages as they are stored."""

    def __init__(
        self,
        store: Reader,
        stage: Stage,
        number: int,
        tally: Tally,
    ) -> None:
        self._recorded = Recorded(store)
        self._suspensions = store.suspensions(stage)
        self._stage, self._number = stage, number
        self._tally = tally

    def counts(self, stage: Stage, pool: str) -> Counts:
        return (
            self._tally.counts(pool) if stage == self._stage else self._recorded.counts(stage, pool)
        )

    def block_results(self, stage: Stage, pool: str) -> Sequence[BlockResult]:
        if stage == self._stage:
            return self._tally.results.get(pool, ())
        return self._recorded.block_results(stage, pool)

    def out(self, stage: Stage) -> Iterable[Out]:
        if stage != self._stage:
            return self._recorded.out(stage)
        return [
            Out(row.pool, row.bot, row.reason)
            for row in self._suspensions
            if row.after_round <= self._number
        ]
