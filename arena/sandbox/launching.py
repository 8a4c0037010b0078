"""Orders to the launcher, the small process from which bots are started."""

import atexit
import marshal
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from arena.sandbox.cgroups import Group
from arena.sandbox.launcher import MOST_BYTES

_PROGRAM = Path(__file__).with_name("launcher.py")


class Order(NamedTuple):
    """What a new process is to be."""

    words: list[str]  # the first is a path
    variables: dict[str, str]
    fds: dict[int, int]  # ours, by the number at which it finds them
    limits: dict[str, int]  # by the names of the module `resource`
    uid: int | None  # None: our own
    group: Group


class Launched:
    """A process that was started by order; whoever ordered it must take its exit code."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        """Take the exit code, if it has ended."""
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if pid else None


def launch(order: Order) -> Launched:
    """Start a process; OSError if that fails.

    It ends with the thread of the first order, so that must be one that stays: trio's own.
    """
    global _launcher  # one is enough for a process, however many sandboxes it has
    if _launcher is None:
        _launcher = _Launcher()
    try:
        said = _launcher.ask(order)
    except BaseException as problem:
        # The next order is for another one: this has ended, or its answer may still come.
        _launcher.close()
        _launcher = None
        if isinstance(problem, BrokenPipeError | ConnectionResetError | EOFError):
            raise OSError("the process that starts bots has ended") from None
        raise
    if "problem" in said:
        raise OSError(said["problem"])
    return Launched(said["pid"])


class _Launcher:
    def __init__(self) -> None:
        self._orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-IS", str(_PROGRAM)],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                env={},
                start_new_session=True,  # no Ctrl-C at the terminal ends it
            )
        atexit.register(self.close)

    def ask(self, order: Order) -> dict[str, Any]:
        group = order.group.birthplace
        fds = [*order.fds.values(), *([] if group is None else [group.folder])]
        told = {
            "words": order.words,
            "variables": order.variables,
            "numbers": [*order.fds],
            "limits": order.limits,
            "uid": order.uid,
            "doors": order.group.legacy_doors,
            "group": group and group.door,
            "orderer": os.getpid(),
            "cores": sorted(os.sched_getaffinity(0)),
        }
        socket.send_fds(self._orders, [marshal.dumps(told)], fds)
        answer = self._orders.recv(MOST_BYTES)
        if not answer:
            raise EOFError
        said: dict[str, Any] = marshal.loads(answer)
        return said

    def close(self) -> None:
        """It ends when nobody can give it orders any more."""
        self._orders.close()
        self._process.wait()


_launcher: _Launcher | None = None
