"""The lists of a season that nobody played."""

import math
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

Map = dict[str, Any]


def _elo_rows(names: Sequence[str], strength: dict[str, float], rng: Random) -> list[Map]:
    rated = {name: strength[name] + rng.gauss(0, 25) for name in names}
    order = sorted(names, key=lambda name: -rated[name])
    rows = []
    for rank, name in enumerate(order, 1):
        half = rng.uniform(25, 70)
        level = [place for place, other in enumerate(order, 1) if _near(rated, name, other, half)]
        rows.append(
            {
                "bot": name,
                "rank": rank,
                "rank_low": min(level),
                "rank_high": max(level),
                "elo": rated[name],
                "low": rated[name] - half,
                "high": rated[name] + half,
                "se": half / 1.96,
                "provisional": rank % 5 == 0,
                "group": None,
                "forfeits": rank % 3,
                "forfeit_share": rank % 3 / 128,
                "elo_without_forfeits": rated[name] + rank % 3,
            }
        )
    return rows


def _near(rated: dict[str, float], one: str, other: str, half: float) -> bool:
    return one == other or abs(rated[one] - rated[other]) < 1.5 * half


def couples(names: Sequence[str], strength: dict[str, float], rng: Random) -> Map:
    """The list of a game for two."""
    rows = _elo_rows(names, strength, rng)
    for row in rows:
        row |= {"blocks": 64, "games": 128, "wins": 128 - 4 * row["rank"], "losses": row["rank"]}
    elo = {row["bot"]: row["elo"] for row in rows}
    couples = []
    for one, other in combinations(names, 2):
        gap = elo[one] - elo[other]
        score = min(1, max(0, 1 / (1 + 10 ** (-gap / 400)) + rng.gauss(0, 0.08)))
        los = 0.5 + math.erf(gap / 60) / 2
        couples.append({"bots": [one, other], "pairs": 8, "score": score, "los": los})
    return {
        "rows": rows,
        "first_move_elo": 81.1,
        "components": [list(names)],
        "dispersion": 0.7986,
        "cycles": {"x2": 31.2, "degrees": 20, "p": 0.052, "explained": True},
        "games_needed": 15930,
        "head_to_head": couples,
        "suspended": {"sleeper": "forfeited more than half of 20 games"},
    }


def teams(names: Sequence[str], strength: dict[str, float], rng: Random) -> Map:
    """The lists of a team game, with two and with three seats."""
    left = {name: (1900 - strength[name]) / 20 + rng.gauss(0, 1) for name in names}
    order = sorted(names, key=left.__getitem__)
    rows = [
        {
            "bot": name,
            "rank": rank,
            "rank_low": max(1, rank - 1),
            "rank_high": min(len(names), rank + 1),
            **_around(left[name], rng.uniform(1, 3)),
            "provisional": False,
            "games": 400,
            "forfeits": 0,
            "forfeit_share": 0.0,
        }
        for rank, name in enumerate(order, 1)
    ]
    self_play = [
        {
            "bot": name,
            "seats": seats,
            **_around(left[name] + seats, 2),
            "provisional": False,
            "zero_rate": 0.07,
            "games": 200,
        }
        for seats in (2, 3)
        for name in names
    ]
    paired = [
        {"bots": [one, other], "seats": seats, "cards": left[one] - left[other]}
        | {"low": left[one] - left[other] - 2, "high": left[one] - left[other] + 2}
        for seats in (2, 3)
        for one, other in combinations(names, 2)
    ]
    mixed = [
        {"bots": [one, other], "mean_left": (left[one] + left[other]) / 2 + 4, "games": 12}
        for one, other in combinations(names, 2)
    ]
    mean = sum(left.values()) / len(left)
    added = [
        {"bot": name, "cards": left[name] - mean, "low": left[name] - mean - 1.5}
        | {"high": left[name] - mean + 1.5}
        for name in order
    ]
    return {
        "rows": rows,
        "self_play": self_play,
        "paired": paired,
        "cross_play": mixed,
        "contributions": added,
        "additive_r2": 0.934,
        "suspended": {},
    }


def _around(mean: float, half: float) -> Map:
    return {"mean_left": mean, "low": mean - half, "high": mean + half}


def tables(names: Sequence[str], strength: dict[str, float], rng: Random) -> Map:
    """The list of a game at tables."""
    rows = _elo_rows(names, strength, rng)
    for row in rows:
        heads = (2000 - row["elo"]) / 20
        row |= {"mean_heads": heads, "win_share": 0.5 / row["rank"], "tables": 60, "games": 240}
    return {"rows": rows, "components": [list(names)], "suspended": {}}


def combined(names: Sequence[str], games: dict[str, Map]) -> Map:
    """The list over all games."""
    ranks = {
        name: {
            key: next(row["rank"] for row in table["rows"] if row["bot"] == name)
            for key, table in games.items()
        }
        for name in names
    }
    top = max(1, len(names) - 1)
    score = {
        name: sum((len(names) - rank) / top for rank in of_bot.values()) / len(games)
        for name, of_bot in ranks.items()
    }
    rows = [
        {"bot": name, "rank": place, "ranks": ranks[name], "score": score[name]}
        | {"low": max(0, score[name] - 0.08), "high": min(1, score[name] + 0.06)}
        for place, name in enumerate(sorted(names, key=lambda name: -score[name]), 1)
    ]
    return {"rule": "mean over games of (bots - rank) / (bots - 1)", "rows": rows}
