"""Whose container is whose: containers outlive a referee that was killed.

A label says which process made a container, and where. The next referee on the same
machine removes those whose maker is dead, and no other's.
"""

import os
import platform
from contextlib import suppress
from pathlib import Path

from arena.cache import owner_lives, owner_name
from arena.sandbox.docker.engine import Engine

_OWNER, _HOST = "arena.owner", "arena.host"


def labels() -> dict[str, str]:
    """What marks a container as ours."""
    return {"arena": "1", _OWNER: owner_name(), _HOST: _host()}


def sweep(engine: Engine) -> int:
    """Remove the containers of dead referees; how many there were."""
    swept = 0
    for container in engine.containers():
        told = container["Labels"]
        if told.get(_HOST) == _host() and not owner_lives(told.get(_OWNER, "")):
            engine.remove(container["Id"])
            swept += 1
    return swept


def _host() -> str:
    """Within which the number of a process means the same: a boot and a PID namespace."""
    with suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot} {os.readlink('/proc/self/ns/pid')}"
    return platform.node()
