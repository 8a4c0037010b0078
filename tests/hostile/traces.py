"""What a match left on this machine that was not there before: nothing, if all is well.

Only what belongs to this test is looked at, by its mark: other tests run at the same time.
"""

import ctypes
import os
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from arena.cache import cache_folder, owner_name
from arena.sandbox import cgroups
from arena.sandbox.docker.engine import Engine

_LIBC = ctypes.CDLL(None, use_errno=True)
_PR_SET_CHILD_SUBREAPER = 36
_PATIENCE_S = 10.0  # for what is dying; only a failure takes as long


def adopt_orphans() -> None:
    """Whatever a bot leaves behind becomes our child, and can be found."""
    _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def processes(known: set[int]) -> list[int]:
    """Our descendants that live, but for those we know and theirs."""
    parents, dead = {}, set()
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):  # it has just ended
            state, parent = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[:2]
            parents[int(name)] = int(parent)
            if state == "Z":
                dead.add(int(name))
    found = []
    for pid in parents.keys() - dead:
        one = pid
        while one not in (0, os.getpid()) and one not in known:
            one = parents.get(one, 0)
        if one == os.getpid() and pid != one:
            found.append(pid)
    for orphan in dead - known:
        if parents[orphan] == os.getpid():
            with suppress(ChildProcessError):
                os.waitpid(orphan, os.WNOHANG)
    return found


def groups() -> list[Path]:
    """Control groups of this process that were not removed."""
    places = cgroups.find_places()
    parents = [*filter(None, [places.unified]), *places.legacy.values()]
    return [group for parent in parents for group in parent.glob(f"{owner_name()}-*")]


def containers() -> list[str]:
    """Containers of this process that were not removed."""
    return [
        one["Id"] for one in Engine().containers() if one["Labels"]["arena.owner"] == owner_name()
    ]


def half_made() -> list[Path]:
    """Folders of this process in the cache that were not finished or removed."""
    return list(cache_folder().glob(f".{owner_name()}-*"))


def files(mark: str) -> list[Path]:
    """Files with this mark in the places where anybody may write."""
    places = {tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm"}
    return [path for place in places for path in Path(place).glob(f"{mark}*")]


def shared_memory(key: int, mark: str) -> list[str]:
    """Segments, semaphores and queues of this key or mark; a queue is removed by looking."""
    found = []
    for kind in ("shm", "sem", "msg"):
        lines = Path("/proc/sysvipc", kind).read_text().splitlines()[1:]
        found += [f"{kind} {line.split()[1]}" for line in lines if int(line.split()[0]) == key]
    if _LIBC.mq_unlink(f"/{mark}".encode()) == 0:
        found.append("queue")
    return found


def none_left(look: Callable[[], list[object]]) -> list[object]:
    """What is still there after a while: a dying process may be listed a little longer."""
    deadline = time.monotonic() + _PATIENCE_S
    while (found := look()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return found


def clean(pids: list[int], paths: list[Path], segments: list[str]) -> None:
    """Take away what an attack without a sandbox left."""
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    for path in paths:
        path.unlink()
    for segment in segments:
        kind, _, number = segment.partition(" ")
        if number:
            {"shm": _LIBC.shmctl, "msg": _LIBC.msgctl}[kind](int(number), 0, None)
