"""Ways to hold a contest: formats, an estimate first, so many hours, until places are clear."""

import json

import pytest

from tests.tournament.contest import FIRST, MIDDLE, Contest

pytestmark = pytest.mark.slow


@pytest.fixture
def contest(tmp_path):
    contest = Contest(tmp_path / "contest")
    contest.add_plain(4)
    return contest


def couples(contest):
    """Who met in each round."""
    found = contest.ask("SELECT round, bots FROM block ORDER BY round, place")
    return [(round_, tuple(json.loads(bots))) for round_, bots in found]


def test_swiss(contest):
    """Everybody plays in every round, nobody meets the same bot again."""
    contest.hold("--format", "swiss", "--blocks", 2)

    met = couples(contest)
    assert [round_ for round_, _ in met] == [0, 0, 1, 1]
    assert len({pair for _, pair in met}) == 4
    assert contest.verified() == 8


def test_gauntlet(contest):
    """One bot against all others."""
    contest.hold("--format", "gauntlet", "--challenger", "plain2", "--blocks", 1)

    assert all("plain2" in pair for _, pair in couples(contest))
    assert len(couples(contest)) == 3
    table = contest.standings()["games"]["face-to-face"]["rows"]
    assert {row["bot"]: row["blocks"] for row in table}["plain2"] == 3
    assert contest.verified() == 6


def test_knockout(contest):
    """Winners meet, and it ends with a final."""
    contest.hold("--format", "knockout", "--blocks", 1)

    met = [pair for _, pair in couples(contest)]
    first, second, *others = dict.fromkeys(met)  # a level couple plays once more
    assert {*first, *second} == {f"plain{number}" for number in range(4)}
    (final,) = others
    assert len({*final} & {*first}) == len({*final} & {*second}) == 1
    assert contest.verified() == 2 * len(met)


def test_a_dry_run_writes_nothing(contest):
    """The bots are tried, the size is told, and there is no database afterwards."""
    done = contest.hold("--blocks", 20, "--dry-run")

    assert "120" in done.stdout  # blocks: 6 couples, 20 times
    assert "240" in done.stdout  # games
    assert not [file.name for file in contest.folder.iterdir() if "arena.db" in file.name]


def test_a_dry_run_beside_a_contest_changes_nothing(contest):
    """Also where there is a database already."""
    contest.hold("--blocks", 1)
    before = contest.db.read_bytes()

    contest.hold("--blocks", 20, "--dry-run")

    assert contest.db.read_bytes() == before


def test_as_many_blocks_as_fit_into_the_hours(contest):
    """The number is fixed at the start from what admission measured, said, and kept."""
    done = contest.hold("--hours", 0.0003)

    ((announced,),) = contest.ask("SELECT announced FROM stage")
    (blocks,) = json.loads(announced)
    assert 1 <= blocks < 100
    assert len(couples(contest)) == 6 * blocks
    assert f"announced: --blocks {blocks}, round-robin" in done.stderr
    assert "played to its end" in contest.hold("--hours", 0.0003).stderr


def test_it_ends_once_the_winner_is_clear(tmp_path):
    """--until-settled: no more rounds than it takes, and the last one says so."""
    contest = Contest(tmp_path / "contest")
    contest.add("strong", FIRST)
    contest.add("weak", MIDDLE)

    done = contest.hold("--game", "the-game", "--seats", 1, "--until-settled")

    assert "the places are settled after round 7" in done.stderr
    assert contest.ask("SELECT round FROM round WHERE settled") == [(6,)]
    table = contest.standings()["games"]["the-game"]["rows"]
    assert [(row["rank"], row["bot"]) for row in table] == [(1, "strong"), (2, "weak")]
    assert contest.verified() == 2 * 50  # fewer games would be provisional
