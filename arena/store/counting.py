"""The running counts: raised in the transaction that stores the blocks."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import Connection
from sqlmodel import SQLModel

from arena.counts import BotSum, Game, PairCount, TeamSum, bot_sums, pair_count, team_sum
from arena.pairings.blocks import Block
from arena.store.tables import BotRow, PairRow, TeamRow, table_of

Counted = tuple[Block, Sequence[Game]]


def add_counts(connection: Connection, stage: int, blocks: Iterable[Counted]) -> None:
    """Added up here first, so that a batch touches each row once."""
    pairs: Counter[tuple[str, PairCount]] = Counter()
    teams: dict[tuple[str, str], list[int]] = {}
    bots: dict[tuple[str, str], list[int]] = {}
    for block, games in blocks:
        pool = block.pool.text
        if pair := pair_count(block, games):
            pairs[pool, pair] += 1
        if team := team_sum(block, games):
            _add_up(teams, (pool, json.dumps(team.team)), team[1:])
        for each in bot_sums(block, games):
            _add_up(bots, (pool, each.bot), each[1:])
    _raise_counts(
        connection,
        PairRow,
        [
            {"stage_id": stage, "pool": pool, **pair._asdict(), "count": count}
            for (pool, pair), count in pairs.items()
        ],
    )
    for kind, sums, names in ((TeamRow, teams, TeamSum._fields), (BotRow, bots, BotSum._fields)):
        _raise_counts(
            connection,
            kind,
            [
                {
                    "stage_id": stage,
                    "pool": pool,
                    **dict(zip(names, (who, *values), strict=True)),
                }
                for (pool, who), values in sums.items()
            ],
        )


def _add_up(
    sums: dict[tuple[str, str], list[int]], key: tuple[str, str], values: Sequence[int]
) -> None:
    before = sums.get(key, [0] * len(values))
    sums[key] = [old + new for old, new in zip(before, values, strict=True)]


def _raise_counts(
    connection: Connection, kind: type[SQLModel], rows: Sequence[dict[str, Any]]
) -> None:
    if not rows:
        return
    table = table_of(kind)
    statement = insert(table)
    sums = {
        column.name: column + statement.excluded[column.name]
        for column in table.columns
        if not column.primary_key
    }
    keys = [column.name for column in table.primary_key]
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=sums), list(rows))
