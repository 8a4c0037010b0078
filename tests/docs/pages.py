"""Follows a page of the docs as a person would: files to write, commands to type."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
# The machine that runs the tests may be busy: no bot is to be late because of that.
PATIENT = {"ARENA_MOVE_MS": "60000", "ARENA_GAME_MS": "600000", "ARENA_START_MS": "60000"}

_BLOCK = re.compile(
    r"(?:<!-- file: (?P<file>\S+) -->\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


class Block(NamedTuple):
    """One fenced block; `file` is where the page says to put it."""

    language: str
    text: str
    file: str | None


class Command(NamedTuple):
    """One `$ …` line and what the page shows below it."""

    line: str
    shown: list[str]


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page, from top to bottom."""
    text = (ROOT / page).read_text("utf-8")
    return [Block(m["language"], m["text"], m["file"]) for m in _BLOCK.finditer(text)]


def commands(block: Block) -> list[Command]:
    """The commands of a `console` block."""
    found: list[Command] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:], []))
        elif found and line != "...":
            found[-1].shown.append(line)
    return found


def typed(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A command line as the reader types it, with `arena` on the path."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-c", line],
        cwd=cwd,
        env={**os.environ, **PATIENT, "PATH": path, "COLUMNS": "120"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
