"""The running counts: raised in the transaction that stores the blocks."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from sqlalchemy.dialects.sqlite import Insert, insert
from sqlalchemy.engine import Connection
from sqlmodel import SQLModel

from arena.counts import BotSum, Game, PairCount, TeamSum, bot_sums, pair_count, team_sum
from arena.pairings.blocks import Block
from arena.store.tables import BotRow, PairRow, TeamRow, table_of

Counted = tuple[Block, Sequence[Game], int]  # how many blocks came out like this


def add_counts(connection: Connection, stage: int, blocks: Iterable[Counted]) -> None:
    """Added up here first, so that a batch touches each row once."""
    pairs: Counter[tuple[str, PairCount]] = Counter()
    teams: dict[tuple[str, str], TeamSum] = {}
    bots: dict[tuple[str, str], BotSum] = {}
    for block, games, times in blocks:
        pool = block.pool.text
        if pair := pair_count(block, games):
            pairs[pool, pair] += times
        if team := team_sum(block, games):
            who = json.dumps(team.team)
            teams[pool, who] = team.times(times).added_to(teams.get((pool, who)))
        for each in bot_sums(block, games):
            bots[pool, each.bot] = each.times(times).added_to(bots.get((pool, each.bot)))
    _raise_counts(
        connection,
        PairRow,
        [
            {"stage_id": stage, "pool": pool, **pair._asdict(), "count": count}
            for (pool, pair), count in pairs.items()
        ],
    )
    _raise_counts(
        connection,
        TeamRow,
        [
            {"stage_id": stage, "pool": pool, **sums._asdict(), "team": who}
            for (pool, who), sums in teams.items()
        ],
    )
    _raise_counts(
        connection,
        BotRow,
        [{"stage_id": stage, "pool": pool, **sums._asdict()} for (pool, _), sums in bots.items()],
    )


def _raise_counts(
    connection: Connection, kind: type[SQLModel], rows: Sequence[dict[str, Any]]
) -> None:
    if rows:
        connection.execute(_raising(kind), list(rows))


@cache  # making it takes longer than executing it
def _raising(kind: type[SQLModel]) -> Insert:
    """Adds rows to those with the same keys."""
    table = table_of(kind)
    statement = insert(table)
    sums = {
        column.name: column + statement.excluded[column.name]
        for column in table.columns
        if not column.primary_key
    }
    keys = [column.name for column in table.primary_key]
    return statement.on_conflict_do_update(index_elements=keys, set_=sums)
