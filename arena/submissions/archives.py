"""Unpacks the archives of strangers: everything lands inside the folder, or nothing is kept.

The archive is untrusted to the last byte. Each member's name is judged before anything is
written, every byte that comes out is counted, and no link, mode or owner is taken over.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

from arena.errors import BadSubmission
from arena.submissions.bounds import BOT, EXPORT, Bounds, Tally, shown
from arena.submissions.members import Member, members
from arena.submissions.paths import Places, is_archive, is_ignored, parts_of, why_unsafe

# By the name of each file, when it was last changed.
Unpacked = dict[str, tuple[int, ...]]

_MOST_LEVELS = 8  # of folders and archives around a bot


def unpack_bot(archive: Path, to: Path) -> None:
    """Makes the folder `to/bot` with the files of the bot, from under all wrapping."""
    tally = Tally(archive, BOT)
    levels = to / "levels"
    levels.mkdir()

    def unpacked(inner: Path) -> Path:
        level = levels / str(len(list(levels.iterdir())))
        _unpack_level(inner, level, tally)
        return level

    look_through(archive, unpacked(archive), unpacked).rename(to / "bot")
    shutil.rmtree(levels)


def unpack_export(
    archive: Path, to: Path, bounds: Bounds = EXPORT
) -> tuple[Unpacked, dict[str, str]]:
    """The files of many people, archives in it left as they are; `to` is made.

    A file whose name cannot be had is left out, with the reason: it is one person's, and
    all the others want to play.
    """
    left_out: dict[str, str] = {}
    return _unpack_level(archive, to, Tally(archive, bounds), left_out), left_out


def unpack_plain(archive: Path, to: Path, bounds: Bounds) -> None:
    """All files of an archive, or BadSubmission; `to` is made."""
    _unpack_level(archive, to, Tally(archive, bounds))


def look_through(source: Path, folder: Path, unpacked: Callable[[Path], Path]) -> Path:
    """The first folder of the source that holds more than just one folder or archive."""
    for _ in range(_MOST_LEVELS):
        inside = [path for path in folder.iterdir() if not is_ignored(path.name)]
        if len(inside) != 1 or inside[0].is_symlink():
            return folder
        (only,) = inside
        if only.is_dir():
            folder = only
        elif is_archive(only) and only.is_file():
            folder = unpacked(only)
        else:
            return folder
    raise BadSubmission(
        f"{source}: the bot is inside more than {_MOST_LEVELS} folders and archives;"
        " pack its files directly"
    )


def _unpack_level(
    archive: Path, to: Path, tally: Tally, left_out: dict[str, str] | None = None
) -> Unpacked:
    to.mkdir()
    places, found = Places(), Unpacked()
    for member in members(archive, tally):
        tally.add_member(member.name)
        parts = parts_of(member.name)
        why = why_unsafe(member.name)
        if not why and any(is_ignored(part) for part in parts):
            continue
        if why := why or _why_no_place(member, parts, places):
            if left_out is not None:
                left_out[shown(member.name)] = why
                continue
            raise BadSubmission(
                f"{tally.archive}: the name {shown(member.name)} {why}; rename it and pack again"
            )
        if len(places) > tally.bounds.members:
            raise BadSubmission(
                f"{tally.archive} makes more than {tally.bounds.members} files and folders,"
                f" reached at {shown(member.name)}; leave out what the bot does not need"
            )
        target = to.joinpath(*parts)
        if member.is_folder:
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            _write(member, target, tally)
            found["/".join(parts)] = member.modified
    if not found:
        raise BadSubmission(f"{tally.archive} has no files in it; pack the files of the bot")
    return found


def _why_no_place(member: Member, parts: tuple[str, ...], places: Places) -> str | None:
    if not parts and not member.is_folder:
        return "is empty"
    return places.clash(parts, is_folder=member.is_folder)


def _write(member: Member, target: Path, tally: Tally) -> None:
    tally.add_file(member.name)
    with open(target, "xb") as file:
        for chunk in member.chunks():
            tally.add_bytes(len(chunk), member.name)
            file.write(chunk)
