"""A bot in a container, on the engine's raw sockets: the other half of pipes.py.

Reads and writes go straight to non-blocking sockets; whatever waits for the engine does
so in a thread. The bot has ended when its stderr has: the first process of the container
holds that open to the last.
"""

import select
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import trio

from arena.errors import HostTrouble
from arena.sandbox import census
from arena.sandbox.alongside import alongside
from arena.sandbox.base import STDERR_KEPT
from arena.sandbox.docker.container import OUR_PROCESSES, Container

_READ = 128 * 1024
_HEADER = struct.Struct(">BxxxI")  # which stream, and how many bytes of it follow
_UNDER_WAY_S = 0.25  # what a bot wrote before it closed its output may still come
_LOOK_AGAIN_S = 0.02
_LAST_WORD_S = 10.0  # from the end of a container until the engine knows of it
_MIB = 1024 * 1024


class Unframed:
    """Takes the engine's headers out of a stream, wherever a read has cut it."""

    def __init__(self) -> None:
        self._header = b""
        self._left = 0  # bytes of the frame in progress

    def payload(self, data: bytes) -> bytes:
        """What these bytes hold beside headers; may be nothing."""
        parts = []
        while data:
            if self._left:
                part, data = data[: self._left], data[self._left :]
                self._left -= len(part)
                parts.append(part)
                continue
            missing = _HEADER.size - len(self._header)
            self._header, data = self._header + data[:missing], data[missing:]
            if len(self._header) == _HEADER.size:
                _, self._left = _HEADER.unpack(self._header)
                self._header = b""
        return b"".join(parts)


class ContainerProcess:
    """A bot in a container. Made by `running`, which also ends it."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self._group = container.place.group
        self._talk, self._stderr = container.talk, container.stderr
        self._output, self._words = Unframed(), Unframed()
        for sock in (self._talk, self._stderr):
            sock.setblocking(False)
        self._incoming = select.poll()
        self._incoming.register(self._talk, select.POLLIN)
        self._said = bytearray()
        self._ended = trio.Event()
        self._ran_out_of_memory = False
        self._to_kill = trio.Event()

    def write(self, data: bytes) -> int:
        try:
            return self._talk.send(data)
        except BlockingIOError:
            return 0
        except ConnectionResetError as problem:
            raise BrokenPipeError(*problem.args) from None

    def read(self, wait_ms: int = 0) -> bytes | None:
        if wait_ms and not self._incoming.poll(wait_ms):
            return None
        data = _received(self._talk)
        if not data:
            return data
        return self._output.payload(data) or None  # it may have been a header alone

    async def wait_readable(self) -> None:
        await trio.lowlevel.wait_readable(self._talk)

    async def wait_writable(self) -> None:
        await trio.lowlevel.wait_writable(self._talk)

    def close_input(self) -> None:
        with suppress(OSError):  # the engine has hung up
            self._talk.shutdown(socket.SHUT_WR)

    async def wait_ended(self, at_most_s: float) -> int | None:
        """As everywhere; raises HostTrouble if the line ended and the bot did not."""
        with trio.move_on_after(at_most_s, shield=True):
            await self._ended.wait()
        if not self._ended.is_set():
            return None
        with trio.move_on_after(_LAST_WORD_S, shield=True):
            while True:
                state = await trio.to_thread.run_sync(self._container.state, abandon_on_cancel=True)
                if not state["Running"]:
                    self._ran_out_of_memory = state["OOMKilled"]
                    return int(state["ExitCode"])
                await trio.sleep(_LOOK_AGAIN_S)
        raise HostTrouble("the Docker engine has lost the line to a bot that still runs")

    def cpu_usec(self) -> int | None:
        return self._group.cpu_usec()

    def freeze(self) -> None:
        self._group.freeze()

    def thaw(self) -> None:
        self._group.thaw()

    def memory_trouble(self) -> str | None:
        if not self._ran_out_of_memory:
            return self._group.memory_trouble()
        limit = self._container.limit_mb
        return f"used {(self.memory_peak() or limit * _MIB) // _MIB} of {limit} MiB"

    def memory_peak(self) -> int | None:
        return self._group.memory_peak()

    def processes(self) -> int | None:
        pid = self._container.place.pid
        return None if pid is None else len(census.family(pid)) - OUR_PROCESSES

    def kill(self) -> None:
        if not self._container.kill_at_once():
            self._to_kill.set()

    async def kill_when_told(self) -> None:
        """Where only the engine can end a bot, and `kill` cannot wait for it."""
        await self._to_kill.wait()
        with suppress(HostTrouble):  # whoever waits for the end learns of it
            await trio.to_thread.run_sync(self._container.kill)

    async def end_with_output(self) -> None:
        """A bot that closed its output has nothing more to say, also while it lives on."""
        if self._container.output_end is None:
            return
        await trio.lowlevel.wait_readable(self._container.output_end)
        await trio.sleep(_UNDER_WAY_S)
        with suppress(OSError):
            self._talk.shutdown(socket.SHUT_RD)

    def take_stderr(self) -> str:
        self._read_stderr()
        text = self._said.decode("utf-8", "replace")
        self._said.clear()
        return text

    async def keep_stderr(self) -> None:
        """Read stderr as it comes and keep the tail; its end is the bot's end."""
        while self._read_stderr():
            await trio.lowlevel.wait_readable(self._stderr)
        self._ended.set()

    def _read_stderr(self) -> bool:
        """One read; False at the end. One only, so that a flood cannot hold up the referee."""
        data = _received(self._stderr)
        self._said += self._words.payload(data or b"")
        del self._said[:-STDERR_KEPT]
        return data != b""


@asynccontextmanager
@trio.lowlevel.enable_ki_protection  # as in pipes.py
async def running(make: Callable[[], Container]) -> AsyncIterator[ContainerProcess]:
    """Let the bot of a new container run for as long as the context lasts."""
    container = await trio.to_thread.run_sync(make)
    try:
        process = ContainerProcess(container)
        helpers = (process.keep_stderr, process.end_with_output, process.kill_when_told)
        async with alongside(*helpers):
            container.go()
            yield process
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(container.remove)


def _received(sock: socket.socket) -> bytes | None:
    """What is there now: None if nothing, b"" at the end, however it came."""
    try:
        return sock.recv(_READ)
    except BlockingIOError:
        return None
    except ConnectionResetError:
        return b""
