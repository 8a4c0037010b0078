"""A child process on three raw pipes: the part that all process sandboxes share.

Descriptors are non-blocking and used without any stream in between: one write and one
read a frame (docs/decisions/0004-raw-descriptors.md has the figures).
"""

import os
import select
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Protocol

import trio

from arena.errors import HostTrouble
from arena.sandbox import census
from arena.sandbox.alongside import alongside
from arena.sandbox.base import STDERR_KEPT
from arena.sandbox.cgroups import Group

_READ = 65536
_LOOK_AT_MEMORY_S = 0.05
_TIME_TO_DIE_S = 5.0  # after SIGKILL; only a process stuck in the kernel takes any


class Child(Protocol):
    """A process of ours, as `subprocess.Popen` is one."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None:
        """Take its exit code away, if it has ended."""
        ...


# Starts a process with these as its stdin, stdout and stderr.
Start = Callable[[int, int, int], Child]


class PipeProcess:
    """A bot on pipes. Made by `running`, which also ends it."""

    def __init__(
        self,
        pid: int,
        pipes: tuple[int, int, int],
        group: Group | None,
        wrappers: int,
        host_code: int | None,
    ) -> None:
        self._pid = pid
        self._group = group
        self._wrappers = wrappers  # processes of ours around the bot's own
        self._host_code = host_code  # of a wrapper that failed before there was a bot
        self._peak = 0
        self._trouble: str | None = None
        self._stdin, self._stdout, self._stderr = pipes
        self._takes_input = True
        for fd in pipes:
            os.set_blocking(fd, False)
        self._output = select.poll()
        self._output.register(self._stdout, select.POLLIN)
        self._said = bytearray()

    def write(self, data: bytes) -> int:
        try:
            return os.write(self._stdin, data)
        except BlockingIOError:
            return 0

    def read(self, wait_ms: int = 0) -> bytes | None:
        # Asking first costs a third of a read that fails (0.3 and 0.9 us).
        return os.read(self._stdout, _READ) if self._output.poll(wait_ms) else None

    async def wait_readable(self) -> None:
        await trio.lowlevel.wait_readable(self._stdout)

    async def wait_writable(self) -> None:
        await trio.lowlevel.wait_writable(self._stdin)

    def close_input(self) -> None:
        if self._takes_input:
            self._takes_input = False
            os.close(self._stdin)

    def close(self) -> None:
        """The pipes, once it has ended."""
        self.close_input()
        os.close(self._stdout)
        os.close(self._stderr)

    async def wait_ended(self, at_most_s: float) -> int | None:
        with trio.move_on_after(at_most_s, shield=True):
            await self._wait_for_exit()
        # Looked at, not taken away: until the exit code is taken the number of the process
        # is not given to another, and kill() below hits nobody else.
        ended = os.waitid(os.P_PID, self._pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is None:
            return None
        if ended.si_status == self._host_code and self.cpu_usec() == 0:
            raise HostTrouble("a bot could not enter its control group")
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    async def _wait_for_exit(self) -> None:
        while sys.platform == "linux":
            try:
                pidfd = os.pidfd_open(self._pid)
            except OSError:  # no descriptor is free just now
                await trio.sleep(0.01)
                continue
            try:
                await trio.lowlevel.wait_readable(pidfd)
            finally:
                os.close(pidfd)
            return
        while await self.wait_ended(0) is None:  # elsewhere there is nothing to wait on
            await trio.sleep(0.01)

    def cpu_usec(self) -> int | None:
        return self._group.cpu_usec() if self._group else None

    def freeze(self) -> None:
        if self._group:
            self._group.freeze()

    def thaw(self) -> None:
        if self._group:
            self._group.thaw()

    def memory_trouble(self) -> str | None:
        return self._trouble or (self._group.memory_trouble() if self._group else None)

    def memory_peak(self) -> int | None:
        known = self._group.memory_peak() if self._group else None
        return known or self._peak or None

    def processes(self) -> int | None:
        if sys.platform != "linux":
            return None
        return len(census.family(self._pid)) - self._wrappers

    async def watch_memory(self, limit_bytes: int) -> None:
        """Where no control group keeps the limit: look often, and end who is over it."""
        while True:
            used = census.memory_bytes(census.family(self._pid))
            self._peak = max(self._peak, used)
            if used > limit_bytes:
                self._trouble = f"used {used >> 20} of {limit_bytes >> 20} MiB"
                self.kill()
                return
            await trio.sleep(_LOOK_AT_MEMORY_S)

    def kill(self) -> None:
        if self._group:
            self._group.kill()
        # The bot leads a process group of its own, so its children die with it. One that
        # left the group escapes: only a sandbox with a PID namespace holds that too.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)
        # A process that has only just begun may not lead its group yet.
        with suppress(ProcessLookupError, PermissionError):
            os.kill(self._pid, signal.SIGKILL)

    async def end_with_main(self) -> None:
        """A bot has ended when its own process has, also if a child holds its output open.

        What was written before is in the pipe and can still be read.
        """
        await self._wait_for_exit()
        self.kill()

    def take_stderr(self) -> str:
        self._read_stderr()
        text = self._said.decode("utf-8", "replace")
        self._said.clear()
        return text

    async def keep_stderr(self) -> None:
        """Read stderr as it comes and keep the tail.

        A bot that floods stderr would fill the pipe and then block, which looks like
        thinking. So somebody must always be reading.
        """
        while True:
            await trio.lowlevel.wait_readable(self._stderr)
            if not self._read_stderr():
                return

    def _read_stderr(self) -> bool:
        """One read; False at the end. One only, so that a flood cannot hold up the referee."""
        try:
            data = os.read(self._stderr, _READ)
        except BlockingIOError:
            return True
        self._said += data
        del self._said[:-STDERR_KEPT]
        return bool(data)


@asynccontextmanager
@trio.lowlevel.enable_ki_protection  # no Ctrl-C between the start of a bot and its keeper
async def running(
    start: Start,
    *,
    group: Group | None = None,
    wrappers: int = 0,
    host_code: int | None = None,
    watched_bytes: int | None = None,
) -> AsyncIterator[PipeProcess]:
    """A process for as long as the context lasts.

    `watched_bytes` is a limit on memory that nobody else keeps.

    It is started on trio's own thread. Trio's process functions spawn in a worker
    thread, and a bot that is to die with its parent dies when that thread idles away.
    """
    child, ours = _started(start)
    process = PipeProcess(child.pid, ours, group, wrappers, host_code)
    tasks = [process.keep_stderr, process.end_with_main]
    if watched_bytes is not None:
        tasks.append(partial(process.watch_memory, watched_bytes))
    try:
        async with alongside(*tasks):
            yield process
    finally:
        process.kill()
        with suppress(HostTrouble):
            await process.wait_ended(_TIME_TO_DIE_S)
        child.poll()  # takes the exit code away, and the number is free
        process.close()


def _started(start: Start) -> tuple[Child, tuple[int, int, int]]:
    """The process and our ends of its three pipes."""
    with ExitStack() as theirs, ExitStack() as ours:
        stdin, write = _pipe(theirs, ours)
        read, stdout = _pipe(ours, theirs)
        read_errors, stderr = _pipe(ours, theirs)
        child = start(stdin, stdout, stderr)
        ours.pop_all()
    return child, (write, read, read_errors)


def _pipe(reader: ExitStack, writer: ExitStack) -> tuple[int, int]:
    """Both ends; each stack closes one."""
    read, write = os.pipe()
    reader.callback(os.close, read)
    writer.callback(os.close, write)
    return read, write
