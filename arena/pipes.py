"""Messages between the command's process and its workers: a length, then msgpack.

Both ends are ours, so nothing is checked here; bots speak another protocol elsewhere.
"""

import struct
from typing import Any

import msgpack
import trio

_LENGTH = struct.Struct(">I")
_AT_ONCE = 1 << 16


class Pipe:
    """One end of a connection: what is written here is read there."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._incoming = trio.lowlevel.FdStream(read_fd)
        self._outgoing = trio.lowlevel.FdStream(write_fd)
        self._buffer = bytearray()

    async def send(self, message: list[Any]) -> None:
        """Raises BrokenResourceError if nobody is there any more."""
        data = msgpack.packb(message)
        await self._outgoing.send_all(_LENGTH.pack(len(data)) + data)

    async def receive(self) -> list[Any] | None:
        """The next message; None once the other side is gone."""
        while True:
            message = self._take()
            if message is not None:
                return message
            try:
                data = await self._incoming.receive_some(_AT_ONCE)
            except trio.BrokenResourceError:
                return None
            if not data:
                return None
            self._buffer += data

    def _take(self) -> list[Any] | None:
        if len(self._buffer) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._buffer)
        end = _LENGTH.size + length
        if len(self._buffer) < end:
            return None
        message: list[Any] = msgpack.unpackb(self._buffer[_LENGTH.size : end])
        del self._buffer[:end]
        return message

    async def aclose(self) -> None:
        """Close both directions; the other side sees the end."""
        await self._outgoing.aclose()
        await self._incoming.aclose()
