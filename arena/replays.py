"""A match as a few hundred bytes: the moves and both times, packed for the database.

What a fixture decides is not in here: it follows from the stage, and is put back when the
match is read.
"""

import json
import zlib
from typing import NamedTuple

from arena import fairness
from arena.model import Decision, MatchRecord, MoveTime

_USEC = 1000


class Moves(NamedTuple):
    """What was packed."""

    decisions: tuple[Decision, ...]
    times: tuple[MoveTime, ...]


def pack(record: MatchRecord) -> bytes:
    """The decisions and what they took, to the microsecond."""
    decisions = [[*made] for made in record.decisions]
    times = [
        [round(time.wall_ms * _USEC), time.cpu_ms and round(time.cpu_ms * _USEC)]
        for time in record.times
    ]
    return zlib.compress(fairness.canonical([decisions, times]))


def unpack(data: bytes) -> Moves:
    """The same again; raises ValueError if it is damaged."""
    try:
        decisions, times = json.loads(zlib.decompress(data))
        return Moves(
            tuple(Decision(*made) for made in decisions),
            tuple(MoveTime(wall / _USEC, cpu and cpu / _USEC) for wall, cpu in times),
        )
    except (zlib.error, TypeError, OverflowError, RecursionError) as problem:
        raise ValueError(f"the moves cannot be read: {problem}") from None


def digest_of(record: MatchRecord) -> str:
    """SHA-256 of what a match is: its fixture, moves, faults and outcome, and no measurement."""
    fixture = record.fixture
    return fairness.digest(
        {
            "id": fixture.id,
            "game": fixture.rules,
            "options": fixture.options,
            "bots": list(fixture.bots),
            "deal_seed": fixture.deal_seed.hex(),
            "bot_seeds": list(fixture.bot_seeds),
            "moves": [[*made] for made in record.decisions],
            "faults": [[*fault] for fault in record.faults],
            "forfeits": list(record.forfeits),
            "outcome": record.outcome.to_map(),
        }
    )
