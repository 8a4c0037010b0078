"""The cores that this process may use: to stay on one of them, and how busy they have been."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def cores() -> list[int]:
    """Their numbers; a crew of workers takes the same."""
    return sorted(os.sched_getaffinity(0))


@contextmanager
def on_one_core() -> Iterator[None]:
    """This process and all that it starts stay on the last core."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def busy_s() -> float:
    """What the cores did since they were started, whoever it was for.

    Without what they waited for a disk, and without what the host gave to others.
    """
    mine = {f"cpu{core}" for core in cores()}
    ticks = 0
    for line in Path("/proc/stat").read_text().splitlines():
        name, *fields = line.split()
        if name in mine:
            user, nice, system, _idle, _iowait, irq, softirq = map(int, fields[:7])
            ticks += user + nice + system + irq + softirq
    return ticks / os.sysconf("SC_CLK_TCK")
