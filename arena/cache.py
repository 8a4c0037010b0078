"""Folders that are made once and kept from run to run, under the hash of what went in.

Their paths are neutral: a bot can read the table of its mounts, and it should learn nothing
there about this machine's people.
"""

import hashlib
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from arena.errors import OrganiserError

_UNUSED_S = 30 * 24 * 3600


def cache_folder() -> Path:
    """Where prepared files are kept from run to run. Others may enter it, not list it."""
    uid = os.geteuid()
    folder = Path("/var/cache/arena" if uid == 0 else f"/var/tmp/arena-{uid}")
    try:
        folder.mkdir(mode=0o711, parents=True, exist_ok=True)
        seen = folder.lstat()
        if seen.st_uid != uid or not stat.S_ISDIR(seen.st_mode):
            raise OrganiserError(f"{folder} belongs to somebody else; have it removed")
        folder.chmod(0o711)
    except OSError as problem:
        raise OrganiserError(f"{folder} cannot be made: {problem.strerror}") from None
    return folder


def found(kind: str, key: str) -> Path | None:
    """The folder for this key, if it was made before."""
    folder = cache_folder() / _name(kind, key)
    if not folder.is_dir():
        return None
    os.utime(folder)  # used today
    return folder


def once(kind: str, key: str, make: Callable[[Path], None]) -> Path:
    """The folder for this key, made in a temporary one first and renamed when whole."""
    folder = found(kind, key)
    if folder is not None:
        return folder
    folder = cache_folder() / _name(kind, key)
    work = Path(tempfile.mkdtemp(prefix=f".{owner_name()}-", dir=folder.parent))
    mask = os.umask(0o022)  # bots must be able to read what is made here
    try:
        make(work)
        work.chmod(0o755)
        work.rename(folder)
    except OSError:
        if not folder.is_dir():  # else another run was quicker
            raise
    finally:
        os.umask(mask)
        shutil.rmtree(work, ignore_errors=True)
    return folder


def _name(kind: str, key: str) -> str:
    return f"{kind}-{hashlib.sha256(key.encode()).hexdigest()[:32]}"


def sweep_cache() -> None:
    """Remove the half-made folders of runs that were killed, and what nobody used for long."""
    for folder in cache_folder().iterdir():
        with suppress(OSError, RecursionError):  # somebody else sweeps too
            if folder.name.startswith("."):
                if not owner_lives(folder.name.lstrip(".")):
                    shutil.rmtree(folder)
            elif folder.stat().st_mtime < time.time() - _UNUSED_S:
                # Out of the way first: half of a folder must never look like one.
                shutil.rmtree(folder.rename(folder.with_name(f".{owner_name()}-{folder.name}")))


def owner_name() -> str:
    """A prefix for names that only this process makes: its pid and when it started."""
    return f"{os.getpid()}-{_started(os.getpid())}"


def owner_lives(name: str) -> bool:
    """Whether the process that made this name is still there."""
    pid, _, rest = name.partition("-")
    started = rest.partition("-")[0]
    return pid.isdigit() and _started(int(pid)) == started


def _started(pid: int) -> str:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    return status.rpartition(")")[2].split()[19]
