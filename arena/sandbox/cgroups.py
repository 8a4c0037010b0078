"""Control groups: the CPU meter, the freezer and the limits of one bot's whole process tree.

Works with the unified hierarchy (v2), with or without controllers in it, and with the
older one (v1) for memory and processes. The v1 freezer is never used: a task frozen by
it does not die of SIGKILL until it is thawed.
"""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from arena.cache import owner_lives

_PARENT = "arena"
_INNER = "bot"  # a bot can see this name
_CONTROLLERS = ("memory", "pids")

# The dead are listed for a fraction of a millisecond, on a busy machine for long: 1.3 s at most.
_PAUSES_S = tuple(0.0002 * 1.5**attempt for attempt in range(20))


class Places(NamedTuple):
    """Where groups can be made on this machine; None or missing where they cannot."""

    unified: Path | None
    controllers: frozenset[str]  # in force for groups under `unified`
    legacy: dict[str, Path]  # v1 parents: memory, pids

    @property
    def limits_memory(self) -> bool:
        """Whether the memory of a group can be limited."""
        return "memory" in self.controllers or "memory" in self.legacy

    @property
    def limits_pids(self) -> bool:
        """Whether the number of a group's processes can be limited."""
        return "pids" in self.controllers or "pids" in self.legacy


def find_places() -> Places:
    """Tries by making the parent group in each hierarchy; what fails is left out."""
    unified, legacy = None, {}
    for mount, kind, controllers in mounts():
        if kind == "cgroup2":
            unified = _made(mount / _PARENT) or _made(_own_group(mount) / _PARENT)
        else:
            for name in controllers & {*_CONTROLLERS}:
                parent = _made(mount / _PARENT)
                if parent is not None:
                    legacy[name] = parent
    if unified is None or not (unified / "cgroup.freeze").exists():
        return Places(None, frozenset(), legacy)
    return Places(unified, _enabled(unified), legacy)


def mounts() -> list[tuple[Path, str, set[str]]]:
    """Every mounted hierarchy: where, v1 or v2, and the options that name its controllers."""
    found = []
    for line in Path("/proc/self/mounts").read_text().splitlines():
        _, mount, kind, options, *_ = line.split()
        if kind in ("cgroup", "cgroup2"):
            found.append((Path(mount), kind, set(options.split(","))))
    return found


def _made(group: Path) -> Path | None:
    try:
        group.mkdir(exist_ok=True)
    except OSError:
        return None
    return group if os.access(group, os.W_OK) else None


def _own_group(mount: Path) -> Path:
    """This process's own group in the unified hierarchy, which may have been delegated."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        number, _, path = line.split(":", 2)
        if number == "0":
            return mount / path.lstrip("/")
    return mount


def _enabled(parent: Path) -> frozenset[str]:
    for group in (parent.parent, parent):
        for name in _CONTROLLERS:
            with suppress(OSError):  # not there, or the group has processes of its own
                (group / "cgroup.subtree_control").write_text(f"+{name}")
    active = (parent / "cgroup.subtree_control").read_text().split()
    return frozenset(active) & {*_CONTROLLERS}


class Birthplace(NamedTuple):
    """Where a process can be born into a group of the unified hierarchy."""

    folder: int  # a descriptor
    door: str  # for a kernel that cannot do that: the file into which it writes 0


class Group:
    """One bot's groups, in all hierarchies at once. Whoever makes one must remove it.

    With an inner group, the meter and the freezer are about who goes in there: the bot. What is
    around it, two processes of bubblewrap, is limited and ended with it; but if they were
    frozen too, they would be woken up twice for every move, just as the bot is.
    """

    def __init__(
        self, places: Places, name: str, *, memory_bytes: int, pids: int, inner: bool = False
    ) -> None:
        self._unified = places.unified / name if places.unified else None
        self._inner = self._unified / _INNER if self._unified and inner else None
        self._legacy = {kind: parent / name for kind, parent in places.legacy.items()}
        self._controllers = places.controllers
        self.limits_memory = places.limits_memory
        self._memory_bytes = memory_bytes
        self._fds: list[int] = []
        self._meter = self._freezer = -1
        try:
            for group in self._all():
                group.mkdir()
            self._limit(memory_bytes, pids)
            if self._inner is not None:
                # Only so can a process walk in without the lock that makes all forks wait.
                _write(self._inner / "cgroup.type", "threaded")
            bots = self._inner or self._unified
            if bots is not None:
                self._meter = self._opened(bots / "cpu.stat", os.O_RDONLY)
                self._freezer = self._opened(bots / "cgroup.freeze", os.O_WRONLY)
        except OSError:
            self.remove()
            raise

    def _opened(self, file: Path, flags: int) -> int:
        """A descriptor that is closed when the group is removed."""
        self._fds.append(os.open(file, flags | os.O_CLOEXEC))
        return self._fds[-1]

    def _all(self) -> list[Path]:
        return [*filter(None, (self._unified, self._inner)), *self._legacy.values()]

    def _limit(self, memory_bytes: int, pids: int) -> None:
        if "memory" in self._controllers and self._unified is not None:
            _write(self._unified / "memory.max", memory_bytes)
            _write(self._unified / "memory.swap.max", 0)
        elif "memory" in self._legacy:
            _write(self._legacy["memory"] / "memory.limit_in_bytes", memory_bytes)
            _write(self._legacy["memory"] / "memory.memsw.limit_in_bytes", memory_bytes)
        if "pids" in self._controllers and self._unified is not None:
            _write(self._unified / "pids.max", pids)
        elif "pids" in self._legacy:
            _write(self._legacy["pids"] / "pids.max", pids)

    @property
    def doors(self) -> list[str]:
        """The files into which the number of a process is written to move it here.

        The one with the meter is the last: it has moved only for who is in all of them.
        """
        return [str(group / "cgroup.procs") for group in reversed(self._all())]

    @property
    def birthplace(self) -> Birthplace | None:
        """In the unified hierarchy; None where there is none."""
        if self._unified is None:
            return None
        folder = self._opened(self._unified, os.O_RDONLY | os.O_DIRECTORY)
        return Birthplace(folder, str(self._unified / "cgroup.procs"))

    @property
    def legacy_doors(self) -> list[str]:
        """The files into which a process of one thread writes 0 to enter the older hierarchies."""
        return [str(group / "tasks") for group in self._legacy.values()]

    def inner_door(self) -> int:
        """Open for writing: who writes 0 there is in the inner group, also with fewer rights.

        The kernel asks who has opened it. Where there is no inner group nothing happens.
        """
        if self._inner is None:
            return self._opened(Path(os.devnull), os.O_WRONLY)
        return self._opened(self._inner / "cgroup.threads", os.O_WRONLY)

    def members(self) -> set[int]:
        """The processes that are in it, by the unified hierarchy."""
        if self._unified is None:
            return set()
        return set(map(int, (self._unified / "cgroup.procs").read_text().split()))

    def cpu_usec(self) -> int | None:
        """CPU time of all that ever ran in the group; None where it cannot be measured."""
        if self._meter < 0:
            return None
        return int(os.pread(self._meter, 64, 0).split(None, 2)[1])

    def freeze(self) -> None:
        """Fire and forget: the kernel stops the tasks within a fraction of a millisecond."""
        if self._freezer >= 0:
            os.pwrite(self._freezer, b"1", 0)

    def thaw(self) -> None:
        if self._freezer >= 0:
            os.pwrite(self._freezer, b"0", 0)

    def memory_peak(self) -> int | None:
        """The most memory that was in use at once, in bytes."""
        if "memory" in self._legacy and "memory" not in self._controllers:
            return _number(self._legacy["memory"] / "memory.max_usage_in_bytes")
        return _number(self._unified / "memory.peak") if self._unified else None

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has killed a process here because of the limit."""
        if "memory" in self._legacy and "memory" not in self._controllers:
            events = self._legacy["memory"] / "memory.oom_control"
        elif self._unified is not None:
            events = self._unified / "memory.events"
        else:
            return False
        with suppress(OSError):
            lines = [line.split() for line in events.read_text().splitlines()]
            return any(name == "oom_kill" and int(count) > 0 for name, count in lines)
        return False

    def memory_trouble(self) -> str | None:
        """What to tell the author, if the kernel has killed a process for its memory."""
        if not self.ran_out_of_memory():
            return None
        mib = 1024 * 1024
        peak = (self.memory_peak() or self._memory_bytes) // mib
        return f"used {peak} of {self._memory_bytes // mib} MiB"

    def kill(self) -> None:
        """End every process of the group, frozen ones too."""
        if self._unified is not None:
            with suppress(OSError):
                _write(self._unified / "cgroup.kill", 1)

    def remove(self) -> None:
        """Take the empty groups away. A dying member may be listed a few ms more."""
        for fd in self._fds:
            os.close(fd)
        self._fds.clear()
        self._meter = self._freezer = -1
        for group in reversed(self._all()):
            _remove(group)


def sweep(places: Places) -> int:
    """Remove what dead referees left behind; their names tell who made them."""
    parents = [*([places.unified] if places.unified else []), *places.legacy.values()]
    names = {group.name for parent in parents for group in parent.iterdir() if group.is_dir()}
    swept = 0
    for name in names:
        if owner_lives(name):
            continue
        for parent in parents:
            group = parent / name
            with suppress(OSError):
                (group / "cgroup.kill").write_text("1")
            for leftover in (group / _INNER, group):
                if leftover.is_dir():
                    _remove(leftover)
        swept += 1
    return swept


def _write(file: Path, value: int | str) -> None:
    """Nothing where there is no such file. Text files of Python take three times as long."""
    with suppress(FileNotFoundError):
        fd = os.open(file, os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.write(fd, str(value).encode())
        finally:
            os.close(fd)


def _number(file: Path) -> int | None:
    with suppress(OSError, ValueError):
        return int(file.read_text())
    return None


def _remove(group: Path) -> None:
    for pause_s in _PAUSES_S:
        try:
            group.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            time.sleep(pause_s)
        else:
            return
