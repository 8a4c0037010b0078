"""The season for machines: the document itself, and a table of all lists."""

import csv
import io
import json

from leaderboard.season import Season, is_elo, value_of

COLUMNS = (
    *("name", "author"),  # as in a roster; the author only where authors are named
    *("game", "rank", "rank_low", "rank_high", "version", "measure", "value"),
    *("low", "high", "provisional", "games", "forfeits"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def season_json(season: Season) -> str:
    """The document, as it was handed over."""
    return json.dumps(season.document, ensure_ascii=True, separators=(",", ":")) + "\n"


def standings_csv(season: Season) -> str:
    """A row for every bot and game."""
    bots = {bot["name"]: bot for bot in season.bots}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for key, table in season.games.items():
        measure = "elo" if is_elo(table) else "cards_left"
        for row in table["rows"]:
            bot = bots[row["bot"]]
            who = (_plain(bot["name"]), _plain(bot["author"] or ""))
            place = (row["rank"], row["rank_low"], row["rank_high"], bot["version"])
            number = (measure, value_of(row), row["low"], row["high"], int(row["provisional"]))
            writer.writerow([*who, key, *place, *number, row["games"], row["forfeits"]])
    return out.getvalue()


def _plain(text: str) -> str:
    """A spreadsheet would run a name that looks like a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
