"""roster.csv: read as spreadsheets write it, refused with the line."""

import pytest

from arena.errors import OrganiserError
from arena.submissions import find_all
from arena.submissions.roster import Row, read_roster, roster_text
from tests.submissions.packing import BOT

HEADER = "path,name,author,email\n"


def roster(folder, content):
    data = content.encode() if isinstance(content, str) else content
    (folder / "roster.csv").write_bytes(data)
    return [row._replace(line=0) for row in read_roster(folder)]


ADA = Row("ada.py", "Ada's bot", "Ada Lovelace", "ada@example.org")

WRITTEN = {
    "plain": HEADER + "ada.py,Ada's bot,Ada Lovelace,ada@example.org\n",
    "no newline at the end": HEADER + "ada.py,Ada's bot,Ada Lovelace,ada@example.org",
    "Windows": HEADER.strip() + "\r\nada.py,Ada's bot,Ada Lovelace,ada@example.org\r\n",
    "byte order mark": "\ufeff" + HEADER + "ada.py,Ada's bot,Ada Lovelace,ada@example.org\n",
    "semicolons": "path;name;author;email\nada.py;Ada's bot;Ada Lovelace;ada@example.org\n",
    "quotes": HEADER + '"ada.py","Ada\'s bot","Ada Lovelace","ada@example.org"\n',
    "spaces": "Path, Name, Author, Email\n./ada.py , Ada's bot,Ada Lovelace, ada@example.org\n",
    "other order": "email,author,name,path\nada@example.org,Ada Lovelace,Ada's bot,ada.py\n",
    "empty lines": HEADER + "\n,,,\nada.py,Ada's bot,Ada Lovelace,ada@example.org\n\n",
}


@pytest.mark.parametrize("case", WRITTEN)
def test_a_roster_as_programs_write_it(case, tmp_path):
    """The same row, whichever program saved it."""
    assert roster(tmp_path, WRITTEN[case]) == [ADA]


def test_author_and_email_may_be_missing(tmp_path):
    """Path and name are all that is needed."""
    assert roster(tmp_path, "path,name\nada.py,Ada\n") == [Row("ada.py", "Ada")]


def test_no_roster_is_an_empty_one(tmp_path):
    """A folder without the file has no rows."""
    assert read_roster(tmp_path) == []


BROKEN = {
    "missing column": ("path,author\nada.py,Ada\n", "line 1: there is no column 'name'"),
    "unknown column": ("path,name,mail\n", "line 1: 'mail' is no column"),
    "column twice": ("path,name,name\n", "line 1: 'name' is no column, or is there twice"),
    "too few cells": (HEADER + "ada.py,Ada\n", "line 2 has 2 cells, the first line has 4"),
    "too many cells": (HEADER + "ada.py,Ada,B,C,D\n", "line 2 has 5 cells"),
    "doubled path": (HEADER + "a,x,,\n./a/,y,,\n", "line 3: the path 'a' is that of line 2"),
    "doubled name": (HEADER + "a,Bot,,\nb,bot,,\n", "line 3: the name 'bot' is that of line 2"),
    "blanks": (HEADER + "a,my bot,,\nb,my  bot,,\n", "line 3: the name 'my  bot' is that"),
    "empty name": (HEADER + "a,,x,y\n", "line 2: the name of a must have"),
    "empty path": (HEADER + ",x,,\n", "line 2: the path is empty"),
    "invisible name": (HEADER + "a,\u2800,,\n", "line 2: the name of a must have"),
    "long name": (HEADER + f"a,{'x' * 101},,\n", "line 2: the name of a must have 1 to 100"),
    "control character": (HEADER + "a,x\x1b[2Jy,,\n", "line 2: the name 'x\\x1b[2Jy' must be"),
    "line in a cell": (HEADER + 'a,"x\ny",,\n', "line 3: the name 'x\\ny' must be"),
    "turned round": (HEADER + "a,x,\u202ey,\n", "line 2: the author"),
    "open quote": (HEADER + 'a,"x,,\n', "line 2: unexpected end"),
    "not UTF-8": (HEADER.encode() + b"a,Jos\xe9,,\n", "line 2 is not UTF-8"),
    "UTF-16": (HEADER.encode("utf-16"), "line 1 is not UTF-8"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_roster_that_cannot_be(case, tmp_path):
    """One sentence with the file and the line."""
    content, said = BROKEN[case]

    with pytest.raises(OrganiserError) as caught:
        roster(tmp_path, content)

    assert f"{tmp_path / 'roster.csv'} {said}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_path_that_is_not_there(tmp_path):
    """An entry that the folder does not have is named with its line, and what is close."""
    (tmp_path / "ada.py").write_text(BOT)
    (tmp_path / "roster.csv").write_text("path,name\n\nadda.py,Ada\n")

    with pytest.raises(OrganiserError, match=r"line 3: .*'adda.py'.* did you mean 'ada.py'"):
        find_all(tmp_path)


def test_what_is_written_is_read_back(tmp_path):
    """Commas, quotes and letters of all kinds survive."""
    rows = [ADA, Row("b", 'the "best", bot', "Łukasz; Żak"), Row("c", "嘉")]

    assert roster(tmp_path, roster_text(rows)) == rows
