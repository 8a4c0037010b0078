"""`arena verify`: what it prints and how it exits."""

import json
import re
import shutil

import pytest

from tests.commands.shell import arena
from tests.verify.contest import DUELS, hold
from tests.verify.tampering import tamper

pytestmark = pytest.mark.slow  # a process or two for every case


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE seat SET score = 1 - score WHERE match_id = 17", "the moves lead to"),
        ("UPDATE bot_sum SET scores = scores + 1", "the count of bots"),
        ("UPDATE commitment SET secret = zeroblob(32)", "commitment: wrong"),
        ("DELETE FROM block WHERE id = 3", "closed without block"),
        ("UPDATE block SET pool = 'chess/2' WHERE id = 3", "block"),
        ("DELETE FROM commitment", "cup, stage 1"),
    ],
)
def test_a_difference_is_told_and_is_exit_1(change, words, cup, tmp_path):
    """The differences are on stdout, and there is no traceback."""
    shutil.copy(cup, tmp_path / "arena.db")
    tamper(tmp_path / "arena.db", change)

    done = arena("verify", cwd=tmp_path)

    assert "Traceback" not in done.stderr
    assert done.returncode == 1
    assert words in done.stdout


def test_an_outcome_is_told_in_words(cup, tmp_path):
    """The match is named once, and what was found is no Python."""
    shutil.copy(cup, tmp_path / "arena.db")
    tamper(tmp_path / "arena.db", "UPDATE seat SET score = 1 - score WHERE match_id = 17")

    said = arena("verify", cwd=tmp_path).stdout

    (line,) = (line for line in said.splitlines() if "the moves lead to" in line)
    assert line.count("match ") == 1
    assert "Outcome" not in line
    assert re.search(r"lead to scores [01], [01] and places \d, \d \(\w+\), but the record", line)


def test_differences_in_json(cup, tmp_path):
    """One document; exit 1 all the same. The file may be named."""
    shutil.copy(cup, tmp_path / "other.db")
    tamper(tmp_path / "other.db", "UPDATE match SET turns = 99 WHERE id = 17")

    done = arena("verify", "other.db", "--json", cwd=tmp_path)

    document = json.loads(done.stdout)
    assert done.returncode == 1
    assert document["matches"] == 45
    assert document["commitment"] == "ok"
    (found,) = document["differences"]
    assert "not 99" in found


def test_an_honest_contest_is_exit_0(cup, tmp_path):
    """It says how much was checked, and that faults are taken as they are recorded."""
    shutil.copy(cup, tmp_path / "arena.db")

    done = arena("verify", cwd=tmp_path)
    document = json.loads(arena("verify", "--json", cwd=tmp_path).stdout)

    assert done.returncode == 0
    assert "45 matches checked, commitment: ok" in done.stdout
    assert "50 faults taken as recorded" in done.stdout
    assert "no difference" in done.stdout
    assert document["matches"] == 45
    assert document["differences"] == []
    assert document["commitment"] == "ok"


def test_an_unfinished_contest_is_exit_0(tmp_path):
    """Its secret is not shown before its end, here neither."""
    hold(tmp_path / "arena.db", "ada", "bob", plan=DUELS, blocks=3, games=4)

    done = arena("verify", cwd=tmp_path)

    assert done.returncode == 0
    assert "4 matches checked, commitment: not revealed yet" in done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("verify",), "there is no database arena.db"),
        (("verify", "none.db"), "there is no database none.db"),
        (("verify", "."), ". is no site: it has no season.json; give a database or"),
        (("verify", "notes.txt"), "notes.txt is damaged or no database"),
        (("verify", "empty.db"), "empty.db is empty"),
    ],
)
def test_what_is_no_database_is_exit_2(words, told, tmp_path):
    """One sentence that names the file."""
    (tmp_path / "notes.txt").write_text("no database\n" * 100)
    (tmp_path / "empty.db").touch()

    done = arena(*words, cwd=tmp_path)

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert told in done.stderr
