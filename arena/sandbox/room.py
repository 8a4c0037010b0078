"""The room that bubblewrap builds for a bot: what is in it, and how its door is entered.

The launcher makes a process that has given up root and is limited; that becomes bwrap, which
builds the room. Its arguments come by a descriptor, so that no list of processes shows them.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from arena.sandbox import seccomp
from arena.sandbox.cgroups import Group
from arena.sandbox.launcher import FAILED
from arena.sandbox.launching import Order
from arena.sandbox.runtime import ENVIRONMENT, PYTHON, Runtime
from arena.sandbox.variables import VARIABLES
from arena.sandbox.walls import DEVICES, JAVA_SETTINGS, TOP_FOLDERS

OUTER_ENVIRONMENT = {"PATH": "/usr/bin:/bin"}
OUR_PROCESSES = 2  # bwrap itself and the init that it leaves in the room

# bwrap and its init keep descriptors 0 to 2 open for as long as the bot lives, so a bot
# that closes its output could not be noticed. They close all others: the output travels
# as 9 and is 1 again only in the bot itself. A shell can name no number above 9.
_OUTPUT, _DOOR, _FILTER, _ARGUMENTS = 9, 8, 10, 11
# Everything before this is ours, and stays outside of the group that is frozen and metered.
# The number of processes is set inside: there the kernel counts those of this room alone.
# dash calls that limit -p, other shells -u.
_INSIDE = (
    f"echo 0 >&{_DOOR} || exit {FAILED};"
    " { ulimit -u $1 || ulimit -p $1; } 2>/dev/null; shift;"
    f' exec "$@" 1>&{_OUTPUT} {_OUTPUT}>&- {_DOOR}>&-'
)
_MIB = 1024 * 1024


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

    bwrap: str  # where it is
    walls: Path
    runtime: Runtime
    folder: Path | None
    variables: dict[str, str]
    profile: Profile
    uid: int | None  # outside; None: our own


@contextmanager
def order_of(
    room: Room, group: Group, command: list[str], stdin: int, stdout: int, stderr: int
) -> Iterator[Order]:
    """How a command is started in the room."""
    profile = room.profile
    arguments = [*_arguments(room), "--add-seccomp-fd", str(_FILTER)]
    inside = ["/bin/sh", "-c", _INSIDE, "arena", str(profile.processes), *command]
    # A core limit of 1 and not 0: only that keeps a program of the host, named in
    # core_pattern, from being started for a bot that crashes.
    limits = {
        "RLIMIT_CORE": 1,
        "RLIMIT_NOFILE": profile.descriptors,
        "RLIMIT_FSIZE": profile.file_mb * _MIB,
    }
    if not group.limits_memory:
        # Somebody looks at the memory now and then; this holds each process by itself in
        # between, and lets that somebody see first.
        limits["RLIMIT_DATA"] = 2 * profile.memory_mb * _MIB
    with ExitStack() as stack:
        nothing = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
        stack.callback(os.close, nothing)
        fds = {0: stdin, 1: nothing, 2: stderr, _OUTPUT: stdout, _DOOR: group.inner_door()}
        filter_ = seccomp.program(locks=profile.locks)
        fds[_FILTER] = stack.enter_context(_file_of(filter_))
        fds[_ARGUMENTS] = stack.enter_context(
            _file_of(b"".join(word.encode() + b"\0" for word in arguments))
        )
        words = [room.bwrap, "--args", str(_ARGUMENTS), "--", *inside]
        yield Order(words, OUTER_ENVIRONMENT, fds, limits, room.uid, group)


def _arguments(room: Room) -> list[str]:
    runtime, profile = room.runtime, room.profile
    words = ["--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534"]
    words += ["--disable-userns", "--die-with-parent", "--new-session", "--hostname", "bot"]
    words += ["--cap-drop", "ALL", "--clearenv"]
    for variable, value in (VARIABLES | room.variables).items():
        words += ["--setenv", variable, value]
    words += ["--ro-bind", str(room.walls), "/"]
    own_tops = [top for top in TOP_FOLDERS if os.path.isdir(top) and not os.path.islink(top)]
    for place in ("/usr", *own_tops):
        words += ["--ro-bind", place, place]
    for place in JAVA_SETTINGS:  # they go when the organiser removes that Java
        words += ["--ro-bind-try", place, place]
    if runtime.environment is not None:
        words += ["--ro-bind", str(runtime.environment), ENVIRONMENT]
    if runtime.prefix is not None:
        words += ["--ro-bind", str(runtime.prefix), PYTHON]
    if runtime.hidden is not None:  # it is none of a bot's business
        words += ["--tmpfs", runtime.hidden, "--remount-ro", runtime.hidden]
    # Both for safety: /proc/sys asks for the uid outside, which is never root's either.
    words += ["--proc", "/proc", "--remount-ro", "/proc"]
    for device in DEVICES:
        words += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    words += ["--size", str(_MIB), "--tmpfs", "/dev/shm"]
    words += ["--size", str(profile.tmp_mb * _MIB), "--tmpfs", "/tmp"]
    if room.folder is not None:
        words += ["--ro-bind", str(room.folder), "/src" if profile.bot_mb else "/bot"]
        if profile.bot_mb:
            words += ["--size", str(profile.bot_mb * _MIB), "--tmpfs", "/bot"]
        words += ["--chdir", "/bot"]
    return words


@contextmanager
def _file_of(data: bytes) -> Iterator[int]:
    """A descriptor from which the data can be read, with no name on any disk."""
    fd = os.memfd_create("arena")
    try:
        os.write(fd, data)
        os.lseek(fd, 0, os.SEEK_SET)
        yield fd
    finally:
        os.close(fd)
