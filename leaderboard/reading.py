"""Reads a site again, for whoever wants to check it."""

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from gzip import decompress
from pathlib import Path
from typing import Any

from leaderboard.folder import MARK, NotASite
from leaderboard.season import FORMAT

_SCRIPT = re.compile(r'Arena\.replays\["(\w+)"\] = "([A-Za-z0-9+/=]*)";\n')


def season_in(folder: Path) -> dict[str, Any]:
    """The season document of a site."""
    try:
        season = json.loads((folder / MARK).read_bytes())
    except FileNotFoundError:
        raise NotASite(f"{folder} is no site: it has no {MARK}") from None
    except OSError as problem:
        raise NotASite(f"{folder} is no site: its {MARK}: {problem.strerror}") from None
    except ValueError:
        raise NotASite(f"{folder} is no site: its {MARK} is damaged") from None
    if not isinstance(season, dict) or season.get("format") != FORMAT:
        raise NotASite(f"{folder} is no site of {FORMAT}")
    return season


def replays_in(folder: Path) -> Iterator[tuple[str, dict[str, Any] | None]]:
    """(name of the match, replay with its record) in the order of names; None if it is damaged."""
    for path in sorted((folder / "data" / "replays").glob("*.js")):
        yield path.stem, _replay(path)


def _replay(path: Path) -> dict[str, Any] | None:
    try:
        found = _SCRIPT.fullmatch(path.read_text("ascii"))
        if found is None or found[1] != path.stem:
            return None
        record, shown = decompress(b64decode(found[2], validate=True)).decode().split("\n")
        return {**json.loads(shown), "record": json.loads(record)}
    except (OSError, ValueError, EOFError, zlib.error):
        return None
