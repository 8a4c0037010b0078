"""The list of a game for two: Elo from mirrored pairs, and who beats whom."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from arena.counts import PairCount
from arena.model import Map
from arena.ratings.bradley_terry import ELO, Fit
from arena.ratings.mirroring import cycles, dispersion
from arena.ratings.needed import games_needed, spread_of
from arena.ratings.ranks import superiority
from arena.ratings.results import Results, mirrored
from arena.standings.elo import elo_list
from arena.standings.listed import Listed, rounded
from arena.standings.pooled import Pooled

_LEVEL = 1e-6 / ELO
_PAIR = 4  # points of a pair that was won twice
_NO_RESULTS = {"blocks": 0, "games": 0, "wins": 0, "losses": 0}
_FEWEST = 3  # bots whose order is worth a forecast


class _Met(NamedTuple):
    """What one bot came to against another."""

    pairs: int
    points: int


def couples_table(pooled: Pooled) -> tuple[Map, Listed | None]:
    """The table, and the list behind it if all bots can be compared."""
    results = mirrored(pooled.pairs)
    met, by_bot = _met(pooled.pairs), _pair_results(pooled.pairs)
    found = elo_list(
        pooled,
        results,
        _clean(pooled.pairs),
        lambda bot: by_bot.get(bot, _NO_RESULTS),
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
        "head_to_head": _head_to_head(pooled.ranked, met, whole),
        "suspended": pooled.suspended,
    }
    return table, found.listed


def _clean(pairs: Mapping[PairCount, int]) -> Results | None:
    """The pairs in which nobody was thrown out; None if that is all of them."""
    if not any(pair.forfeited for pair in pairs):
        return None
    return mirrored({pair: count for pair, count in pairs.items() if not pair.forfeited})


def _pair_results(pairs: Mapping[PairCount, int]) -> dict[str, Map]:
    """By bot: blocks, games, wins, losses."""
    results: dict[str, Map] = {}
    for pair, count in pairs.items():
        points = (pair.as_first, pair.as_second)
        for bot, won, lost in ((pair.first, 2, 0), (pair.second, 0, 2)):
            of_bot = results.setdefault(bot, dict(_NO_RESULTS))
            of_bot["blocks"] += count
            of_bot["games"] += 2 * count
            of_bot["wins"] += count * points.count(won)
            of_bot["losses"] += count * points.count(lost)
    return results


def _met(pairs: Mapping[PairCount, int]) -> dict[tuple[str, str], _Met]:
    """By couple, both ways round."""
    met: dict[tuple[str, str], _Met] = {}
    for pair, count in pairs.items():
        points = pair.as_first + pair.as_second
        for who, won in (
            ((pair.first, pair.second), points),
            ((pair.second, pair.first), _PAIR - points),
        ):
            before = met.get(who, _Met(0, 0))
            met[who] = _Met(before.pairs + count, before.points + count * won)
    return met


def _ties(
    level: Sequence[str], pooled: Pooled, met: Mapping[tuple[str, str], _Met], found: Fit
) -> dict[str, tuple[Any, ...]]:
    """Pairs among themselves, then against the upper half, forfeits, who came first."""
    # Whoever is level with the last of the upper half is in it: noise must not cut it.
    last = np.sort(found.theta)[len(found.theta) // 2] - _LEVEL
    stronger = [bot for bot, theta in zip(found.bots, found.theta, strict=True) if theta >= last]
    upper = [bot for bot in stronger if bot not in level]

    def score(bot: str, others: Sequence[str]) -> float:
        all_met = [met[bot, other] for other in others if (bot, other) in met]
        pairs = sum(one.pairs for one in all_met)
        return sum(one.points for one in all_met) / pairs if pairs else 0.0

    return {
        bot: (
            -score(bot, level),
            -score(bot, upper),
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


def _head_to_head(
    ranked: Sequence[str], met: Mapping[tuple[str, str], _Met], found: Fit | None
) -> list[Map]:
    """For every couple that met: the part of the points, and how likely the one is better."""
    better = superiority(found.theta, found.covariance) if found else None
    place = {bot: at for at, bot in enumerate(found.bots)} if found else {}
    return [
        {
            "bots": [one, other],
            "pairs": met[one, other].pairs,
            "score": rounded(met[one, other].points / met[one, other].pairs / _PAIR),
            "los": rounded(better[place[one]][place[other]]) if better else None,
        }
        for one, other in combinations(ranked, 2)
        if (one, other) in met
    ]
