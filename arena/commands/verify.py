"""`arena verify`: whether all that is recorded follows from what was committed to."""

import json as json_format
from pathlib import Path

from rich.console import Console
from rich.text import Text

from arena.commands.flags import Flag
from arena.console.counting import counting
from arena.console.text import counted
from arena.plain_text import harmless
from arena.settings import database
from arena.store import reading
from arena.verifying import ENOUGH, Report, verify_site
from arena.verifying import verify as check_all


def verify(what: str | None = None, /, *, db: str | None = None, json: Flag = False) -> int:
    """Check digests, deal and referee every recorded match again, and compare all that follows.

    Parameters
    ----------
    what
        The database, or the folder of a published site (default: --db).
    db
        The database (default: sqlite:///arena.db).
    json
        Print one JSON document.
    """
    with counting(Console(stderr=True), "matches checked") as step:
        if what is not None and Path(what).is_dir():
            report, total = verify_site(Path(what), step)
        else:
            with reading(what or database(db)) as store:
                report, total = check_all(store, step), None
    if json:
        document = {**report._asdict(), "differences": list(report.differences)}
        if total is not None:
            document["of"] = total
        Console().out(json_format.dumps(document), highlight=False)
    else:
        _show(Console(), report, total)
    return 1 if report.differences else 0


def _show(console: Console, report: Report, total: int | None) -> None:
    def say(text: str) -> None:
        console.print(Text(harmless(text)), soft_wrap=True)

    for difference in report.differences:
        say(difference)
    of = (
        f"checked {report.matches} of {counted(total, 'match')}"
        if total is not None
        else (f"{counted(report.matches, 'match')} checked")
    )
    say(f"{of}, commitment: {report.commitment}")
    if report.faults:
        say(
            f"{counted(report.faults, 'fault')} taken as recorded: that a bot was late, say,"
            " cannot be played again; all that follows from it was checked"
        )
    if report.differences:
        more = " or more" * (len(report.differences) >= ENOUGH)
        say(f"{counted(len(report.differences), 'difference')}{more}; the first is at the top")
    elif not report.matches:
        say("there was nothing to check")
    elif total is None:
        say("no difference: deals, moves, outcomes, schedule, counts and ratings all follow")
    else:
        say("no difference: deals, moves and outcomes follow; the rest needs the database")
