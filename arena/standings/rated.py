"""Ratings of results that were played elsewhere, as a document."""

import numpy as np

from arena.model import Map
from arena.ratings.bradley_terry import ELO, Fit, fit
from arena.ratings.ranks import ranks
from arena.ratings.results import Results, groups, of_group
from arena.standings.elo import rating
from arena.standings.listed import in_order, no_tie_break, rounded


def rated(results: Results, prior: float) -> Map:
    """The rows, best first; bots that never met, even by way of others, are rated apart."""
    found = groups(results)
    fits = [fit(of_group(results, group), prior=prior) for group in found]
    rows = [row for number, each in enumerate(fits, 1) for row in _rows(each, number, results)]
    whole = fits[0] if len(fits) == 1 else None
    return {
        "rows": rows,
        "first_move_elo": rounded(whole.first_move_elo) if whole else None,
        "components": [list(group) for group in found],
        "prior": prior,
        "blocks": int(results.blocks),
        "games": int(results.games.sum()),
    }


def _rows(found: Fit, group: int, results: Results) -> list[Map]:
    possible, games = ranks(found.theta, found.covariance), _games(results)
    rows = []
    for at, bot in enumerate(found.bots):
        rows.append(
            {
                "bot": bot,
                "rank_low": int(possible.low[at]),
                "rank_high": int(possible.high[at]),
                **rating(found, at),
                "se_model": rounded(ELO * float(found.model[at, at]) ** 0.5),
                "group": group,
                "blocks": int(found.blocks[at]),
                "games": games[bot],
            }
        )
    return in_order(rows, "elo", best=max, ties=no_tie_break)


def _games(results: Results) -> dict[str, int]:
    n = len(results.bots)
    times = results.weight[results.block] * results.games
    played = np.bincount(results.first, times, n) + np.bincount(results.second, times, n)
    return dict(zip(results.bots, (round(count) for count in played), strict=True))
