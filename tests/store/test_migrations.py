"""Databases of an older form are brought up to date, and those of a newer one left alone."""

import shutil
import sqlite3
from contextlib import closing

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlmodel import SQLModel

from arena.store import opening, reading, writing
from tests.store.played import refused, rows_of


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
