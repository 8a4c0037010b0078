"""Opening a database: whatever is wrong with the file is one sentence with the remedy."""

import gc
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from arena.store import BadStore, path_of, reading, writing
from tests.plain_user import CHECKOUT, run_as_plain_user
from tests.store.played import refused, rows_of

pytestmark = pytest.mark.slow  # processes of another user

BOTH = pytest.mark.parametrize("opened", [reading, writing])


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///arena.db", "arena.db"),
        ("sqlite:////srv/cup/arena.db", "/srv/cup/arena.db"),
        ("sqlite:///cups/2026.db", "cups/2026.db"),
        ("arena.db", "arena.db"),
        ("/srv/cup/arena.db", "/srv/cup/arena.db"),
        ("../other.sqlite3", "../other.sqlite3"),
    ],
)
def test_a_url_or_a_plain_path_names_a_file(url, path):
    """Three slashes for a relative path, four for one from the root, or no scheme at all."""
    assert path_of(url) == Path(path)


@BOTH
@pytest.mark.parametrize(
    "url", ["postgresql://localhost/cup", "mysql://u:p@h/cup", "http://x/arena.db", "sqlite://"]
)
def test_other_databases_are_refused(url, opened):
    """Only SQLite is there, and the sentence shows how it is written."""
    with pytest.raises(BadStore, match=r"only SQLite .* write sqlite:///arena\.db, or a path"):
        opened(url).__enter__()


@pytest.mark.parametrize(
    "name",
    [
        "my cup.db",
        "größe.db",
        "a#b.db",
        "file:a.db",
        "what?.db",
        "a%20b.db",
    ],
)
def test_a_file_may_have_any_name(name, tmp_path):
    """The file that was named is the one that is made, and no other beside it."""
    folder = tmp_path / "cup"
    folder.mkdir()
    with writing(str(folder / name)) as store:
        store.drawn_commitment()

    assert {path.name for path in folder.iterdir()} == {name, f"{name}.lock"}
    assert "commitment" in rows_of(folder / name)


@BOTH
@pytest.mark.parametrize("url", ["", "sqlite:///"])
def test_no_name_is_refused(url, opened, tmp_path, monkeypatch):
    """An empty name is no database; the sentence asks for a file."""
    monkeypatch.chdir(tmp_path)

    with pytest.raises(BadStore, match="give a file"):
        opened(url).__enter__()


def test_a_database_in_memory_is_refused(tmp_path, monkeypatch):
    """What is played must outlive the process, so the sentence asks for a file."""
    monkeypatch.chdir(tmp_path)

    with pytest.raises(BadStore) as caught:
        writing("sqlite:///:memory:").__enter__()

    assert "file" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_there_is_nothing_to_read(tmp_path):
    """Reading makes no file, and says which command does."""
    refused(reading, tmp_path / "none.db", r"there is no database .*; `arena tournament bots/`")

    assert list(tmp_path.iterdir()) == []


@BOTH
@pytest.mark.parametrize("parent", ["missing", "file"])
def test_a_database_needs_a_folder_that_exists(parent, opened, tmp_path):
    """No folder is made for it, and a file is no folder."""
    (tmp_path / "file").write_text("a file")

    refused(opened, tmp_path / parent / "arena.db", "there is no database|a folder that exists")

    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    "opened",
    [
        reading,
        writing,
    ],
)
def test_a_name_that_no_file_can_have_is_refused(opened, tmp_path):
    """A name that the file system does not take is the organiser's to change."""
    refused(opened, tmp_path / ("long" * 100), "file|name|--db")


def _text(path, _):
    path.write_text("name,author\nada,Ada Lovelace\n" * 100)


def _short_text(path, _):
    path.write_text("hello")


def _other_header(path, filled):
    data = filled.read_bytes()
    path.write_bytes(bytes([data[0] ^ 1]) + data[1:])


def _cut_in_the_middle(path, filled):
    data = filled.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def _cut_in_the_header(path, filled):
    path.write_bytes(filled.read_bytes()[:50])


def _overwritten(path, filled):
    data = filled.read_bytes()
    path.write_bytes(data[:4096] + b"\xaa" * (len(data) - 4096))


def _foreign(path, _):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE cookies (name)")


def _newer(path, filled):
    shutil.copy(filled, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")


DAMAGED = "is damaged or no database .*; restore a copy of it"
NOT_OURS = {
    "text": (_text, DAMAGED),
    "short text": (_short_text, DAMAGED),
    "other header": (_other_header, DAMAGED),
    "cut in the middle": (_cut_in_the_middle, DAMAGED),
    "cut in the header": (_cut_in_the_header, DAMAGED),
    "overwritten": (_overwritten, DAMAGED),
    "foreign": (_foreign, "is the database of another program; name another --db"),
    "newer": (_newer, r"newer Arena \(its form is 0999, .*\); update Arena"),
}


@BOTH
@pytest.mark.parametrize("case", NOT_OURS)
def test_what_is_no_database_of_ours_is_refused(case, opened, filled, tmp_path):
    """The sentence says what it is instead, and what to do."""
    make, words = NOT_OURS[case]
    make(tmp_path / "given.db", filled)

    refused(opened, tmp_path / "given.db", words)


@pytest.mark.parametrize("case", [*NOT_OURS])
def test_what_is_refused_is_left_as_it_was(case, filled, tmp_path):
    """Not a byte of what may be somebody else's file is changed."""
    path = tmp_path / "given.db"
    NOT_OURS[case][0](path, filled)
    before = path.read_bytes()

    for opened in (reading, writing):
        with pytest.raises(BadStore):
            opened(str(path)).__enter__()

    assert path.read_bytes() == before


@BOTH
def test_a_folder_is_refused(opened, tmp_path):
    """A folder is no database, also where one is to be made."""
    refused(opened, tmp_path, "give a file in a folder that exists")


def test_a_refused_file_is_given_back(tmp_path):
    """Whoever is refused holds no descriptor of the file, and leaves no log beside it."""
    path = tmp_path / "given.db"
    _foreign(path, None)
    gc.collect()
    gc.disable()
    try:
        for opened in (reading, writing):
            with pytest.raises(BadStore):
                opened(str(path)).__enter__()
        held = [os.readlink(f"/proc/self/fd/{fd}") for fd in _descriptors()]
    finally:
        gc.enable()

    assert [name for name in held if name.startswith(str(path))] == []
    assert not path.with_name("given.db-wal").exists()


def _descriptors():
    folder = Path("/proc/self/fd")
    return [fd.name for fd in folder.iterdir() if os.path.lexists(fd)]


def test_an_empty_file_has_nothing_to_read(tmp_path):
    """An empty file is no damaged one: it may be filled."""
    path = tmp_path / "empty.db"
    path.touch()

    refused(reading, path, "is empty; `arena tournament bots/` fills it")

    with writing(str(path)) as store:
        assert store.contests() == []


def test_others_cannot_read_a_new_database(db):
    """It holds the secret of the stage that is being played, and so does its log."""
    before = os.umask(0)
    try:
        with writing(str(db)) as store:
            store.drawn_commitment()
            modes = {path.name: path.stat().st_mode & 0o077 for path in db.parent.iterdir()}
    finally:
        os.umask(before)

    assert modes == {"arena.db": 0, "arena.db-wal": 0, "arena.db-shm": 0, "arena.db.lock": 0}


# Rights: root has them all, so a plain user tries. One process for all cases.
ATTEMPTS = """
import json, sys
from pathlib import Path
from arena.store import reading, writing

home, said = Path(sys.argv[1]), {}

def database(case):
    (home / case).mkdir()
    with writing(str(home / case / "arena.db")) as store:
        store.drawn_commitment()
    return home / case / "arena.db"

def attempt(case, opened, path):
    try:
        with opened(str(path)) as store:
            store.contests()
        said[case] = ["", ""]
    except Exception as problem:
        said[case] = [type(problem).__name__, str(problem)]

db = database("file"); db.chmod(0o400)
attempt("write a read-only file", writing, db)
attempt("read a read-only file", reading, db)
db = database("folder"); db.parent.chmod(0o500)
attempt("write in a read-only folder", writing, db)
attempt("read in a read-only folder", reading, db)
(home / "empty").mkdir(mode=0o500)
attempt("make one in a read-only folder", writing, home / "empty" / "arena.db")
db = database("without lock"); db.with_name("arena.db.lock").unlink(); db.parent.chmod(0o500)
attempt("lock in a read-only folder", writing, db)
db = database("closed"); db.parent.chmod(0)
attempt("write in a closed folder", writing, db)
attempt("read in a closed folder", reading, db)
db = database("unreadable"); db.chmod(0)
attempt("read an unreadable file", reading, db)
db = database("lock"); db.with_name("arena.db.lock").chmod(0)
attempt("write beside another's lock", writing, db)
print(json.dumps(said))
"""
NOT_WRITTEN = "cannot be written to.*; see its rights"
RIGHTS = {
    "write a read-only file": NOT_WRITTEN,
    "write in a read-only folder": NOT_WRITTEN,
    "make one in a read-only folder": NOT_WRITTEN,
    "lock in a read-only folder": NOT_WRITTEN,
    "write in a closed folder": "see its rights",
    "read in a closed folder": "see its rights",
    "read an unreadable file": "see its rights",
    "write beside another's lock": "see its rights",
}


@pytest.fixture(scope="module")
def attempts(tmp_path_factory):
    """By case: what was raised, and what it says."""
    home = tmp_path_factory.mktemp("rights")
    words = [sys.executable, "-c", ATTEMPTS, home]
    if os.geteuid() == 0:
        done = run_as_plain_user(*words, home=home)
    else:
        done = subprocess.run(
            list(map(str, words)), cwd=CHECKOUT, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    "case",
    RIGHTS,
)
def test_a_missing_right_is_said(case, attempts):
    """Who may not do it is told so, and where to look."""
    kind, text = attempts[case]

    assert (kind, "\n" in text) == ("BadStore", False)
    with pytest.raises(BadStore, match=RIGHTS[case]):
        raise BadStore(text)


def test_a_file_that_cannot_be_written_can_be_read(attempts):
    """Whoever may only read can read."""
    assert attempts["read a read-only file"] == ["", ""]


def test_a_folder_that_cannot_be_written_can_be_read(attempts):
    """A copy on a read-only disk can be read."""
    assert attempts["read in a read-only folder"] == ["", ""]
