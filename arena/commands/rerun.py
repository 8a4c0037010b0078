"""`arena rerun`: a recorded match, played again by the same versions."""

import json as json_format
from itertools import zip_longest
from pathlib import Path

from rich.console import Console
from rich.text import Text

from arena.commands.flags import Flag
from arena.commands.matching import Found, found_match
from arena.console.text import move_words, outcome_words, seat_labels
from arena.errors import BadRecord
from arena.interrupts import run
from arena.model import Conditions, MatchRecord
from arena.plain_text import harmless
from arena.sandbox import open_sandbox
from arena.sandbox.environment import install
from arena.settings import database, event_file, packages_from
from arena.sitting import Table, play_sitting, prepared
from arena.submissions import Submission, find, house_bots
from arena.versions import keep


def rerun(match: str, /, *, db: str | None = None, json: Flag = False) -> int:
    """Play a recorded match again: same seeds, same versions, same limits, same sandbox.

    Parameters
    ----------
    match
        The id of a recorded match, or the first digits of it, or a record file.
    db
        The database (default: sqlite:///arena.db).
    json
        Print one JSON document.
    """
    found = found_match(match, database(db))
    then, conditions = found.record, found.record.conditions
    if conditions is None:
        raise BadRecord(f"match {match} does not say under which limits it was played")
    bots = _bots(found, conditions)
    plan = found.plan
    packages = plan.packages if plan else packages_from(event_file(Path.cwd()))
    sandbox = open_sandbox(conditions.sandbox, install(packages))
    table = Table(bots, sandbox, conditions.limits, plan.pace_ms if plan else 0)
    now = run(_play, table, then)
    differs = _first_difference(then, now)
    if json:
        document = {
            "id": then.fixture.id,
            "same": differs is None,
            "step": differs,
            "outcome": now.outcome.to_map(),
            "faults": [fault._asdict() for fault in now.faults],
        }
        Console().out(json_format.dumps(document), highlight=False)
    else:
        _show(Console(), then, now, differs)
    return 0 if differs is None else 1


def _bots(found: Found, conditions: Conditions) -> tuple[Submission, ...]:
    """By seat. A record file names versions alone: house bots are known, others are not."""
    known = {bot.version: bot for bot in found.bots.values()}
    for house in (keep(bot) for bot in find(list(house_bots()))):
        known.setdefault(house.version, house)
    seats = []
    for name, version in zip(found.record.fixture.bots, conditions.versions, strict=True):
        if version not in known:
            raise BadRecord(
                f"the version {version[:12]} of {name} is not at hand; rerun the match by its id"
                " from the database that it was recorded in"
            )
        seats.append(known[version]._replace(name=name))
    return tuple(seats)


async def _play(table: Table, then: MatchRecord) -> MatchRecord:
    played: list[MatchRecord] = []
    await play_sitting(await prepared(table), [then.fixture], finished=played.append)
    return played[0]


def _first_difference(then: MatchRecord, now: MatchRecord) -> int | None:
    """The step of the first move that differs; the last one's if only the end does."""
    for one, other in zip_longest(then.decisions, now.decisions):
        if one != other:
            return min(made.step for made in (one, other) if made is not None)
    if then.outcome != now.outcome:
        return max((made.step for made in then.decisions), default=0)
    return None


def _show(console: Console, then: MatchRecord, now: MatchRecord, differs: int | None) -> None:
    def say(text: str, style: str = "") -> None:
        console.print(Text(harmless(text), style=style), soft_wrap=True)

    if differs is None:
        say(f"the same, move by move: {outcome_words(now)}", "green")
        return
    labels = seat_labels(then.fixture.bots)
    say(f"the first difference is at step {differs}", "bold")
    for when, record in (("then", then), ("now", now)):
        for made in (made for made in record.decisions if made.step == differs):
            say(f"  {when}: {labels[made.seat]} {move_words(made)}")
        say(f"  {when} it ended: {outcome_words(record)}")
