"""Sorts the files of a learning platform's export by person, and keeps the newest of each.

Moodle, Canvas and Blackboard write who handed something in into its name; anything else is
one folder or file a person. Only names and dates are looked at here.
"""

import re
import unicodedata
from collections.abc import Callable, Collection
from pathlib import PurePosixPath
from typing import NamedTuple

from arena.submissions.archives import Unpacked
from arena.submissions.names import LONGEST, clean_name

# Whoever hands a file in chooses the end of its name, so the first place that fits counts.
_PLATFORMS = {
    # Ada Lovelace_1234567_assignsubmission_file_/bot.py, or all in one: …_file_bot.py
    "moodle": re.compile(
        r"(?P<who>.+?)_(?P<id>\d+)_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?"
    ),
    # Task 1_alovelace_attempt_2026-11-01-10-00-00_bot.py, and a note: the same with .txt
    "blackboard": re.compile(
        r"(?P<who>.+?)_attempt_(?P<when>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)"
    ),
    # lovelaceada_LATE_12345_67890_bot-2.py: the person, the upload, the second resubmission
    "canvas": re.compile(r"(?P<who>[^_]+)(?:_LATE)?_(?P<id>\d+)_(?P<upload>\d+)_(?P<file>.+)"),
}
_RESUBMITTED = re.compile(r"(?P<stem>.+?)(?:-(?P<time>\d{1,3}))?(?P<suffix>(?:\.tar)?\.\w+)")

# What may be an archive that a person handed in; the last two are not unpacked later.
ARCHIVES = (".zip", ".tar.gz", ".tgz", ".tar", ".rar", ".7z")


class Piece(NamedTuple):
    """One file of the export and whose it is."""

    source: str  # its name in the export
    person: str  # the same for all that one person handed in
    who: str
    file: str  # its name for that person; empty for a platform's own note
    order: tuple[int, ...] = ()  # of two files of one name the higher is newer
    attempt: tuple[int, ...] = ()  # a newer one replaces all of the older ones
    rank: int = 0  # which of two attempts of one date counts: the higher


class HandedIn(NamedTuple):
    """What counts of one person: files by their name in the export and in the bot."""

    person: str
    who: str
    files: dict[str, str]
    order: tuple[int, ...]  # compares with what the same person hands in later


class SortedOut(NamedTuple):
    """An export, person by person, and by name what does not count and why."""

    people: list[HandedIn]
    left_out: dict[str, str]


def sort_out(files: Unpacked, read: Callable[[str], bytes]) -> SortedOut:
    """What counts of an export; `read` gives the beginning of a note that came with it."""
    people: dict[str, list[Piece]] = {}
    notes: dict[str, str] = {}
    left_out: dict[str, str] = {}
    for piece in _pieces(files):
        if piece.file:
            people.setdefault(piece.person, []).append(piece)
        elif piece.person.startswith("moodle"):
            left_out[piece.source] = "is text typed into Moodle, no file"
        else:
            notes[piece.person] = piece.source
    for person in notes.keys() - people.keys():
        left_out[notes[person]] = "is a note without a file"
    found = []
    for person, pieces in people.items():
        counted = _newest(pieces, left_out)
        if counted:
            note = read(notes[person]) if person in notes else b""
            who = _author(_name_in_note(note) or counted[0].who)
            kept = {piece.source: piece.file for piece in counted}
            order = max(piece.order for piece in counted)
            found.append(HandedIn(person, who, kept, order))
    return SortedOut(found, left_out)


def slug(text: str) -> str:
    """A name for a file or folder: small letters, digits and hyphens; may be empty."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-")


def _wrapping(names: list[str]) -> str:
    """The one folder around everybody, if there is one and it is nobody's own."""
    tops = {name.partition("/")[0] for name in names}
    inside = {name.partition("/")[2].partition("/")[0] for name in names}
    if len(tops) != 1 or "" in inside or len(inside) < 2 or inside & {"bot.toml", "bot.py"}:
        return ""
    (top,) = tops
    return "" if _platform({top}) else f"{top}/"


def _platform(entries: Collection[str]) -> str:
    """Where an export comes from: the platform that named most of it, else empty."""
    named = {
        platform: sum(pattern.fullmatch(entry) is not None for entry in entries)
        for platform, pattern in _PLATFORMS.items()
    }
    most = max(named, key=lambda platform: named[platform])
    return most if named[most] * 2 >= len(entries) else ""


def _pieces(files: Unpacked) -> list[Piece]:
    wrapping = _wrapping(list(files))
    changed: dict[str, tuple[int, ...]] = {}  # by entry of the export: its newest file
    for source, modified in files.items():
        entry = _composed(source.removeprefix(wrapping).partition("/")[0])
        changed[entry] = max(changed.get(entry, modified), modified)
    ranks = {entry: rank for rank, entry in enumerate(sorted(changed))}
    platform = _platform(changed)
    pieces = []
    for source, modified in sorted(files.items()):
        top, _, below = source.removeprefix(wrapping).partition("/")
        entry = _composed(top)
        told = _PLATFORMS[platform].fullmatch(entry) if platform else None
        if told:
            pieces.append(_READ[platform](source, told, below, modified))
        else:
            piece = _plain(source, entry, below, modified)
            pieces.append(piece._replace(attempt=changed[entry], rank=ranks[entry]))
    return pieces


def _composed(entry: str) -> str:
    """A Mac writes é as e and an accent: by its bytes that is another person."""
    return unicodedata.normalize("NFC", entry)


def _moodle(source: str, told: re.Match[str], below: str, modified: tuple[int, ...]) -> Piece:
    file = (below or told["file"] or "") if told["kind"] == "file" else ""
    return Piece(source, f"moodle {told['id']}", told["who"], file, modified)


def _blackboard(source: str, told: re.Match[str], below: str, _: tuple[int, ...]) -> Piece:
    when = tuple(map(int, told["when"].split("-")))
    who = told["who"].rpartition("_")[2]  # behind the name of the assignment
    file = below or told["file"] or ""
    return Piece(source, f"blackboard {told['who']}", who, file, when, when)


def _canvas(source: str, told: re.Match[str], below: str, _: tuple[int, ...]) -> Piece:
    again = _RESUBMITTED.fullmatch(told["file"])
    file = again["stem"] + again["suffix"] if again else told["file"]
    time = int(again["time"] or 0) if again else 0
    order = (time, int(told["upload"]))
    return Piece(source, f"canvas {told['id']}", told["who"], below or file, order)


_READ = {"moodle": _moodle, "blackboard": _blackboard, "canvas": _canvas}


def _plain(source: str, entry: str, below: str, modified: tuple[int, ...]) -> Piece:
    """One folder or file a person; `ada.zip` and `ada.py` are the same person's."""
    who = entry if below else PurePosixPath(entry).stem.removesuffix(".tar") or entry
    return Piece(source, f"plain {who.casefold()}", who, below or entry, modified)


def _newest(pieces: list[Piece], left_out: dict[str, str]) -> list[Piece]:
    """The files that count of one person; the others go to `left_out`."""
    last = max((piece.attempt, piece.rank) for piece in pieces)
    by_file: dict[str, Piece] = {}
    for piece in sorted(pieces, key=lambda piece: piece.order):
        if (piece.attempt, piece.rank) != last:
            other = f"another one of {_author(piece.who)}"
            left_out[piece.source] = _why_not(other, is_older=piece.attempt < last[0])
            continue
        if older := by_file.get(piece.file):
            is_older = older.order < piece.order
            left_out[older.source] = _why_not(piece.source, is_older=is_older)
        by_file[piece.file] = piece
    counted = list(by_file.values())
    if any(piece.file == "bot.toml" or piece.file.endswith(".py") for piece in counted):
        return counted
    archives = [piece for piece in counted if _is_archive(piece.file)]
    if archives:
        *others, newest = sorted(archives, key=lambda piece: piece.order)
        for piece in others:
            is_older = piece.order < newest.order
            left_out[piece.source] = _why_not(newest.source, is_older=is_older)
        for piece in counted:
            if piece not in archives:
                left_out[piece.source] = "came with an archive, which counts alone"
        return [newest]
    if all("/" not in piece.file for piece in counted):
        for piece in counted:
            left_out[piece.source] = "is no .py file, folder or archive"
        return []
    return counted


def _why_not(other: str, *, is_older: bool) -> str:
    return f"is older than {other}" if is_older else f"has the date of {other}, which is taken"


def _is_archive(file: str) -> bool:
    return "/" not in file and file.lower().endswith(ARCHIVES)


def _name_in_note(note: bytes) -> str:
    """Blackboard's note begins with `Name: Ada Lovelace (alovelace)`."""
    first = note.decode("utf-8-sig", "replace").partition("\n")[0]
    told = re.fullmatch(r"Name: *([^()]+?) *(?:\([^()]*\))?\s*", first)
    return told[1] if told else ""


def _author(who: str) -> str:
    """A person's name as a line of text, never empty."""
    visible = "".join(c if c.isprintable() else " " for c in who)
    return clean_name(no_formula(visible)[:LONGEST]) or "somebody"


def no_formula(text: str) -> str:
    """The text without what would make a spreadsheet compute it."""
    return text.lstrip("=+-@ ")
