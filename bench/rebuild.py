"""All statistics of 100 bots and 10^6 games from a database, and the counts made anew.

The games are made up and written as rows, since playing them would take a day; what is read
from them is what a contest leaves. Measured once a run, in seconds: there is no floor for it.
"""

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from arena.gathering import Recorded, gathered, standings_of
from arena.model import Outcome
from arena.pairings.blocks import block_of
from arena.plan import Plan, fields_of
from arena.played import PlayedBlock, PlayedMatch
from arena.stages import Entered, Stage, Terms
from arena.standings import standings
from arena.store import Writer, writing
from arena.store.rows import rows_of
from arena.store.tables import table_of
from arena.submissions import Submission
from bench.measured import Bar, Cost, Found

BOTS = 100
COUPLES = BOTS * (BOTS - 1) // 2
NAMES = [f"bot{number:03}" for number in range(BOTS)]


class Size(NamedTuple):
    meetings: int  # of every couple, each of two games
    times: int  # that the standings are computed


FULL = Size(meetings=101, times=5)
QUICK = Size(meetings=1, times=1)


def measure(size: Size) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/arena.db"
        with writing(url) as store:
            stage = _opened(store, size.meetings)
        _fill(Path(folder) / "arena.db", stage, size.meetings)
        with writing(url) as store:
            rebuilt = _seconds(lambda: store.count_anew(stage))
            pools = gathered(Recorded(store), store.stages("cup"))
            counted = [_seconds(lambda: standings(pools, {})) for _ in range(size.times)]
            read = [_seconds(lambda: standings_of(store, "cup")) for _ in range(size.times)]
    games = f"{2 * size.meetings * COUPLES:,} games of {BOTS} bots"
    return Found(
        [Cost(f"all statistics with the counts read and their digest, {games}", "s", read)],
        [
            Bar(f"the counts made anew from {games}", "s", [rebuilt], most=10),
            Bar(f"all statistics from the counts of {games}", "s", counted, most=0.25),
        ],
    )


def _seconds(job: Callable[[], object]) -> float:
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


def _opened(store: Writer, meetings: int) -> Stage:
    plan = Plan(games=("face-to-face",))
    bots = [Submission(name, Path(), ("true",), (), version=name) for name in NAMES]
    terms = Terms("cup", 1, plan, fields_of(plan, bots), {})
    return store.open_stage(terms, meetings, [Entered(bot) for bot in bots])


def _fill(path: Path, stage: Stage, meetings: int) -> None:
    engine = sa.create_engine(f"sqlite:///{path}")
    blocks = matches = 1
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA synchronous=OFF")
        for meeting in range(meetings):
            played = list(_played(stage, meeting))
            rows = rows_of(stage, played, blocks, matches, stage.opened_at)
            for kind, some in rows.items():
                if some:
                    connection.execute(sa.insert(table_of(kind)), some)
            connection.commit()
            blocks, matches = blocks + len(played), matches + 2 * len(played)


def _played(stage: Stage, meeting: int) -> Iterator[PlayedBlock]:
    """Every couple once; who comes later in the alphabet is a little better."""
    chance = random.Random(meeting)
    pool = stage.terms.fields[0].pool
    for place, (one, other) in enumerate(combinations(NAMES, 2)):
        block = block_of(pool, (one, other), round_=meeting // 8, number=meeting)
        weaker = 0.5 - (int(other[3:]) - int(one[3:])) / 400
        won = [chance.random() < weaker, chance.random() < 1 - weaker]  # by the first seat
        yield PlayedBlock(block, place, tuple(_match(block.id, game, won[game]) for game in (0, 1)))


def _match(block: str, game: int, won: bool) -> PlayedMatch:
    outcome = Outcome((1, 0), (1, 2), "all_laid") if won else Outcome((0, 1), (2, 1), "all_laid")
    key = f"{block}/{game}"
    replay, said = b"r" * 150, ("", "")
    return PlayedMatch(key, b"s" * 32, outcome, (), (), 40, key, replay, said, (), 1.0, 1.0)
