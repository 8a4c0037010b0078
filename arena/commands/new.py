"""`arena new`: a folder with a bot that runs as it is."""

import os
import re
import shlex
from pathlib import Path

from rich.console import Console

from arena.errors import BadOption, BadSubmission
from arena.games import rules_named
from arena.submissions import house_bots

# For each language a folder `all`, and one for each game with the one file that is edited.
_PACKAGE = Path(__file__).parent.parent
_STARTERS = _PACKAGE / "starters"
_VECTORS = "vectors.txt"
_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")
# What an author should know beside the strategy, by game.
_TABLES = {
    "face-to-face": "",
    "the-game": (
        "All bots of a game are one team: `arena play {name} {name} --games 50` lets it play\n"
        "with itself.\n"
    ),
    "six-nimmt": (
        "Five seats are another game than two:\n"
        "`arena play {name} greedy greedy greedy greedy --games 50`.\n"
    ),
}


def new(name: str | None = None, *, game: str = "face-to-face", lang: str = "python") -> int:
    """Make a folder with a bot that runs unedited.

    Parameters
    ----------
    name
        The folder to make; its last part is the bot's name.
    game
        face-to-face, the-game or six-nimmt.
    lang
        python, javascript, cpp, rust, go or java.
    """
    if name is None:
        raise BadSubmission("a new bot needs a name: arena new mybot")
    folder = Path(name)
    bot = folder.name
    rules = rules_named(game)
    languages = sorted(path.name for path in _STARTERS.iterdir() if path.is_dir())
    if lang not in languages:
        raise BadOption(
            f"there is no starter for {lang!r}; there is one for {', '.join(languages)}"
        )
    if not re.fullmatch(r"\w[\w .-]{0,99}", bot):
        raise BadSubmission(
            f"{name!r} is no name for a bot; use up to 100 letters, digits, spaces, '.', '-', '_'"
        )
    if bot in house_bots():
        raise BadSubmission(f"{bot} is a house bot, so `arena play {bot}` means it; choose another")
    if os.path.exists(folder):  # which is False, not an error, for any text
        raise BadSubmission(f"{folder} is there already; choose another name or move it away")
    common, own = _STARTERS / lang / "all", _STARTERS / lang / game
    files = {file.relative_to(top): file for top in (common, own) for file in _files(top)}
    files[Path(_VECTORS)] = _STARTERS / _VECTORS
    words = {
        "{table}\n": _TABLES[game].replace("{name}", shlex.quote(bot)),
        "{name}": bot,
        "{game}": game,
        "{title}": rules.title,
        "{module}": game.replace("-", "_"),
        "{bots}": ", ".join(["bot"] * max(2, rules.seats.start)),
    }
    try:
        folder.mkdir(parents=True)
    except OSError as problem:
        raise BadSubmission(f"{folder} cannot be made: {problem.strerror}") from None
    for target, source in files.items():
        lines = source.read_text("utf-8").splitlines(keepends=True)
        text = "".join(_typed(line, bot) for line in lines)
        for word, value in words.items():
            text = text.replace(word, value)
        (folder / target).parent.mkdir(parents=True, exist_ok=True)
        (folder / target).write_text(text, "utf-8")
    (folder / "RULES.md").write_text(_rules_page(game), "utf-8")
    (edited,) = _files(own)
    Console().print(
        f"{folder} is ready: edit {folder / edited.relative_to(own)}, then\n"
        f"  arena play {shlex.quote(name)} greedy --watch",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )
    return 0


def _rules_page(game: str) -> str:
    """The game for authors: rules, options, views, moves, events. Its links lead nowhere here."""
    packed = _PACKAGE / "rules_pages"
    folder = packed if packed.is_dir() else _PACKAGE.parent / "docs" / "reference" / "games"
    return _LINK.sub(r"\1", (folder / f"{game}.md").read_text("utf-8"))


def _typed(line: str, bot: str) -> str:
    """A line with commands names the bot as it must be typed."""
    return (
        line.replace("{name}", shlex.quote(bot))
        if "arena play" in line or "arena check" in line
        else line
    )


def _files(top: Path) -> list[Path]:
    # An editable install may hold what Python compiled.
    return [file for file in top.rglob("*") if file.is_file() and file.suffix != ".pyc"]
