"""A plain process: no wall between the bot and this machine. For one's own bots only."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from pathlib import Path

from arena.cache import cache_folder
from arena.model import Guarantees, Limits
from arena.sandbox import building
from arena.sandbox.pipes import Child, PipeProcess, Start, running
from arena.submissions import Submission
from arena.versions import content_hash, keep

# By way of a shell, so that a command which cannot be executed looks like one that ends at
# once, with the reason on stderr, in every sandbox alike.
_SHELL = ("/bin/sh", "-c", 'exec "$@"', "sh")


class UnsafeSandbox:
    """Runs bots as they are, with an environment that tells them nothing."""

    name = "unsafe"
    guarantees = Guarantees()

    def __init__(self, environment: Path | None = None) -> None:
        self._environment = environment

    async def prepare(self, submission: Submission) -> Submission:
        """Bots run where they are, so that a debugger finds their lines."""
        if not submission.build:
            return submission._replace(version=content_hash(submission.files()))
        kept = keep(submission)
        return await building.built(kept, "unsafe", self._build, source=str(kept.folder))

    @asynccontextmanager
    async def _build(self, command: list[str], _: Path) -> AsyncIterator[PipeProcess]:
        with tempfile.TemporaryDirectory() as work, tempfile.TemporaryDirectory() as out:
            variables = {**self._variables(), "TMPDIR": out}
            async with running(_plain(command, work, variables)) as process:
                yield process

    def start(
        self,
        submission: Submission,
        limits: Limits,  # noqa: ARG002 - nothing here can limit memory
    ) -> AbstractAsyncContextManager[PipeProcess]:
        program, *arguments = submission.command
        if program in ("python", "python3"):
            program = sys.executable  # the one that has the SDK
        return self._running([program, *arguments], submission.folder)

    @asynccontextmanager
    async def _running(self, command: list[str], folder: Path) -> AsyncIterator[PipeProcess]:
        """What is kept must stay as it is, so a bot from there gets a copy."""
        with ExitStack() as stack:
            if folder.is_relative_to(cache_folder()):
                copy = stack.enter_context(tempfile.TemporaryDirectory(prefix="arena-bot-"))
                folder = Path(shutil.copytree(folder, copy, dirs_exist_ok=True))
            async with running(_plain(command, str(folder), self._variables())) as process:
                yield process

    def _variables(self) -> dict[str, str]:
        packages = {} if self._environment is None else {"PYTHONPATH": str(self._environment)}
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": tempfile.gettempdir(),
            "LANG": "C.UTF-8",
            **packages,
        }


def _plain(command: list[str], folder: str, variables: dict[str, str]) -> Start:
    def start(stdin: int, stdout: int, stderr: int) -> Child:
        return subprocess.Popen(
            [*_SHELL, *command],
            cwd=folder,
            env=variables,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
        )

    return start
