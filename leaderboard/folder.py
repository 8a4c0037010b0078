"""Files of a site, written beside it and then put in its place, those that differ alone.

Only what a former site wrote is ever replaced or removed: its list of files says what that is.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from leaderboard.season import FORMAT

MARK = "season.json"
_LIST = "data/files.json"
_FAMILY = FORMAT.split("/")[0] + "/"


class NotASite(ValueError):
    """The folder has something else in it."""


class Draft:
    """A site that nobody sees yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: list[str] = []
        self.bytes = 0

    def write(self, path: str, content: str | bytes) -> None:
        """A file of the site; the path is relative, with slashes."""
        assert _is_inside(PurePosixPath(path)), path
        raw = content.encode() if isinstance(content, str) else content
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(raw)
        self.files.append(path)
        self.bytes += len(raw)


class Written(NamedTuple):
    """What came of it."""

    files: int
    bytes: int
    changed: int


def write_site(folder: Path, contest: str, fill: Callable[[Draft], None]) -> Written:
    """A draft takes the place of the site when all of it is there; else nothing changes."""
    folder = folder.resolve()
    must_be_free(folder, contest)
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        draft = Draft(beside)
        fill(draft)
        draft.write(_LIST, json.dumps(sorted([*draft.files, _LIST]), indent=0) + "\n")
        return Written(len(draft.files), draft.bytes, _put(draft, folder))
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def must_be_free(folder: Path, contest: str) -> None:
    """Raises NotASite unless the site of this contest may be written there."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise NotASite(f"{str(folder)!r} is not a folder; choose another one")
    if any(folder.iterdir()) and not _is_site(folder):
        raise NotASite(
            f"{str(folder)!r} holds something that is no former site; choose an empty folder"
        )
    former = _read(folder / MARK) or {}
    if former.get("contest", contest) != contest:
        raise NotASite(
            f"{str(folder)!r} holds the site of {former['contest']!r}; choose another folder"
        )


def _is_site(folder: Path) -> bool:
    found = _read(folder / MARK)
    return isinstance(found, dict) and str(found.get("format")).startswith(_FAMILY)


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None


def _put(draft: Draft, folder: Path) -> int:
    """Moves what differs, removes what is gone; how many files that were."""
    if not folder.exists() or not any(folder.iterdir()):
        _open_to_all(draft.folder)
        draft.folder.replace(folder)
        return len(draft.files)
    former = _former(folder)
    # Data before the pages that load it, so that a page that is open finds what it asks for.
    differ = [path for path in draft.files if _differs(draft.folder / path, folder / path)]
    for path in sorted(differ, key=lambda path: (path.endswith((".html", MARK)), path)):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (draft.folder / path).replace(folder / path)
    gone = sorted(former - {*draft.files})
    for path in gone:
        (folder / path).unlink(missing_ok=True)
        _drop_empty(folder, (folder / path).parent)
    return len(differ) + len(gone)


def _open_to_all(folder: Path) -> None:
    """As a folder that was made in the usual way: mkdtemp lets nobody else in."""
    mask = os.umask(0)
    os.umask(mask)
    folder.chmod(0o777 & ~mask)


def _former(folder: Path) -> set[str]:
    """What the former site wrote, and is surely inside of the folder."""
    found = _read(folder / _LIST)
    paths = [path for path in found if isinstance(path, str)] if isinstance(found, list) else []
    return {path for path in paths if _is_inside(PurePosixPath(path))}


def _is_inside(path: PurePosixPath) -> bool:
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts


def _differs(new: Path, old: Path) -> bool:
    try:
        return old.stat().st_size != new.stat().st_size or old.read_bytes() != new.read_bytes()
    except OSError:
        return True


def _drop_empty(folder: Path, below: Path) -> None:
    while below != folder and not any(below.iterdir()):
        below.rmdir()
        below = below.parent
