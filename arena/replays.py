"""A match as a few hundred bytes: the moves and both times, packed for the database.

What a fixture decides is not in here: it follows from the stage, and is put back when the
match is read.
"""

import json
import zlib
from hashlib import sha256
from typing import NamedTuple

from arena import fairness
from arena.model import Decision, MatchRecord, MoveTime

_USEC = 1000


class Moves(NamedTuple):
    """What was packed."""

    decisions: tuple[Decision, ...]
    times: tuple[MoveTime, ...]


def pack(record: MatchRecord) -> tuple[str, bytes]:
    """The digest of a match; its decisions and what they took, to the microsecond.

    The moves are in both, and writing them down is most of the work: it is done once.
    """
    moves = fairness.canonical(record.decisions)
    times = [
        (round(wall_ms * _USEC), cpu_ms and round(cpu_ms * _USEC))
        for wall_ms, cpu_ms in record.times
    ]
    return _digest(record, moves), zlib.compress(b"[%s,%s]" % (moves, fairness.canonical(times)))


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
    return _digest(record, fairness.canonical(record.decisions))


def _digest(record: MatchRecord, moves: bytes) -> str:
    fixture = record.fixture
    # The canonical form of one map: `moves` stands between these in the alphabet.
    before = {
        "id": fixture.id,
        "game": fixture.rules,
        "bots": fixture.bots,
        "deal_seed": fixture.deal_seed.hex(),
        "bot_seeds": fixture.bot_seeds,
        "faults": record.faults,
        "forfeits": record.forfeits,
    }
    after = {"options": fixture.options, "outcome": record.outcome.to_map()}
    begun, ended = fairness.canonical(before)[:-1], fairness.canonical(after)[1:]
    return sha256(b'%s,"moves":%s,%s' % (begun, moves, ended)).hexdigest()
