"""Runs the installed `arena` command as a person would, in a folder of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ARENA = Path(sys.executable).with_name("arena")


def arena(*words: object, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """The finished command: its exit code and what it printed."""
    return subprocess.run(
        [ARENA, *map(str, words)],
        cwd=cwd,
        env={**os.environ, **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def matches(*words: object, cwd: Path, **env: str) -> list[dict[str, Any]]:
    """The matches that `arena play … --json` prints."""
    done = arena("play", *words, "--json", cwd=cwd, **env)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)["matches"]
    return found
