"""The same command again: what was played counts, what changed is said, the plan is kept."""

import shutil

import pytest

from tests.tournament.contest import DUELS, FIRST, LAST, Contest, tournament, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("going on")]  # held once

WORDS = ("--game", "face-to-face", "--blocks", 2)


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    """Three bots that have met twice each."""
    contest = Contest(tmp_path_factory.mktemp("held") / "contest")
    contest.add_plain(3)
    contest.hold(*WORDS)
    return contest


@pytest.fixture
def contest(held, tmp_path):
    """A contest that was played to its end, in a folder of its own."""
    return Contest(shutil.copytree(held.folder, tmp_path / "contest"), word=held.word)


@pytest.fixture
def begun(tmp_path):
    """Five bots whose contest was killed while most of it was still to be played."""
    contest = Contest(tmp_path / "contest")
    for number in range(5):
        contest.add(f"plain{number}", f"{FIRST}  # {number}", games=DUELS)
    run = contest.begin(*tournament(*WORDS))
    assert wait_for(run, lambda: contest.is_open)
    run.kill()
    run.wait()
    return contest


def blocks_by_stage(contest):
    return contest.ask("SELECT stage_id, count(*) FROM block GROUP BY stage_id ORDER BY stage_id")


def rows(contest):
    """By bot: the pairs of its row in the standings."""
    table = contest.standings()["games"]["face-to-face"]["rows"]
    return {row["bot"]: row["blocks"] for row in table}


def test_nothing_is_left_to_be_played(contest):
    """After the end the same command says so, and `arena resume` as well."""
    again = contest.hold(*WORDS)
    resumed = contest.run("resume")

    assert "played to its end" in again.stderr
    assert resumed.returncode == 2
    assert "there is nothing to go on with" in resumed.stderr
    assert blocks_by_stage(contest) == [(1, 6)]


def test_a_changed_bot_is_a_new_version(contest):
    """It is said, a second stage plays what the new version lacks, and that one is ranked."""
    contest.add("plain0", LAST, games=DUELS)

    done = contest.hold(*WORDS)

    assert "changed: plain0" in done.stderr.splitlines()
    assert blocks_by_stage(contest) == [(1, 6), (2, 4)]
    assert rows(contest) == {"plain0": 4, "plain1": 6, "plain2": 6}
    versions = contest.ask("SELECT DISTINCT version FROM entry WHERE bot = 'plain0'")
    assert len(versions) == 2
    assert contest.verified() == 20


def test_a_new_bot_meets_everybody(contest):
    """It is said, and only the couples that have not met play."""
    contest.add("newcomer", games=DUELS)

    done = contest.hold(*WORDS)

    assert "new: newcomer" in done.stderr.splitlines()
    assert blocks_by_stage(contest) == [(1, 6), (2, 6)]
    assert rows(contest) == dict.fromkeys(("newcomer", "plain0", "plain1", "plain2"), 6)


def test_a_bot_that_is_gone_is_not_ranked(contest):
    """It is said; what the others played against it counts."""
    shutil.rmtree(contest.bots / "plain0")

    done = contest.hold(*WORDS)

    assert "gone: plain0" in done.stderr.splitlines()
    assert rows(contest) == {"plain1": 4, "plain2": 4}


def test_more_blocks_after_the_end(contest):
    """A second stage plays the rest."""
    contest.hold("--game", "face-to-face", "--blocks", 3)

    assert blocks_by_stage(contest) == [(1, 6), (2, 3)]
    assert rows(contest) == {"plain0": 6, "plain1": 6, "plain2": 6}


def test_more_blocks_before_the_end(begun):
    """The stage goes on and is longer."""
    begun.hold("--game", "face-to-face", "--blocks", 3)

    assert begun.ask("SELECT number, announced FROM stage") == [(1, "[2, 3]")]
    assert rows(begun) == {f"plain{number}": 12 for number in range(5)}


def test_a_change_before_the_end_ends_the_stage(begun):
    """What was played of it counts, and the second stage plays the rest."""
    begun.add("plain0", LAST, games=DUELS)

    done = begun.hold(*WORDS)

    assert "changed: plain0" in done.stderr.splitlines()
    assert "stage 1 ends here" in done.stderr
    assert begun.ask("SELECT number FROM stage WHERE ended_at IS NOT NULL") == [(1,), (2,)]
    assert rows(begun)["plain4"] == 8
    begun.verified()


def test_resume_needs_no_folder(begun):
    """`arena resume` plays the bots as they were, whatever became of their files."""
    shutil.rmtree(begun.bots)

    done = begun.run("resume")

    assert done.returncode == 0, done.stderr
    assert rows(begun) == {f"plain{number}": 8 for number in range(5)}


OTHERWISE = {
    "fewer blocks": (("--blocks", 1), "give --blocks 2 or more, or leave it out"),
    "another limit": (("--blocks", 2, "--move-ms", 700), "--move-ms was 5000 and is now 700"),
    "another seed": (("--blocks", 2, "--seed", 6), "--seed was 5 and is now 6"),
    "another format": (("--blocks", 2, "--format", "swiss"), "format"),
    "another sandbox": (("--blocks", 2, "--sandbox", "unsafe"), "sandbox"),
}


@pytest.mark.parametrize("case", OTHERWISE)
def test_another_plan_is_refused(case, contest):
    """Exit 2, and the difference is named; nothing is played."""
    words, named = OTHERWISE[case]

    done = contest.try_to_hold("--game", "face-to-face", *words)

    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("arena: contest 'bots' ")
    assert named in done.stderr
    assert blocks_by_stage(contest) == [(1, 6)]


def test_strict_plays_nothing_with_a_broken_bot(tmp_path):
    """Exit 2 names it with what is wrong; without --strict it is left out."""
    contest = Contest(tmp_path / "contest")
    contest.add_plain(2)
    contest.add("broken", first="sys.exit(1)", games=DUELS)

    strict = contest.try_to_hold(*WORDS, "--strict")

    assert strict.returncode == 2
    assert strict.stderr.splitlines()[-1].startswith("arena: broken cannot play")
    assert "left out: broken: face-to-face for 2: did_not_start" in strict.stderr
    assert contest.stored == 0

    contest.hold(*WORDS)

    assert rows(contest) == {"plain0": 2, "plain1": 2}


def test_a_contest_that_strict_refused_to_change_goes_on(begun):
    """A broken bot is added to an unfinished stage, refused, and taken out: all is played."""
    begun.add("broken", first="sys.exit(1)", games=DUELS)
    assert begun.try_to_hold(*WORDS, "--strict").returncode == 2
    shutil.rmtree(begun.bots / "broken")

    begun.hold(*WORDS)

    assert rows(begun) == {f"plain{number}": 8 for number in range(5)}
