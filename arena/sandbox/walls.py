"""The root folder of every room, made once: all that is the same for each bot, and the places
at which the rest of a room is mounted.

What bubblewrap mounts or makes by itself it does anew for each bot, and for each mount it reads
the list of all mounts: with these walls a start takes 1.1 ms less than with the same folders and
links made one by one.
"""

import hashlib
import shutil
from pathlib import Path

from arena.cache import once
from arena.sandbox.runtime import ENVIRONMENT, PACKAGES, PYTHON

# All that a program may expect of a machine; what a terminal needs is not among it.
DEVICES = ("null", "zero", "random", "urandom")
# Java's settings live outside of /usr.
JAVA_SETTINGS = tuple(sorted(str(it) for it in Path("/etc").glob("java-*") if it.is_dir()))
# Where not everything is in /usr, these are folders of their own.
TOP_FOLDERS = tuple(f"/{top}" for top in ("bin", "sbin", "lib", "lib64"))

_LIBRARIES = Path("/etc/ld.so.cache")
_ALTERNATIVES = Path("/etc/alternatives")
_MOUNTED = ("/usr", "/proc", "/dev/shm", "/tmp", "/bot", "/src", PYTHON, ENVIRONMENT)


def walls(packages: Path) -> Path:
    """The folder, with the SDK in it, for this machine as it is now."""
    return once("walls", _key(packages), lambda to: _build(to, packages))


def _key(packages: Path) -> str:
    libraries = _LIBRARIES.read_bytes() if _LIBRARIES.exists() else b""
    links = [link for link in _ALTERNATIVES.glob("*") if link.is_symlink()]
    targets = sorted(f"{link} {link.readlink()}" for link in links)
    tops = [str(Path(top).resolve()) for top in TOP_FOLDERS if Path(top).exists()]
    places = [*_MOUNTED, *DEVICES, *JAVA_SETTINGS, *tops]
    return "\n".join([packages.name, hashlib.sha256(libraries).hexdigest(), *targets, *places])


def _build(to: Path, packages: Path) -> None:
    for place in (*_MOUNTED, *JAVA_SETTINGS):
        _inside(to, place).mkdir(parents=True)
    for place in TOP_FOLDERS:
        top = Path(place)
        if top.is_symlink():
            _inside(to, place).symlink_to(str(top.readlink()).lstrip("/"))
        elif top.is_dir():
            _inside(to, place).mkdir()
    for device in DEVICES:
        (to / "dev" / device).touch()
    for at, name in enumerate(("stdin", "stdout", "stderr")):
        (to / "dev" / name).symlink_to(f"/proc/self/fd/{at}")
    (to / "dev/fd").symlink_to("/proc/self/fd")
    (to / "etc").mkdir(exist_ok=True)
    if _LIBRARIES.exists():
        shutil.copyfile(_LIBRARIES, to / "etc" / _LIBRARIES.name)
    if _ALTERNATIVES.exists():
        shutil.copytree(_ALTERNATIVES, to / "etc" / _ALTERNATIVES.name, symlinks=True)
    shutil.copytree(packages, _inside(to, PACKAGES))


def _inside(to: Path, place: str) -> Path:
    return to / place.lstrip("/")
