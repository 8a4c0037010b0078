"""A small process that starts bots: to fork a large one, as a worker is, takes longer.

A program of its own that imports nothing of Arena; `launching` runs it with a socket as its
stdin. An order comes with descriptors, and the answer is the number of the new process. That is
no child of this one but of whoever runs it, who sees its end and by whose end it dies.

It is born in its control group. To move there would make the kernel wait until no processor can
be in the middle of a fork: up to ten milliseconds.

What it imports is in the memory that each fork copies, so there is no json and no typing.
"""

from __future__ import annotations

import ctypes
import fcntl
import marshal
import os
import resource
import signal
import socket
import struct

TYPE_CHECKING = False  # a type checker knows the name, and takes it for true
if TYPE_CHECKING:
    from typing import Any, NoReturn

FAILED = 125  # the exit code of a process that could not become what was ordered
MOST_FDS = 16
MOST_BYTES = 65536

_PR_SET_PDEATHSIG = 1
_CLONE3 = 435  # on every architecture
_CLONE_PARENT = 0x8000
_CLONE_INTO_CGROUP = 0x2_0000_0000
_LIBC = ctypes.CDLL(None, use_errno=True)
# Above all numbers at which a process may want to find its descriptors.
_ASIDE = 32


def main() -> None:
    """Carry out orders until whoever gives them closes the socket."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them; no bot inherits that
        signal.signal(number, signal.SIG_DFL)
    orders = socket.socket(fileno=0)
    try:
        _serve(orders)
    except (BrokenPipeError, ConnectionResetError):  # who ordered was killed before it was told
        return


def _serve(orders: socket.socket) -> None:
    while True:
        data, fds, _, _ = socket.recv_fds(orders, MOST_BYTES, MOST_FDS)
        if not data:
            return
        for fd in fds:  # a program gets those alone that are put at their numbers
            os.set_inheritable(fd, False)
        answer: dict[str, int | str]
        try:
            answer = {"pid": _launched(marshal.loads(data), fds)}
        except OSError as problem:
            answer = {"problem": str(problem)}
        for fd in fds:
            os.close(fd)
        orders.send(marshal.dumps(answer))


def _launched(order: dict[str, Any], fds: list[int]) -> int:
    if order["cores"] and {*order["cores"]} != os.sched_getaffinity(0):
        os.sched_setaffinity(0, order["cores"])
    group = fds[-1] if order["group"] else None
    doors = order["doors"]
    try:
        pid = _cloned(group)
    except OSError:
        if group is None:
            raise
        # This kernel is older than 5.7, or the group is of a kind that nobody is born in.
        doors = [*doors, order["group"]]
        pid = _cloned(None)
    if pid == 0:
        _become(order, doors, fds[: len(order["numbers"])])
    return pid


def _cloned(group: int | None) -> int:
    """Like a fork, but a child of our own parent, and in this group."""
    flags = _CLONE_PARENT if group is None else _CLONE_PARENT | _CLONE_INTO_CGROUP
    wanted = struct.pack("11Q", flags, *[0] * 9, group or 0)
    pid: int = _LIBC.syscall(ctypes.c_long(_CLONE3), wanted, ctypes.c_size_t(len(wanted)))
    if pid < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return pid


def _become(order: dict[str, Any], doors: list[str], fds: list[int]) -> NoReturn:
    """In the new process: all that was ordered, and then the program. Never comes back."""
    try:
        os.setsid()
        aside = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, _ASIDE) for fd in fds]
        for fd, number in zip(aside, order["numbers"], strict=True):
            os.dup2(fd, number)
        for door in doors:
            os.write(os.open(door, os.O_WRONLY | os.O_CLOEXEC), b"0")
        for name, value in order["limits"].items():
            try:
                resource.setrlimit(getattr(resource, name), (value, value))
            except ValueError as problem:  # a hard limit is lower: only root may raise it
                raise OSError(f"{name} cannot be {value}: {problem}") from None
        if order["uid"] is not None:
            os.setgroups([])
            os.setresgid(*[order["uid"]] * 3)
            os.setresuid(*[order["uid"]] * 3)
        # bwrap will say the same, but by then whoever ordered it may have been killed.
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != order["orderer"]:
            raise ProcessLookupError("whoever ordered it has ended")
        os.chdir("/")
        program, *arguments = order["words"]
        # By its name alone: where it is tells of this machine, and a bot can read that.
        os.execve(program, [os.path.basename(program), *arguments], order["variables"])
    except OSError as problem:
        os.write(2, f"arena: {problem}\n".encode())
    finally:
        os._exit(FAILED)


if __name__ == "__main__":
    main()
