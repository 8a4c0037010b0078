"""Starters of every language, made by `arena new`, and whether this machine can run them."""

import os
import shutil
from pathlib import Path

import pytest

from arena.commands.new import new
from arena.submissions.languages import LANGUAGES
from tests.plain_user import COMPLETE

# What each needs besides Python: programs, and files of libraries.
NEEDS = {
    "python": (),
    "javascript": ("node",),
    "cpp": ("g++", "/usr/include/msgpack.hpp"),
    "rust": ("/usr/bin/cargo", "/usr/share/doc/librust-rmp-dev"),
    "go": ("go", "/usr/share/gocode/src/github.com/vmihailenco/msgpack"),
    "java": ("javac", "/usr/share/java/msgpack-core.jar"),
}
assert NEEDS.keys() == LANGUAGES.keys()


def want(*languages: str) -> None:
    """Skip, with the reason, what this machine cannot build; a complete run skips nothing."""
    for language in languages:
        for need in NEEDS[language]:
            if not (shutil.which(need) or Path(need).exists()):
                problem = f"{language} needs {need}: `make tools` says what to install"
                if COMPLETE in os.environ:
                    pytest.fail(problem)
                pytest.skip(problem)


def made(language: str, game: str, folder: Path) -> Path:
    """A new bot. It has the same name wherever it is made, so that it is built once."""
    path = folder / f"{language}-{game}"
    new(str(path), game=game, lang=language)
    return path
