"""Which names a stranger may give to files, and which two names are one on some disk."""

import re
import unicodedata
from pathlib import Path

_LONGEST_PART, _LONGEST, _DEEPEST = 255, 1000, 32  # bytes, bytes, folders

# Control characters, invisible ones such as those that turn the writing round, line ends.
_HIDDEN = ("Cc", "Cf", "Zl", "Zp")

_IGNORED = ("__MACOSX", ".git", "__pycache__", ".DS_Store")
_ARCHIVES = (".tar.gz", ".zip", ".tar", ".tgz")


def is_ignored(name: str) -> bool:
    """Whether a file or folder of this name is no part of a bot; `._x` is macOS's own."""
    return name in _IGNORED or name.startswith("._")


def is_archive(path: Path) -> bool:
    """Whether the name is that of an archive that can be unpacked."""
    return path.name.lower().endswith(_ARCHIVES)


def stem(path: Path) -> str:
    """The name of a file without `.tar.gz`, `.py` and the like; of a folder, its name."""
    for suffix in _ARCHIVES:
        if path.name.lower().endswith(suffix):
            return path.name[: -len(suffix)]
    return path.name if path.is_dir() else path.stem


def parts_of(name: str) -> tuple[str, ...]:
    """The folders and the file of a name; `./` and doubled slashes mean nothing."""
    return tuple(part for part in name.split("/") if part not in ("", "."))


def why_unsafe(name: str) -> str | None:
    """Why no file may have this name, in words that follow it; None if it may."""
    try:
        length = len(name.encode())
    except UnicodeEncodeError:
        return "is not UTF-8"
    parts = parts_of(name)
    longest = max((len(part.encode()) for part in parts), default=0)
    problems = {
        "has a control character": any(unicodedata.category(c) in _HIDDEN for c in name),
        "has a backslash": "\\" in name,
        "begins at the root of the disk": name.startswith("/"),
        "begins with a drive": re.match("[A-Za-z]:", name) is not None,
        "leads out of its folder by '..'": ".." in parts,
        f"is {length} bytes long, at most {_LONGEST} are taken": length > _LONGEST,
        f"has a part of {longest} bytes, at most {_LONGEST_PART} are taken": (
            longest > _LONGEST_PART
        ),
        f"is {len(parts)} levels deep, at most {_DEEPEST} are taken": len(parts) > _DEEPEST,
    }
    return next((words for words, holds in problems.items() if holds), None)


class Places:
    """The files and folders of one archive so far, by what every disk could tell apart."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, ...], tuple[tuple[str, ...], bool]] = {}

    def clash(self, parts: tuple[str, ...], *, is_folder: bool) -> str | None:
        """Takes the place, or says why not, in words that follow the name."""
        for end in range(1, len(parts)):
            if problem := self._take(parts[:end], is_folder=True):
                return problem
        return self._take(parts, is_folder=is_folder) if parts else None

    def __len__(self) -> int:
        return len(self._taken)

    def _take(self, parts: tuple[str, ...], *, is_folder: bool) -> str | None:
        there, was_folder = self._taken.setdefault(_folded(parts), (parts, is_folder))
        if there is parts or (there == parts and is_folder and was_folder):
            return None
        if there == parts:
            return "is there twice" if is_folder == was_folder else "is a file and a folder"
        return f"differs from {'/'.join(there)!r} only by case or by the form of its letters"


def _folded(parts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_nfkc(_nfkc(part).casefold()) for part in parts)


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)
