"""`arena play` as a person calls it: in a process of its own, and its JSON read."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ARENA = Path(sys.executable).with_name("arena")


def arena_play(
    folder: Path,
    *bots: str,
    game: str,
    seed: int,
    games: int = 1,
    options: dict[str, Any] | None = None,
) -> list[dict[str, Any]]:
    """The matches of one call, made in this folder and without clocks: nobody can be late."""
    command = [str(ARENA), "play", *bots, "--game", game, "--seed", str(seed)]
    command += ["--games", str(games), "--sandbox", "unsafe", "--no-clock", "--json"]
    for name, value in (options or {}).items():
        command += ["--option", f"{name}={json.dumps(value).strip(chr(34))}"]
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("ARENA_", "PYTHON"))
    }
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    matches: list[dict[str, Any]] = json.loads(done.stdout)["matches"]
    return matches
