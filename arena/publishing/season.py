"""A contest as a season document, with its matches and the replays that go with it.

What the world may see: names of bots, results, faults. Authors, and what bots wrote on
stderr, only if they are asked for.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from importlib.metadata import version
from typing import Any, NamedTuple

from arena.gathering import Recorded, gathered, names_in, standings_of
from arena.model import Map
from arena.publishing.choosing import chosen_of
from arena.publishing.tally import TIMED, Tally, move_times, records_of
from arena.showing import replay_of
from arena.stages import Stage
from arena.standings import key_of, lists_of
from arena.store import Listed, Reader, listed

FORMAT = "arena-season/1"
_FAULTS = 200  # of a bot, on its page
_LEFT_OUT = "it could not play when it was tried"


class Season(NamedTuple):
    """All that a site is made of but the replays."""

    document: Map
    matches: list[list[Any]]
    chosen: Mapping[int, set[str]]  # by row of the block: matches whose replays go with it


def season_of(
    store: Reader,
    contest: str,
    now: datetime,
    *,
    replays: int | None,
    authors: bool,
    stderr: bool,
) -> Season:
    """The contest as it is recorded; so many replays, all of them if None."""
    stages = store.stages(contest)
    keys = _keys(store, stages)
    standings = standings_of(store, contest, stages)
    if not stderr:  # the reasons quote it
        standings["left_out"] = dict.fromkeys(standings["left_out"], _LEFT_OUT)
    every = listed(store, stages, bot=None, lost=False, faults=False)
    names = {stage.terms.number: names_in(stage, stages[-1]) for stage in stages}
    played = [
        each._replace(bots=tuple(names[each.stage][bot] for bot in each.bots))
        for each in every
        if each.pool in keys
    ]
    chosen = chosen_of(played, standings, keys, replays)
    tally = Tally(keys)
    for each in played:
        tally.add(each)
    document = {
        "format": FORMAT,
        "contest": contest,
        "published_at": now.isoformat(timespec="seconds"),
        "program": version("botarena"),
        "plan": _plan(stages[-1]),
        "stages": [
            _stage(stage, counts) for stage, counts in zip(stages, standings["counts"], strict=True)
        ],
        "standings": standings,
        "history": _history(store, stages),
        "bots": _bots(store, stages, played, tally, authors=authors),
        "histograms": tally.histograms(),
        "matches": len(played),
        "replays": len(chosen),
    }
    by_block: dict[int, set[str]] = defaultdict(set)
    for each in played:
        if each.key in chosen:
            by_block[each.block].add(each.key)
    return Season(document, [_row(each, keys, chosen) for each in played], by_block)


def replays_of(
    store: Reader, contest: str, season: Season, *, stderr: bool
) -> Iterator[tuple[str, Map]]:
    """The chosen matches, as they can be shown; what bots wrote only if that is asked for."""
    stages = store.stages(contest)
    keys = _keys(store, stages)
    numbers = {stage.row: stage.terms.number for stage in stages}
    for row, matches in records_of(store, stages, list(season.chosen)):
        for number, match in enumerate(matches):
            record = match.record
            if record.fixture.id in season.chosen[row.id]:
                shown = replay_of(record, keys.get(row.pool))
                said = {"stderr": list(record.stderr)} if stderr else {}
                yield record.fixture.id, {**shown, **_origin(row, number, numbers), **said}


def _origin(row: Any, game: int, numbers: Mapping[int, int]) -> Map:
    """Where the deal comes from: what it follows from, together with the secret."""
    block = {
        "id": row.key,
        "round": row.round,
        "shuffle": row.shuffle,
        "bots": row.bots,
        "game": game,
    }
    return {"stage": numbers[row.stage_id], "block": block}


def _keys(store: Reader, stages: Sequence[Stage]) -> dict[str, str]:
    """By pool: the list that it belongs to."""
    pools = gathered(Recorded(store), stages)
    return {pooled.field.pool.text: key_of(some) for some in lists_of(pools) for pooled in some}


def _plan(stage: Stage) -> Map:
    """Whoever knows the number of an experiment knows the secret, so both come at the end."""
    plan = stage.plan.to_map()
    return plan if stage.ended_at else {**plan, "experiment": None}


def _stage(stage: Stage, counts: str) -> Map:
    ended = stage.ended_at
    return {
        "number": stage.terms.number,
        "id": stage.key,
        "commitment": stage.commitment,
        "secret": None if ended is None else stage.secret.hex(),
        "digest": stage.digest,
        "counts": counts,
        "opened_at": stage.opened_at.isoformat(timespec="seconds"),
        "ended_at": None if ended is None else ended.isoformat(timespec="seconds"),
        "blocks": stage.announced[-1],
    }


def _history(store: Reader, stages: Sequence[Stage]) -> dict[str, list[Map]]:
    """By list: how all stood at the end of every round."""
    history: dict[str, list[Map]] = defaultdict(list)
    for stage in stages:
        for number in store.closed_rounds(stage):
            by_game: dict[str, list[Map]] = defaultdict(list)
            for rating in store.checkpoint(stage, number).ratings:
                row = rating._asdict()
                by_game[row.pop("game")].append(row)
            for game, rows in by_game.items():
                moment = {"stage": stage.terms.number, "round": number}
                history[game].append({**moment, "rows": rows})
    return history


def _bots(
    store: Reader,
    stages: Sequence[Stage],
    played: Sequence[Listed],
    tally: Tally,
    *,
    authors: bool,
) -> list[Map]:
    """Who plays in the newest stage."""
    times = move_times(store, stages, played[-TIMED:])
    taken: set[str] = set()
    return [
        {
            "name": entry.bot,
            "slug": slug(entry.bot, taken),
            "version": entry.version,
            "games": list(entry.games),
            "author": entry.author if authors else None,
            "faults": tally.faults[entry.bot][: -_FAULTS - 1 : -1],  # newest first
            "fault_counts": dict(sorted(tally.verdicts[entry.bot].items())),
            "move_ms": times.get(entry.bot),
            "seats": tally.seats(entry.bot),
        }
        for entry in store.entries(stages[-1].row)
        if entry.plays
    ]


def _row(match: Listed, keys: Mapping[str, str], chosen: set[str]) -> list[Any]:
    return [
        match.key,
        keys[match.pool],
        match.stage,
        match.round,
        list(match.bots),
        list(match.outcome.scores),
        list(match.outcome.places),
        match.outcome.reason,
        match.turns,
        [[fault.seat, fault.verdict] for fault in match.faults],
        match.key in chosen,
    ]


def slug(name: str, taken: set[str]) -> str:
    """A file name that says which bot is meant and that nobody else has."""
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "bot"
    found, number = plain, 1
    while found in taken:
        number += 1
        found = f"{plain}-{number}"
    taken.add(found)
    return found
