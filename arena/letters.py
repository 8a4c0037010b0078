"""What goes to the author of a bot and to nobody else: faults, losses, its own stderr, records.

And to the organiser: a table of who stands where, with the columns of the roster.
"""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from arena.games import rules_named
from arena.gathering import standings_of
from arena.model import Map, MatchRecord
from arena.publishing import records_of, slug
from arena.records import to_map
from arena.store import Listed, Reader, listed
from arena.submissions.exports import no_formula

_FAULTS = 20  # matches with a fault of the bot
_LOSSES = 20  # other matches that it lost


_ROSTER = ("name", "author", "email", "letter")
_STANDING = ("rank", "rank_low", "rank_high", "low", "high", "games", "forfeits")


class Letter(NamedTuple):
    """To the author of one bot."""

    bot: str
    slug: str
    contest: str
    left_out: str | None  # why it did not play at all
    matches: tuple[Map, ...]  # each with the record and what the bot wrote


def letters(store: Reader, contest: str) -> Iterator[Letter]:
    """One for each bot that came to the newest stage."""
    stages = store.stages(contest)
    by_bot: dict[str, list[Listed]] = defaultdict(list)
    for match in listed(store, stages, bot=None, lost=False, faults=False):
        for bot in {*match.bots}:
            if _failed(match, bot) or _lost(match, bot):
                by_bot[bot].append(match)
    entries = store.entries(stages[-1].row)
    folders = _folders(entry.bot for entry in entries)
    for entry in entries:
        chosen = _chosen(by_bot[entry.bot], entry.bot) if entry.plays else []
        blocks = sorted({match.block for match in chosen})
        records = {
            stored.record.fixture.id: stored.record
            for _, matches in records_of(store, stages, blocks)
            for stored in matches
        }
        told = tuple(_told(match, records[match.key], entry.bot) for match in chosen)
        yield Letter(entry.bot, folders[entry.bot], contest, entry.left_out, told)


def _folders(bots: Iterable[str]) -> dict[str, str]:
    """Where the letter of each bot is."""
    taken: set[str] = set()
    return {bot: slug(bot, taken) for bot in bots}


def roster_with_standings(store: Reader, contest: str) -> str:
    """As CSV, a row for every bot and list.

    Who was left out or suspended has rows without numbers, and the reason.
    """
    standings = standings_of(store, contest)
    entries = store.entries(store.stages(contest)[-1].row)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((*_ROSTER, "game", "value", *_STANDING, "out"))
    folders = _folders(entry.bot for entry in entries)
    nothing = [""] * (1 + len(_STANDING))
    for entry in entries:
        who = [no_formula(text) for text in (entry.bot, entry.author, entry.email)]
        who.append(folders[entry.bot])
        if not entry.plays:
            writer.writerow([*who, "", *nothing, no_formula(entry.left_out or "")])
        for key, table in standings["games"].items():
            if entry.bot in table["suspended"]:
                why = f"suspended: {table['suspended'][entry.bot]}"
                writer.writerow([*who, key, *nothing, why])
            for row in table["rows"]:
                if row["bot"] == entry.bot:
                    value = row["elo"] if "elo" in row else row["mean_left"]
                    writer.writerow([*who, key, value, *(row[name] for name in _STANDING), ""])
    return out.getvalue()


def _failed(match: Listed, bot: str) -> bool:
    return any(match.bots[fault.seat] == bot for fault in match.faults)


def _lost(match: Listed, bot: str) -> bool:
    """In a team everybody is first; what is left tells how it went."""
    if _is_team(match):
        return match.outcome.scores[0] > 0
    return any(
        name == bot and place > 1
        for name, place in zip(match.bots, match.outcome.places, strict=True)
    )


def _chosen(matches: list[Listed], bot: str) -> list[Listed]:
    """The newest of both kinds; of a team's the worst."""
    failed = [match for match in reversed(matches) if _failed(match, bot)]
    others = [match for match in reversed(matches) if not _failed(match, bot)]
    lost = [match for match in others if not _is_team(match)]
    left = [match for match in others if _is_team(match)]
    left.sort(key=lambda match: -match.outcome.scores[0])
    return failed[:_FAULTS] + lost[:_LOSSES] + left[:_LOSSES]


def _is_team(match: Listed) -> bool:
    return rules_named(match.pool.split("/")[0]).is_team


def _told(match: Listed, record: MatchRecord, bot: str) -> Map:
    """Nothing of what others wrote: their stderr is theirs."""
    own = [
        said if name == bot else "" for name, said in zip(match.bots, record.stderr, strict=True)
    ]
    return {
        "id": match.key,
        "pool": match.pool,
        "bots": list(match.bots),
        "scores": list(match.outcome.scores),
        "places": list(match.outcome.places),
        "reason": match.outcome.reason,
        "faults": [
            {"turn": fault.turn, "verdict": fault.verdict, "detail": fault.detail}
            for fault in match.faults
            if match.bots[fault.seat] == bot
        ],
        "stderr": "".join(own),
        "record": {**to_map(record), "stderr": own},
    }
