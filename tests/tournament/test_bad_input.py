"""Whatever an organiser can get wrong: one sentence that names it, exit 2, no traceback."""

import shutil
import signal
import sqlite3
import subprocess
from contextlib import closing

import pytest

from tests.commands.shell import ARENA, arena
from tests.tournament.contest import Contest, tournament, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("bad input")]  # a process a case

ON_COUPLES = ("two", "--game", "face-to-face")
WRONG = {
    "empty folder": (("empty",), "empty holds no bots"),
    "one bot": (("one",), "needs 2 bots"),
    "no such folder": (("nowhere",), "nowhere"),
    "no folder at all": ((), "arena tournament bots/"),
    "a file": (("notes.txt",), "notes.txt is a file: give the folder"),
    "an archive": (("mail.zip",), "mail.zip is an archive: make a folder of it with `arena import"),
    "two folders": (("one", "two"), "not of one, two; put them into one"),
    "unknown game": (("two", "--game", "chess"), "chess"),
    "unknown format": ((*ON_COUPLES, "--format", "league"), "league"),
    "unknown sandbox": (("two", "--sandbox", "jail"), "jail"),
    "unknown option": ((*ON_COUPLES, "--option", "color=red"), "color"),
    "more seats than bots": (("two", "--game", "six-nimmt", "--seats", 9), "9 seats"),
    "mixed teams of too many": (
        ("two", "--game", "the-game", "--seats", 3, "--cross-play", 1),
        "3 seats",
    ),
    "negative seats": (("two", "--game", "six-nimmt", "--seats", -1), "2 to 10"),
    "seats that are no numbers": (("two", "--seats", "many"), "--seats"),
    "negative blocks": (("two", "--blocks", -1), "--blocks"),
    "no workers": (("two", "--workers", 0), "--workers"),
    "negative time": (("two", "--move-ms", -5), "--move-ms"),
    "negative hours": ((*ON_COUPLES, "--hours", -1), "--hours"),
    "hours that are no number": ((*ON_COUPLES, "--hours", "nan"), "--hours"),
    "hours without end": ((*ON_COUPLES, "--hours", "inf"), "--hours"),
    "gauntlet without a challenger": ((*ON_COUPLES, "--format", "gauntlet"), "--challenger"),
    "swiss for another game": (("two", "--game", "the-game", "--format", "swiss"), "swiss"),
    "database in no folder": (("two", "--db", "no/where.db"), "no/where.db"),
    "database that is a folder": (("two", "--db", "empty"), "empty"),
    "database that is this folder": (("two", "--db", "."), "folder"),
    "database of another program": (("two", "--db", "foreign.db"), "another program"),
    "no database": (("two", "--db", "garbage.db"), "no database"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Folders with none, one and two bots, and files that are no database of ours."""
    folder = tmp_path_factory.mktemp("wrong")
    for name, bots in {"empty": 0, "one": 1, "two": 2}.items():
        contest = Contest(folder / f"contest of {name}")
        contest.add_plain(bots, games=("face-to-face", "the-game", "six-nimmt"))
        contest.bots.rename(folder / name)
    (folder / "notes.txt").write_text("nothing")
    (folder / "mail.zip").write_bytes(b"whatever is in it")
    (folder / "garbage.db").write_bytes(b"garbage" * 1000)
    with closing(sqlite3.connect(folder / "foreign.db")) as connection:
        connection.execute("CREATE TABLE invoice (id INTEGER)")
    return folder


def assert_refused(done, named):
    """One line, which names it."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("arena: ")
    assert len(done.stderr.splitlines()) == 1
    assert named in done.stderr


@pytest.mark.parametrize("case", WRONG)
def test_one_sentence_and_exit_2(case, folder, tmp_path):
    """The sentence names the thing; nothing is printed as a result."""
    words, named = WRONG[case]
    db = () if "--db" in words else ("--db", tmp_path / "arena.db")

    assert_refused(arena("tournament", *words, *db, cwd=folder), named)


def test_a_setting_of_the_wrong_kind(tmp_path):
    """The sentence says how it is written."""
    contest = Contest(tmp_path / "contest")
    contest.add_plain(2)
    (contest.folder / "arena.toml").write_text("[contest]\nblocks = '4'\n")

    assert_refused(contest.try_to_hold(), "blocks is '4'; write blocks = 4")


def test_a_game_whose_bots_have_all_failed(tmp_path):
    """That is what is said, not that they do not play it; who plays nothing takes one line."""
    contest = Contest(tmp_path / "contest")
    contest.add_plain(5)
    for name in ("broken", "wreck"):
        contest.add(name, games=("the-game",), first=f"sys.exit('{name}')")

    done = contest.try_to_hold("--game", "the-game")

    assert done.returncode == 2
    first, *_, last = done.stderr.splitlines()
    assert first == (
        "5 of 7 bots play nothing here, since their bot.toml names none of these games:"
        " plain0, plain1, plain2, …; add --game for theirs"
    )
    assert last == (
        "arena: the-game needs 2 bots, and of 2 that would play it 0 passed the trial;"
        " see above what was wrong with the others"
    )


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    contest = Contest(tmp_path_factory.mktemp("held") / "contest")
    contest.add_plain(2)
    contest.hold("--blocks", 1)
    return contest


@pytest.fixture
def contest(held, tmp_path):
    """A contest that was played to its end, in a folder of its own."""
    return Contest(shutil.copytree(held.folder, tmp_path / "contest"), word=held.word)


PAGE = 4096


def root_page(db, table):
    with closing(sqlite3.connect(db)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        ((page,),) = connection.execute(query, (table,)).fetchall()
    return page


@pytest.mark.parametrize("table", ["entry", "round", "seat"])
@pytest.mark.parametrize("command", ["tournament", "verify"])
def test_a_damaged_page(command, table, contest):
    """A disk that lost a page of a table is told from a bug of ours."""
    page = root_page(contest.db, table)
    with contest.db.open("r+b") as db:
        db.seek((page - 1) * PAGE)
        db.write(b"\xff" * PAGE)

    done = contest.run("verify") if command == "verify" else contest.try_to_hold("--blocks", 2)

    assert done.returncode in (1, 2), done.stderr
    assert "Traceback" not in done.stderr
    assert "damaged" in done.stdout + done.stderr


def test_a_database_that_another_program_has_locked(contest):
    """After some seconds of waiting it is said, and what to do about it."""
    with closing(sqlite3.connect(contest.db, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")

        assert_refused(contest.try_to_hold("--blocks", 2), "locked by another program")


def in_namespace(contest, *lines):
    """Shell commands with mounts of their own; the exit codes of `arena` are in stdout."""
    script = ["set -e", "cd " + str(contest.folder), *lines]
    return subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", "\n".join(script)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_folder_that_is_read_only(contest):
    """Playing into it is refused; the standings can be read."""
    words = " ".join(map(str, tournament("--blocks", 2)))

    done = in_namespace(
        contest,
        "mount --bind . .",
        "mount -o remount,ro,bind . .",
        f"cd {contest.folder}",
        f"{ARENA} leaderboard --csv | head -1",
        f"exec {ARENA} {words}",
    )

    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "arena.db" in done.stderr
    assert "cannot be written to" in done.stderr
    assert "bot" in done.stdout


def test_a_disk_that_is_full(tmp_path):
    """The run ends with a sentence; once there is room `arena resume` plays the rest."""
    contest = Contest(tmp_path / "contest")
    contest.add_plain(3)
    (contest.folder / "disk").mkdir()
    words = " ".join(map(str, tournament("--blocks", 30, "--db", "disk/arena.db")))

    done = in_namespace(
        contest,
        "mount -t tmpfs -o size=640k none disk",
        f"{ARENA} {words} || echo exit $?",
        "echo between >&2",
        "mount -o remount,size=20m disk",
        f"{ARENA} resume --db disk/arena.db >&2",
        f"{ARENA} verify disk/arena.db",
    )

    full, _, later = done.stderr.partition("between\n")
    assert "exit 2" in done.stdout, full
    assert "Traceback" not in full
    assert "is full; make room, then `arena resume`" in full
    assert done.returncode == 0, later
    assert "180 matches checked" in done.stdout


def test_a_database_in_use(tmp_path):
    """The second run is refused and told by whom; the first goes on, and readers are free."""
    contest = Contest(tmp_path / "contest")
    contest.add_plain(3)
    words = tournament("--blocks", 500)
    run = contest.begin(*words)
    assert wait_for(run, lambda: contest.stored)

    assert_refused(contest.run(*words), f"in use: process {run.pid} ")
    assert_refused(contest.run("resume"), "in use")
    assert contest.run("matches").returncode == 0
    stored = contest.stored
    assert wait_for(run, lambda: contest.stored > stored)
    run.send_signal(signal.SIGINT)

    assert run.wait() == 130
    assert contest.said.splitlines()[-1].endswith("go on with: arena resume")


def test_nobody_says_which_contest_is_meant(tmp_path):
    """Two unfinished contests: `arena resume` names both."""
    contest = Contest(tmp_path / "contest")
    contest.add_plain(2)
    for name in ("spring", "autumn"):
        run = contest.begin(*tournament("--blocks", 9, "--contest", name))
        assert wait_for(run, lambda name=name: f"{name}, stage 1" in contest.said)
        run.kill()
        run.wait()

    assert_refused(contest.run("resume"), "spring, autumn")
    assert contest.run("resume", "--contest", "autumn").returncode == 0
