"""The room that bubblewrap builds for a bot: what is in it, and how its door is entered.

The order of the wrappers matters: a shell enters the control groups, setpriv gives up
root, prlimit sets the limits of the process, and only then bwrap builds the room. Its
arguments come by a descriptor, so that no list of processes shows them.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from arena.sandbox import seccomp
from arena.sandbox.cgroups import Group
from arena.sandbox.runtime import ENVIRONMENT, PACKAGES, PYTHON, Runtime
from arena.sandbox.variables import VARIABLES

OUTER_ENVIRONMENT = {"PATH": "/usr/bin:/bin"}
NOT_ENTERED = 125  # the exit code of a wrapper that could not enter a control group
OUR_PROCESSES = 2  # bwrap itself and the init that it leaves in the room

# bwrap and its init keep descriptors 0 to 2 open for as long as the bot lives, so a bot
# that closes its output could not be noticed. They close all others: the output travels
# as 9 and is 1 again only in the bot itself.
_ENTER = (
    f'until [ "$1" = -- ]; do echo 0 > "$1" || exit {NOT_ENTERED}; shift; done; shift;'
    ' exec "$@" 9>&1 1>/dev/null'
)
# The number of processes is set inside: there the kernel counts those of this room alone.
# dash calls that limit -p, other shells -u.
_INSIDE = '{ ulimit -u $1 || ulimit -p $1; } 2>/dev/null; shift; exec "$@" 1>&9 9>&-'
_MIB = 1024 * 1024
# Java's settings live outside of /usr.
_SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/alternatives", *map(str, Path("/etc").glob("java-*")))


class Profile(NamedTuple):
    """How much of everything there is in a room."""

    memory_mb: int
    processes: int = 64
    descriptors: int = 64
    file_mb: int = 16
    tmp_mb: int = 16
    locks: bool = False  # a lock on a file that two bots see is a channel between them
    bot_mb: int = 0  # more than none: /bot is empty and writable, the files are in /src


BUILDING = Profile(
    memory_mb=2048,
    processes=256,
    descriptors=1024,
    file_mb=1024,
    tmp_mb=1024,
    locks=True,
    bot_mb=1024,
)


class Room(NamedTuple):
    """What there is of this machine in a room, and who lives there."""

    runtime: Runtime
    folder: Path | None
    variables: dict[str, str]
    profile: Profile
    uid: int | None  # outside; None: our own


@contextmanager
def wrappers(room: Room, group: Group) -> Iterator[tuple[list[str], tuple[int, ...]]]:
    """The words that come before a command, and the descriptors that they need."""
    profile = room.profile
    with ExitStack() as stack:
        filter_fd = stack.enter_context(_file_of(seccomp.program(locks=profile.locks)))
        arguments = [*_arguments(room), "--add-seccomp-fd", str(filter_fd)]
        arguments_fd = stack.enter_context(
            _file_of(b"".join(word.encode() + b"\0" for word in arguments))
        )
        words = ["/bin/sh", "-c", _ENTER, "sh", *group.doors, "--"]
        if room.uid is not None:
            words += ["setpriv", f"--reuid={room.uid}", f"--regid={room.uid}", "--clear-groups"]
        # A core limit of 1 and not 0: only that keeps a program of the host, named in
        # core_pattern, from being started for a bot that crashes.
        words += ["prlimit", "--core=1", f"--nofile={profile.descriptors}"]
        words += [f"--fsize={profile.file_mb * _MIB}"]
        # Where no control group counts the memory somebody looks at it now and then; this
        # holds each process by itself in between, and lets that somebody see first.
        words += [] if group.limits_memory else [f"--data={2 * profile.memory_mb * _MIB}"]
        words += ["--", "bwrap", "--args", str(arguments_fd), "--"]
        words += ["/bin/sh", "-c", _INSIDE, "arena", str(profile.processes)]
        yield words, (filter_fd, arguments_fd)


def _arguments(room: Room) -> list[str]:
    runtime, profile = room.runtime, room.profile
    words = ["--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534"]
    words += ["--disable-userns", "--die-with-parent", "--new-session", "--hostname", "bot"]
    words += ["--cap-drop", "ALL", "--clearenv"]
    for variable, value in (VARIABLES | room.variables).items():
        words += ["--setenv", variable, value]
    words += ["--ro-bind", "/usr", "/usr"]
    for top in ("bin", "sbin", "lib", "lib64"):
        source = Path("/", top)
        if source.is_symlink():
            words += ["--symlink", str(source.readlink()).lstrip("/"), f"/{top}"]
        elif source.is_dir():
            words += ["--ro-bind", f"/{top}", f"/{top}"]
    for file in _SYSTEM_FILES:
        words += ["--ro-bind-try", file, file]
    words += ["--ro-bind", str(runtime.packages), PACKAGES]
    if runtime.environment is not None:
        words += ["--ro-bind", str(runtime.environment), ENVIRONMENT]
    if runtime.prefix is not None:
        words += ["--ro-bind", str(runtime.prefix), PYTHON]
        # What else is installed for this interpreter is none of a bot's business.
        words += ["--tmpfs", runtime.site_packages, "--remount-ro", runtime.site_packages]
    # Both for safety: /proc/sys asks for the uid outside, which is never root's either.
    words += ["--proc", "/proc", "--remount-ro", "/proc"]
    words += ["--dev", "/dev", "--size", str(_MIB), "--tmpfs", "/dev/shm"]
    words += ["--size", str(profile.tmp_mb * _MIB), "--tmpfs", "/tmp"]
    if room.folder is not None:
        words += ["--ro-bind", str(room.folder), "/src" if profile.bot_mb else "/bot"]
        if profile.bot_mb:
            words += ["--size", str(profile.bot_mb * _MIB), "--tmpfs", "/bot"]
        words += ["--chdir", "/bot"]
    return [*words, "--remount-ro", "/dev", "--remount-ro", "/"]


@contextmanager
def _file_of(data: bytes) -> Iterator[int]:
    """A descriptor from which the data can be read, with no name on any disk."""
    low = os.memfd_create("arena")
    # Above all numbers that the wrapping shell can name, so that its 9 is free.
    fd = fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(low)
    try:
        os.write(fd, data)
        os.lseek(fd, 0, os.SEEK_SET)
        yield fd
    finally:
        os.close(fd)
