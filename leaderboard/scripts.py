"""Data for pages as scripts: a page that was opened by double-click may load nothing else."""

import json
from base64 import b64encode
from gzip import compress
from typing import Any


def data_script(name: str, value: Any) -> str:
    """`Arena.data.NAME = value`; the text is ASCII."""
    return f"Arena.data[{_json(name)}] = {_json(value)};\n"


def chunk_script(number: int, rows: Any) -> str:
    """Some matches, one a line, so that a changed match is a changed line."""
    lines = ",\n".join(map(_json, rows))
    return f"Arena.chunks[{number}] = [\n{lines}\n];\n"


def replay_script(match: str, replay: dict[str, Any]) -> str:
    """The record file in its first line, then the replay; compressed together.

    The record keeps its own line, so that what is downloaded is what was written here, byte
    for byte, and no number has gone through JavaScript.
    """
    shown = {key: value for key, value in replay.items() if key != "record"}
    text = f"{_json(replay.get('record'))}\n{_json(shown)}"
    packed = b64encode(compress(text.encode(), 9, mtime=0)).decode()
    return f"Arena.replays[{_json(match)}] = {_json(packed)};\n"


def _json(value: Any) -> str:
    # Sorted would be easier to compare, but the order of keys is the order of reading.
    return json.dumps(value, separators=(",", ":")).replace("</", "<\\/")
