"""Lists of bots by Elo: what games for two and tables have in common."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from arena.model import Map
from arena.ratings.bradley_terry import ELO, SURE, Fit, fit
from arena.ratings.results import Results, groups, of_group
from arena.standings.listed import Listed, TieBreak, in_order, rounded
from arena.standings.pooled import Pooled

_NOTHING = ("rank", "rank_low", "rank_high", "elo", "low", "high", "se", "group")

# Of level bots, by bot: what decides between them; the smaller is the better.
Ties = Callable[[Sequence[str], Fit], dict[str, tuple[Any, ...]]]


class EloList(NamedTuple):
    """The rows, best first; groups of bots that never met are one after the other."""

    rows: list[Map]
    components: list[list[str]]
    whole: Fit | None  # if all can be compared
    listed: Listed | None


def elo_list(
    pooled: Pooled,
    results: Results,
    clean: Results | None,
    more: Callable[[str], Map],
    ties: Ties,
    *,
    first_move: bool,
) -> EloList:
    """Rates all who have played; `clean` are the results without forfeits, if there are some,
    `more` goes into the row of a bot.
    """
    found = groups(results)
    fits = [fit(of_group(results, group), first_move=first_move) for group in found]
    whole = fits[0] if len(fits) == 1 else None
    clean_elo = None if clean is None else _largest(clean, first_move=first_move)
    rows: list[Map] = []
    listed = None
    for number, each in enumerate(fits, 1):
        ranked = [bot for bot in each.bots if bot in pooled.ranked]
        listed = Listed(each.bots, each.theta, each.covariance).only(ranked)
        possible = listed.rank_ranges() if whole else {}
        without = dict(zip(each.bots, each.elo, strict=True)) if clean_elo is None else clean_elo
        own = [
            {
                "bot": bot,
                "rank_low": possible.get(bot, (1, 0))[0],
                "rank_high": possible.get(bot, (0, len(pooled.ranked)))[1],
                **rating(each, each.bots.index(bot)),
                "group": None if whole else number,
                **more(bot),
                **_forfeits(pooled, bot),
                "elo_without_forfeits": rounded(without.get(bot)),
            }
            for bot in ranked
        ]
        rows += in_order(own, "elo", best=max, ties=_within(each, ties))
    there = {row["bot"] for row in rows}
    rows += (
        {
            "bot": bot,
            **dict.fromkeys(_NOTHING),
            "provisional": True,
            **more(bot),
            **_forfeits(pooled, bot),
            "elo_without_forfeits": None,
        }
        for bot in pooled.ranked
        if bot not in there
    )
    components = [[bot for bot in group if bot in pooled.ranked] for group in found]
    return EloList(rows, components, whole, listed if whole else None)


def _within(found: Fit, ties: Ties) -> TieBreak:
    return lambda level: ties(level, found)


def rating(found: Fit, at: int) -> Map:
    """A bot's rating with what is known of its error."""
    elo = float(found.elo[at])
    half = SURE * ELO * float(found.covariance[at, at]) ** 0.5
    return {
        "elo": rounded(elo),
        "low": rounded(elo - half),
        "high": rounded(elo + half),
        "se": rounded(ELO * max(0.0, float(found.robust[at, at])) ** 0.5) or None,
        "provisional": bool(found.provisional[at]),
    }


def _forfeits(pooled: Pooled, bot: str) -> Map:
    return {
        "forfeits": pooled.forfeits(bot),
        "forfeit_share": rounded(pooled.forfeit_share(bot)),
    }


def _largest(results: Results, *, first_move: bool) -> dict[str, float]:
    """Ratings in the largest group of bots that can be compared."""
    found = groups(results)
    if not found:
        return {}
    best = fit(of_group(results, found[0]), first_move=first_move)
    return dict(zip(best.bots, (float(elo) for elo in best.elo), strict=True))
