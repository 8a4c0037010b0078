"""A plain process: no wall between the bot and this machine. For one's own bots only."""

import os
import sys
import tempfile
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from arena.model import Guarantees, Limits
from arena.sandbox.pipes import PipeProcess, running
from arena.submissions import Submission
from arena.versions import content_hash


class UnsafeSandbox:
    """Runs bots as they are, with an environment that tells them nothing."""

    name = "unsafe"
    guarantees = Guarantees()

    def __init__(self, environment: Path | None = None) -> None:
        self._environment = environment

    async def prepare(self, submission: Submission) -> Submission:
        """Bots run where they are, so that a debugger finds their lines."""
        return submission._replace(version=content_hash(submission.files()))

    def start(
        self,
        submission: Submission,
        limits: Limits,  # noqa: ARG002 - nothing here can limit memory
    ) -> AbstractAsyncContextManager[PipeProcess]:
        program, *arguments = submission.command
        if program in ("python", "python3"):
            program = sys.executable  # the one that has the SDK
        env = {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": tempfile.gettempdir(),
            "LANG": "C.UTF-8",
        }
        if self._environment is not None:
            env["PYTHONPATH"] = str(self._environment)
        return running([program, *arguments], cwd=str(submission.folder), env=env)
