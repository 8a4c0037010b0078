"""Where a container's clock, freezer and memory counters are, seen from this machine.

Only for a container whose process is really one of this machine's: an engine elsewhere or
in a virtual machine names processes that are not ours to look at. On a machine with the
older control groups (v1) root moves the bot into a group of Arena's own, which has the v2
freezer; the v1 freezer is never used. The groups that the engine itself made are read,
and frozen where they are v2 and may be written.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from arena.errors import HostTrouble
from arena.sandbox import cgroups

_LOOKS = 200


class EnginesGroup:
    """The groups that the engine made for a container; what cannot be done is not done.

    They go with the container, so the last that a meter said is kept.
    """

    def __init__(self, folders: dict[str, Path]) -> None:
        unified, memory = folders.get(""), folders.get("memory")
        self._cpu = folders.get("cpuacct", unified)
        self._is_v1 = "cpuacct" in folders
        self._used_usec: int | None = None
        self._peak_file = memory / "memory.max_usage_in_bytes" if memory else None
        if memory is None and unified is not None:
            self._peak_file = unified / "memory.peak"
        self._peak: int | None = None
        self._freezer = -1
        if unified is not None and not self._is_v1:
            with suppress(OSError):
                self._freezer = os.open(unified / "cgroup.freeze", os.O_WRONLY | os.O_CLOEXEC)
        self.cpu_usec()

    @property
    def freezes(self) -> bool:
        """Whether `freeze` does anything."""
        return self._freezer >= 0

    def cpu_usec(self) -> int | None:
        if self._cpu is not None:
            with suppress(OSError):
                if self._is_v1:
                    self._used_usec = int((self._cpu / "cpuacct.usage").read_text()) // 1000
                else:
                    self._used_usec = int((self._cpu / "cpu.stat").read_text().split(None, 2)[1])
        return self._used_usec

    def freeze(self) -> None:
        self._set_frozen(b"1")

    def thaw(self) -> None:
        self._set_frozen(b"0")

    def _set_frozen(self, value: bytes) -> None:
        if self._freezer >= 0:
            with suppress(OSError):  # the container has ended
                os.pwrite(self._freezer, value, 0)

    def memory_peak(self) -> int | None:
        if self._peak_file is not None:
            with suppress(OSError, ValueError):
                self._peak = int(self._peak_file.read_text())
        return self._peak

    def memory_trouble(self) -> str | None:
        """Nothing: the groups are gone when one would ask. The engine itself remembers."""
        return None

    def close(self) -> None:
        if self._freezer >= 0:
            os.close(self._freezer)
        self._freezer = -1


class Place(NamedTuple):
    """A container's first process, None if it is not on this machine, and its group."""

    pid: int | None
    group: cgroups.Group | EnginesGroup
    freezes: bool

    def close(self) -> None:
        """A group of our own is removed by whoever made it."""
        if isinstance(self.group, EnginesGroup):
            self.group.close()


def place_of(pid: int, container: str, ours: cgroups.Group | None) -> Place:
    """Where a container is whose bot has not begun yet; it is moved into our group, if any."""
    paths = _paths(pid, container)
    if not paths:
        return Place(None, EnginesGroup({}), freezes=False)
    if ours is None:
        group = EnginesGroup(_folders(paths))
        return Place(pid, group, group.freezes)
    _move(_folders(paths), ours)
    return Place(pid, ours, freezes=True)


def _move(folders: dict[str, Path], ours: cgroups.Group) -> None:
    """Everybody in the container, until a look finds nobody outside: who is in has children in.

    Our own image's first process is alone and waits for its cue; another image's may have
    begun to fork. Seen by the CPU meter's group, which nobody is moved out of.
    """
    everybody = next(folders[kind] for kind in ("cpuacct", "cpu", "devices") if kind in folders)
    for _ in range(_LOOKS):
        outside = _members(everybody) - ours.members()
        if not outside:
            return
        for pid in outside:
            with suppress(ProcessLookupError):
                for door in ours.doors:
                    Path(door).write_text(str(pid))
    raise HostTrouble("a container forks faster than it can be moved into its group")


def _members(group: Path) -> set[int]:
    return set(map(int, (group / "cgroup.procs").read_text().split()))


def _paths(pid: int, container: str) -> dict[str, str]:
    """By controller, "" for v2, the groups of a process that name the container."""
    found = {}
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if container in path:
                found.update(dict.fromkeys(controllers.split(","), path))
    return found


def _folders(paths: dict[str, str]) -> dict[str, Path]:
    folders = {}
    for mount, kind, options in cgroups.mounts():
        for controller, path in paths.items():
            if controller in options if kind == "cgroup" else not controller:
                folder = mount / path.lstrip("/")
                if folder.is_dir():
                    folders[controller] = folder
    return folders
