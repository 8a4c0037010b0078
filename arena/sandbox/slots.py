"""A uid for each bot that runs at the same time, so that no two share a process limit.

A slot is taken by locking a file; the kernel gives it back when the referee ends, however
it ends. Slots are drawn at random: a bot that learns its uid learns nothing.
"""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_FIRST_UID = 58_000
_SLOTS = 1_000
_LOCKS = Path("/run/arena")


def some_uid() -> int:
    """A uid for a bot where none can be reserved; two bots seldom draw the same."""
    return _FIRST_UID + secrets.randbelow(_SLOTS)


@contextmanager
def slot_uid() -> Iterator[int]:
    """A uid that no other bot has now. Only root can give one away."""
    _LOCKS.mkdir(mode=0o700, exist_ok=True)
    while True:
        number = secrets.randbelow(_SLOTS)
        fd = os.open(_LOCKS / f"slot-{number}", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            continue
        try:
            yield _FIRST_UID + number
        finally:
            os.close(fd)
        return
