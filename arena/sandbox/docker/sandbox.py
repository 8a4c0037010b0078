"""Docker as a sandbox: images for bots, a container for each process."""

import json
import os
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import trio

from arena.cache import owner_name, sweep_cache
from arena.errors import BadSubmission, HostTrouble, SandboxUnavailable
from arena.model import Guarantees, Limits
from arena.sandbox import building, cgroups, slots
from arena.sandbox.docker import orphans
from arena.sandbox.docker.container import OUR_PROCESSES, Container, Spec
from arena.sandbox.docker.engine import Engine
from arena.sandbox.docker.images import base_image, own_image, with_files
from arena.sandbox.docker.packing import tree
from arena.sandbox.docker.process import ContainerProcess, Unframed, running
from arena.sandbox.probing import CANARY_S, canary
from arena.sandbox.room import BUILDING, Profile
from arena.sandbox.runtime import PACKAGES
from arena.sandbox.variables import VARIABLES
from arena.submissions import Submission
from arena.versions import keep

_numbers = count()


class DockerSandbox:
    """Runs each bot in a container of its own. Raises SandboxUnavailable if a trial run fails."""

    name = "docker"

    def __init__(self, environment: Path | None = None) -> None:
        self._engine = Engine()
        self._places = cgroups.Places(None, frozenset(), {})
        self._is_root = False
        if sys.platform == "linux":
            self._is_root = os.geteuid() == 0
            self._places = cgroups.find_places()
            cgroups.sweep(self._places)
        sweep_cache()
        try:
            orphans.sweep(self._engine)
            self._base = base_image(self._engine, environment)
            self.guarantees = self._probe()
        except HostTrouble as problem:
            raise SandboxUnavailable(f"Docker does not work here: {problem}") from None

    def _probe(self) -> Guarantees:
        """Really looks around in a container: an engine that answers may still hold too little."""
        seen, freezes, has_clock = self._look_around()
        alone = seen["processes"] <= OUR_PROCESSES + 1
        guarantees = Guarantees(
            fs=not seen["sees_file"],
            net=seen["networks"] in ([], ["lo"]),
            pid_ns=alone,
            memory_total=bool(self._engine.info.get("MemoryLimit")),
            pids=bool(self._engine.info.get("PidsLimit")),
            cpu_clock=has_clock,
            freeze=freezes,
            kill_tree=alone,
            uid_per_bot=self._is_root or "approximate",  # drawn by lot, they seldom meet
        )
        if not (guarantees.fs and guarantees.net and guarantees.pid_ns):
            raise SandboxUnavailable(f"Docker holds back too little here: it showed {seen}")
        return guarantees

    def _look_around(self) -> tuple[dict[str, Any], bool, bool]:
        command = canary(self._base.python)
        with self._place(Profile(512)) as (uid, group):
            spec = Spec(
                self._base.image,
                command,
                VARIABLES | self._base.variables,
                Profile(512),
                uid,
                "/",
                orphans.labels(),
            )
            container = Container(self._engine, spec, group)
            try:
                container.go()
                said = _all_of(container.talk) or _all_of(container.stderr)
                has_clock = container.place.group.cpu_usec() is not None
                freezes = container.place.freezes
            finally:
                container.remove()
        try:
            return json.loads(said), freezes, has_clock
        except ValueError:
            last = (said.decode(errors="replace").strip().splitlines() or ["no reason given"])[-1]
            raise SandboxUnavailable(f"Docker does not work here: {last}") from None

    async def prepare(self, submission: Submission) -> Submission:
        kept = keep(submission)
        image = self._base.image
        if kept.image is not None:
            image = await trio.to_thread.run_sync(own_image, self._engine, kept)
        ready = await building.built(kept, image, partial(self._build, kept))
        if kept.image is not None:
            await self._try_out(ready)
        await trio.to_thread.run_sync(self._image, ready, "/bot")  # no match waits for it then
        return ready

    async def _try_out(self, submission: Submission) -> None:
        try:
            async with self.start(submission, Limits()):
                pass
        except HostTrouble as problem:
            await trio.to_thread.run_sync(self._engine.image, self._base.image)  # does it answer?
            raise BadSubmission(
                f"{submission.name}: its image {submission.image!r} does not start, which"
                f" needs /bin/sh ({problem})"
            ) from None

    @asynccontextmanager
    async def _build(
        self, submission: Submission, command: list[str], folder: Path
    ) -> AsyncIterator[ContainerProcess]:
        source = submission._replace(folder=folder)
        variables = self._base.variables if submission.image is None else {}
        async with self._running(source, "/src", command, variables, BUILDING) as process:
            yield process

    def start(
        self, submission: Submission, limits: Limits
    ) -> AbstractAsyncContextManager[ContainerProcess]:
        assert submission.version, "only what was prepared is shown to a bot"
        program, *arguments = submission.command
        variables = {}
        if submission.image is None and program in ("python", "python3"):
            program = self._base.python
            variables = self._base.variables
        command = [program, *arguments]
        return self._running(submission, "/bot", command, variables, Profile(limits.memory_mb))

    @asynccontextmanager
    async def _running(
        self,
        submission: Submission,
        inside: str,
        command: list[str],
        variables: dict[str, str],
        profile: Profile,
    ) -> AsyncIterator[ContainerProcess]:
        with self._place(profile) as (uid, group):

            def make() -> Container:
                told = VARIABLES | variables
                if submission.image is not None:
                    del told["PATH"]  # its image has its own
                image = self._image(submission, inside)
                spec = Spec(image, command, told, profile, uid, "/bot", orphans.labels())
                return Container(self._engine, spec, group)

            async with running(make) as process:
                yield process

    def _image(self, submission: Submission, inside: str) -> str:
        """The image with the bot's files in it, made if it is not there."""
        files = tree(submission.folder, inside)
        if submission.image is not None:
            files += tree(self._base.packages, PACKAGES)
        return with_files(self._engine, submission.image or self._base.image, files)

    @contextmanager
    def _place(self, profile: Profile) -> Iterator[tuple[int, cgroups.Group | None]]:
        """A uid for the bot and, where the engine's own groups cannot freeze it, a group."""
        with ExitStack() as stack:
            uid = stack.enter_context(slots.slot_uid()) if self._is_root else slots.some_uid()
            group = None
            if self._places.unified is not None and self._engine.info.get("CgroupVersion") == "1":
                group = cgroups.Group(
                    self._places,
                    f"{owner_name()}-docker-{next(_numbers)}",
                    memory_bytes=profile.memory_mb * 1024 * 1024,
                    pids=profile.processes + OUR_PROCESSES,
                )
                stack.callback(group.remove)
            yield uid, group


def _all_of(sock: socket.socket) -> bytes:
    """All that comes on a line until it ends; raises HostTrouble if it does not."""
    sock.settimeout(CANARY_S)
    unframed, said = Unframed(), b""
    try:
        while data := sock.recv(65536):
            said += unframed.payload(data)
    except OSError as problem:
        raise HostTrouble(f"a trial run did not end: {problem}") from None
    return said
