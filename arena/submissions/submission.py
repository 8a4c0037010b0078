"""A bot as it was handed in, and its files, which are read with suspicion."""

import os
import shlex
import stat
from pathlib import Path
from typing import NamedTuple

from arena.errors import BadSubmission
from arena.submissions.bounds import BOT, mib, shown
from arena.submissions.paths import is_ignored, why_unsafe


class Submission(NamedTuple):
    """A bot as it was handed in. `games` is empty if it does not say what it plays."""

    name: str
    folder: Path
    command: tuple[str, ...]
    games: tuple[str, ...] = ()
    file: str | None = None  # the only file that belongs to it, where it is no folder
    build: tuple[str, ...] = ()  # the command that makes it ready, run once in the sandbox
    image: str | None = None  # a Docker image of its own
    author: str = ""
    email: str = ""
    version: str = ""  # the hash of its content; empty until a sandbox has prepared it
    source: Path | None = None  # the file, folder or archive that was handed in

    @property
    def build_line(self) -> str:
        """The build as somebody would type it."""
        *shell, line = self.build
        return line if shell == ["sh", "-ec"] else shlex.join(self.build)

    def files(self) -> list[tuple[str, bytes]]:
        """Its regular files by relative name; links lead out of a submission, so none count.

        Raises BadSubmission, before anything is read, if there is too much.
        """
        return [(name, self.read(name)) for name in self.file_names()]

    def file_names(self) -> list[str]:
        """The names of those files; raises BadSubmission if they are too many or too large."""
        if self.file is not None:
            names = [self.file]
        else:
            names = sorted(_names_below(self.folder), key=lambda name: Path(name).parts)
        size = sum((self.folder / name).lstat().st_size for name in names)
        if size > BOT.unpacked:
            raise BadSubmission(
                f"{self.folder} holds {mib(size)}, at most {mib(BOT.unpacked)} are taken;"
                " leave out what the bot does not need"
            )
        return names

    def read(self, name: str) -> bytes:
        """The content of one of its files, and of nothing that has taken its place."""
        path = self.folder / name
        try:
            with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
                if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    return file.read(BOT.unpacked)
        except OSError as problem:
            raise BadSubmission(f"{path} cannot be read: {problem.strerror}") from None
        raise BadSubmission(f"{path} is no plain file any more; hand it in again")


def _names_below(top: Path) -> list[str]:
    found: list[str] = []
    for folder, folders, files in os.walk(top, onerror=_cannot_list):
        folders[:] = [name for name in folders if not _is_no_part(Path(folder, name))]
        for file in files:
            path = Path(folder, file)
            if is_ignored(file) or not stat.S_ISREG(path.lstat().st_mode):
                continue
            name = str(path.relative_to(top))
            if why := why_unsafe(name):
                raise BadSubmission(f"{top}: the name {shown(name)} {why}; rename it")
            found.append(name)
            if len(found) > BOT.files:
                raise BadSubmission(
                    f"{top} holds more than {BOT.files} files, reached at {shown(name)};"
                    " leave out what the bot does not need"
                )
    return found


def _is_no_part(folder: Path) -> bool:
    """Also what a tool can make again, such as cargo's `target`: it marks it by this file."""
    return is_ignored(folder.name) or (folder / "CACHEDIR.TAG").exists()


def _cannot_list(problem: OSError) -> None:
    raise BadSubmission(f"{problem.filename} cannot be read: {problem.strerror}")
