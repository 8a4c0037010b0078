"""Opens the database: finds or makes the file, brings it up to date, and holds the run's lock.

Whatever is wrong with a file is said in one sentence with the remedy.
"""

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DatabaseError

from arena.errors import OrganiserError

DEFAULT = "sqlite:///arena.db"
_PREFIX = "sqlite:///"
_SCRIPTS = Path(__file__).parent / "migrations"
_WAIT_S = 10  # for another process that writes

# Their locks cannot be relied on for the shared memory of a write-ahead log.
_REMOTE = ("nfs", "cifs", "smb", "9p", "afs", "ceph", "gluster", "lustre", "fuse.")


_OCTAL = re.compile(r"\\([0-7]{3})")  # how a list of mounts writes a blank


class BadStore(OrganiserError):
    """A database that is not there, not ours, damaged, or in use."""


def path_of(url: str) -> Path:
    """The file that a URL, or a plain path, means."""
    if "://" not in url:
        return Path(url)
    if not url.startswith(_PREFIX):
        raise BadStore(f"--db {url}: only SQLite is there yet; write {DEFAULT}, or a path")
    name = url.removeprefix(_PREFIX)
    if name == ":memory:":
        raise BadStore("a contest must outlive the process that plays it; give --db a file")
    return Path(name)


def want_file(path: Path, *, write: bool) -> None:
    """Raises BadStore unless the file is there, or can be made where somebody writes."""
    try:
        exists = path.exists()
    except OSError as problem:
        raise BadStore(f"{path} cannot be opened: {problem.strerror}; see its rights") from None
    if not exists and not write:
        raise BadStore(
            f"there is no database {path}; `arena tournament bots/` makes one,"
            " --db names one elsewhere"
        )
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise BadStore(f"{path} cannot be a database: give a file in a folder that exists")
    # SQLite makes files beside its own, so the folder matters as well.
    places = [path.absolute().parent, *([path] if exists else [])]
    if write and not all(os.access(place, os.W_OK) for place in places):
        raise BadStore(f"{path} cannot be written to; see its rights, or name another --db")


def open_engine(path: Path, *, write: bool) -> Engine:
    """An engine for a database that is ours and up to date. Raises BadStore.

    Whoever writes reads through another one, so that no reading waits in the writers' queue.
    """
    want_file(path, write=write)
    if not path.exists():
        path.touch(mode=0o600)  # it holds the secret of the stage that is being played
    engine = _engine(path.resolve(), write=write)
    try:
        with engine.connect() as connection:
            _bring_up_to_date(connection, path, write=write)
            if write:  # now that the file is known to be ours
                _choose_journal(connection, path)
    except DatabaseError as problem:
        engine.dispose()
        raise told(problem, path) from None
    except BadStore:
        engine.dispose()
        raise
    return engine


def _choose_journal(connection: Connection, path: Path) -> None:
    connection.rollback()
    journal = "DELETE" if is_remote(path) else "WAL"
    driver = connection.connection.dbapi_connection
    assert driver is not None, "the connection is open"
    driver.cursor().execute(f"PRAGMA journal_mode = {journal}")


def told(problem: DatabaseError, path: Path) -> BadStore:
    """What is wrong with the database, for the organiser."""
    text = str(problem.orig)
    if "not a database" in text or "malformed" in text:
        return BadStore(f"{path} is damaged or no database ({text}); restore a copy of it")
    if "locked" in text or "busy" in text:
        return BadStore(f"{path} is locked by another program; close it and try again")
    if "readonly" in text or "unable to open" in text:
        return BadStore(f"{path} cannot be written to ({text}); see its rights and its folder's")
    if "full" in text:
        return BadStore(
            f"the disk of {path} is full; make room, then `arena resume`: what is recorded is safe"
        )
    return BadStore(f"{path}: {text}; see that the disk is sound, or restore a copy")


def _engine(path: Path, *, write: bool) -> Engine:
    engine = sa.create_engine(_url(path, write=write), connect_args={"timeout": _WAIT_S})

    @sa.event.listens_for(engine, "connect")
    def _set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy says when a transaction begins
        connection.execute("PRAGMA foreign_keys = ON")
        if write:
            connection.execute("PRAGMA synchronous = FULL")

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A writer takes its place in the queue at once: one that reads first and then
        # writes can be refused in the middle.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def _url(path: Path, *, write: bool) -> sa.URL:
    """A log cannot be made in a folder that cannot be written; a copy there needs none."""
    log = path.with_name(path.name + "-wal")
    if write or os.access(path.parent, os.W_OK) or log.exists():
        return sa.URL.create("sqlite", database=str(path))
    query = {"uri": "true", "mode": "ro", "immutable": "1"}
    return sa.URL.create("sqlite", database=path.as_uri(), query=query)


def is_remote(path: Path) -> bool:
    """Whether the file is on another machine's disk."""
    real = path.resolve().parent
    best, kind = "", ""
    try:
        lines = Path("/proc/self/mounts").read_text().splitlines()
    except OSError:
        return False
    for line in lines:
        _, where, system, *_ = line.split(" ")
        where = _OCTAL.sub(lambda escape: chr(int(escape[1], 8)), where)
        if real.is_relative_to(where) and len(where) >= len(best):
            best, kind = where, system
    return kind.startswith(_REMOTE)


def _bring_up_to_date(connection: Connection, path: Path, *, write: bool) -> None:
    names = sa.inspect(connection).get_table_names()
    if names and not {"alembic_version", "stage"} <= {*names}:
        raise BadStore(f"{path} is the database of another program; name another --db")
    if not names and not write:
        raise BadStore(f"{path} is empty; `arena tournament bots/` fills it")
    current = (
        connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        if names
        else None
    )
    known = sorted(file.name.partition("_")[0] for file in (_SCRIPTS / "versions").glob("0*.py"))
    if current == known[-1]:
        return
    if current is not None and current not in known:
        raise BadStore(
            f"{path} was written by a newer Arena (its form is {current}, this one knows"
            f" {known[-1]}); update Arena"
        )
    if not write:
        raise BadStore(f"{path} was written by an older Arena; `arena resume` brings it up to date")
    _upgrade(connection)


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    connection.rollback()
    with connection.begin():
        command.upgrade(config, "head")


@contextmanager
def run_lock(path: Path) -> Iterator[None]:
    """One run at a time. The kernel gives the lock back however a run ends; readers are free."""
    real = path.resolve()  # whatever name it is called by
    lock = real.with_name(real.name + ".lock")
    try:
        fd = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as problem:
        raise BadStore(f"{lock} cannot be opened: {problem.strerror}; see its rights") from None
    try:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.read(fd, 32).decode("ascii", "replace")
            who = f"process {owner}" if owner else "another process"
            raise BadStore(
                f"{path} is in use: {who} plays into it; wait for it, or stop it"
            ) from None
        os.ftruncate(fd, 0)
        os.write(fd, str(os.getpid()).encode())
        yield
    finally:
        os.close(fd)
