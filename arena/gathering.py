"""The counts of a contest over all its stages, ready for the standings.

A bot is its newest version; results against older ones count, and those are opponents
without a rank. Suspended bots leave the counts with everything they played.
"""

import json
from collections.abc import Mapping, Sequence

from arena.counts import BotSum, PairCount, TeamSum
from arena.model import Map
from arena.plan import Field
from arena.pooled import Pooled
from arena.stages import Stage
from arena.standings import standings
from arena.store import Reader


def standings_of(store: Reader, contest: str, weights: Mapping[str, float]) -> Map:
    """The standings of a contest as it is recorded, and who was left out of it."""
    stages = store.stages(contest)
    left_out = {e.bot: e.left_out for e in store.entries(stages[-1].row) if not e.plays}
    return {**standings(gathered(store, stages), weights), "left_out": left_out}


def gathered(store: Reader, stages: Sequence[Stage]) -> list[Pooled]:
    """One for each pool of the newest stage."""
    newest = stages[-1]
    return [_pooled(store, stages, newest, field) for field in newest.terms.fields]


def _pooled(store: Reader, stages: Sequence[Stage], newest: Stage, field: Field) -> Pooled:
    pooled = Pooled(field, {}, {}, {}, {})
    suspended: set[str] = set()
    for stage in stages:
        called = _names(stage.versions, newest.versions)
        for row in store.suspensions(stage):
            if row.pool == field.pool.text:
                suspended.add(called[row.bot])
                if called[row.bot] == row.bot:
                    pooled.suspended[row.bot] = row.reason
    for stage in stages:
        called = _names(stage.versions, newest.versions)
        counts = store.counts(stage, field.pool.text)
        for pair, count in counts.pairs.items():
            first, second = called[pair.first], called[pair.second]
            if not {first, second} & suspended:
                renamed = _renamed(pair, first, second)
                pooled.pairs[renamed] = pooled.pairs.get(renamed, 0) + count
        for team in counts.teams:
            names = tuple(called[bot] for bot in team.team)
            before = pooled.teams.get(names, TeamSum(names, 0, 0, 0, 0, 0))
            if not {*names} & suspended:
                pooled.teams[names] = TeamSum(names, *_added(before[1:], team[1:]))
        for bot, sums in counts.bots.items():
            name = called[bot]
            old = pooled.bots.get(name, BotSum(name, 0, 0, 0, 0, 0, 0, 0))
            pooled.bots[name] = BotSum(name, *_added(old[1:], sums[1:]))
    return pooled


def _names(versions: Mapping[str, str], newest: Mapping[str, str]) -> dict[str, str]:
    """What the bots of a stage are called: an older version carries its hash."""
    return {
        bot: bot if newest.get(bot) == version else json.dumps([bot, version[:8]])
        for bot, version in versions.items()
    }


def _renamed(pair: PairCount, first: str, second: str) -> PairCount:
    if first < second:
        return pair._replace(first=first, second=second)
    # Points of the other bot: what the one does not get, seen from the other seat.
    return PairCount(second, first, 2 - pair.as_second, 2 - pair.as_first, pair.forfeited)


def _added(one: Sequence[int], other: Sequence[int]) -> list[int]:
    return [a + b for a, b in zip(one, other, strict=True)]
