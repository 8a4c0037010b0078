"""Data inside a page: JSON that no parser of HTML can mistake for markup."""

import json
from typing import Any

# Inside a script element nothing else can end it or begin a comment.
_HARMFUL = {ord(char): f"\\u{ord(char):04x}" for char in "<>&"}


def json_in_html(value: Any) -> str:
    """The value as JSON, to stand in a script element as it is; the text is ASCII."""
    return json.dumps(value, separators=(",", ":")).translate(_HARMFUL)
