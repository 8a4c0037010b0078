"""Bubblewrap: a bot in namespaces of its own, with nothing of this machine but /usr."""

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from arena.cache import owner_name, sweep_cache
from arena.errors import SandboxUnavailable
from arena.model import Guarantees, Limits
from arena.sandbox import building, cgroups, remedies, runtime, slots
from arena.sandbox.pipes import PipeProcess, running
from arena.sandbox.probing import CANARY_S, canary
from arena.sandbox.room import (
    BUILDING,
    NOT_ENTERED,
    OUR_PROCESSES,
    OUTER_ENVIRONMENT,
    Profile,
    Room,
    wrappers,
)
from arena.submissions import Submission
from arena.versions import keep

_COUNTED_BY_ROOM = (5, 14)  # since this kernel RLIMIT_NPROC counts in each user namespace alone


class BubblewrapSandbox:
    """Runs each bot in a room of its own. Raises SandboxUnavailable if a trial run fails."""

    name = "bubblewrap"

    def __init__(self, environment: Path | None = None) -> None:
        if sys.platform != "linux":
            raise SandboxUnavailable("bubblewrap needs Linux; use Docker here")
        if shutil.which("bwrap") is None:
            raise SandboxUnavailable("bubblewrap is not installed: apt install bubblewrap")
        self._is_root = os.geteuid() == 0
        self._places = cgroups.find_places()
        cgroups.sweep(self._places)
        sweep_cache()
        self._runtime = runtime.prepare(environment, for_others=self._is_root)
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
        try:
            with self._room(None, self._runtime.variables, Profile(512)) as (words, fds, group):
                done = subprocess.run(
                    [*words, *canary(self._runtime.interpreter)],
                    env=OUTER_ENVIRONMENT,
                    pass_fds=fds,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    check=False,
                    timeout=CANARY_S,
                )
                counted = {
                    "was_metered": bool(group.cpu_usec()),
                    "was_counted": self._places.limits_memory and bool(group.memory_peak()),
                }
        except (OSError, subprocess.TimeoutExpired) as problem:
            raise SandboxUnavailable(f"bubblewrap does not work here: {problem}") from None
        try:
            return {**json.loads(done.stdout), **counted}
        except ValueError:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise SandboxUnavailable(
                f"bubblewrap does not work here: {last}; {remedies.for_complaint(last)}"
            ) from None

    async def prepare(self, submission: Submission) -> Submission:
        return await building.built(keep(submission), self._runtime.key, self._build)

    @asynccontextmanager
    async def _build(self, command: list[str], folder: Path) -> AsyncIterator[PipeProcess]:
        with self._room(folder, self._runtime.variables, BUILDING) as (words, fds, group):
            async with self._running([*words, *command], fds, group, BUILDING) as process:
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
        with self._room(submission.folder, variables, profile) as (words, fds, group):
            command = [*words, program, *arguments]
            async with self._running(command, fds, group, profile) as process:
                yield process

    @asynccontextmanager
    async def _running(
        self, command: list[str], fds: tuple[int, ...], group: cgroups.Group, profile: Profile
    ) -> AsyncIterator[PipeProcess]:
        limited = self._places.limits_memory
        async with running(
            command,
            cwd="/",
            env=OUTER_ENVIRONMENT,
            fds=fds,
            group=group,
            wrappers=OUR_PROCESSES,
            host_code=NOT_ENTERED,
            watched_bytes=None if limited else profile.memory_mb * 1024 * 1024,
        ) as process:
            yield process

    @contextmanager
    def _room(
        self, folder: Path | None, variables: dict[str, str], profile: Profile
    ) -> Iterator[tuple[list[str], tuple[int, ...], cgroups.Group]]:
        """The wrappers of a command, the descriptors to pass on, and the group it will be in."""
        with ExitStack() as stack:
            uid = stack.enter_context(slots.slot_uid()) if self._is_root else None
            group = cgroups.Group(
                self._places,
                f"{owner_name()}-{next(self._numbers)}",
                memory_bytes=profile.memory_mb * 1024 * 1024,
                pids=profile.processes + OUR_PROCESSES,
            )
            stack.callback(group.remove)
            room = Room(self._runtime, folder, variables, profile, uid)
            words, fds = stack.enter_context(wrappers(room, group))
            yield words, fds, group


def _kernel() -> tuple[int, ...]:
    return tuple(int(part) for part in platform.release().split(".")[:2] if part.isdigit())
