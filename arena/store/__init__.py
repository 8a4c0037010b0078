"""The memory: one SQLite file for many contests. Only this package uses SQLModel."""

from collections.abc import Iterator
from contextlib import contextmanager

from arena.store.listing import Listed, listed
from arena.store.opening import (
    DEFAULT,
    BadStore,
    is_remote,
    open_engine,
    path_of,
    run_lock,
    want_file,
)
from arena.store.reading import Reader
from arena.store.writing import Writer

__all__ = [
    "DEFAULT",
    "BadStore",
    "Listed",
    "Reader",
    "Writer",
    "is_remote",
    "listed",
    "path_of",
    "reading",
    "writing",
]


@contextmanager
def reading(url: str) -> Iterator[Reader]:
    """A database to read; a run may write into it meanwhile."""
    path = path_of(url)
    reader = Reader(open_engine(path, write=False), path)
    try:
        yield reader
    finally:
        reader.close()


@contextmanager
def writing(url: str) -> Iterator[Writer]:
    """A database to write, made if it is not there. Nobody else writes meanwhile."""
    path = path_of(url)
    want_file(path, write=True)
    with run_lock(path):
        to_write = open_engine(path, write=True)
        writer = Writer(open_engine(path, write=False), to_write, path)
        try:
            yield writer
        finally:
            writer.close()
