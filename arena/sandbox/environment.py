"""The organiser's Python packages: installed once, shown read-only to every bot."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from arena.cache import once
from arena.errors import OrganiserError
from arena.sandbox.runtime import ENVIRONMENT, compile_all


class BadEnvironment(OrganiserError):
    """Packages of arena.toml that cannot be installed."""


def install(packages: Sequence[str]) -> Path | None:
    """The folder with these packages; None if there are none. Raises BadEnvironment."""
    if not packages:
        return None

    def fill(to: Path) -> None:
        # Wheels only: nobody's set-up script runs here with our rights.
        words = ["install", "--quiet", "--disable-pip-version-check", "--no-input"]
        words += ["--only-binary", ":all:", "--target", str(to), "--", *packages]
        done = subprocess.run(
            [sys.executable, "-m", "pip", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or ["pip gave no reason"]
            raise BadEnvironment(
                f"arena.toml: [environment] python = {list(packages)} cannot be installed:"
                f" {lines[-1]}; mend the list, or see what pip says of it"
            )
        compile_all(to, ENVIRONMENT)

    return once("environment", "\n".join([sys.version, *packages]), fill)
