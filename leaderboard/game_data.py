"""What the page of a game loads: couples and scores for its charts, and tables of all of it.

Bots are numbers here, places in the list `bots`: with 100 bots there are 4,950 couples.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from leaderboard.season import Map, Season

Table = dict[str, Any]


def game_data(season: Season, key: str) -> dict[str, Any]:
    """All of one list; the bots in its order."""
    table = season.games[key]
    bots = [row["bot"] for row in table["rows"]]
    place = {bot: at for at, bot in enumerate(bots)}
    return {
        "bots": bots,
        "slugs": [season.slugs.get(bot) for bot in bots],
        "heatmaps": {
            "head-to-head": _couples(table.get("head_to_head", ()), place, "score"),
            **_paired(table, place),
            "cross-play": _mixed(table, place),
        },
        "histograms": _histograms(season.document["histograms"].get(key, ()), place),
        "tables": _tables(table, place),
    }


def seats_of(table: Map) -> list[int]:
    """Numbers of seats that a team game was played with."""
    return sorted({row["seats"] for row in table.get("paired", ())})


def _couples(couples: Sequence[Map], place: dict[str, int], by: str) -> list[list[Any]]:
    """Both ways round are in the picture, one of them is enough here."""
    return [[*_places(couple["bots"], place), couple[by]] for couple in couples]


def _paired(table: Map, place: dict[str, int]) -> dict[str, list[list[Any]]]:
    return {
        f"paired-{seats}": _couples(
            [row for row in table["paired"] if row["seats"] == seats], place, "cards"
        )
        for seats in seats_of(table)
    }


def _mixed(table: Map, place: dict[str, int]) -> list[list[Any]]:
    """For every couple the mean over all mixed teams with both; alone: with copies of oneself."""
    games: dict[tuple[int, int], int] = defaultdict(int)
    cards: dict[tuple[int, int], float] = defaultdict(float)
    for team in table.get("cross_play", ()):
        who = sorted({place[bot] for bot in team["bots"] if bot in place})
        if team["mean_left"] is None:
            continue
        for couple in combinations(who, 2):
            games[couple] += team["games"]
            cards[couple] += team["games"] * team["mean_left"]
    if not games:
        return []
    together = [[*couple, round(cards[couple] / games[couple], 4)] for couple in sorted(games)]
    alone = [
        [place[row["bot"]], place[row["bot"]], row["mean_left"]]
        for row in table["rows"]
        if row["mean_left"] is not None
    ]
    return together + alone


def _histograms(rows: Sequence[Map], place: dict[str, int]) -> list[dict[str, Any]]:
    labels = sorted({row["label"] for row in rows})
    return [
        {
            "label": label,
            "rows": sorted(
                [place[row["bot"]], row["counts"]]
                for row in rows
                if row["label"] == label and row["bot"] in place
            ),
        }
        for label in labels
    ]


def _tables(table: Map, place: dict[str, int]) -> dict[str, Table]:
    """Rows of bots and numbers; `kinds` says how to write each column."""
    found: dict[str, Table] = {}
    if table.get("head_to_head"):
        found["head-to-head"] = {
            "titles": ["Bot", "Opponent", "Met", "Score", "Better with"],
            "kinds": ["bot", "bot", "count", "percent", "percent"],
            "rows": [
                [*_places(row["bots"], place), row["pairs"], row["score"], row["los"]]
                for row in table["head_to_head"]
            ],
        }
    if table.get("paired"):
        found["paired"] = {
            "titles": ["Bot", "Compared with", "Seats", "Cards more", "from", "to"],
            "kinds": ["bot", "bot", "count", "signed", "signed", "signed"],
            "rows": [
                [*_places(row["bots"], place), row["seats"], row["cards"], row["low"], row["high"]]
                for row in table["paired"]
            ],
        }
    if table.get("cross_play"):
        found["cross-play"] = {
            "titles": ["Team", "Cards left", "Games"],
            "kinds": ["bots", "number", "count"],
            "rows": [
                [_places(row["bots"], place), row["mean_left"], row["games"]]
                for row in table["cross_play"]
            ],
        }
    return found


def _places(bots: Sequence[str], place: dict[str, int]) -> list[int | str]:
    """Numbers; the name itself of a version that is not in the list."""
    return [place.get(bot, bot) for bot in bots]
