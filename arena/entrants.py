"""The bots of a folder as versions: what was handed in, and what cannot play."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from arena.errors import BadSubmission
from arena.submissions import Submission, find_all
from arena.submissions.roster import Row
from arena.versions import keep_and_pack


class Entrants(NamedTuple):
    """What is in a bots folder, kept."""

    bots: tuple[Submission, ...]  # versions, in the order of their names
    broken: tuple[tuple[str, str], ...]  # (what, why): somebody's bot that cannot play
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
            *((_name_of(path, found.called), why) for path, why in found.broken),
            *kept.broken,
        ),
        left_out=tuple((str(path), why) for path, why in found.left_out),
    )


def _name_of(path: Path, called: Mapping[Path, Row]) -> str:
    return called[path].name if path in called else path.name


def entrants_of(found: Iterable[Submission]) -> Entrants:
    """These bots."""
    bots, broken = [], []
    contents: dict[str, bytes] = {}
    for bot in found:
        try:
            kept, content = keep_and_pack(bot)
        except BadSubmission as problem:
            broken.append((bot.name, str(problem)))
        else:
            bots.append(kept)
            contents[kept.version] = content
    return Entrants(tuple(sorted(bots, key=lambda bot: bot.name)), tuple(broken), (), contents)
