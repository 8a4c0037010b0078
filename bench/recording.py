"""P6: recording and counting take at most 5 % of the time of a 40-turn game by quick bots.

All that happens to a match after its last move until it is stored and counted, in the worker
and in the parent, against the time that the game itself took in the sandbox.
"""

import sys
import tempfile
import time
from pathlib import Path

import msgpack
import trio

from arena import submissions
from arena.games import rules_named
from arena.model import Limits, MatchRecord
from arena.pairings.blocks import Pool, block_of, fixtures_of
from arena.plan import Field, Plan
from arena.played import PlayedBlock, PlayedMatch, played
from arena.sandbox import open_sandbox
from arena.sitting import Table, play_sitting, prepared
from arena.stages import Entered, Stage, Terms
from arena.store import Writer, writing
from arena.versions import keep

MOST = 0.05  # the bar
BLOCKS = 24
BATCH = 20  # blocks in a transaction: what two workers play in a second
AGAIN = 40  # times that the same matches are recorded


def main() -> int:
    """Print the share; 1 if the bar is missed."""
    pool = Pool("face-to-face", rules_named("face-to-face").settle({}, 2), 2)
    bots = [keep(bot)._replace(name=name) for name, bot in _two()]
    sandbox = open_sandbox("auto")
    records: dict[str, MatchRecord] = {}
    blocks = [block_of(pool, ["one", "two"], round_=0, number=at) for at in range(BLOCKS)]
    game_s = trio.run(_play, blocks, bots, sandbox, records)
    turns = sum(len(record.decisions) for record in records.values()) / len(records)
    with tempfile.TemporaryDirectory() as folder, writing(str(Path(folder) / "bench.db")) as store:
        plan = Plan(sandbox=sandbox.name, guarantees=sandbox.guarantees)
        terms = Terms("bench", 1, plan, (Field(pool, ("one", "two")),), {})
        stage = store.open_stage(terms, BLOCKS * AGAIN, [Entered(bot) for bot in bots])
        record_s = _record(store, stage, pool, blocks, records)
    share = record_s / (game_s * 40 / turns)
    print(f"a game: {game_s * 1e3:.2f} ms, {turns:.0f} turns; recording: {record_s * 1e3:.2f} ms")
    print(f"{share:.1%} of a game of 40 turns (bar {MOST:.0%})")
    return int(share > MOST)


def _two() -> list[tuple[str, submissions.Submission]]:
    one, other = submissions.find(["random", "random"])
    return [("one", one), ("two", other)]


async def _play(blocks, bots, sandbox, records) -> float:
    """The time of a game in a sitting, without the start of its bots."""
    table = await prepared(Table(tuple(bots), sandbox, Limits()))
    stamps = []

    def finished(record: MatchRecord) -> None:
        stamps.append(time.perf_counter())
        records[record.fixture.id] = record

    for game in range(2):
        fixtures = [fixtures_of(block, bytes(32), "bench")[game] for block in blocks]
        seats = table._replace(bots=tuple(table.bots[(at - game) % 2] for at in range(2)))
        await play_sitting(seats, fixtures, finished=finished)
    return (stamps[BLOCKS - 1] - stamps[0]) / (BLOCKS - 1)


def _record(
    store: Writer, stage: Stage, pool: Pool, blocks, records: dict[str, MatchRecord]
) -> float:
    """The time for one match, from its last move to the commit."""
    began = time.perf_counter()
    count = 0
    for again in range(AGAIN):
        whole = []
        for at, block in enumerate(blocks):
            matches = []
            for fixture in fixtures_of(block, bytes(32), "bench"):
                wire = msgpack.packb(played(records[fixture.id]).to_wire())
                match = PlayedMatch.from_wire(msgpack.unpackb(wire))
                matches.append(match._replace(key=f"{again}-{match.key}"))
                count += 1
            number = again * len(blocks) + at
            renamed = block_of(pool, ["one", "two"], round_=0, number=number)
            whole.append(PlayedBlock(renamed, number, tuple(matches)))
            if len(whole) == BATCH:
                store.record(stage, whole)
                whole = []
        store.record(stage, whole)
    return (time.perf_counter() - began) / count


if __name__ == "__main__":
    sys.exit(main())
