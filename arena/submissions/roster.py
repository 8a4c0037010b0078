"""Reads and writes `roster.csv`: the organiser's names for the entries of a bots folder."""

import csv
import io
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from arena.errors import OrganiserError
from arena.submissions.names import LONGEST, clean_name, name_key

FILE = "roster.csv"
COLUMNS = ("path", "name", "author", "email")

_NEEDED = ("path", "name")
_LARGEST = 1024 * 1024  # bytes


class Row(NamedTuple):
    """One entry of the folder as the organiser wants it called."""

    path: str
    name: str
    author: str = ""
    email: str = ""
    line: int = 0  # of the file, where it was read from one


def read_roster(folder: Path) -> list[Row]:
    """The rows of the folder's roster, none if there is no such file; raises OrganiserError."""
    file = folder / FILE
    try:
        with open(file, "rb") as source:
            data = source.read(_LARGEST + 1)
    except FileNotFoundError:
        return []
    except OSError as problem:
        raise OrganiserError(f"{file} cannot be read: {problem.strerror}") from None
    if len(data) > _LARGEST:
        raise OrganiserError(f"{file} is larger than {_LARGEST} bytes; that is no roster")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise OrganiserError(
            f"{file} line {line} is not UTF-8; save it as 'CSV UTF-8' from the spreadsheet"
        ) from None
    return parse_roster(text, file)


def parse_roster(text: str, file: Path) -> list[Row]:
    """The rows of the text; `file` is for the sentences of an OrganiserError."""
    first = text.partition("\n")[0]
    # Spreadsheets write ';' where the comma is for decimals.
    separator = ";" if ";" in first and "," not in first else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[Row] = []
    lines: dict[str, int] = {}  # where a path or a name was given
    header: list[str] | None = None
    try:
        for cells in reader:
            where = f"{file} line {reader.line_num}"
            if not any(cell.strip() for cell in cells):
                continue
            if header is None:
                header = _header(cells, where)
                continue
            row = _row(header, cells, where)._replace(line=reader.line_num)
            for what, key in (("path", row.path), ("name", name_key(row.name))):
                line = lines.setdefault(f"{what} {key}", reader.line_num)
                if line != reader.line_num:
                    raise OrganiserError(
                        f"{where}: the {what} {getattr(row, what)!r} is that of line {line};"
                        f" every {what} is there once"
                    )
            rows.append(row)
    except csv.Error as problem:
        raise OrganiserError(f"{file} line {reader.line_num}: {problem}; mend that line") from None
    return rows


def roster_text(rows: Iterable[Row]) -> str:
    """The rows as a file that `parse_roster` and spreadsheets read."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(row[: len(COLUMNS)] for row in rows)
    return out.getvalue()


def _header(cells: list[str], where: str) -> list[str]:
    header = [cell.strip().casefold() for cell in cells]
    for column in header:
        if column not in COLUMNS or header.count(column) > 1:
            raise OrganiserError(
                f"{where}: {column[:60]!r} is no column, or is there twice;"
                f" the columns are {', '.join(COLUMNS)}"
            )
    for column in _NEEDED:
        if column not in header:
            raise OrganiserError(
                f"{where}: there is no column {column!r}; begin with {','.join(COLUMNS)}"
            )
    return header


def _row(header: list[str], cells: list[str], where: str) -> Row:
    if len(cells) != len(header):
        raise OrganiserError(
            f"{where} has {len(cells)} cells, the first line has {len(header)};"
            " put quotes around a cell with a comma in it"
        )
    told = {column: cell.strip() for column, cell in zip(header, cells, strict=True)}
    for column, cell in told.items():
        if not cell.isprintable():
            raise OrganiserError(f"{where}: the {column} {cell[:60]!r} must be a line of text")
    path = unicodedata.normalize("NFC", told.pop("path")).removeprefix("./").rstrip("/")
    name = clean_name(told.pop("name"))
    if not path:
        raise OrganiserError(f"{where}: the path is empty; name an entry of this folder")
    if name is None:
        raise OrganiserError(
            f"{where}: the name of {path} must have 1 to {LONGEST} characters that can be seen"
        )
    return Row(path, name, told.get("author", ""), told.get("email", ""))
