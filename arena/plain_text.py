"""Text of strangers, made harmless for a terminal."""

_GOOD = "\n\u00a0"  # a line's end, and the blank before an older version's hash


def harmless(text: str) -> str:
    """The text without anything that a terminal would obey; tabs, as in traces, become blanks."""
    plain = text.replace("\t", "    ")
    return "".join(c if c.isprintable() or c in _GOOD else f"\\x{ord(c):02x}" for c in plain)


def one_line(text: str) -> str:
    """The same on one line: nobody's file name begins a line of its own."""
    return harmless(text).replace("\n", "\\n")
