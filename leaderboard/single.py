"""One match as one file: the viewer and the replay in a page that loads nothing."""

from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

from leaderboard.escape import json_in_html
from leaderboard.markup import visible

_SCRIPTS = (
    *("reducers.js", "words.js", "cards.js", "pictures.js", "layouts.js"),
    *("stage.js", "viewer.js"),
)
_START = """
Arena.viewer(
  document.getElementById("viewer"),
  JSON.parse(document.getElementById("replay").textContent),
);
"""
_PAGE_STYLE = """
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#f6f7f5, #0e1314); color: light-dark(#151b1c, #e6ecea); }
main {
  max-width: 1400px;
  margin: 0 auto;
  padding: clamp(12px, 1.6vw, 24px) clamp(12px, 2.5vw, 32px);
}
h1 {
  margin: 0 0 6px;
  font: 600 clamp(19px, 2.4vw, 25px)/1.25 "Iowan Old Style", Palatino, "DejaVu Serif", serif;
  overflow-wrap: anywhere;
}
"""
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{bots}</h1>
<div id="viewer"><noscript>This page needs JavaScript to draw the match.</noscript></div>
</main>
<script type="application/json" id="replay">{data}</script>
<script>{script}</script>
</body>
</html>
"""


def single(replay: dict[str, Any]) -> str:
    """A self-contained page that shows this replay, to be opened from anywhere."""
    style = _static("viewer.css") + _PAGE_STYLE
    script = "".join(map(_static, _SCRIPTS)) + _START
    bots = _text(", ".join(seat["bot"] for seat in replay["seats"]))
    return _PAGE.format(
        policy=f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}",
        title=f"{bots}: match {_text(replay['id'])}",
        bots=bots,
        style=style,
        data=json_in_html(replay),
        script=script,
    )


def _text(words: str) -> str:
    """For a page: no markup, and nothing that UTF-8 cannot write."""
    return escape(visible(words.encode("utf-8", "replace").decode()))


def _static(name: str) -> str:
    return (files("leaderboard") / "static" / "replay" / name).read_text("utf-8")


def _hash(text: str) -> str:
    """What allows exactly this text, and no other, to run or to style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
