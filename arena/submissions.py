"""Turns what somebody typed for a BOT into a submission: its name, its files, its command.

A bare word that names a house bot means it; `./greedy` is a path.
"""

import os
from pathlib import Path
from typing import Any, NamedTuple

from arena.errors import BadSubmission
from arena.games import GAMES
from arena.toml_file import read_toml

_COMMANDS = {"python": ("python", "bot.py")}  # by `language` in bot.toml
_IGNORED = ("__MACOSX", ".git", "__pycache__")
_LONGEST = 100  # characters of a name
_LONGEST_WORD = 4096  # of a command


class Submission(NamedTuple):
    """A bot as it was handed in. `games` is empty if it does not say what it plays."""

    name: str
    folder: Path
    command: tuple[str, ...]
    games: tuple[str, ...] = ()
    file: str | None = None  # the only file that belongs to it, where it is no folder
    build: tuple[str, ...] = ()  # the command that makes it ready, run once in the sandbox
    image: str | None = None  # a Docker image of its own
    author: str = ""
    email: str = ""
    version: str = ""  # the hash of its content; empty until a sandbox has prepared it

    def files(self) -> list[tuple[str, bytes]]:
        """Its regular files by relative name; links lead out of a submission, so none count."""
        if self.file is not None:
            return [(self.file, (self.folder / self.file).read_bytes())]
        found = []
        for path in sorted(self.folder.rglob("*")):
            relative = path.relative_to(self.folder)
            if path.is_file() and not path.is_symlink() and not {*relative.parts} & {*_IGNORED}:
                found.append((str(relative), path.read_bytes()))
        return found


def house_bots() -> dict[str, Path]:
    """The bots that come with Arena, by name."""
    packed = Path(__file__).parent / "house_bots"
    folder = packed if packed.is_dir() else Path(__file__).parent.parent / "examples"
    return {path.parent.name: path.parent for path in sorted(folder.glob("*/bot.toml"))}


def find(bots: list[str]) -> list[Submission]:
    """The submissions for the words of a command line; raises BadSubmission."""
    found = [_find_one(bot) for bot in bots]
    folders: dict[str, set[tuple[Path, tuple[str, ...]]]] = {}
    for bot in found:
        folders.setdefault(bot.name, set()).add((bot.folder, bot.command))
    # Two bots of one name would be one row in every table.
    return _numbered(
        [
            bot._replace(name=f"{bot.name}-{_telling_folder(bot)}")
            if len(folders[bot.name]) > 1
            else bot
            for bot in found
        ]
    )


def _telling_folder(bot: Submission) -> str:
    """The bot's folder, or the one around it if it only repeats the name."""
    return bot.folder.parent.name if bot.folder.name == bot.name else bot.folder.name


def _numbered(bots: list[Submission]) -> list[Submission]:
    """Tells apart what still has the same name; the same bot twice keeps one name."""
    taken: dict[str, list[Submission]] = {}
    named = []
    for bot in bots:
        same = taken.setdefault(bot.name, [])
        if bot not in same:
            same.append(bot)
        number = same.index(bot) + 1
        named.append(bot if number == 1 else bot._replace(name=f"{bot.name}-{number}"))
    return named


def _find_one(bot: str) -> Submission:
    house = house_bots()
    if bot in house:
        return _from_folder(house[bot])
    path = Path(bot)
    if "\0" in bot or not os.path.exists(path):  # which is False, not an error, for any text
        raise BadSubmission(
            f"there is no bot {bot!r}: give a .py file, a folder with bot.toml,"
            f" or a house bot ({', '.join(house)})"
        )
    path = path.resolve()
    if path.is_dir():
        return _from_folder(path)
    if path.suffix == ".py":
        return _checked(Submission(path.stem, path.parent, ("python", path.name), file=path.name))
    raise BadSubmission(f"{bot} is no bot: give a .py file or a folder with bot.toml")


def _from_folder(folder: Path) -> Submission:
    file = folder / "bot.toml"
    if not file.is_file():
        inside = [path for path in folder.iterdir() if path.name not in _IGNORED]
        if len(inside) == 1 and inside[0].is_dir():
            return _from_folder(inside[0])
        raise BadSubmission(
            f'{folder} has no bot.toml: write one with command = ["python", "bot.py"],'
            " or start from `arena new NAME`"
        )
    told = read_toml(file, BadSubmission)
    name = _text(file, told, "name", folder.name)
    games = _words(file, told, "games")
    for game in games:
        if game not in GAMES:
            known = ", ".join(GAMES)
            raise BadSubmission(f"{file}: there is no game {game!r}; the games are {known}")
    return _checked(Submission(name, folder, _command(file, told), games))


def _command(file: Path, told: dict[str, Any]) -> tuple[str, ...]:
    command = _words(file, told, "command")
    if command:
        return command
    if "command" in told:
        raise BadSubmission(f'{file}: command is empty; write command = ["python", "bot.py"]')
    language = _text(file, told, "language", "python")
    if language not in _COMMANDS:
        raise BadSubmission(
            f"{file}: language {language!r} has no command of its own; give command = [...]"
        )
    return _COMMANDS[language]


def _text(file: Path, told: dict[str, Any], key: str, default: str) -> str:
    value = told.get(key, default)
    if not isinstance(value, str) or not value.isprintable() or not 0 < len(value) <= _LONGEST:
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
    for word in submission.command[1:]:
        if not word.endswith(".py"):
            continue
        file = submission.folder / word
        if not file.is_file():
            raise BadSubmission(f"{submission.name}: its command names {word}, which is not there")
        try:
            compile(file.read_bytes(), str(file), "exec", dont_inherit=True)
        except OSError as problem:
            raise BadSubmission(f"{file} cannot be read: {problem.strerror}") from None
        except (SyntaxError, ValueError) as problem:
            where = f" line {problem.lineno}" if isinstance(problem, SyntaxError) else ""
            raise BadSubmission(f"{file}{where}: {_first_words(problem)}; mend it first") from None
    return submission


def _first_words(problem: Exception) -> str:
    return problem.msg if isinstance(problem, SyntaxError) else str(problem)
