"""Whether the first places of every pool are clear, looked at between rounds."""

import numpy as np

from arena.gathering import gathered
from arena.pooled import Pooled
from arena.ratings.ranks import is_settled as is_clear
from arena.stages import Stage
from arena.standings import fit_of
from arena.store import Reader

_ENOUGH_GAMES = 20  # below that a spread that was seen says little


def is_settled(store: Reader, stage: Stage) -> bool:
    """Every one of the places that the plan names is surely apart from the next."""
    places = stage.plan.until_settled
    assert places is not None, "asked only of a plan that wants to know"
    stages = store.stages(stage.terms.contest)
    return all(_is_clear(pooled, places) for pooled in gathered(store, stages))


def _is_clear(pooled: Pooled, places: int) -> bool:
    if pooled.pairs:
        found = fit_of(pooled)
        if found is None:
            return False
        listed = [at for at, bot in enumerate(found.bots) if bot in pooled.ranked]
        if not listed or found.provisional[listed].any():
            return False
        return is_clear(found.theta[listed], found.covariance[np.ix_(listed, listed)], places)
    means, variances = [], []
    for bot in pooled.ranked:
        team = pooled.teams.get((bot,) * pooled.field.pool.seats)
        sums = pooled.bots.get(bot)
        if team is not None and pooled.teams:
            count, total, squares = team.games, team.left, team.left_squared
        elif sums is not None:
            count, total, squares = sums.blocks, sums.scores, sums.scores_squared
        else:
            return False
        if count < _ENOUGH_GAMES:
            return False
        mean = total / count
        means.append(-mean)  # the fewer the better
        variances.append(max(0.0, squares / count - mean**2) / (count - 1))
    return is_clear(np.array(means), np.diag(variances), places)
