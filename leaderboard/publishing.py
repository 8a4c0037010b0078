"""A season becomes a folder of pages."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from leaderboard.bot_page import bot_page
from leaderboard.contest_page import contest_page
from leaderboard.feeds import season_json, standings_csv
from leaderboard.folder import MARK, Draft, write_site
from leaderboard.game_data import game_data
from leaderboard.game_page import game_page
from leaderboard.match_pages import match_page, matches_page
from leaderboard.page import Page, html
from leaderboard.played import Played, Row
from leaderboard.scripts import chunk_script, data_script, replay_script
from leaderboard.season import FORMAT, Season

_STATIC = Path(__file__).parent / "static"
_VIEWER = "replay/"


class Published(NamedTuple):
    """What was written."""

    pages: int
    bytes: int
    changed: int  # files that were written anew or removed


def publish(
    folder: Path,
    season: Mapping[str, Any],
    matches: Iterable[list[Any]],
    replays: Iterable[tuple[str, dict[str, Any]]],
) -> Published:
    """Writes the site; a former one in the same folder is brought up to date.

    Raises NotASite if the folder has anything else in it.
    """
    if season["format"] != FORMAT:
        raise ValueError(f"the season has format {season['format']!r}, not {FORMAT!r}")
    pages = 0

    def fill(draft: Draft) -> None:
        nonlocal pages
        pages = _fill(draft, season, matches, replays)

    written = write_site(folder, str(season["contest"]), fill)
    return Published(pages, written.bytes, written.changed)


def _fill(
    draft: Draft,
    document: Mapping[str, Any],
    matches: Iterable[list[Any]],
    replays: Iterable[tuple[str, dict[str, Any]]],
) -> int:
    """All files of the site; how many of them are pages."""
    static = _copy_static(draft)
    season = Season(document, frozenset(_write_replays(draft, replays)))

    def write(number: int, rows: list[Row]) -> None:
        draft.write(f"data/matches-{number:04}.js", chunk_script(number, rows))

    played = Played(season, write)
    played.add_all(matches)
    draft.write("data/matches.js", data_script("matches", played.index()))
    viewer = sorted((path for path in static if path.startswith(_VIEWER)), key=_last)
    pages = [contest_page(season), matches_page(season), match_page(viewer)]
    for key, slug in season.game_slugs.items():
        draft.write(f"data/games/{slug}.js", data_script("game", game_data(season, key)))
        pages.append(game_page(season, key))
    pages += [_bot(draft, season, bot, played) for bot in season.bots]
    for page in pages:
        draft.write(page.path, html(page, season))
    draft.write("standings.csv", standings_csv(season))
    draft.write(MARK, season_json(season))
    return len(pages)


def _bot(draft: Draft, season: Season, bot: Mapping[str, Any], played: Played) -> Page:
    page = bot_page(season, bot, played)
    for path in page.data:
        draft.write(f"data/{path}", data_script("history", season.history[bot["name"]]))
    return page


def _copy_static(draft: Draft) -> list[str]:
    """Scripts, styles and what they rest on; the paths below static, in order."""
    files = sorted(path for path in _STATIC.rglob("*") if path.is_file())
    paths = [path.relative_to(_STATIC).as_posix() for path in files]
    for path, file in zip(paths, files, strict=True):
        draft.write(f"static/{path}", file.read_bytes())
    return paths


def _last(path: str) -> tuple[bool, str]:
    """The viewer comes after all that it draws with."""
    return path.endswith("/viewer.js"), path


def _write_replays(draft: Draft, replays: Iterable[tuple[str, dict[str, Any]]]) -> list[str]:
    ids = []
    for match, replay in replays:
        draft.write(f"data/replays/{match}.js", replay_script(match, replay))
        ids.append(match)
    return ids
