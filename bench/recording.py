"""P6: recording and counting take at most 5 % of the time of a 40-turn game by instant bots.

All that happens to a match after its last move until it is stored and counted, in the worker
and in the parent, against the time that the game itself took in the sandbox.
"""

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgpack
import trio

from arena import submissions
from arena.games import rules_named
from arena.model import Limits, MatchRecord
from arena.pairings.blocks import Block, Pool, block_of, fixtures_of
from arena.plan import Field, Plan
from arena.played import PlayedBlock, PlayedMatch, played
from arena.sandbox import Sandbox, open_sandbox
from arena.sitting import Table, play_sitting, prepared
from arena.stages import Entered, Stage, Terms
from arena.store import Writer, writing
from arena.submissions import Submission
from arena.versions import keep
from bench.contests import make_instant_bots
from bench.measured import ROUNDS, Bar, Cost, Found, in_rounds, ratios

_TURNS = 40
_BATCH = 20  # blocks in a transaction: what two workers play in a second


class Size(NamedTuple):
    rounds: int
    blocks: int
    again: int  # times that the same matches are recorded


FULL = Size(ROUNDS, blocks=24, again=40)
QUICK = Size(1, blocks=4, again=5)


def measure(size: Size) -> Found:
    pool = Pool("face-to-face", rules_named("face-to-face").settle({}, 2), 2)
    with tempfile.TemporaryDirectory() as folder:
        found = submissions.find([str(bot) for bot in make_instant_bots(Path(folder), 2).iterdir()])
        both = zip(("one", "two"), found, strict=True)
        bots = [keep(bot)._replace(name=name) for name, bot in both]
    blocks = [block_of(pool, ["one", "two"], round_=0, number=at) for at in range(size.blocks)]
    sandbox = open_sandbox("auto")

    def one_round() -> dict[str, float]:
        records: dict[str, MatchRecord] = {}
        turn_s = trio.run(_play, blocks, bots, sandbox, records)
        with (
            tempfile.TemporaryDirectory() as folder,
            writing(str(Path(folder) / "bench.db")) as store,
        ):
            plan = Plan(sandbox=sandbox.name, guarantees=sandbox.guarantees)
            terms = Terms("bench", 1, plan, (Field(pool, ("one", "two")),), {})
            entered = [Entered(bot) for bot in bots]
            stage = store.open_stage(terms, size.blocks * size.again, entered)
            recording_s = _record(store, stage, blocks, records, size.again)
        return {"recording a game": recording_s, "a game of 40 turns": turn_s * _TURNS}

    costs = in_rounds(size.rounds, one_round)
    return Found(
        [Cost(name, "ms", [1e3 * s for s in some]) for name, some in costs.items()],
        [
            Bar(
                "recording and counting, of the time of a game of 40 turns",
                "%",
                [100 * each for each in ratios(*costs.values())],
                most=5,
                number="P6",
            )
        ],
    )


async def _play(
    blocks: Sequence[Block],
    bots: Sequence[Submission],
    sandbox: Sandbox,
    records: dict[str, MatchRecord],
) -> float:
    """The time of a turn in a sitting, without the start of its bots."""
    table = await prepared(Table(tuple(bots), sandbox, Limits()))
    ends: list[tuple[float, int]] = []

    def finished(record: MatchRecord) -> None:
        ends.append((time.perf_counter(), len(record.decisions)))
        records[record.fixture.id] = record

    for game in range(2):
        fixtures = [fixtures_of(block, bytes(32), "bench")[game] for block in blocks]
        seats = table._replace(bots=tuple(table.bots[(at - game) % 2] for at in range(2)))
        await play_sitting(seats, fixtures, finished=finished)
    # The last game of a sitting also has the end of its bots.
    first, *others = ends[: len(blocks) - 1]
    return (others[-1][0] - first[0]) / sum(turns for _, turns in others)


def _record(
    store: Writer,
    stage: Stage,
    blocks: Sequence[Block],
    records: dict[str, MatchRecord],
    times: int,
) -> float:
    """The time for one match, from its last move to the commit."""
    began = time.perf_counter()
    for again in range(times):
        whole = []
        for at, block in enumerate(blocks):
            matches = []
            for fixture in fixtures_of(block, bytes(32), "bench"):
                wire = msgpack.packb(played(records[fixture.id]).to_wire())
                match = PlayedMatch.from_wire(msgpack.unpackb(wire))
                matches.append(match._replace(key=f"{again}-{match.key}"))
            number = again * len(blocks) + at
            renamed = block_of(block.pool, ["one", "two"], round_=0, number=number)
            whole.append(PlayedBlock(renamed, number, tuple(matches)))
            if len(whole) == _BATCH:
                store.record(stage, whole)
                whole = []
        store.record(stage, whole)
    return (time.perf_counter() - began) / (times * len(records))
