"""`arena replay`: a recorded match, turn by turn."""

import json as json_format
from pathlib import Path

from rich.console import Console

from arena import records, submissions
from arena.commands.flags import Flag
from arena.commands.matching import found_match
from arena.console.debug import show_debugging
from arena.console.replay import show_replay, show_seat
from arena.debugging import feed
from arena.errors import BadOption
from arena.interrupts import run
from arena.model import MatchRecord
from arena.sandbox.environment import install
from arena.settings import database
from arena.showing import replay_of
from leaderboard.single import single


def replay(
    match: str,
    /,
    *,
    seat: str | None = None,
    debug: str | None = None,
    html: Path | None = None,
    db: str | None = None,
    json: Flag = False,
) -> int:
    """Show a match with the times of every move and what the bots wrote on stderr.

    Parameters
    ----------
    match
        The id of a recorded match, or the first digits of it, or a record file.
    seat
        Show what this seat saw, and nothing else: its number, or the name of its bot.
    debug
        Ask this bot what was asked then, with the clock off, and compare its answers.
    html
        Write the match to this file, a page that shows it in any browser.
    db
        The database (default: sqlite:///arena.db).
    json
        Print one JSON document.
    """
    found = found_match(match, database(db))
    record = found.record
    place = None if seat is None else _seat(seat, record.fixture.bots)
    if json and (seat is not None or debug is not None):
        raise BadOption("--json prints the whole record; leave --seat and --debug out")
    if html is not None:
        if json or seat is not None or debug is not None:
            raise BadOption("--html writes the whole match; leave --json, --seat and --debug out")
        _write_page(record, html)
        Console().print(f"open {html}", highlight=False, markup=False, soft_wrap=True)
        return 0
    console = Console()
    if debug is not None:
        (bot,) = submissions.find([debug])
        where = _seat_of(bot.name, record.fixture.bots) if place is None else place
        packages = found.plan.packages if found.plan else ()
        show = show_debugging(console, record, where)
        same = run(feed, record, where, bot, install(packages), show)
        return 0 if same else 1
    if json:
        document = {**records.to_map(record), "stderr": list(record.stderr)}
        console.out(json_format.dumps(document), highlight=False)
    elif place is None:
        show_replay(console, record)
    else:
        show_seat(console, record, place)
    return 0


def _seat(text: str, bots: tuple[str, ...]) -> int:
    """A number, or the first seat of a bot of this name."""
    if text in bots:
        return bots.index(text)
    if not text.isdecimal() or int(text) >= len(bots):
        named = ", ".join(f"{seat} ({bot})" for seat, bot in enumerate(bots))
        raise BadOption(f"--seat is {text}; the seats are {named}")
    return int(text)


def _write_page(record: MatchRecord, file: Path) -> None:
    try:
        file.write_text(single(replay_of(record)), "utf-8")
    except OSError as problem:
        raise BadOption(f"--html {file} cannot be written: {problem.strerror}") from None


def _seat_of(bot: str, bots: tuple[str, ...]) -> int:
    """The seat of the bot of this name, else the first."""
    return bots.index(bot) if bot in bots else 0
