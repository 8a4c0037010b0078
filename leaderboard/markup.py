"""HTML from Python values. Whatever is not `Html` already is text, and is escaped.

The only way to put a name on a page is `tag`, so that no page has to remember to escape.
"""

import re
from collections.abc import Iterable
from html import escape
from typing import TypeAlias

_VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta"})
# What a terminal or a browser would obey instead of showing: controls, and marks that turn
# the direction of everything after them.
_INVISIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Html(str):
    """Text that is markup already; made by `tag` and `join` alone."""

    __slots__ = ()


Child: TypeAlias = "str | int | Html | None"
Attribute: TypeAlias = "str | int | bool | None"


def tag(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """An element. `class_` is the attribute class, `data_sort` is data-sort; None is left out."""
    told = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _VOID:
        return Html(f"<{name}{told}>")
    return Html(f"<{name}{told}>{join(children)}</{name}>")


def join(children: Iterable[Child]) -> Html:
    """One after the other; text is escaped."""
    return Html("".join(_text(child) for child in children if child is not None))


def visible(text: str) -> str:
    """The text with a sign in place of every character that is not shown but obeyed."""
    return _INVISIBLE.sub("\ufffd", text)


def name(bot: str) -> Html:
    """A bot's name: shown as it is written, in its own direction, broken where it is too long."""
    return tag("bdi", bot, class_="name")


def _text(child: str | int | Html) -> str:
    return child if isinstance(child, Html) else escape(visible(str(child)))


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    told = key.rstrip("_").replace("_", "-")
    return f" {told}" if value is True else f' {told}="{escape(visible(str(value)))}"'
