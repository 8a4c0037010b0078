"""How a database is asked: trouble is told to the organiser."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy.engine import Engine
from sqlalchemy.exc import DatabaseError, NoResultFound
from sqlmodel import Session

from arena.store.opening import told


class Asking:
    """Any number of them beside one writer."""

    def __init__(self, engine: Engine, path: Path) -> None:
        self._engine = engine
        self._path = path

    def close(self) -> None:
        """Give the file back."""
        self._engine.dispose()

    @contextmanager
    def _session(self) -> Iterator[Session]:
        try:
            with Session(self._engine) as session:
                yield session
        except NoResultFound as problem:
            raise ValueError(f"a row is missing: {problem}") from None
        except DatabaseError as problem:
            raise told(problem, self._path) from None

    def rows(self, statement: Any) -> list[Any]:
        """What a statement gives; trouble is told to the organiser."""
        try:
            with self._engine.connect() as connection:
                return list(connection.execute(statement).all())
        except DatabaseError as problem:
            raise told(problem, self._path) from None
