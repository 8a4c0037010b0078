"""The counts of a contest over all its stages, ready for the standings.

A bot is its newest version; results against older ones count, and those are opponents
without a rank. Suspended bots leave the counts with everything they played.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from arena.comparing import Comparison, compared
from arena.counts import BlockResult, BotSum, Counts, PairCount, TeamSum, digest_of
from arena.finished import FinishedRounds
from arena.games import rules_named
from arena.model import Map
from arena.plan import Field
from arena.schedule import champion_of
from arena.stages import Stage
from arena.standings import Pooled, standings
from arena.store import Reader


class Out(NamedTuple):
    """A bot that is suspended from a pool."""

    pool: str
    bot: str
    reason: str


class Book(Protocol):
    """Where counts are found."""

    def counts(self, stage: Stage, pool: str) -> Counts: ...

    def block_results(self, stage: Stage, pool: str) -> Sequence[BlockResult]: ...

    def out(self, stage: Stage) -> Iterable[Out]:
        """Who is suspended."""
        ...


class Recorded:
    """What is stored; and who is being suspended right now."""

    def __init__(self, store: Reader, now: Mapping[tuple[str, str], str] | None = None) -> None:
        self._store = store
        self._now = now or {}
        self._counts: dict[tuple[str, str], Counts] = {}

    def counts(self, stage: Stage, pool: str) -> Counts:
        """Read once: a book is of one moment."""
        where = (stage.key, pool)
        if where not in self._counts:
            self._counts[where] = self._store.counts(stage, pool)
        return self._counts[where]

    def block_results(self, stage: Stage, pool: str) -> Sequence[BlockResult]:
        return self._store.block_results(stage, pool)

    def out(self, stage: Stage) -> Iterable[Out]:
        yield from (Out(r.pool, r.bot, r.reason) for r in self._store.suspensions(stage))
        if stage.ended_at is None:
            yield from (Out(pool, bot, reason) for (pool, bot), reason in self._now.items())


def standings_of(store: Reader, contest: str, stages: Sequence[Stage] | None = None) -> Map:
    """The standings of a contest as it is recorded, and who was left out of it."""
    stages = stages or store.stages(contest)
    left_out = {e.bot: e.left_out for e in store.entries(stages[-1].row) if not e.plays}
    book = Recorded(store)
    pools = gathered(book, stages)
    document = standings(pools, stages[-1].plan.weights)
    if stages[-1].plan.format == "knockout" and stages[-1].ended_at is not None:
        (table,) = document["games"].values()
        stage = stages[-1]
        table["champion"] = champion_of(stage.scheduled(), FinishedRounds(store, stage))
    return {**document, "left_out": left_out, "counts": _digests(book, stages)}


def _digests(book: Book, stages: Sequence[Stage]) -> list[str]:
    """Of the counts of each stage: what the numbers can be checked against."""
    return [
        digest_of(
            {field.pool.text: book.counts(stage, field.pool.text) for field in stage.terms.fields}
        )
        for stage in stages
    ]


def comparison_of(store: Reader, contest: str) -> Comparison:
    """What a comparison has found so far."""
    stages = store.stages(contest)
    (pooled,) = gathered(Recorded(store), stages)
    plan = stages[-1].plan
    assert plan.compare is not None, "asked only of a comparison"
    assert plan.challenger is not None, "a comparison has one"
    return compared(pooled, plan.challenger, plan.compare)


def gathered(book: Book, stages: Sequence[Stage]) -> list[Pooled]:
    """One for each pool of the newest stage."""
    newest = stages[-1]
    return [_pooled(book, stages, newest, field) for field in newest.terms.fields]


def _pooled(book: Book, stages: Sequence[Stage], newest: Stage, field: Field) -> Pooled:
    names = {stage.key: names_in(stage, newest) for stage in stages}
    why = {
        names[stage.key][out.bot]: out.reason
        for stage in stages
        for out in book.out(stage)
        if out.pool == field.pool.text
    }
    pairs: dict[PairCount, int] = {}
    teams: dict[tuple[str, ...], TeamSum] = {}
    bots: dict[str, BotSum] = {}
    blocks: list[BlockResult] = []
    for stage in stages:
        called = names[stage.key]
        counts = book.counts(stage, field.pool.text)
        for pair, count in counts.pairs.items():
            first, second = called[pair.first], called[pair.second]
            if first not in why and second not in why:
                renamed = _renamed(pair, first, second)
                pairs[renamed] = pairs.get(renamed, 0) + count
        for team in counts.teams:
            who = tuple(called[bot] for bot in team.team)
            if not {*who} & why.keys():
                teams[who] = team.added_to(teams.get(who))._replace(team=who)
        for bot, sums in counts.bots.items():
            bots[called[bot]] = sums.added_to(bots.get(called[bot]))._replace(bot=called[bot])
        if not rules_named(field.pool.rules).is_duel:
            blocks += _of_stage(stage, book.block_results(stage, field.pool.text), called)
    return Pooled(
        field,
        pairs,
        teams,
        bots,
        blocks,
        suspended={bot: reason for bot, reason in why.items() if bot in newest.versions},
        gone=frozenset(why),
        entered=_entered(stages, newest),
    )


def _of_stage(
    stage: Stage, results: Iterable[BlockResult], called: Mapping[str, str]
) -> Iterable[BlockResult]:
    """With the names of today; every stage has shuffles of its own."""
    for shuffle, bots, points, culprits in results:
        yield BlockResult(
            f"{stage.terms.number}/{shuffle}",
            tuple(called[bot] for bot in bots),
            points,
            tuple(called[bot] for bot in culprits),
        )


def _entered(stages: Sequence[Stage], newest: Stage) -> dict[str, int]:
    """By bot: the first stage in which its newest version played."""
    return {
        bot: next(stage.terms.number for stage in stages if stage.versions.get(bot) == version)
        for bot, version in newest.versions.items()
    }


def names_in(stage: Stage, newest: Stage) -> dict[str, str]:
    """What the bots of a stage are called today: an older version carries its hash.

    The blank between them is one that no bot can have in its name.
    """
    return {
        bot: bot if newest.versions.get(bot) == version else f"{bot}\u00a0({version[:8]})"
        for bot, version in stage.versions.items()
    }


def _renamed(pair: PairCount, first: str, second: str) -> PairCount:
    if (first, second) == pair[:2]:
        return pair
    if first < second:
        return pair._replace(first=first, second=second)
    # Points of the other bot: what the one does not get, seen from the other seat.
    return PairCount(second, first, 2 - pair.as_second, 2 - pair.as_first, pair.forfeited)
