"""The list of a game for two: Elo from mirrored pairs, and who beats whom."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from arena.model import Map
from arena.ratings.bradley_terry import ELO, Fit
from arena.ratings.mirroring import cycles, dispersion
from arena.ratings.needed import games_needed, spread_of
from arena.ratings.results import Floats, Results, about, mirrored
from arena.standings.elo import elo_list
from arena.standings.listed import Listed, rounded
from arena.standings.met import Met, by_couple, head_to_head, met_in
from arena.standings.pooled import Pooled

_LEVEL = 1e-6 / ELO
_NO_RESULTS = {"blocks": 0, "games": 0, "wins": 0, "losses": 0}
_FEWEST = 3  # bots whose order is worth a forecast


def couples_table(pooled: Pooled) -> tuple[Map, Listed | None]:
    """The table, and the list behind it if all bots can be compared."""
    results = about(mirrored(pooled.pairs), pooled.ranked)
    met, wins = met_in(results), _wins(results)
    found = elo_list(
        pooled,
        results,
        _clean(pooled),
        lambda bot: _results(bot, met, wins),
        lambda level, fit: _ties(level, pooled, met, fit),
        first_move=True,
    )
    whole = found.whole
    circle = cycles(results, whole) if whole else None
    saved = dispersion(results, whole) if whole else None
    table = {
        "rows": found.rows,
        "first_move_elo": rounded(whole.first_move_elo) if whole else None,
        "components": found.components,
        "dispersion": rounded(saved),
        "cycles": circle and {**circle._asdict(), "explained": circle.is_explained},
        "games_needed": _needed(whole, saved),
        "head_to_head": head_to_head(pooled.ranked, met, whole),
        "suspended": pooled.suspended,
    }
    return table, found.listed


def _clean(pooled: Pooled) -> Results | None:
    """The pairs in which nobody was thrown out; None if that is all of them."""
    if not any(pair.forfeited for pair in pooled.pairs):
        return None
    clean = {pair: count for pair, count in pooled.pairs.items() if not pair.forfeited}
    return about(mirrored(clean), pooled.ranked)


def _results(bot: str, met: Met, wins: Floats) -> Map:
    """Of one bot against all others: blocks, games, wins and losses."""
    if bot not in met.place:
        return dict(_NO_RESULTS)
    row = met.place[bot]
    return {
        "blocks": int(met.blocks[row].sum()),
        "games": int(met.games[row].sum()),
        "wins": int(wins[row].sum()),
        "losses": int(wins[:, row].sum()),
    }


def _wins(results: Results) -> Floats:
    """Games that every bot (a row) won against every other (a column)."""
    times = results.weight[results.block]
    won = by_couple(results, times * (results.score == 1))
    lost = by_couple(results, times * (results.score == 0))
    return np.asarray(won + lost.T)


def _ties(level: Sequence[str], pooled: Pooled, met: Met, found: Fit) -> dict[str, tuple[Any, ...]]:
    """Pairs among themselves, then against the upper half, forfeits, who came first."""
    # Whoever is level with the last of the upper half is in it: noise must not cut it.
    last = np.sort(found.theta)[len(found.theta) // 2] - _LEVEL
    stronger = [bot for bot, theta in zip(found.bots, found.theta, strict=True) if theta >= last]
    upper = [bot for bot in stronger if bot not in level]
    return {
        bot: (
            -met.score(bot, level),
            -met.score(bot, upper),
            pooled.forfeits(bot),
            pooled.entered.get(bot, 0),
        )
        for bot in level
    }


def _needed(found: Fit | None, saved: float | None) -> int | None:
    """Games in all until the list is nearly in the right order; None if nobody can say."""
    if found is None or len(found.bots) < _FEWEST:
        return None
    errors = ELO * np.sqrt(np.diag(found.covariance))
    spread = spread_of([*found.elo], [*errors])
    if spread is None or saved is None:
        return None
    return round(games_needed(len(found.bots), spread, 1 - saved))
