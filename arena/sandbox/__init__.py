"""The ways to run a bot's process, behind one interface."""

from arena.errors import SandboxUnavailable
from arena.sandbox.base import Sandbox
from arena.sandbox.unsafe import UnsafeSandbox

__all__ = ["CHOICES", "Sandbox", "for_own_bots"]

CHOICES = ("auto", "bubblewrap", "unsafe")


def for_own_bots(choice: str) -> Sandbox:
    """The sandbox for somebody who plays with the own bots; raises SandboxUnavailable."""
    if choice not in CHOICES:
        raise SandboxUnavailable(
            f"there is no sandbox {choice!r} in this version; choose {' or '.join(CHOICES)}"
        )
    if choice == "bubblewrap":
        from arena.sandbox.bubblewrap import BubblewrapSandbox

        return BubblewrapSandbox()
    return UnsafeSandbox()
