"""A plain process: no wall between the bot and this machine. For one's own bots only."""

import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from arena.model import Guarantees, Limits
from arena.sandbox import building
from arena.sandbox.pipes import PipeProcess, running
from arena.submissions import Submission
from arena.versions import content_hash, keep


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
            async with running(command, cwd=work, env=variables) as process:
                yield process

    def start(
        self,
        submission: Submission,
        limits: Limits,  # noqa: ARG002 - nothing here can limit memory
    ) -> AbstractAsyncContextManager[PipeProcess]:
        program, *arguments = submission.command
        if program in ("python", "python3"):
            program = sys.executable  # the one that has the SDK
        command = [program, *arguments]
        return running(command, cwd=str(submission.folder), env=self._variables())

    def _variables(self) -> dict[str, str]:
        packages = {} if self._environment is None else {"PYTHONPATH": str(self._environment)}
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": tempfile.gettempdir(),
            "LANG": "C.UTF-8",
            **packages,
        }
