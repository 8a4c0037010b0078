"""A plain process: no wall between the bot and this machine. For one's own bots only."""

import os
import sys
import tempfile
from contextlib import AbstractAsyncContextManager

from arena.model import Limits
from arena.sandbox.pipes import PipeProcess, running
from arena.submissions import Submission


class UnsafeSandbox:
    """Runs bots as they are, with an environment that tells them nothing."""

    name = "unsafe"

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
        return running([program, *arguments], cwd=str(submission.folder), env=env)
