"""Who descends from a process, and how much memory they use together, read from /proc.

The stand-in for control groups where there are none: a moment's picture, not a limit that
the kernel keeps.
"""

import os
from contextlib import suppress
from pathlib import Path

_COUNTED = ("RssAnon:", "RssShmem:")  # what no file on disk can give back


def family(pid: int) -> list[int]:
    """The process and all that descends from it, as far as they can be seen."""
    found, look_at = [], [pid]
    while look_at:
        one = look_at.pop()
        found.append(one)
        with suppress(OSError):  # it has just ended, or one of its threads has
            for thread in os.listdir(f"/proc/{one}/task"):
                with suppress(OSError):
                    children = Path(f"/proc/{one}/task/{thread}/children").read_text()
                    look_at += map(int, children.split())
    return found


def memory_bytes(pids: list[int]) -> int:
    """The memory of these processes; what they share is counted for each."""
    total = 0
    for pid in pids:
        with suppress(OSError):
            for line in Path(f"/proc/{pid}/status").read_text().splitlines():
                if line.startswith(_COUNTED):
                    total += int(line.split()[1]) * 1024
    return total
