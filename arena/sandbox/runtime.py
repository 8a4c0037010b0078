"""What bots need to run, in a place that tells them nothing and that their uid can read.

The SDK and msgpack are copied, precompiled, into a cache folder. The interpreter is used
where it is; only if it lies in somebody's private home is it copied too.
"""

import compileall
import hashlib
import shutil
import stat
import sys
from importlib.util import find_spec
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import NamedTuple

from arena.cache import once

PYTHON = "/opt/python"  # where the interpreter's prefix is inside
PACKAGES = "/opt/arena"  # where the SDK and msgpack are inside
ENVIRONMENT = "/opt/environment"  # where the organiser's packages are inside

_VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
_LIBRARY = f"lib/{_VERSION}"

# Parts of the standard library that no bot needs and that make up half of it.
_NOT_COPIED = ("site-packages", "test", "idlelib", "tkinter", "turtledemo", "lib2to3", "ensurepip")


class Runtime(NamedTuple):
    """The folders to show to a bot, read-only, and the interpreter's path inside."""

    packages: Path
    prefix: Path | None  # None: the interpreter is in /usr, which every bot sees
    interpreter: str
    environment: Path | None  # the organiser's packages
    hidden: str | None = None  # inside: what else is installed for the interpreter

    @property
    def key(self) -> str:
        """What the result of a build depends on."""
        return f"{sys.version} {self.environment and self.environment.name}"

    @property
    def variables(self) -> dict[str, str]:
        """What the interpreter itself must be told, inside.

        One that was built with a shared library finds it by the path at which it was built,
        which is not there; it would take the system's, of another version.
        """
        shared = self.prefix is not None and any((self.prefix / "lib").glob("libpython*.so*"))
        return {"LD_LIBRARY_PATH": f"{PYTHON}/lib"} if shared else {}


def prepare(environment: Path | None, *, for_others: bool) -> Runtime:
    """The runtime, made once. `for_others`: bots run under a uid that is not ours."""
    packages = once("packages", _packages_key(), _copy_packages)
    prefix = Path(sys.base_prefix).resolve()
    program = f"bin/{_VERSION}"
    if prefix == Path("/usr"):
        return Runtime(packages, None, f"/usr/{program}", environment)
    interpreter = f"{PYTHON}/{program}"
    if for_others and not readable_by_others(prefix):
        return Runtime(packages, copied_python(prefix), interpreter, environment)
    hidden = f"{PYTHON}/{_LIBRARY}/site-packages"
    return Runtime(packages, prefix, interpreter, environment, hidden)


def readable_by_others(folder: Path) -> bool:
    """Whether a stranger's uid can walk to this folder and look into it."""
    mode = folder.stat().st_mode
    open_here = mode & stat.S_IROTH and mode & stat.S_IXOTH
    return bool(open_here) and all(up.stat().st_mode & stat.S_IXOTH for up in folder.parents)


def _package_folders() -> list[Path]:
    folders = []
    for name in ("arena_sdk", "msgpack"):
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        folders.append(Path(spec.origin).parent)
    return folders


def _packages_key() -> str:
    """Changes whenever a file of the SDK or of msgpack does."""
    files = sorted(
        file
        for folder in _package_folders()
        for file in folder.rglob("*")
        if file.suffix in (".py", ".so")
    )
    digests = [f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}" for file in files]
    return "\n".join([sys.version, *digests])


def _copy_packages(to: Path) -> None:
    for folder in _package_folders():
        shutil.copytree(folder, to / folder.name, ignore=shutil.ignore_patterns("__pycache__"))
    compile_all(to, PACKAGES)
    _open_to_others(to)


def copied_python(prefix: Path) -> Path:
    """The interpreter and the parts of its library that a bot may need, in the cache."""
    return once("python", f"{sys.version} {prefix} with names", lambda to: _copy(prefix, to))


def _copy(prefix: Path, to: Path) -> None:
    (to / "bin").mkdir()
    program = prefix / "bin" / _VERSION
    shutil.copy2(program.resolve(), to / "bin" / program.name)
    for name in ("python", "python3"):
        (to / "bin" / name).symlink_to(program.name)
    shutil.copytree(
        prefix / _LIBRARY,
        to / _LIBRARY,
        symlinks=True,
        ignore=shutil.ignore_patterns(*_NOT_COPIED, "config-*", "__pycache__"),
    )
    (to / _LIBRARY / "site-packages").mkdir()
    for shared in (prefix / "lib").glob("libpython*.so*"):
        shutil.copy2(shared, to / "lib" / shared.name, follow_symlinks=False)
    compile_all(to / _LIBRARY, f"{PYTHON}/{_LIBRARY}")
    _open_to_others(to)


def _open_to_others(folder: Path) -> None:
    """What was installed under a strict umask brings its modes along; bots have another uid."""
    for path in folder.rglob("*"):
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | (mode & 0o500) >> 3 | (mode & 0o500) >> 6)


def compile_all(folder: Path, shown_as: str) -> None:
    """Bytecode whose tracebacks show the path inside, and that no clock can make stale."""
    compileall.compile_dir(
        folder,
        quiet=2,
        stripdir=str(folder),
        prependdir=shown_as,
        invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
    )
