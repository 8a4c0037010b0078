"""The list of a game at tables: Elo from all couples of a table, beside bull heads and wins."""

from collections.abc import Iterable, Sequence
from typing import Any

from arena.counts import WHOLE_WIN, BlockResult
from arena.games import rules_named
from arena.model import Map
from arena.ratings.bradley_terry import Fit
from arena.ratings.results import Results, about, at_tables, without
from arena.standings.elo import elo_list
from arena.standings.listed import Listed
from arena.standings.met import head_to_head, met_in
from arena.standings.pooled import Pooled


def tables_table(pooled: Pooled) -> tuple[Map, Listed | None]:
    """The table, and the list behind it if all bots can be compared."""

    def sums(bot: str) -> Map:
        found = pooled.bots.get(bot)
        games = found.games if found else 0
        return {
            "mean_heads": found.scores / games if found and games else None,
            "win_share": found.wins / WHOLE_WIN / games if found and games else None,
            "tables": found.blocks if found else 0,
            "games": games,
        }

    def ties(level: Sequence[str], _: Fit) -> dict[str, tuple[Any, ...]]:
        """Fewer bull heads, fewer forfeits, who came first."""
        return {
            bot: (sums(bot)["mean_heads"], pooled.forfeits(bot), pooled.entered.get(bot, 0))
            for bot in level
        }

    results = _results(pooled, pooled.blocks)
    found = elo_list(
        pooled,
        results,
        _clean(pooled),
        sums,
        ties,
        first_move=False,
    )
    table = {
        "rows": found.rows,
        "components": found.components,
        "head_to_head": head_to_head(pooled.ranked, met_in(results), found.whole),
        "suspended": pooled.suspended,
    }
    return table, found.listed


def _clean(pooled: Pooled) -> Results | None:
    """The tables at which nobody was thrown out; None if that is all of them."""
    clean = [block for block in pooled.blocks if not block.culprits]
    return None if len(clean) == len(pooled.blocks) else _results(pooled, clean)


def _results(pooled: Pooled, blocks: Iterable[BlockResult]) -> Results:
    pool = pooled.field.pool
    games = rules_named(pool.rules).rotations(pool.options, pool.seats)
    every = at_tables(((each.bots, each.points) for each in blocks), games)
    return about(without(every, pooled.gone), pooled.ranked)
