"""docs/reference/database.md has every table and column, and its copy is one."""

import re
import sqlite3
import subprocess
import sys
from pathlib import Path

from sqlmodel import SQLModel

from arena.counts import WHOLE_WIN
from arena.store import reading
from arena.store.tables import MEASURED
from tests.commands.shell import arena
from tests.docs.pages import ROOT, blocks

PAGE = "docs/reference/database.md"
TEXT = (ROOT / PAGE).read_text("utf-8")
ROWS = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", TEXT, re.MULTILINE))
# What says which row it is, or to which other row it belongs.
KEYS = {"id", "stage_id", "contest_id", "block_id", "match_id"}
NAMED_BY_WORDS = {"team", "text", "second", "pool", "bot", "seat", "round"}


def test_every_table_is_on_the_page() -> None:
    """Each table has a row, and there is no other."""
    assert {*ROWS} == {*SQLModel.metadata.tables, "alembic_version"}


def test_every_column_is_on_the_page() -> None:
    """Columns are named in the row of their table, but for keys and what the words say."""
    missing = {
        f"{table.name}.{column.name}"
        for table in SQLModel.metadata.tables.values()
        for column in table.columns
        if column.name not in KEYS | NAMED_BY_WORDS and f"`{column.name}`" not in ROWS[table.name]
    }

    assert missing == set()


def test_every_measured_column_is_called_so() -> None:
    """The columns in which two runs may differ."""
    measured = ROWS["match"].split("measured")[1] + TEXT.split("**Two runs")[1] + "`replay`"

    assert [name for name in MEASURED["match"] if f"`{name}`" not in measured] == []
    assert MEASURED["block"] == ("id",)


def test_a_win_has_so_many_parts() -> None:
    """The number of parts is the one of the code."""
    assert f"parts of {WHOLE_WIN}" in ROWS["bot_sum"]


def test_the_copy_is_a_database_that_nobody_else_can_read(tmp_path: Path) -> None:
    """The program of the page makes a copy with all rows and the rights of the original."""
    (program,) = (block.text for block in blocks(PAGE) if block.language == "python")
    committed = arena("commit", cwd=tmp_path).stdout.strip()
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True)

    copy = tmp_path / "copy.db"
    with sqlite3.connect(copy) as db:
        assert db.execute("SELECT commitment FROM commitment").fetchall() == [(committed,)]
    db.close()
    with reading(str(copy)) as store:
        assert store.contests() == []
    assert copy.stat().st_mode & 0o777 == (tmp_path / "arena.db").stat().st_mode & 0o777 == 0o600
