"""A contest that nobody touched verifies: every format, several stages, also half played."""

import pytest

from arena.plan import Plan
from tests.verify.contest import BOTS, COWS, CUP, DUELS, GAMES, hold, verified

pytestmark = pytest.mark.slow  # contests are verified over and over

FORMATS = {
    "round-robin": DUELS,
    "gauntlet": DUELS._replace(format="gauntlet", challenger="bob"),
    "swiss": DUELS._replace(format="swiss"),
    "knockout": DUELS._replace(format="knockout"),
    "teams": Plan(games=GAMES[1:2], seats=(2, 3), cross_play=1),
    "tables": COWS,
    "experiment": DUELS._replace(experiment=7),
}


@pytest.mark.parametrize("what", FORMATS)
def test_an_honest_contest_is_without_difference(what, tmp_path):
    """Four bots, one of which forfeits and one of which never starts."""
    hold(tmp_path / "arena.db", *BOTS, plan=FORMATS[what], blocks=3)

    report = verified(tmp_path / "arena.db")

    assert report[2:] == ((), "ok")
    assert report.matches > 4
    assert report.faults > 0


@pytest.mark.parametrize("what", ["round-robin", "gauntlet", "swiss", "knockout"])
def test_two_stages_are_without_difference(what, tmp_path):
    """The second goes on where the first left off, with the same bots and with others."""
    db = tmp_path / "arena.db"
    plan = FORMATS[what]
    hold(db, "ada", "bob", "cheat", plan=plan, blocks=1)
    hold(db, "ada", "bob", "cheat", plan=plan, blocks=1 if what == "knockout" else 3)
    hold(db, *BOTS, plan=plan, blocks=1 if what == "knockout" else 3)

    assert verified(db)[2:] == ((), "ok")


@pytest.mark.parametrize("games", [0, 1, 7, 40])
def test_an_unfinished_contest_is_not_revealed_yet(games, tmp_path):
    """What is recorded follows; the secret stays what it is until the stage has ended."""
    hold(tmp_path / "arena.db", *BOTS, plan=CUP, blocks=3, games=games)

    report = verified(tmp_path / "arena.db")

    assert report.matches <= games
    assert report[2:] == ((), "not revealed yet")


def test_a_contest_that_has_a_finished_and_an_unfinished_stage(tmp_path):
    """As long as one stage goes on, not all is revealed."""
    db = tmp_path / "arena.db"
    hold(db, "ada", "bob", plan=DUELS, blocks=1)
    hold(db, "ada", "bob", "cheat", plan=DUELS, blocks=1, games=3)

    assert verified(db)[2:] == ((), "not revealed yet")


@pytest.mark.parametrize("what", ["round-robin", "gauntlet", "swiss", "teams", "tables"])
@pytest.mark.parametrize("games", [1, 5])
def test_more_blocks_may_be_asked_for_on_the_way(what, games, tmp_path):
    """What was being played then stays as it was."""
    db = tmp_path / "arena.db"
    hold(db, "ada", "bob", "cheat", plan=FORMATS[what], blocks=3, games=games)
    hold(db, "ada", "bob", "cheat", plan=FORMATS[what], blocks=5)

    assert verified(db)[2:] == ((), "ok")


def test_several_contests_in_one_file(tmp_path):
    """Each of them is checked."""
    db = tmp_path / "arena.db"
    hold(db, "ada", "bob", plan=DUELS, blocks=1)
    first = verified(db).matches
    hold(db, "ada", "bob", "cheat", plan=COWS, blocks=1, contest="cows")

    assert verified(db).matches == first + 3
    assert verified(db)[2:] == ((), "ok")
