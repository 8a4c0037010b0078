"""All statistics of 100 bots and 10^6 games from a database, and the counts made anew.

`python bench/rebuild.py [GAMES]`. The games are made up and written as rows, since playing
them would take a day; what is read from them is what a contest leaves. Bars: the standings
from the running counts in 0.25 s, the counts made anew from the matches in 10 s.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import random
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from statistics import median

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

BOTS = 100
COUPLES = BOTS * (BOTS - 1) // 2
STATISTICS_S, REBUILD_S = 0.25, 10.0  # the bars
NAMES = [f"bot{number:03}" for number in range(BOTS)]


def main() -> int:
    """Print the times; 1 if a bar is missed."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    meetings = max(1, round(games / COUPLES / 2))
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/arena.db"
        with writing(url) as store:
            stage = _opened(store, meetings)
        _fill(Path(folder) / "arena.db", stage, meetings)
        with writing(url) as store:
            rebuilt = _seconds(lambda: store.count_anew(stage))
            pools = gathered(Recorded(store), store.stages("cup"))
            counted = median(_seconds(lambda: standings(pools, {})) for _ in range(5))
            read = median(_seconds(lambda: standings_of(store, "cup")) for _ in range(5))
    print(f"{2 * meetings * COUPLES} games of {BOTS} bots")
    print(f"counts made anew: {rebuilt:.2f} s (bar {REBUILD_S:g})")
    print(f"all statistics from the counts: {counted:.3f} s (bar {STATISTICS_S:g})")
    print(f"the same with the counts read and their digest: {read:.3f} s")
    return int(rebuilt > REBUILD_S or counted > STATISTICS_S)


def _seconds(job) -> float:  # type: ignore[no-untyped-def]
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


if __name__ == "__main__":
    sys.exit(main())
