"""The season for machines."""

import csv
import json

from leaderboard import publish
from tests.site.made_up import HOSTILE, NAMES, TEAM, made_up


def published(tmp_path, *names):
    """The season, and the folder it was published to."""
    season, matches, replays = made_up(names)
    publish(tmp_path / "site", season, matches, replays)
    return season, tmp_path / "site"


def test_the_document_is_the_one_that_was_handed_over(tmp_path):
    """Nothing is left out of it, nothing is added."""
    season, site = published(tmp_path, *NAMES, *HOSTILE)
    assert json.loads((site / "season.json").read_text()) == season


def test_the_table_has_a_row_for_every_bot_and_game(tmp_path):
    """With the number that the list goes by, and what it is."""
    season, site = published(tmp_path, *NAMES)
    with (site / "standings.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))

    assert len(rows) == 3 * len(NAMES)
    first = season["standings"]["games"][TEAM]["rows"][0]
    row = next(row for row in rows if row["game"] == TEAM)
    assert (row["name"], row["measure"], row["rank"]) == (first["bot"], "cards_left", "1")
    assert float(row["value"]) == first["mean_left"]


def test_a_name_that_looks_like_a_formula_is_text(tmp_path):
    """A spreadsheet would run it."""
    _, site = published(tmp_path, "=1+1", "@x", "-x", "plain")
    with (site / "standings.csv").open(newline="") as file:
        assert {row["name"] for row in csv.DictReader(file)} == {"'=1+1", "'@x", "'-x", "plain"}
