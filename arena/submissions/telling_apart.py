"""Gives every bot of a table or a season a name of its own."""

from collections.abc import Collection
from pathlib import Path

from arena.submissions.names import name_key, with_suffix
from arena.submissions.paths import stem
from arena.submissions.submission import Submission


def told_apart(bots: list[Submission], fixed: Collection[Path] = ()) -> list[Submission]:
    """Two bots of one name would be one row in every table: they get their folder as suffix.

    The same bot twice keeps one name, and those from the `fixed` sources keep theirs.
    """
    sources: dict[str, set[Path | None]] = {}
    for bot in bots:
        sources.setdefault(name_key(bot.name), set()).add(bot.source)
    taken = {name_key(bot.name): bot.source for bot in bots if bot.source in fixed}
    named = []
    for bot in bots:
        name = first = (
            bot.name
            if len(sources[name_key(bot.name)]) == 1 or bot.source in fixed
            else with_suffix(bot.name, _telling(bot))
        )
        number = 1
        while taken.setdefault(name_key(name), bot.source) != bot.source:
            number += 1
            name = with_suffix(first, str(number))
        named.append(bot._replace(name=name))
    return named


def _telling(bot: Submission) -> str:
    """The bot's own file or folder, or the nearest one around it that does not repeat the name."""
    source = bot.source or bot.folder
    around = (stem(source), *(folder.name for folder in source.parents))
    other = (word for word in around if word and name_key(word) != name_key(bot.name))
    return next(other, source.name)
