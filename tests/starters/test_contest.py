"""A contest of the starters of all languages, as an organiser runs it."""

import json

import pytest

from arena.games import GAMES
from tests.commands.shell import arena
from tests.starters.kit import NEEDS, made, want

pytestmark = pytest.mark.slow

PATIENT = ("--move-ms", "60000", "--game-ms", "600000", "--start-ms", "60000")


def test_six_languages_play_one_contest(tmp_path):
    """All games, nobody left out, no fault; everything verifies and everybody is ranked."""
    want(*NEEDS)
    for language in NEEDS:
        for game in GAMES:
            made(language, game, tmp_path / "bots")

    done = arena("tournament", "bots", "--blocks", 1, *PATIENT, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert "left out" not in done.stderr
    verified = json.loads(arena("verify", "--json", cwd=tmp_path).stdout)
    assert verified["differences"] == []
    standings = json.loads(arena("leaderboard", "--json", cwd=tmp_path).stdout)["games"]
    for game in GAMES:
        rows = standings[game]["rows"]
        assert {row["bot"] for row in rows} == {f"{language}-{game}" for language in NEEDS}
        assert [row["forfeits"] for row in rows] == [0] * len(NEEDS)
