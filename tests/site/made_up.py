"""A season that nobody played: every key of the season document, with any number of bots.

Numbers are drawn with a fixed seed. Nothing of `arena` is used, so that it also says what
the site may rely on.
"""

import math
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from tests.site.made_up_lists import Map, combined, couples, tables, teams

NAMES = (
    *("magpie", "old-faithful", "tortoise", "Kestrel 2", "ten_lines", "greedy", "minimax-lite"),
    *("random", "quiet storm", "half-asleep", "Łódź", "b"),
)
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><script>alert(2)</script>",
    "\u202eevil\u202c rtl",
    "=HYPERLINK('x')",
    "long" * 50,
)
TWO, TEAM, TABLE = "face-to-face", "the-game/league=silent/2,3", "six-nimmt"
VERDICTS = ("illegal_move", "late", "crashed")


class MadeUp(NamedTuple):
    """What `publish` takes."""

    season: Map
    matches: list[list[Any]]
    replays: list[tuple[str, Map]]


def made_up(
    names: Sequence[str] = NAMES,
    *,
    matches: int = 300,
    rounds: int = 12,
    replays: int = 3,
    seed: int = 1,
) -> MadeUp:
    """A whole season."""
    rng = Random(seed)
    strength = {name: 1500 + 260 * (0.5 - at / len(names)) * 2 for at, name in enumerate(names)}
    played = list(_matches(names, strength, matches, rng))
    shown = [row for row in played if row[-1] or row[9]][:replays]
    for row in played:
        row[-1] = row in shown
    games = {
        TWO: couples(names, strength, rng),
        TEAM: teams(names, strength, rng),
        TABLE: tables(names, strength, rng),
    }
    season = {
        "format": "arena-season/1",
        "contest": "spring cup",
        "published_at": "2026-11-16T13:00:00+00:00",
        "program": "0.1.0",
        "plan": PLAN,
        "stages": [_stage(1, True), _stage(2, False)],
        "standings": {
            "games": games,
            "combined": combined(names, games),
            "left_out": {"no-show": "its folder is empty"},
            "counts": ["c" * 64, "d" * 64],
        },
        "history": {key: _history(table, rounds, rng) for key, table in games.items()},
        "bots": [_bot(name, at, played, rng) for at, name in enumerate(names)],
        "histograms": _histograms(names, strength, rng),
        "matches": len(played),
        "replays": len(shown),
    }
    return MadeUp(season, played, [(row[0], _replay(row)) for row in shown])


PLAN = {
    "games": ["face-to-face", "the-game", "six-nimmt"],
    "options": {"the-game": {"league": "silent"}},
    "seats": [2, 3],
    "format": "round-robin",
    "challenger": None,
    "cross_play": 2,
    "until_settled": None,
    "hours": None,
    "sitting": 8,
    "pace_ms": 0,
    "experiment": None,
    "weights": {},
    "limits": {"start_ms": 5000, "move_ms": 1000, "game_ms": 60000, "memory_mb": 512},
    "packages": ["numpy"],
    "sandbox": "bubblewrap",
    "guarantees": {
        "fs": True,
        "net": True,
        "pid_ns": True,
        "memory_total": "approximate",
        "pids": True,
        "cpu_clock": False,
        "freeze": False,
        "kill_tree": True,
        "uid_per_bot": False,
    },
}


def _stage(number: int, ended: bool) -> Map:
    return {
        "number": number,
        "id": f"{number}a" * 32,
        "commitment": f"{number}b" * 32,
        "secret": f"{number}c" * 32 if ended else None,
        "digest": f"{number}d" * 32 if ended else None,
        "counts": f"{number}e" * 32,
        "opened_at": f"2026-11-{10 + number}T09:00:00+00:00",
        "ended_at": f"2026-11-{10 + number}T18:30:00+00:00" if ended else None,
        "blocks": 10 * number,
    }


def _matches(
    names: Sequence[str], strength: dict[str, float], count: int, rng: Random
) -> Iterator[list[Any]]:
    keys = (TWO, TEAM, TABLE)
    for number in range(count):
        key = keys[number % 3]
        seats = {TWO: 2, TEAM: 2 + number % 2, TABLE: min(4, len(names))}[key]
        bots = rng.sample(list(names), min(seats, len(names)))
        if key == TEAM and number % 4:
            bots = [bots[0]] * seats
        scores = _scores(key, bots, strength, rng)
        places = [1 + sum(_better(key, other, own) for other in scores) for own in scores]
        faults = [[0, VERDICTS[number % 3]]] if rng.random() < 0.03 else []
        reason = "fault" if faults else "deals" if key == TABLE else "stuck"
        stage, turns = 1 + (number >= count // 2), rng.randint(8, 90)
        named = f"{number * 2654435761 % 2**64:016x}"
        row = [named, key, stage, number // 50, bots, scores, places, reason, turns, faults]
        yield [*row, number % 7 == 0]


def _scores(key: str, bots: Sequence[str], strength: dict[str, float], rng: Random) -> list[int]:
    if key == TWO:
        chance = 1 / (1 + 10 ** ((strength[bots[1]] - strength[bots[0]]) / 400))
        return [1, 0] if rng.random() < chance else [0, 1]
    if key == TEAM:
        left = max(0, round(rng.gauss((1900 - strength[bots[0]]) / 20, 6)))
        return [left] * len(bots)
    return [max(0, round(rng.gauss((2000 - strength[bot]) / 20, 8))) for bot in bots]


def _better(key: str, one: int, other: int) -> bool:
    return one > other if key == TWO else one < other


def _history(table: Map, rounds: int, rng: Random) -> list[Map]:
    moments = []
    for number in range(rounds):
        shrink = math.sqrt(rounds / (number + 1))
        rows = []
        for row in table["rows"]:
            value = row.get("elo", row.get("mean_left"))
            half = (row["high"] - row["low"]) / 2 * shrink
            value += rng.gauss(0, half / 3) * (number + 1 < rounds)
            rows.append(
                {"bot": row["bot"], "rank": row["rank"], "value": value, "low": value - half}
                | {"high": value + half, "blocks": 5 * (number + 1), "forfeits": 0}
            )
        moments.append({"stage": 1 + (number >= rounds // 2), "round": number, "rows": rows})
    return moments


def _bot(name: str, at: int, played: Sequence[list[Any]], rng: Random) -> Map:
    mine = [row for row in played if row[9] and row[4][row[9][0][0]] == name]
    faults = [
        {"match": row[0], "game": row[1], "turn": row[8], "verdict": row[9][0][1]}
        | {"detail": f"laid 37 on own_up, but the top is 41; says <b>{name}</b>"}
        for row in mine
    ]
    counts: dict[str, int] = {}
    for fault in faults:
        counts[fault["verdict"]] = counts.get(fault["verdict"], 0) + 1
    seats = [
        {"game": key, "seat": seat, "games": 64, "mean_score": rng.uniform(0, 20), "wins": 32}
        for key, number in ((TWO, 2), (TEAM, 3), (TABLE, 4))
        for seat in range(number)
    ]
    plain = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")[:40]
    return {
        "name": name,
        "slug": f"{plain or 'bot'}-{at}",
        "version": f"{at:02x}" * 32,
        "games": [TWO, TEAM, TABLE],
        "author": f"Ada <{name}>" if at % 2 else None,
        "faults": faults[:200],
        "fault_counts": counts,
        "seats": seats,
        "move_ms": {"p50": 1.25, "p99": 17.5, "max": 940.2} if at % 3 else None,
    }


def _histograms(names: Sequence[str], strength: dict[str, float], rng: Random) -> Map:
    def counts(mean: float) -> list[list[int]]:
        found: dict[int, int] = {}
        for _ in range(200):
            score = max(0, round(rng.gauss(mean, 9)))
            found[score] = found.get(score, 0) + 1
        return [[score, games] for score, games in sorted(found.items())]

    return {
        TEAM: [
            {"bot": name, "label": label, "counts": counts((1900 - strength[name]) / 20 + 5)}
            for label in ("2 seats", "3 seats")
            for name in names
        ],
        TABLE: [
            {"bot": name, "label": "", "counts": counts((2100 - strength[name]) / 15)}
            for name in names
        ],
    }


def _replay(row: list[Any]) -> Map:
    """Enough for the page of a match; no table can be drawn from it."""
    faults = [
        {"seat": seat, "verdict": verdict, "turn": 3, "step": 3, "detail": "<i>no answer</i>"}
        for seat, verdict in row[9]
    ]
    return {
        "format": "arena-replay/1",
        "id": row[0],
        "game": row[1].split("/")[0],
        "list": row[1],
        "options": {},
        "seats": [{"bot": bot} for bot in row[4]],
        "deal_seed": "00" * 32,
        "outcome": {"scores": row[5], "places": row[6], "reason": row[7]},
        "faults": faults,
        "forfeits": [],
        "start": {},
        "steps": [],
        "asks": [[] for _ in row[4]],
        "record": {"format": "arena-record/1", "id": row[0], "large": 2**60, "part": 1.0},
    }
