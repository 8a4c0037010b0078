"""A contest as a season document, with its matches and the replays that go with it.

What the world may see: names of bots, results, faults. Authors, and what bots wrote on
stderr, only if they are asked for.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from importlib.metadata import version
from typing import Any, NamedTuple

import numpy as np

from arena.games import rules_named
from arena.gathering import Recorded, gathered, standings_of
from arena.model import Map
from arena.showing import replay_of
from arena.stages import Stage
from arena.standings import key_of, lists_of
from arena.store import Listed, Reader, listed

FORMAT = "arena-season/1"
_FAULTS = 200  # of a bot, on its page
_TIMED = 5_000  # matches whose moves are looked at for times
_AT_ONCE = 100  # blocks that are read together
_DUELS = 50  # replays of the first two of every list
_FAULTS_SHOWN = 20  # replays of every bot that failed


class Season(NamedTuple):
    """All that a site is made of but the replays."""

    document: Map
    matches: list[list[Any]]
    chosen: Mapping[int, set[str]]  # by row of the block: matches whose replays go with it


def season_of(
    store: Reader, contest: str, now: datetime, *, replays: int | None, authors: bool
) -> Season:
    """The contest as it is recorded; so many replays, all of them if None."""
    stages = store.stages(contest)
    keys = _keys(store, stages)
    standings = standings_of(store, contest)
    every = listed(store, stages, bot=None, lost=False, faults=False)
    played = [each for each in every if each.pool in keys]
    chosen = _chosen(played, standings, keys, replays)
    tally = _Tally(keys)
    for each in played:
        tally.add(each)
    document = {
        "format": FORMAT,
        "contest": contest,
        "published_at": now.isoformat(timespec="seconds"),
        "program": version("botarena"),
        "plan": stages[-1].plan.to_map(),
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


def records_of(
    store: Reader, stages: Sequence[Stage], blocks: Sequence[int]
) -> Iterator[tuple[Any, Sequence[Any]]]:
    """Blocks with their matches, some at a time."""
    by_row = {stage.row: stage for stage in stages}
    for at in range(0, len(blocks), _AT_ONCE):
        wanted = sorted(blocks[at : at + _AT_ONCE])
        for of_stage, some in store.stages_of(wanted).items():
            yield from store.records(by_row[of_stage], some)


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


class _Tally:
    """What is added up over all matches: by bot, list and seat."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        self._keys = keys
        self._seats: dict[tuple[str, str, int], list[int]] = defaultdict(lambda: [0, 0, 0])
        self._scores: dict[tuple[str, str, str], Counter[int]] = defaultdict(Counter)
        self.faults: dict[str, list[Map]] = defaultdict(list)
        self.verdicts: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, match: Listed) -> None:
        key, rules = self._keys[match.pool], rules_named(match.pool.split("/")[0])
        for seat, bot in enumerate(match.bots):
            sums = self._seats[bot, key, seat]
            sums[0] += 1
            sums[1] += match.outcome.scores[seat]
            sums[2] += match.outcome.places[seat] == 1
        if rules.is_team and len({*match.bots}) == 1:
            label = f"{len(match.bots)} seats" if len(match.bots) > 1 else "1 seat"
            self._scores[key, match.bots[0], label][match.outcome.scores[0]] += 1
        elif not rules.is_team and len(rules.seats) > 1:
            for seat, bot in enumerate(match.bots):
                self._scores[key, bot, ""][match.outcome.scores[seat]] += 1
        for fault in match.faults:
            bot = match.bots[fault.seat]
            self.verdicts[bot][fault.verdict] += 1
            told = {"match": match.key, "game": key, "turn": fault.turn}
            self.faults[bot].append({**told, "verdict": fault.verdict, "detail": fault.detail})

    def seats(self, bot: str) -> list[Map]:
        return [
            {"game": key, "seat": seat, "games": n, "mean_score": total / n, "wins": wins}
            for (who, key, seat), (n, total, wins) in sorted(self._seats.items())
            if who == bot
        ]

    def histograms(self) -> dict[str, list[Map]]:
        """By list: how often each bot came to each score."""
        found: dict[str, list[Map]] = defaultdict(list)
        for (key, bot, label), counts in sorted(self._scores.items()):
            pairs = [[score, count] for score, count in sorted(counts.items())]
            found[key].append({"bot": bot, "label": label, "counts": pairs})
        return found


def _bots(
    store: Reader,
    stages: Sequence[Stage],
    played: Sequence[Listed],
    tally: _Tally,
    *,
    authors: bool,
) -> list[Map]:
    """Who plays in the newest stage."""
    times = _times(store, stages, played[-_TIMED:])
    taken: set[str] = set()
    return [
        {
            "name": entry.bot,
            "slug": slug(entry.bot, taken),
            "version": entry.version,
            "games": list(entry.games),
            "author": entry.author if authors else None,
            "faults": tally.faults[entry.bot][-_FAULTS:],
            "fault_counts": dict(sorted(tally.verdicts[entry.bot].items())),
            "move_ms": times.get(entry.bot),
            "seats": tally.seats(entry.bot),
        }
        for entry in store.entries(stages[-1].row)
        if entry.plays
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


def _times(store: Reader, stages: Sequence[Stage], played: Sequence[Listed]) -> dict[str, Map]:
    """By bot: what its moves took, in the newest matches; CPU time where that was measured."""
    took: dict[str, list[float]] = defaultdict(list)
    blocks = list(dict.fromkeys(match.block for match in played))
    for _, matches in records_of(store, stages, blocks):
        for match in matches:
            bots = match.record.fixture.bots
            for made, time in zip(match.record.decisions, match.record.times, strict=True):
                if not made.stand_in:
                    ms = time.wall_ms if time.cpu_ms is None else time.cpu_ms
                    took[bots[made.seat]].append(ms)
    found = {}
    for bot, all_ms in took.items():
        p50, p99 = np.quantile(all_ms, (0.5, 0.99))
        found[bot] = {"p50": float(p50), "p99": float(p99), "max": max(all_ms)}
    return found


def _chosen(
    played: Sequence[Listed], standings: Map, keys: Mapping[str, str], replays: int | None
) -> set[str]:
    """Faulty and decisive matches always, then the newest, evenly over all bots."""
    if replays is None:
        return {match.key for match in played}
    if replays == 0:
        return set()
    chosen: set[str] = set()
    seen: Counter[tuple[str, str]] = Counter()
    first_two = {
        key: {row["bot"] for row in table["rows"][:2]} for key, table in standings["games"].items()
    }
    for match in reversed(played):
        key = keys[match.pool]
        culprits = {match.bots[fault.seat] for fault in match.faults}
        is_duel = {*match.bots} == first_two[key] and seen["duel", key] < _DUELS
        seen["duel", key] += is_duel
        if is_duel or any(seen["fault", bot] < _FAULTS_SHOWN for bot in culprits):
            chosen.add(match.key)
        seen.update(("fault", bot) for bot in culprits)
    return chosen | _evenly(played, chosen, replays - len(chosen))


def _evenly(played: Sequence[Listed], there: set[str], count: int) -> set[str]:
    """So many more of the newest, about as many of every bot."""
    bots = {bot for match in played for bot in match.bots}
    quota = -(-2 * count // max(1, len(bots)))
    shown: Counter[str] = Counter()
    more: set[str] = set()
    for match in reversed(played):
        if len(more) >= count:
            break
        if match.key not in there and any(shown[bot] < quota for bot in match.bots):
            more.add(match.key)
            shown.update({*match.bots})
    return more


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
