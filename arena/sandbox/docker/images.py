"""The images that bots run in, made here and from nothing but this machine: no registry.

The base image has this machine's own interpreter, a shell, the SDK and the organiser's
packages, at the same places as in the other sandboxes. A bot's files are a layer on top:
two bots never share an inode of their own, so not even a file lock can be seen by both.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from platform import machine
from typing import NamedTuple

from arena.cache import once
from arena.errors import BadSubmission, HostTrouble, SandboxUnavailable
from arena.sandbox import runtime
from arena.sandbox.docker.engine import Engine
from arena.sandbox.docker.packing import Files, fingerprint, packed, tree
from arena.submissions import Submission

_VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
_PYTHON_IMAGE = f"python:{_VERSION}-slim"
# What the scripts of a build are most likely to call, beside what starts a bot: the shell.
_PROGRAMS = ("sh", "cat", "chmod", "cp", "mkdir", "mv", "rm", "tar")
_LIBRARY_CACHE = Path("/etc/ld.so.cache")
_LIBRARY = re.compile(r"(/\S+) \(0x")  # in what ldd prints
# Loaded by name when a thread ends, which ldd cannot know.
_LOADED_LATER = "libgcc_s.so.1"


_Made = tuple[str, str, dict[str, str]]  # an image, its interpreter, what that must be told


class Base(NamedTuple):
    """An image with an interpreter, and what that must be told."""

    image: str
    python: str
    variables: dict[str, str]
    packages: Path  # on this machine: the SDK and msgpack


def base_image(engine: Engine, environment: Path | None) -> Base:
    """The image for bots that bring none; made once, then kept by the engine."""
    packages = runtime.prepare(None, for_others=True).packages
    files = tree(packages, runtime.PACKAGES)
    if environment is not None:
        files += tree(environment, runtime.ENVIRONMENT)
    if sys.platform == "linux" and engine.info.get("Architecture") == machine():
        image, python, variables = _from_this_machine(engine, files)
    else:
        image, python, variables = _from_python_image(engine, files)
    return Base(image, python, variables, packages)


def own_image(engine: Engine, submission: Submission) -> str:
    """The id of the image that a bot brings, if it does no harm. Nothing is ever pulled."""
    name = submission.image
    assert name is not None
    found = engine.image(name)
    if found is None:
        raise BadSubmission(
            f"{submission.name}: there is no image {name!r} here;"
            f" `docker pull {name}` or `docker build -t {name} …` first"
        )
    for what in ("Volumes", "OnBuild"):  # these would act outside of the container
        if found["Config"].get(what):
            raise BadSubmission(
                f"{submission.name}: its image {name!r} has {what} in it; build it without"
            )
    return str(found["Id"])


def with_files(engine: Engine, image: str, files: Files) -> str:
    """An image with these files in it, made once and named by what went in."""
    found = engine.image(image)
    if found is None:
        raise HostTrouble(f"the image {image} is there no more")
    name = f"arena-bot:{fingerprint(files, found['Id'])}"
    if engine.image(name) is None:
        with tempfile.NamedTemporaryFile("w", suffix=".Dockerfile") as recipe:
            recipe.write(f"FROM {found['Id']}\nCOPY files /\n")
            recipe.flush()
            inside = [(f"files/{inner}", path) for inner, path in files]
            with packed([("Dockerfile", Path(recipe.name)), *inside]) as context:
                engine.build_image(context, name)
    return name


def _from_this_machine(engine: Engine, files: Files) -> _Made:
    prefix = Path(sys.base_prefix).resolve()
    python = runtime.copied_python(prefix)
    programs = {name: Path(shutil.which(name, path="/bin:/usr/bin") or "") for name in _PROGRAMS}
    missing = [name for name, path in programs.items() if not path.name]
    if missing:
        raise SandboxUnavailable(f"the base image needs {', '.join(missing)}; install that first")
    files += tree(python, runtime.PYTHON)
    files += tree(once("names", _VERSION, _link_names), "/usr/local/bin")
    files += [(f"bin/{name}", path.resolve()) for name, path in programs.items()]
    files += [("etc/ld.so.cache", _LIBRARY_CACHE)] if _LIBRARY_CACHE.exists() else []
    name = f"arena-base:{fingerprint(files, sys.version)}"
    if engine.image(name) is None:
        with packed(files + _libraries(files, python)) as tar:
            engine.import_image(tar, name)
    shared = any((python / "lib").glob("libpython*.so*"))
    variables = {"LD_LIBRARY_PATH": f"{runtime.PYTHON}/lib"} if shared else {}
    return name, f"{runtime.PYTHON}/bin/python{_VERSION}", variables


def _link_names(to: Path) -> None:
    """The interpreter by the names that scripts know it by."""
    for name in ("python", "python3"):
        (to / name).symlink_to(f"{runtime.PYTHON}/bin/python{_VERSION}")


def _from_python_image(engine: Engine, files: Files) -> _Made:
    """Where this machine's own programs do not run in a container, such as on a Mac."""
    if engine.image(_PYTHON_IMAGE) is None:
        raise SandboxUnavailable(
            "this machine's own Python cannot run in its Docker engine: "
            f"docker pull {_PYTHON_IMAGE} first"
        )
    image = with_files(engine, _PYTHON_IMAGE, files)
    return image, f"/usr/local/bin/python{_VERSION}", {}


def _libraries(files: Files, python: Path) -> Files:
    """The shared libraries that these files load, with the loader, at their own places."""
    compiled = [path for _, path in files if path.is_file() and _is_compiled(path)]
    told = subprocess.run(["ldd", *compiled], capture_output=True, text=True, check=False).stdout
    found = {Path(path) for path in _LIBRARY.findall(told)}
    found |= {path.with_name(_LOADED_LATER) for path in found if path.name.startswith("libc.")}
    there = {path.resolve() for _, path in files}
    return [
        (str(path).lstrip("/"), path.resolve())
        for path in sorted(found)
        if path.exists()
        and path.resolve() not in there
        # An interpreter's own library is found by LD_LIBRARY_PATH, wherever ldd saw it.
        and not (python / "lib" / path.name).exists()
    ]


def _is_compiled(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"
