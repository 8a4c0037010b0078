"""What every sandbox offers: a bot process with a pipe, a clock and an end.

Writes never wait, and reads only as long as the player allows: it decides what to wait for
and how long. Leaving the context of `start` leaves no process behind.
"""

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from arena.model import Guarantees, Limits
from arena.submissions import Submission

STDERR_KEPT = 64 * 1024  # of what a bot writes there in a match, the end


class BotProcess(Protocol):
    """One running bot."""

    def write(self, data: bytes) -> int:
        """Hand over what the pipe takes now, and say how much; BrokenPipeError if it is closed."""
        ...

    def read(self, wait_ms: int = 0) -> bytes | None:
        """What is there now, or so soon: None if nothing, b"" once the output is closed."""
        ...

    async def wait_readable(self) -> None: ...

    async def wait_writable(self) -> None: ...

    def close_input(self) -> None:
        """No more frames will come."""
        ...

    async def wait_ended(self, at_most_s: float) -> int | None:
        """The exit code (negative: a signal), or None if it still runs by then."""
        ...

    def cpu_usec(self) -> int | None:
        """CPU time of all its processes so far; None where that cannot be measured."""
        ...

    def freeze(self) -> None:
        """Let it not run; nothing happens where that cannot be done."""
        ...

    def thaw(self) -> None: ...

    def memory_trouble(self) -> str | None:
        """How much memory was wanted, if a process was killed for it."""
        ...

    def memory_peak(self) -> int | None:
        """The most memory it used at once, in bytes; None where nobody knows."""
        ...

    def processes(self) -> int | None:
        """How many processes of its own it has now; None where nobody knows."""
        ...

    def kill(self) -> None:
        """End the bot and all that it started, at once."""
        ...

    def take_stderr(self) -> str:
        """The end of what it wrote on stderr since the last call."""
        ...


class Sandbox(Protocol):
    """A way to run bots."""

    name: str
    guarantees: Guarantees

    async def prepare(self, submission: Submission) -> Submission:
        """Keep the bot's files as a version and build it, once; raises BadSubmission."""
        ...

    def start(
        self, submission: Submission, limits: Limits
    ) -> AbstractAsyncContextManager[BotProcess]:
        """Run a prepared bot. A command that cannot be executed is a process that ends at once."""
        ...
