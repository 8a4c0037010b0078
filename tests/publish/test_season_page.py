"""docs/reference/season.md tells every key of the document."""

from datetime import UTC, datetime

import pytest

from arena.publishing import season_of
from arena.store import reading
from leaderboard.season import FORMAT
from tests.docs.pages import ROOT
from tests.tournament.contest import Contest

TEXT = (ROOT / "docs/reference/season.md").read_text("utf-8")


@pytest.mark.slow
def test_every_key_is_on_the_page(tmp_path):
    """Of the document, its plan, stages, history and bots."""
    contest = Contest(tmp_path / "contest")
    contest.add_plain(2)
    contest.hold("--blocks", 1)
    with reading(str(contest.db)) as store:
        season = season_of(
            store, "bots", datetime.now(UTC), replays=0, authors=False, stderr=False
        ).document

    (history,) = season["history"].values()
    told = [season, season["plan"], season["stages"][0], season["bots"][0]]
    told += [history[0], history[0]["rows"][0]]
    assert [key for each in told for key in each if f"`{key}`" not in TEXT] == []
    assert f"`{FORMAT}`" in TEXT
