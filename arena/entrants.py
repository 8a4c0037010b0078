"""The bots of a folder as versions: what was handed in, and what cannot play."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from arena.errors import BadSubmission
from arena.submissions import Submission, find_all
from arena.submissions.roster import Row
from arena.versions import keep_and_pack


class Broken(NamedTuple):
    """Somebody's bot that cannot play; author and address are the roster's, if it has them."""

    name: str
    why: str
    author: str = ""
    email: str = ""


class Entrants(NamedTuple):
    """What is in a bots folder, kept."""

    bots: tuple[Submission, ...]  # versions, in the order of their names
    broken: tuple[Broken, ...]
    left_out: tuple[tuple[str, str], ...]  # nobody's bot
    contents: dict[str, bytes]  # by version: the files, packed

    @property
    def versions(self) -> dict[str, str]:
        """By name."""
        return {bot.name: bot.version for bot in self.bots}


def entrants_in(folder: Path) -> Entrants:
    """All bots of a folder. Raises BadSubmission if there is no such folder."""
    found = find_all(folder)
    kept = entrants_of(found.bots)
    return kept._replace(
        broken=(
            *(_broken(path, why, found.called.get(path)) for path, why in found.broken),
            *kept.broken,
        ),
        left_out=tuple((str(path), why) for path, why in found.left_out),
    )


def _broken(path: Path, why: str, row: Row | None) -> Broken:
    return Broken(row.name, why, row.author, row.email) if row else Broken(path.name, why)


def entrants_of(found: Iterable[Submission]) -> Entrants:
    """These bots."""
    bots, broken = [], []
    contents: dict[str, bytes] = {}
    for bot in found:
        try:
            kept, content = keep_and_pack(bot)
        except BadSubmission as problem:
            broken.append(Broken(bot.name, str(problem), bot.author, bot.email))
        else:
            bots.append(kept)
            contents[kept.version] = content
    return Entrants(tuple(sorted(bots, key=lambda bot: bot.name)), tuple(broken), (), contents)
