"""The ways to run a bot's process, behind one interface."""

from pathlib import Path

from arena.errors import SandboxUnavailable
from arena.sandbox.base import Sandbox
from arena.sandbox.unsafe import UnsafeSandbox

__all__ = ["CHOICES", "Sandbox", "for_own_bots", "open_sandbox"]

CHOICES = ("auto", "bubblewrap", "docker", "unsafe")


def open_sandbox(choice: str, environment: Path | None = None) -> Sandbox:
    """The sandbox of this name, tried out; `auto` is the first that works.

    `environment` is a folder with Python packages for every bot. Raises SandboxUnavailable.
    """
    if choice == "unsafe":
        return UnsafeSandbox(environment)
    if choice == "bubblewrap":
        from arena.sandbox.bubblewrap import BubblewrapSandbox

        return BubblewrapSandbox(environment)
    if choice == "docker":
        from arena.sandbox.docker import DockerSandbox

        return DockerSandbox(environment)
    if choice == "auto":
        return _first_that_works(environment)
    raise SandboxUnavailable(f"there is no sandbox {choice!r}; choose {', '.join(CHOICES)}")


def for_own_bots(choice: str, environment: Path | None = None) -> tuple[Sandbox, str]:
    """A sandbox for somebody who tries own bots, and a line to say about it, if any.

    `auto` falls back to plain processes: an author on a laptop must get started.
    """
    if choice == "auto":
        try:
            return _first_that_works(environment), ""
        except SandboxUnavailable as reason:
            warning = f"plain processes, no sandbox: play only bots you trust ({reason})"
            return UnsafeSandbox(environment), warning
    warning = "plain processes, no sandbox: play only bots you trust" if choice == "unsafe" else ""
    return open_sandbox(choice, environment), warning


def _first_that_works(environment: Path | None) -> Sandbox:
    reasons = []
    for choice in ("bubblewrap", "docker"):
        try:
            return open_sandbox(choice, environment)
        except SandboxUnavailable as reason:
            reasons.append(str(reason))
    raise SandboxUnavailable("; ".join(reasons))
