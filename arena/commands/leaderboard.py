"""`arena leaderboard`: who stands where."""

import csv as csv_format
import io
import json as json_format

from rich.console import Console

from arena.commands.choosing import contest_in, want_there
from arena.commands.flags import Flag
from arena.console.standings import show_standings
from arena.errors import BadOption
from arena.gathering import standings_of
from arena.model import Map
from arena.plain_text import harmless
from arena.settings import database
from arena.store import reading, writing


def leaderboard(
    *,
    contest: str | None = None,
    game: str | None = None,
    csv: Flag = False,
    full: Flag = False,
    rebuild: Flag = False,
    db: str | None = None,
    json: Flag = False,
) -> int:
    """Show the standings, also while a contest is being played.

    Parameters
    ----------
    contest
        Which contest (default: the newest).
    game
        One game or pool alone, such as six-nimmt.
    csv
        Print the rows as comma-separated values.
    full
        Also show couples, mixed teams, contributions and what the list can be trusted for.
    rebuild
        First count anew from the recorded matches.
    db
        The database (default: sqlite:///arena.db).
    json
        Print one JSON document.
    """
    url = database(db)
    if rebuild:
        _rebuild(url, contest)
    with reading(url) as store:
        document = standings_of(store, contest_in(store, contest))
    if game is not None:
        document = _only(document, game)
    console = Console()
    if json:
        console.out(json_format.dumps(document), highlight=False)
    elif csv:
        console.out(_csv(document), highlight=False, end="")
    else:
        show_standings(console, document, full=full)
    return 0


def _rebuild(url: str, contest: str | None) -> None:
    want_there(url)
    with writing(url) as store:
        for stage in store.stages(contest_in(store, contest)):
            store.count_anew(stage)


def _only(document: Map, game: str) -> Map:
    games = document["games"]
    meant = {key: table for key, table in games.items() if game in (key, key.split("/")[0])}
    if not meant:
        raise BadOption(f"this contest has no {game!r}; it has {', '.join(games)}")
    return {**document, "games": meant}


def _csv(document: Map) -> str:
    """All rows of all games; every column that one of them has."""
    rows = [
        {"game": key, **row} for key, table in document["games"].items() for row in table["rows"]
    ]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv_format.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({**row, "bot": _cell(row["bot"])} for row in rows)
    return text.getvalue()


def _cell(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    plain = harmless(name)
    return f"'{plain}" if plain[:1] in "=+-@" else plain
