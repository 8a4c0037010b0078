"""Bubblewrap: a bot in namespaces of its own, with nothing of this machine but /usr."""

import json
import os
import platform
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from arena.cache import owner_name, sweep_cache
from arena.errors import SandboxUnavailable
from arena.model import Guarantees, Limits
from arena.sandbox import building, cgroups, remedies, runtime, slots
from arena.sandbox.launcher import FAILED
from arena.sandbox.launching import launch
from arena.sandbox.pipes import Child, PipeProcess, running
from arena.sandbox.probing import CANARY_S, canary
from arena.sandbox.room import BUILDING, OUR_PROCESSES, Profile, Room, order_of
from arena.sandbox.walls import walls
from arena.submissions import Submission
from arena.versions import keep

_LOOK_S = 0.005  # between looks whether a trial run has ended
_COUNTED_BY_ROOM = (5, 14)  # since this kernel RLIMIT_NPROC counts in each user namespace alone


class BubblewrapSandbox:
    """Runs each bot in a room of its own. Raises SandboxUnavailable if a trial run fails."""

    name = "bubblewrap"

    def __init__(self, environment: Path | None = None) -> None:
        if sys.platform != "linux":
            raise SandboxUnavailable("bubblewrap needs Linux; use Docker here")
        bwrap = shutil.which("bwrap")
        if bwrap is None:
            raise SandboxUnavailable("bubblewrap is not installed: apt install bubblewrap")
        self._bwrap = os.path.abspath(bwrap)
        self._is_root = os.geteuid() == 0
        self._places = cgroups.find_places()
        cgroups.sweep(self._places)
        sweep_cache()
        self._runtime = runtime.prepare(environment, for_others=self._is_root)
        self._walls = walls(self._runtime.packages)
        self._numbers = count()
        self.guarantees = self._probe()

    def _probe(self) -> Guarantees:
        """Really looks around in there: a bwrap that is installed may still not work."""
        seen = self._look_around()
        guarantees = Guarantees(
            fs=not seen["sees_file"],
            net=seen["networks"] in ([], ["lo"]),
            pid_ns=seen["processes"] <= OUR_PROCESSES + 1,
            memory_total=seen["was_counted"] or "approximate",
            pids=self._places.limits_pids or self._is_root or _kernel() >= _COUNTED_BY_ROOM,
            cpu_clock=seen["was_metered"],
            freeze=seen["was_metered"],
            kill_tree=seen["processes"] <= OUR_PROCESSES + 1,
            uid_per_bot=self._is_root,
        )
        if not (guarantees.fs and guarantees.net and guarantees.pid_ns):
            raise SandboxUnavailable(f"bubblewrap holds back too little here: it showed {seen}")
        return guarantees

    def _look_around(self) -> dict[str, Any]:
        look = canary(self._runtime.interpreter)
        try:
            with self._room(None, self._runtime.variables, Profile(512)) as (room, group):
                said, complaint = _outcome_of(room, group, look)
                counted = {
                    "was_metered": bool(group.cpu_usec()),
                    "was_counted": self._places.limits_memory and bool(group.memory_peak()),
                }
        except OSError as problem:
            raise SandboxUnavailable(f"bubblewrap does not work here: {problem}") from None
        try:
            return {**json.loads(said), **counted}
        except ValueError:
            last = (complaint.strip().splitlines() or ["no reason given"])[-1]
            raise SandboxUnavailable(
                f"bubblewrap does not work here: {last}; {remedies.for_complaint(last)}"
            ) from None

    async def prepare(self, submission: Submission) -> Submission:
        return await building.built(keep(submission), self._runtime.key, self._build)

    @asynccontextmanager
    async def _build(self, command: list[str], folder: Path) -> AsyncIterator[PipeProcess]:
        with self._room(folder, self._runtime.variables, BUILDING) as (room, group):
            async with self._running(room, group, command) as process:
                yield process

    @asynccontextmanager
    async def start(self, submission: Submission, limits: Limits) -> AsyncIterator[PipeProcess]:
        assert submission.version, "only what was prepared is shown to a bot"
        program, *arguments = submission.command
        variables = {}
        if program in ("python", "python3"):
            program = self._runtime.interpreter
            variables = self._runtime.variables
        profile = Profile(limits.memory_mb)
        with self._room(submission.folder, variables, profile) as (room, group):
            async with self._running(room, group, [program, *arguments]) as process:
                yield process

    @asynccontextmanager
    async def _running(
        self, room: Room, group: cgroups.Group, command: list[str]
    ) -> AsyncIterator[PipeProcess]:
        limited = self._places.limits_memory
        async with running(
            partial(_entered, room, group, command),
            group=group,
            wrappers=OUR_PROCESSES,
            host_code=FAILED,
            watched_bytes=None if limited else room.profile.memory_mb * 1024 * 1024,
        ) as process:
            yield process

    @contextmanager
    def _room(
        self, folder: Path | None, variables: dict[str, str], profile: Profile
    ) -> Iterator[tuple[Room, cgroups.Group]]:
        """The room, and the group of all that will be in it."""
        with ExitStack() as stack:
            uid = stack.enter_context(slots.slot_uid()) if self._is_root else None
            group = cgroups.Group(
                self._places,
                f"{owner_name()}-{next(self._numbers)}",
                memory_bytes=profile.memory_mb * 1024 * 1024,
                pids=profile.processes + OUR_PROCESSES,
                inner=True,
            )
            stack.callback(group.remove)
            room = Room(self._bwrap, self._walls, self._runtime, folder, variables, profile, uid)
            yield room, group


def _entered(
    room: Room, group: cgroups.Group, command: list[str], stdin: int, stdout: int, stderr: int
) -> Child:
    """A process that runs the command in the room."""
    with order_of(room, group, command, stdin, stdout, stderr) as order:
        return launch(order)


def _outcome_of(room: Room, group: cgroups.Group, command: list[str]) -> tuple[str, str]:
    """What a command that ends by itself said on stdout and on stderr."""
    with (
        open(os.devnull, "rb") as nothing,
        tempfile.TemporaryFile() as said,
        tempfile.TemporaryFile() as complaint,
    ):
        child = _entered(room, group, command, *(f.fileno() for f in (nothing, said, complaint)))
        until = time.monotonic() + CANARY_S
        try:
            while child.poll() is None:
                if time.monotonic() > until:
                    raise TimeoutError("a trial run did not end")
                time.sleep(_LOOK_S)
        except BaseException:
            with suppress(ProcessLookupError, ChildProcessError):  # it ended in this moment
                os.kill(child.pid, signal.SIGKILL)
                os.waitpid(child.pid, 0)
            raise
        said.seek(0)
        complaint.seek(0)
        return said.read().decode(), complaint.read().decode("utf-8", "replace")


def _kernel() -> tuple[int, ...]:
    return tuple(int(part) for part in platform.release().split(".")[:2] if part.isdigit())
