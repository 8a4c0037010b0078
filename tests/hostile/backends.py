"""The sandboxes that the hostile bots are let loose on: all that this machine has."""

from functools import cache
from typing import Any

import pytest

from arena.sandbox import Sandbox, open_sandbox

# A sandbox that is missing is a failure, not a skip; see tests/sandbox/conftest.py for Docker.
NAMES = ("unsafe", "bubblewrap", "docker")


def open_for(request: pytest.FixtureRequest, name: str) -> Sandbox:
    """The sandbox of this name, with an engine for Docker."""
    if name == "docker":
        request.getfixturevalue("engine")
    return _opened(name)


@cache
def _opened(name: str) -> Sandbox:
    """Once in each test process: to try a sandbox out takes a moment."""
    return open_sandbox(name)


def marks(name: str, *, slow: bool) -> list[Any]:
    """Docker's tests stay in one process: they share an engine."""
    found = [pytest.mark.slow] if slow else []
    return [*found, pytest.mark.xdist_group("docker")] if name == "docker" else found
