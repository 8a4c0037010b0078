"""Reads `bot.toml`: what a bot says of itself, every word of it a stranger's."""

import difflib
import io
import os
import tokenize
import warnings
from pathlib import Path
from typing import Any

from arena.errors import BadSubmission
from arena.games import GAMES
from arena.submissions.languages import LANGUAGES, Language
from arena.submissions.names import LONGEST, clean_name
from arena.submissions.submission import Submission
from arena.toml_file import read_toml

KEYS = ("name", "command", "language", "build", "games", "image", "author")


_LONGEST_WORD = 4096  # of a command
_ENCODINGS = ("utf-8", "utf-8-sig", "ascii", "iso-8859-1", "cp1252")
_LONGEST_MANIFEST = 16 * 1024  # a longer bot.toml is none; reading one can take very long
_LONGEST_FILE = 1024 * 1024  # longer Python is not compiled ahead


def from_folder(folder: Path, name: str) -> Submission:
    """The bot in this folder; `name` is for one that does not give its own.

    Raises BadSubmission.
    """
    file = folder / "bot.toml"
    if not os.path.lexists(file):
        if _is_plain(folder / "bot.py"):
            command = LANGUAGES["python"].command
            return _checked(Submission(_name(folder, name), folder, command))
        raise BadSubmission(
            f'{folder} has no bot.toml: write one with command = ["python", "bot.py"],'
            " call the bot bot.py, or start from `arena new NAME`"
        )
    if not _is_plain(file) or file.stat().st_size > _LONGEST_MANIFEST:
        raise BadSubmission(f"{file} must be a plain file of a few lines, not a link")
    told = read_toml(file, BadSubmission)
    _want_known_keys(file, told)
    games = _words(file, told, "games")
    for game in games:
        if game not in GAMES:
            known = ", ".join(GAMES)
            raise BadSubmission(f"{file}: there is no game {game!r}; the games are {known}")
    return _checked(
        Submission(
            _name(file, _text(file, told, "name") or name),
            folder,
            _command(file, told),
            games,
            build=_build(file, told),
            image=_text(file, told, "image"),
            author=_text(file, told, "author") or "",
        )
    )


def from_file(path: Path) -> Submission:
    """The bot that is one Python file; raises BadSubmission."""
    # A name such as -x.py is no option of Python's.
    command = ("python", f"./{path.name}" if path.name.startswith("-") else path.name)
    return _checked(Submission(_name(path, path.stem), path.parent, command, file=path.name))


def _is_plain(file: Path) -> bool:
    return file.is_file() and not file.is_symlink()


def _want_known_keys(file: Path, told: dict[str, Any]) -> None:
    for key in told:
        if key not in KEYS:
            close = difflib.get_close_matches(key, KEYS, n=1)
            meant = f"did you mean {close[0]!r}?" if close else f"the keys are {', '.join(KEYS)}"
            raise BadSubmission(f"{file}: there is no key {key[:60]!r}; {meant}")


def _name(file: Path, text: str) -> str:
    name = clean_name(text)
    if name is None:
        raise BadSubmission(
            f"{file}: its name must be a line of 1 to {LONGEST} characters that can be seen,"
            f" not {text[:60]!r}; rename the file, or give name = in bot.toml"
        )
    return name


def _command(file: Path, told: dict[str, Any]) -> tuple[str, ...]:
    command = _words(file, told, "command")
    if command:
        return command
    if "command" in told:
        raise BadSubmission(f'{file}: command is empty; write command = ["python", "bot.py"]')
    return (_language(file, told) or LANGUAGES["python"]).command


def _build(file: Path, told: dict[str, Any]) -> tuple[str, ...]:
    if "build" in told:
        return _words(file, told, "build")
    language = _language(file, told)
    return language.build if language else ()


def _language(file: Path, told: dict[str, Any]) -> Language | None:
    """What the language gives; a bot with a command of its own may name any or none."""
    name = _text(file, told, "language")
    if name is not None and name not in LANGUAGES and "command" not in told:
        raise BadSubmission(
            f"{file}: language {name!r} has no command of its own: give command = [...],"
            f" or one of {', '.join(LANGUAGES)}"
        )
    return LANGUAGES.get(name or "")


def _text(file: Path, told: dict[str, Any], key: str) -> str | None:
    value = told.get(key)
    if value is None:
        return None
    if not isinstance(value, str) or not value.isprintable() or not 0 < len(value) <= LONGEST:
        raise BadSubmission(f"{file}: {key} must be a line of text, not {str(value)[:60]!r}")
    return value


def _words(file: Path, told: dict[str, Any], key: str) -> tuple[str, ...]:
    value = told.get(key, [])
    if not isinstance(value, list) or not all(
        isinstance(item, str) and "\0" not in item and len(item) <= _LONGEST_WORD for item in value
    ):
        raise BadSubmission(f"{file}: {key} must be a list of text, not {str(value)[:60]!r}")
    return tuple(value)


def _checked(submission: Submission) -> Submission:
    """A Python file that is missing or cannot be compiled is said now, not in a match."""
    names = submission.file_names()
    for word in submission.command[1:]:
        # A path from the root names a file of the machine that will run it.
        if not word.endswith(".py") or word.startswith("/"):
            continue
        name = os.path.normpath(word)
        if name not in names:
            raise BadSubmission(
                f"{submission.folder}: its command names {word}, which is not there as a plain file"
            )
        if (submission.folder / name).lstat().st_size <= _LONGEST_FILE:
            _want_python(submission.folder / name, submission.read(name))
    return submission


def _want_python(file: Path, source: bytes) -> None:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        if encoding not in _ENCODINGS:  # some others take for ever to read
            raise BadSubmission(f"{file} is in {encoding}; save it as UTF-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, str(file), "exec", dont_inherit=True)
    except SyntaxError as problem:
        where = f"{file} line {problem.lineno}" if problem.lineno else f"{file}"
        raise BadSubmission(f"{where}: {problem.msg}; mend it first") from None
    except (ValueError, RecursionError, MemoryError) as problem:
        why = str(problem) or "it is nested too deeply"
        raise BadSubmission(f"{file}: {why}; mend it first") from None
