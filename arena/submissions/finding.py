"""Turns what somebody typed for a BOT, or the entries of a bots folder, into submissions.

A bare word that names a house bot means it; `./greedy` is a path.
"""

import difflib
import hashlib
import os
import shlex
import unicodedata
from pathlib import Path
from typing import NamedTuple

from arena.cache import once
from arena.errors import BadSubmission, OrganiserError
from arena.submissions.archives import look_through, unpack_bot
from arena.submissions.bounds import BOT, want_packed_size
from arena.submissions.manifest import from_file, from_folder
from arena.submissions.paths import is_archive, is_ignored, stem
from arena.submissions.roster import FILE as ROSTER
from arena.submissions.roster import Row, read_roster
from arena.submissions.submission import Submission
from arena.submissions.telling_apart import told_apart

_KINDS = "a .py file, a folder with bot.toml, a .zip or .tar.gz archive"
_OTHER_ARCHIVES = (".rar", ".7z", ".gz", ".bz2", ".xz", ".tbz2", ".txz", ".zst")
_NO_ENTRIES = (ROSTER, "arena.toml")  # files of a bots folder that are the organiser's


class Entries(NamedTuple):
    """What is in a bots folder: the bots, and by path what is none and why."""

    bots: list[Submission]
    broken: list[tuple[Path, str]]  # somebody's bot that cannot play as it is
    left_out: list[tuple[Path, str]]  # nobody's bot
    called: dict[Path, Row]  # by the roster


def house_bots() -> dict[str, Path]:
    """The bots that come with Arena, by name."""
    package = Path(__file__).parent.parent
    packed = package / "house_bots"
    folder = packed if packed.is_dir() else package.parent / "examples"
    return {path.parent.name: path.parent for path in sorted(folder.glob("*/bot.toml"))}


def find(bots: list[str]) -> list[Submission]:
    """The submissions for the words of a command line; raises BadSubmission."""
    return told_apart([_find_one(bot) for bot in bots])


def find_all(folder: Path) -> Entries:
    """Every bot of a folder, in the order of their paths, by the names of its roster.

    A broken bot stops nobody else; a broken roster raises OrganiserError.
    """
    if is_archive(folder) and folder.is_file():
        raise BadSubmission(
            f"{folder} is an archive: make a folder of it with"
            f" `{shlex.join(['arena', 'import', str(folder), 'bots'])}`, and give that"
        )
    if not folder.is_dir():
        what = f"{folder} is a file" if folder.exists() else f"there is no folder {folder}"
        raise BadSubmission(f"{what}: give the folder that the bots are in")
    top = folder.resolve()
    paths = sorted(top.iterdir())
    roster = {row.path: row for row in read_roster(folder)}
    _want_entries(folder, roster, [_entry(path) for path in paths])
    found = Entries([], [], [], {})
    for path in paths:
        if path.name.startswith(".") or is_ignored(path.name) or path.name in _NO_ENTRIES:
            continue
        if remark := _why_no_bot(path):
            found.left_out.append((path, remark))
            continue
        if row := roster.get(_entry(path)):
            found.called[path] = row
        try:
            bot = _from_path(path)
        except BadSubmission as problem:
            # It goes to the author, whom the organiser's folders do not concern.
            found.broken.append((path, str(problem).replace(f"{top}/", "")))
            continue
        if row:
            author = row.author or bot.author
            bot = bot._replace(name=row.name, author=author, email=row.email)
        found.bots.append(bot)
    return found._replace(bots=told_apart(found.bots, found.called))


def _entry(path: Path) -> str:
    return unicodedata.normalize("NFC", path.name)


def _want_entries(folder: Path, roster: dict[str, Row], entries: list[str]) -> None:
    for row in roster.values():
        if row.path not in entries:
            close = difflib.get_close_matches(row.path, entries, n=1)
            meant = f"did you mean {close[0]!r}?" if close else "take the line out"
            raise OrganiserError(
                f"{folder / ROSTER} line {row.line}: there is no {row.path!r} in {folder}; {meant}"
            )


def _why_no_bot(path: Path) -> str | None:
    if path.is_symlink():
        return "is a link; put a copy of what it leads to in its place"
    looks_like_one = path.suffix == ".py" or is_archive(path) or _is_other_archive(path)
    if path.is_dir() or (path.is_file() and looks_like_one):
        return None
    return "is no .py file, folder or archive"


def _find_one(bot: str) -> Submission:
    house = house_bots()
    if bot in house:
        return _from_path(house[bot].resolve())
    path = Path(bot)
    if "\0" in bot or not os.path.exists(path):  # which is False, not an error, for any text
        raise BadSubmission(
            f"there is no bot {bot!r}: give {_KINDS}, or a house bot ({', '.join(house)})"
        )
    return _from_path(path.resolve())


def _from_path(path: Path) -> Submission:
    try:
        return _read(path)._replace(source=path)
    except PermissionError as problem:
        raise BadSubmission(f"{problem.filename} cannot be read: {problem.strerror}") from None


def _read(path: Path) -> Submission:
    if path.is_dir():
        folder = look_through(path, path, _unpacked)
    elif path.is_file() and is_archive(path):
        folder = _unpacked(path)
    elif path.is_file() and path.suffix == ".py":
        return from_file(path)
    elif _is_other_archive(path):
        raise BadSubmission(f"{path} is of a kind that is not unpacked; pack it as .zip or .tar.gz")
    else:
        raise BadSubmission(f"{path} is no bot: give {_KINDS}")
    try:
        return from_folder(folder, stem(path))
    except BadSubmission as problem:
        if folder.is_relative_to(path):
            raise
        # Where it was unpacked is nothing to anybody.
        raise BadSubmission(str(problem).replace(str(folder), str(path))) from None


def _is_other_archive(path: Path) -> bool:
    return path.suffix.lower() in _OTHER_ARCHIVES


def _unpacked(archive: Path) -> Path:
    """The folder of the bot in this archive, which is unpacked once and kept."""
    want_packed_size(archive, BOT)
    with open(archive, "rb") as file:
        key = f"{hashlib.file_digest(file, 'sha256').hexdigest()} {archive.suffix.lower()}"
    return once("archive", key, lambda to: unpack_bot(archive, to)) / "bot"
