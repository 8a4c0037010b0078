"""`arena new`: a folder with a bot that runs as it is."""

import os
import re
import shlex
from pathlib import Path

from rich.console import Console

from arena.errors import BadOption, BadSubmission
from arena.games import rules_named
from arena.submissions import house_bots

_STARTERS = Path(__file__).parent.parent / "starters"


def new(name: str | None = None, *, game: str = "face-to-face", lang: str = "python") -> int:
    """Make a folder with a bot that runs unedited.

    Parameters
    ----------
    name
        The folder to make; its last part is the bot's name.
    game
        face-to-face, the-game or six-nimmt.
    lang
        python.
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
    seats = max(2, rules.seats.start)
    words = {
        "{name}": bot,
        "{game}": game,
        "{title}": rules.title,
        "{module}": game.replace("-", "_"),
        "{bots}": ", ".join(["bot"] * seats),
    }
    starter = _STARTERS / lang
    try:
        folder.mkdir(parents=True)
    except OSError as problem:
        raise BadSubmission(f"{folder} cannot be made: {problem.strerror}") from None
    for source, target in (
        (starter / f"{game}.py", "bot.py"),
        (starter / "bot.toml", "bot.toml"),
        (starter / "README.md", "README.md"),
    ):
        text = source.read_text("utf-8")
        for word, value in words.items():
            text = text.replace(word, value)
        (folder / target).write_text(text, "utf-8")
    Console().print(
        f"{folder} is ready: edit {folder / 'bot.py'}, then\n"
        f"  arena play {shlex.quote(name)} greedy --watch",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )
    return 0
