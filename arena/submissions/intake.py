"""Puts an export into a bots folder: one entry a person, and a roster.

What was put there is remembered in `.import.json`, so that a later export of the same
people replaces what is older and leaves alone what the organiser changed in the roster.
"""

import filecmp
import json
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from arena.errors import BadSubmission, OrganiserError
from arena.submissions.archives import unpack_export
from arena.submissions.bounds import EXPORT, Bounds
from arena.submissions.exports import ARCHIVES, HandedIn, no_formula, slug, sort_out
from arena.submissions.finding import find_all
from arena.submissions.names import name_key, with_suffix
from arena.submissions.paths import Places, is_archive, parts_of, why_unsafe
from arena.submissions.roster import FILE as ROSTER
from arena.submissions.roster import Row, read_roster, roster_text

_MEMORY = ".import.json"
_FORMAT = "arena-import/1"
_SUFFIXES = (".py", *ARCHIVES)


class _Kept(NamedTuple):
    path: str
    order: tuple[int, ...]


class Report(NamedTuple):
    """What an import did: paths in the bots folder, and by name what is amiss."""

    new: list[str]
    replaced: list[str]
    unchanged: list[str]
    left_out: dict[str, str]
    broken: dict[str, str]


def take_in(export: Path, bots: Path, bounds: Bounds = EXPORT) -> Report:
    """Brings the bots folder up to date with an export; raises OrganiserError."""
    if not export.is_file() or not is_archive(export):
        what = "is no archive" if export.exists() else "is not there"
        raise BadSubmission(f"{export} {what}: give the .zip that the platform made")
    try:
        _want_folder(bots)
        memory, rows = _read_memory(bots), read_roster(bots)
        bots.mkdir(parents=True, exist_ok=True)
        report, authors, moved = _take_in(export, bots, memory, bounds)
        rows = [row._replace(path=moved.get(row.path, row.path)) for row in rows]
        return _with_roster(report, bots, rows, authors)
    except (PermissionError, FileExistsError, NotADirectoryError) as problem:
        raise OrganiserError(
            f"{problem.filename} cannot be written: {problem.strerror}; choose another folder"
        ) from None


def _take_in(
    export: Path, bots: Path, memory: dict[str, _Kept], bounds: Bounds
) -> tuple[Report, dict[str, str], dict[str, str]]:
    """What was done, the authors by path, and the new path of what had another one."""
    report = Report([], [], [], {}, {})
    authors, moved, coming = {}, {}, []
    taken = {_base(path.name) for path in bots.iterdir()}
    taken |= {_base(kept.path) for kept in memory.values()}
    with tempfile.TemporaryDirectory(dir=bots, prefix=".incoming-") as work:
        unpacked, staged = Path(work, "unpacked"), Path(work, "staged")
        staged.mkdir()
        files, unnamed = unpack_export(export, unpacked, bounds)
        report.left_out.update(unnamed)
        people, left_out = sort_out(files, lambda name: _beginning(unpacked / name))
        report.left_out.update(left_out)
        for handed in people:
            there = memory.get(handed.person)
            base = _base(there.path) if there else _new_base(handed, taken)
            path = _stage(handed, unpacked, staged / base, report.left_out)
            if there and (bots / there.path).exists():
                is_same = path == there.path and _same(staged / path, bots / path)
                if is_same or there.order >= handed.order:
                    report.unchanged.append(there.path)
                    authors[there.path] = handed.who
                    newest = max(there.order, handed.order)
                    memory[handed.person] = _Kept(there.path, newest)
                    if not is_same:
                        report.left_out[_called(handed)] = _why_not(there, handed)
                    continue
            if there:
                moved[there.path] = path
            (report.replaced if there else report.new).append(path)
            authors[path] = handed.who
            memory[handed.person] = _Kept(path, handed.order)
            coming.append(path)
        # The old out, the new remembered, the new in: if this stops half-way, what is
        # missing is put there by the same command.
        for old in moved:
            _remove(bots / old)
        _write_memory(bots, memory)
        for path in coming:
            (staged / path).rename(bots / path)
    return report, authors, moved


def _with_roster(report: Report, bots: Path, rows: list[Row], authors: dict[str, str]) -> Report:
    """Adds a row for everybody who has none, by the bot's own name if it has a good one."""
    _write(bots / ROSTER, roster_text(rows))
    found = find_all(bots)
    own = {bot.source.name: bot.name for bot in found.bots if bot.source}
    taken = {name_key(row.name) for row in rows}
    listed = {row.path for row in rows}
    for path, author in sorted(authors.items()):
        if path in listed:
            continue
        name = first = no_formula(own.get(path, "")) or _base(path)
        number = 1
        while name_key(name) in taken:
            number += 1
            name = with_suffix(first, str(number))
        taken.add(name_key(name))
        rows.append(Row(path, name, author))
    _write(bots / ROSTER, roster_text(rows))
    return report._replace(broken={path.name: reason for path, reason in found.broken})


def _stage(handed: HandedIn, unpacked: Path, to: Path, left_out: dict[str, str]) -> str:
    """Moves the files of one person to where they make one entry; its name in the folder."""
    if len(handed.files) == 1:
        ((source, file),) = handed.files.items()
        suffix = next((end for end in _SUFFIXES if file.lower().endswith(end)), "")
        if suffix and "/" not in file:
            (unpacked / source).rename(to.with_name(to.name + suffix))
            return to.name + suffix
    to.mkdir()
    places = Places()
    for source, file in handed.files.items():
        parts = parts_of(file)
        # Cut out of a longer name, it may have become what no file is called.
        if not parts or why_unsafe(file) or places.clash(parts, is_folder=False):
            left_out[source] = "has no name that can be kept"
            continue
        target = to.joinpath(*parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        (unpacked / source).rename(target)
    return to.name


def _same(one: Path, other: Path) -> bool:
    """Whether two entries have the same files with the same bytes."""
    if not one.is_dir() or not other.is_dir():
        return one.is_file() and other.is_file() and filecmp.cmp(one, other, shallow=False)
    names = _files_below(one)
    return names == _files_below(other) and all(_same(one / name, other / name) for name in names)


def _files_below(folder: Path) -> set[Path]:
    return {path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir()}


def _called(handed: HandedIn) -> str:
    """What one person handed in, as a line about it begins; never the same for two."""
    first, *others = handed.files
    return f"{first} with what belongs to it" if others else first


def _why_not(there: _Kept, handed: HandedIn) -> str:
    date = "has the date of" if there.order == handed.order else "is older than"
    return (
        f"differs, but {date} what is there; to take it all the same,"
        f" remove {there.path} from the folder and import again"
    )


def _base(entry: str) -> str:
    return entry.partition(".")[0]


def _new_base(handed: HandedIn, taken: set[str]) -> str:
    """A name for the entry that is free in the folder; it is taken from then on."""
    who, person = slug(handed.who), slug(handed.person.partition(" ")[2])
    names = [who, f"{who}-{person}".strip("-"), *(f"{who or 'bot'}-{n}" for n in range(1, 30_000))]
    base = next(name for name in names if name and name not in taken)
    taken.add(base)
    return base


def _want_folder(bots: Path) -> None:
    """Raises OrganiserError if a file is in the way."""
    there = next(path for path in (bots, *bots.parents) if path.exists())
    if not there.is_dir():
        raise OrganiserError(f"{there} is not a folder: give a new one, or one of a former import")


def _read_memory(bots: Path) -> dict[str, _Kept]:
    file = bots / _MEMORY
    if not file.exists():
        if bots.is_dir() and any(not path.name.startswith(".") for path in bots.iterdir()):
            raise OrganiserError(
                f"{bots} is not empty and was not made by an import; give a new folder"
            )
        return {}
    try:
        told = json.loads(file.read_text("utf-8"))
        if told["format"] != _FORMAT:
            raise ValueError(f"its format is not {_FORMAT}")
        memory = {
            person: _Kept(str(kept["path"]), tuple(map(int, kept["order"])))
            for person, kept in told["people"].items()
        }
        if not all(
            len(parts_of(kept.path)) == 1 and not why_unsafe(kept.path) for kept in memory.values()
        ):
            raise ValueError("a path in it is none of this folder")
        return memory
    except (ValueError, LookupError, TypeError, AttributeError) as problem:
        raise OrganiserError(f"{file} cannot be read: {problem}; give a new folder") from None


def _write_memory(bots: Path, memory: dict[str, _Kept]) -> None:
    people = {person: kept._asdict() for person, kept in memory.items()}
    _write(bots / _MEMORY, json.dumps({"format": _FORMAT, "people": people}, indent=1) + "\n")


def _write(file: Path, text: str) -> None:
    """The whole file or the one before."""
    new = file.with_name(f".new-{file.name}")
    new.write_text(text, "utf-8", newline="")
    new.replace(file)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _beginning(file: Path) -> bytes:
    with open(file, "rb") as source:
        return source.read(4096)
