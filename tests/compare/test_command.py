"""`arena compare` of two small bots: it comes to a decision, once, and says it again."""

import shutil

import pytest

from tests.compare.bots import BAD, compare, contest_in, found
from tests.tournament.contest import Contest

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compared")]  # played once

KEYS = {"decision", "pairs", "score", "elo", "error", "nelo", "los", "llr", "lower", "upper"}


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    """By game: the contest and the finished command; nobody changes them."""
    done = {}

    def hold(game):
        if game not in done:
            contest = contest_in(tmp_path_factory.mktemp("held") / game, game)
            done[game] = contest, contest.run(*compare(game))
        return done[game]

    return hold


@pytest.mark.parametrize("game", BAD)
def test_a_better_bot_is_found_to_be_better(game, held):
    """Exit 0, a document with the keys of the contract, and a record that verifies."""
    contest, done = held(game)
    said = found(done)

    assert done.returncode == 0, done.stderr
    assert said["decision"] == "better"
    assert said.keys() >= KEYS
    assert contest.ask("SELECT count(*) FROM stage WHERE ended_at IS NOT NULL") == [(1,)]
    assert contest.verified() == contest.ask("SELECT count(*) FROM match")[0][0]
    assert contest.left_over() == []


def test_pairs_are_counted_for_the_new_bot(held):
    """Five counts that are all blocks; score, Elo and LLR say that it won."""
    contest, done = held("face-to-face")
    said = found(done)

    assert len(said["pairs"]) == 5
    assert sum(said["pairs"]) == said["blocks"] == contest.stored
    assert said["pairs"][4] > said["pairs"][0]
    assert said["score"] > 0.5
    assert said["elo"] > 0
    assert said["llr"] >= said["upper"] == -said["lower"] > 0


@pytest.mark.parametrize("game", ["the-game", "six-nimmt"])
def test_without_pairs_the_interval_decides(game, held):
    """It holds the score, and nothing that would be as good as it is for the old one."""
    said = found(held(game)[1])

    assert (said["pairs"], said["llr"]) == (None, None)
    assert said["low"] <= said["score"] <= said["high"]
    assert said["low"] > (0.5 if game == "six-nimmt" else 0)


@pytest.fixture
def contest(held, tmp_path):
    """The finished comparison of Face to Face in a folder of its own."""
    before, _ = held("face-to-face")
    return Contest(shutil.copytree(before.folder, tmp_path / "contest"), word=before.word)


def test_after_the_end_the_result_is_printed_again(contest, held):
    """The same document and exit code, and nothing is played."""
    before, done = held("face-to-face")

    again = contest.run(*compare("face-to-face"))

    assert (again.returncode, again.stdout) == (0, done.stdout)
    assert contest.stored == before.stored


def test_a_changed_bot_starts_anew(contest):
    """What its older version won does not count for it."""
    before = contest.stored
    contest.add("good", "return self.game.Turn(()) if self.begun.seat else moves[-1]")

    done = contest.run(*compare("face-to-face"))
    said = found(done)

    assert (done.returncode, said["decision"]) == (1, "not better")
    assert sum(said["pairs"]) == contest.stored - before
    assert said["pairs"][4] == 0
    assert contest.verified() == 2 * contest.stored


def test_a_bot_is_not_compared_with_itself(contest):
    """One sentence, and nothing is begun."""
    done = contest.run("compare", "bots/good", "bots/good")

    assert done.returncode == 2
    assert "bots/good and bots/good are the same bot; give two that differ" in done.stderr


def test_the_other_way_round_it_is_another_comparison(contest, held):
    """Exit 1: the worse bot is not better. It has a record of its own."""
    done = contest.run(*compare("face-to-face", new="bad", old="good"))

    assert (done.returncode, found(done)["decision"]) == (1, "not better")
    assert contest.ask("SELECT count(*) FROM contest") == [(2,)]
    assert found(held("face-to-face")[1])["score"] > 0.5 > found(done)["score"]
