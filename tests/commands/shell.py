"""Runs the installed `arena` command as a person would, in a folder of its own."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

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


def processes_with(word):
    """The pids of the processes that have this word among their arguments."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if word.encode() in arguments:
            found.append(folder.name)
    return found


def wait_until(holds):
    """Half a minute at most, which is no measure of anything."""
    for _ in range(3000):
        if holds():
            return
        time.sleep(0.01)
    pytest.fail("it did not come to that within half a minute")
