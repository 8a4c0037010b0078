"""What this machine can guarantee to a contest, found by trying, and how to get the rest."""

import os
import time
from typing import NamedTuple

import trio

from arena.errors import SandboxUnavailable
from arena.heartbeat import Heartbeat
from arena.interrupts import run
from arena.model import Guarantees
from arena.sandbox import open_sandbox

_LISTEN_S = 1.0
_WORK = 200_000

MEANING = {
    "fs": "no file of this machine but programs and libraries",
    "net": "no network",
    "pid_ns": "no other process to be seen",
    "memory_total": "memory limited for all processes of a bot together",
    "pids": "number of processes limited, for each bot alone",
    "cpu_clock": "CPU time is charged, which a busy machine cannot spoil",
    "freeze": "frozen while it is not its turn",
    "kill_tree": "nothing it started survives it",
    "uid_per_bot": "a user of its own for each bot",
}
_ROOT = "run arena as root (sudo): each bot then gets a user and control groups of its own"
_DELEGATED = (
    "without root, on a machine with systemd and unified control groups, the clock and freezing"
    " may be had by `systemd-run --user --scope -p Delegate=yes arena …`"
)
_CGROUPS = "no control group can be made here: on a machine of its own, not in a container, it can"


class Backend(NamedTuple):
    """A sandbox that was tried: its guarantees, or why it cannot be used."""

    name: str
    guarantees: Guarantees | None
    reason: str = ""


class Diagnosis(NamedTuple):
    """The whole report. `best` is what `--sandbox auto` takes, None if there is no sandbox."""

    backends: list[Backend]
    remedies: list[str]
    late_ms: float  # the longest that the referee was kept waiting while it was listening
    core_ms: float  # what a fixed piece of work took on one core

    @property
    def best(self) -> Backend | None:
        return next((each for each in self.backends if each.guarantees), None)


def diagnose() -> Diagnosis:
    """Tries every sandbox, and the machine itself for a second."""
    backends = [_tried(name) for name in ("bubblewrap", "docker")]
    return Diagnosis(
        backends, remedies_for(backends, is_root=os.geteuid() == 0), _noise(), _single_core()
    )


def _tried(name: str) -> Backend:
    try:
        return Backend(name, open_sandbox(name).guarantees)
    except SandboxUnavailable as reason:
        return Backend(name, None, str(reason))


def remedies_for(backends: list[Backend], *, is_root: bool) -> list[str]:
    """The exact thing to do for what is missing in the sandbox that would be used."""
    remedies = []
    for backend in backends:
        if backend.guarantees is not None:
            break
        remedies.append(backend.reason)
    best = next((backend.guarantees for backend in backends if backend.guarantees), None)
    if best is None:
        remedies.append("until one of these works, only `--sandbox unsafe` runs: own bots only")
        return remedies
    lacks_groups = not (best.memory_total is True and best.cpu_clock and best.freeze)
    if lacks_groups or not best.uid_per_bot:
        remedies += [_CGROUPS] if is_root else [_ROOT]
    if lacks_groups and not is_root:
        remedies.append(_DELEGATED)
    return remedies


def _noise() -> float:
    async def listen() -> float:
        heartbeat = Heartbeat()
        with trio.move_on_after(_LISTEN_S):
            await heartbeat.beat()
        return heartbeat.worst_ms()

    return run(listen)


def _single_core() -> float:
    """The best of several, so that it tells of the core and not of its other users."""

    def once() -> float:
        start, total = time.process_time(), 0
        for number in range(_WORK):
            total += number * number % 7
        return (time.process_time() - start) * 1000

    return min(once() for _ in range(5))
