"""Counts of contests that nobody played: what the tests of the standings begin with."""

import json
from collections import Counter
from itertools import combinations

from arena.counts import WHOLE_WIN, BlockResult, BotSum, PairCount, TeamSum
from arena.plan import Field
from arena.standings import Pooled, standings
from tests.schedule.contest import pool_of

LOST, SPLIT, WON = (0, 0), (2, 0), (2, 2)  # points of the one as first and as second


def pairs_of(*rows):
    """From (one, other, what the one came to, how often, "forfeited" perhaps)."""
    pairs = Counter()
    for one, other, (as_first, as_second), count, *more in rows:
        if one > other:
            one, other, as_first, as_second = other, one, 2 - as_second, 2 - as_first
        pairs[PairCount(one, other, as_first, as_second, forfeited=bool(more))] += count
    return dict(pairs)


def couples(*rows, bots=(), forfeits=(), **more):
    """A pool of Face to Face with these pairs; `forfeits` names a bot for each."""
    pairs = pairs_of(*rows)
    there = sorted({*bots, *(bot for pair in pairs for bot in pair[:2])})
    blocks = {bot: sum(n for pair, n in pairs.items() if bot in pair[:2]) for bot in there}
    sums = {
        bot: sum_of(bot, blocks[bot], 2 * blocks[bot], Counter(forfeits)[bot])
        for bot in there
        if blocks[bot]
    }
    return pooled(Field(pool_of(), tuple(there)), pairs=pairs, bots=sums, **more)


def tables(*blocks, bots=(), seats=3, **more):
    """A pool of 6 nimmt! with these tables: bots in their order, the best first, and culprits."""
    made = [_table(at, *block) for at, block in enumerate(blocks)]
    there = sorted({*bots, *(bot for each in made for bot in each.bots)})
    played = Counter(bot for each in made for bot in {*each.bots})
    forfeits = Counter(bot for each in made for bot in each.culprits)
    sums = {bot: sum_of(bot, n, seats * n, forfeits[bot]) for bot, n in played.items()}
    field = Field(pool_of("six-nimmt", seats), tuple(there))
    return pooled(field, bots=sums, blocks=made, **more)


def _table(number, order, culprits=()):
    """Everybody is always placed before those who stand later in the order."""
    points = tuple(2 * len(order) for _ in combinations(order, 2))
    return BlockResult(f"table/{number}", tuple(order), points, tuple(culprits))


def teams(*rows, bots=(), seats=2, **more):
    """A pool of The Game: (shuffle, bots by seat, cards left, culprits)."""
    blocks = [
        BlockResult(shuffle, tuple(who), (left,), tuple(c)) for shuffle, who, left, *c in rows
    ]
    there = sorted({*bots, *(bot for each in blocks for bot in each.bots)})
    played = Counter(bot for each in blocks for bot in {*each.bots})
    forfeits = Counter(bot for each in blocks for bot in each.culprits)
    sums = {bot: sum_of(bot, n, n, forfeits[bot]) for bot, n in played.items()}
    of_teams = {}
    for _, who, (left,), culprits in blocks:
        if not culprits or len({*who}) == 1:
            each = TeamSum(who, 1, left, left * left, int(left == 0), len(culprits))
            of_teams[who] = each.added_to(of_teams.get(who))
    field = Field(pool_of("the-game", seats), tuple(there))
    return pooled(field, teams=of_teams, bots=sums, blocks=blocks, **more)


def sum_of(bot, blocks, games, forfeits=0, scores=0):
    return BotSum(bot, blocks, games, min(blocks, forfeits), forfeits, scores, 0, WHOLE_WIN)


def pooled(field, *, pairs=None, teams=None, bots=None, blocks=(), suspended=None, entered=None):
    """The rest is empty."""
    out = suspended or {}
    there = entered or dict.fromkeys(field.bots, 1)
    return Pooled(field, pairs or {}, teams or {}, bots or {}, blocks, out, frozenset(out), there)


def table_of(*pools):
    """The only list of these pools."""
    (table,) = document(*pools)["games"].values()
    return table


def document(*pools, weights=None):
    """The standings, which hold nothing but what JSON can say."""
    made = standings(pools, weights or {})
    assert json.loads(json.dumps(made, allow_nan=False)) == made
    return made


def ranks_in(table):
    """(rank, bot) from the top."""
    return [(row["rank"], row["bot"]) for row in table["rows"]]


def by_bot(table):
    return {row["bot"]: row for row in table["rows"]}
