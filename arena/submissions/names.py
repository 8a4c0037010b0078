"""The names of bots: which ones there may be, and which two a reader would take for one."""

import unicodedata

LONGEST = 100  # characters

# Letters and signs that are printable and look like nothing, in their NFKC form.
_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u2800"), " ")


def clean_name(text: str) -> str | None:
    """The name in its composed form, without blanks around it; None if it is no name."""
    name = unicodedata.normalize("NFC", text).strip()
    readable = name.isprintable() and bool(name_key(name))
    return name if readable and len(name) <= LONGEST else None


def name_key(name: str) -> str:
    """The same for names that differ only by case, by blanks or by the form of their letters."""
    visible = unicodedata.normalize("NFKC", name).translate(_BLANKS)
    return " ".join(unicodedata.normalize("NFKC", visible.casefold()).split())


def with_suffix(name: str, suffix: str) -> str:
    """`name-suffix`, still no longer than a name may be."""
    ending = "-" + "".join(c if c.isprintable() else "?" for c in suffix)[:40]
    return name[: LONGEST - len(ending)] + ending
