"""Files of this machine packed for an image: whose they are and when they were made is gone."""

import hashlib
import os
import stat
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from arena.cache import cache_folder

Files = list[tuple[str, Path]]  # the name inside, without a slash before it, and the source


def tree(folder: Path, inside: str) -> Files:
    """A folder with all that is in it, in order of names. Links stay links."""
    top = inside.strip("/")
    inner = ((f"{top}/{path.relative_to(folder)}", path) for path in sorted(folder.rglob("*")))
    return [(top, folder), *inner]


def fingerprint(files: Files, *more: str) -> str:
    """Changes when a file does; a look at each, not a reading.

    A kept folder is named by the hash of its content, so its name goes in.
    """
    digest = hashlib.sha256("\n".join(more).encode())
    for name, path in files:
        seen = path.lstat()
        size, when = (0, 0) if stat.S_ISDIR(seen.st_mode) else (seen.st_size, seen.st_mtime_ns)
        digest.update(f"{name} {path.parent.name}/{path.name} {size} {when}\n".encode())
    return digest.hexdigest()[:16]


@contextmanager
def packed(files: Files) -> Iterator[IO[bytes]]:
    """A tar of them, to be read from its beginning."""
    with tempfile.TemporaryFile(dir=cache_folder()) as file:
        with tarfile.open(fileobj=file, mode="w") as tar:
            for name, path in files:
                member = tar.gettarinfo(path, name)
                member.uid = member.gid = 0
                member.uname = member.gname = ""
                member.mtime = 0
                member.mode = 0o755 if member.isdir() or os.access(path, os.X_OK) else 0o644
                if not member.isreg():
                    tar.addfile(member)
                    continue
                with path.open("rb") as source:
                    tar.addfile(member, source)
        file.seek(0)
        yield file
