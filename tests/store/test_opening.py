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
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlmodel import SQLModel

from arena.store import BadStore, is_remote, opening, path_of, reading, writing
from tests.plain_user import CHECKOUT, run_as_plain_user
from tests.store.played import bots_in, open_stage, rows_of

BOTH = pytest.mark.parametrize("opened", [reading, writing])


def refused(opened, path, words):
    """The organiser is told one sentence, which names the file."""
    with pytest.raises(BadStore, match=words) as caught, opened(str(path)) as store:
        store.contests()
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.fixture(scope="module")
def cup(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cup")
    with writing(str(folder / "arena.db")) as store:
        open_stage(store, bots_in(folder / "bots"))
    return folder / "arena.db"


@pytest.fixture
def filled(cup, tmp_path):
    """A database with a stage in it, which nobody has open."""
    return shutil.copy(cup, tmp_path / "filled.db")


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


def test_a_locked_database_is_said(filled, monkeypatch):
    """Another program that writes is waited for, then named as the trouble; later all is well."""
    monkeypatch.setattr(opening, "_WAIT_S", 0.05)
    with closing(sqlite3.connect(filled, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")

        refused(writing, filled, "is locked by another program; close it and try again")
        with reading(str(filled)) as reader:
            assert reader.contests() == ["cup"]

    with writing(str(filled)) as store:
        assert store.contests() == ["cup"]


def test_a_database_that_another_program_keeps_for_itself(filled, monkeypatch):
    """A program that lets nobody in stops readers too, with the same sentence."""
    monkeypatch.setattr(opening, "_WAIT_S", 0.05)
    with closing(sqlite3.connect(filled, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        other.execute("CREATE TABLE mine (a)")

        for opened in (reading, writing):
            refused(opened, filled, "is locked by another program; close it and try again")


def test_a_lock_that_comes_later_is_said_too(db, monkeypatch):
    """A write that finds the database locked says the same, and can be tried again."""
    monkeypatch.setattr(opening, "_WAIT_S", 0.05)
    with writing(str(db)) as store:
        with closing(sqlite3.connect(db, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")

            with pytest.raises(BadStore, match="is locked by another program"):
                store.drawn_commitment()

        drawn, _ = store.drawn_commitment()
        assert len(drawn) == 64


def test_the_migrations_make_the_tables_of_the_models(db):
    """Alembic finds nothing to change between a new database and the models."""
    with writing(str(db)) as store, store._engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )

        assert compare_metadata(context, SQLModel.metadata) == []


def test_the_migrations_make_the_very_same_tables(db, tmp_path):
    """Columns, keys and indices are those that the models would make by themselves."""
    writing(str(db)).__enter__().close()
    plain = tmp_path / "plain.db"
    engine = sa.create_engine(f"sqlite:///{plain}")
    SQLModel.metadata.create_all(engine)
    engine.dispose()

    assert _shapes(db) == _shapes(plain)


def _shapes(db):
    """By table: columns, foreign keys, and the columns of each index with its kind."""
    with closing(sqlite3.connect(db)) as connection:

        def ask(pragma, name):
            return connection.execute(f'PRAGMA {pragma}("{name}")').fetchall()

        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            table: (
                ask("table_info", table),
                sorted(ask("foreign_key_list", table)),
                sorted(
                    (unique, origin, [column for _, _, column in ask("index_info", name)])
                    for _, name, unique, origin, _ in ask("index_list", table)
                ),
            )
            for (table,) in tables
            if table != "alembic_version"
        }


MORE = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade():
    op.create_table("more", sa.Column("id", sa.Integer(), primary_key=True))
    op.add_column("contest", sa.Column("motto", sa.String(), nullable=True))
"""


@pytest.fixture
def next_form(tmp_path, monkeypatch):
    """Lets the store know one migration more."""
    scripts = tmp_path / "100% new"
    shutil.copytree(opening._SCRIPTS, scripts)
    script = scripts / "versions" / "0002_more.py"

    def know(text):
        script.write_text(text)
        monkeypatch.setattr(opening, "_SCRIPTS", scripts)

    return know


def test_an_older_database_is_brought_up_to_date(filled, next_form):
    """Readers ask for it, the next writer does it, and what was recorded is kept."""
    before = rows_of(filled)
    next_form(MORE)

    refused(reading, filled, "older Arena; `arena resume` brings it up to date")
    with writing(str(filled)) as store:
        assert [stage.terms.contest for stage in store.stages("cup")] == ["cup"]

    after = rows_of(filled)
    assert after["alembic_version"] == [{"version_num": "0002"}]
    assert after["more"] == []
    assert {name: rows for name, rows in after.items() if name in ("stage", "entry")} == {
        name: before[name] for name in ("stage", "entry")
    }
    with reading(str(filled)) as reader:
        assert reader.contests() == ["cup"]


def test_a_database_of_the_next_form_is_refused_today(filled, next_form, monkeypatch):
    """What a newer Arena has written is not touched by this one."""
    next_form(MORE)
    with writing(str(filled)):
        pass
    monkeypatch.undo()

    for opened in (reading, writing):
        refused(opened, filled, r"newer Arena \(its form is 0002, .* 0001\); update Arena")


def test_a_migration_that_fails_leaves_everything_as_it_was(filled, next_form):
    """Half a migration would be a database of no form at all."""
    before = rows_of(filled)
    next_form(MORE + "    raise RuntimeError('no power')\n")

    with pytest.raises(RuntimeError, match="no power"):
        writing(str(filled)).__enter__()

    assert rows_of(filled) == before


def test_a_writer_is_safe_from_a_cut_of_the_power(store):
    """A write-ahead log, synced at every commit; and no row refers to one that is not there."""
    with store._to_write.connect() as connection:
        asked = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }

    assert asked == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_row_of_nothing_is_refused(store):
    """Foreign keys are looked at, not just written down."""
    with (
        pytest.raises(sa.exc.IntegrityError, match="FOREIGN KEY"),
        store._to_write.begin() as connection,
    ):
        connection.exec_driver_sql("INSERT INTO round VALUES (77, 0, 0, 1, '')")


LOCAL = "/dev/sda1 / ext4 rw 0 0"


def mounted(monkeypatch, *lines):
    real = Path.read_text

    def read_text(path, *how, **more):
        if str(path) == "/proc/self/mounts":
            return "".join(f"{line}\n" for line in lines)
        return real(path, *how, **more)

    monkeypatch.setattr(Path, "read_text", read_text)


@pytest.mark.parametrize(
    ("lines", "remote"),
    [
        ([LOCAL], False),
        ([LOCAL, "server:/home /home nfs4 rw 0 0"], False),
        ([LOCAL, "server:/srv {folder} nfs4 rw 0 0"], True),
        ([LOCAL, "server:/srv {above} nfs rw 0 0"], True),
        ([LOCAL, "server:/srv {above} nfs rw 0 0", "/dev/sdb1 {folder} xfs rw 0 0"], False),
        ([LOCAL, "/dev/sdb1 {folder} xfs rw 0 0", "server:/srv {above} nfs rw 0 0"], False),
        ([LOCAL, "/dev/sdb1 {folder} xfs rw 0 0", "server:/srv {folder} nfs rw 0 0"], True),
        ([LOCAL, "server:/srv {folder}2 nfs rw 0 0"], False),
        ([LOCAL, "//server/share {folder} cifs rw 0 0"], True),
        ([LOCAL, "me@server: {folder} fuse.sshfs rw 0 0"], True),
        ([LOCAL, "/dev/sdc1 {folder} fuseblk rw 0 0"], False),
        ([LOCAL, "C:\\134 {folder} 9p rw 0 0"], True),
        (["none / tmpfs rw 0 0"], False),
    ],
)
def test_a_remote_disk_is_told_by_its_mount(lines, remote, tmp_path, monkeypatch):
    """The mount that is nearest to the file decides; of two at one place, the later."""
    names = {"folder": tmp_path, "above": tmp_path.parent}
    mounted(monkeypatch, *(line.format(**names) for line in lines))

    assert is_remote(tmp_path / "arena.db") is remote


def test_a_relative_name_is_looked_up_too(tmp_path, monkeypatch):
    """A bare name is in the current folder, and a folder may be a link to another disk."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "link").symlink_to("disk")
    mounted(monkeypatch, LOCAL, f"server:/srv {tmp_path / 'disk'} nfs4 rw 0 0")

    monkeypatch.chdir(tmp_path / "disk")
    assert is_remote(Path("arena.db"))
    assert is_remote(tmp_path / "link" / "arena.db")
    assert not is_remote(tmp_path / "arena.db")


def test_a_mount_may_have_a_blank_in_its_name(tmp_path, monkeypatch):
    """The kernel writes blanks as octal numbers."""
    (tmp_path / "my disk").mkdir()
    mounted(monkeypatch, LOCAL, f"server:/srv {tmp_path}/my\\040disk nfs4 rw 0 0")

    assert is_remote(tmp_path / "my disk" / "arena.db")


def test_a_link_to_a_remote_file_is_remote(tmp_path, monkeypatch):
    """The log is kept where the file is, not where its name is."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / "arena.db").touch()
    (tmp_path / "arena.db").symlink_to("disk/arena.db")
    mounted(monkeypatch, LOCAL, f"server:/srv {tmp_path / 'disk'} nfs4 rw 0 0")

    assert is_remote(tmp_path / "arena.db")


def test_a_machine_without_that_table_has_local_disks(tmp_path, monkeypatch):
    """Where the mounts cannot be read nothing is remote."""

    def read_text(path, *how, **more):
        raise FileNotFoundError(path)

    monkeypatch.setattr(Path, "read_text", read_text)

    assert not is_remote(tmp_path / "arena.db")


def test_no_log_is_kept_on_a_remote_disk(db, bots, monkeypatch):
    """The shared memory of a log cannot be relied on there; a run and its readers still work."""
    mounted(monkeypatch, LOCAL, f"server:/srv {db.parent} nfs4 rw 0 0")

    with writing(str(db)) as store, reading(str(db)) as reader:
        open_stage(store, bots)
        with store._to_write.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "delete"
        assert reader.contests() == ["cup"]
        assert not db.with_name("arena.db-wal").exists()


HOLDS_IT = """
import sys
from arena.store import writing

with writing(sys.argv[1]):
    print("mine", flush=True)
    sys.stdin.read()
"""


def test_a_second_run_is_refused_until_the_first_is_dead(filled):
    """It is told who plays; readers are free; a run that was killed holds nothing back."""
    first = subprocess.Popen(
        [sys.executable, "-c", HOLDS_IT, str(filled)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with first:
        assert first.stdout.readline() == "mine\n"

        refused(writing, filled, f"in use: process {first.pid} plays into it; wait for it, or stop")
        with reading(str(filled)) as reader:
            assert reader.contests() == ["cup"]
        first.kill()
        first.wait()

    with writing(str(filled)) as store:
        assert store.contests() == ["cup"]


def test_a_run_gives_its_lock_back_however_it_ends(db):
    """The same process is refused while it has the database, and let in again afterwards."""

    def interrupted():
        with writing(str(db)):
            refused(writing, db, f"process {os.getpid()} plays into it")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()

    with writing(str(db)) as store:
        assert store.contests() == []


def test_a_file_that_is_refused_is_not_locked(tmp_path):
    """Once it has been mended it can be opened."""
    path = tmp_path / "given.db"
    _short_text(path, None)
    with pytest.raises(BadStore):
        writing(str(path)).__enter__()
    path.write_bytes(b"")

    with writing(str(path)) as store:
        assert store.contests() == []


def test_a_link_to_a_database_in_use_is_refused(filled, tmp_path):
    """It is the file that is in use, whatever it is called."""
    link = tmp_path / "link.db"
    link.symlink_to(filled)

    with writing(str(filled)), pytest.raises(BadStore, match="in use"):
        writing(str(link)).__enter__()
