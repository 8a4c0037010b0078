"""Reads in a bot's last words what it could not find, so that the fault can name it."""

import re

_MODULE = re.compile(r"No module named '([\w.]{1,100})'|Cannot find module '([\w./@-]{1,100})'")
_LIBRARY = re.compile(r"\b([\w.+-]{1,100}\.so[.\d]*): cannot open shared object")

_LAST = 4096  # characters: where an interpreter or a loader says why it gave up


def what_is_missing(stderr: str) -> str:
    """A remark to add to a fault; empty if its last words name nothing."""
    stderr = stderr[-_LAST:]
    modules = _MODULE.findall(stderr)
    if modules:
        name = modules[-1][0] or modules[-1][1]
        return f"; the module {name} is not there: bring it along, or ask the organiser for it"
    libraries = _LIBRARY.findall(stderr)
    if libraries:
        return f"; the shared library {libraries[-1]} is not there: link it in, or bring it along"
    return ""
