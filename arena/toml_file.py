"""Reads the TOML files that people write."""

import tomllib
from pathlib import Path
from typing import Any

from arena.errors import OrganiserError


def read_toml(file: Path, error: type[OrganiserError]) -> dict[str, Any]:
    """What the file says; raises `error` with a sentence if it cannot be read."""
    try:
        return tomllib.loads(file.read_text("utf-8-sig"))
    except OSError as problem:
        raise error(f"{file} cannot be read: {problem.strerror}") from None
    except RecursionError:
        raise error(f"{file} cannot be read: it is nested too deeply; write it plainly") from None
    except ValueError as problem:  # not TOML, not UTF-8, or a number without end
        raise error(f"{file} cannot be read: {problem}; mend that line") from None
