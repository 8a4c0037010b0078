"""A contest without games: stages of bots that exist by name alone, and results from a table.

`Memory` is what a database is to the schedule: it knows finished rounds and nothing else.
"""

import hashlib
import json
from collections import Counter

from arena.fairness import digest
from arena.games import rules_named
from arena.pairings.blocks import Pool
from arena.plan import Field
from arena.schedule import Result, Schedule, Scheduled

CHANCE = bytes(range(32))
SCORES = [0.0, 0.25, 0.5, 0.75, 1.0]  # of a mirrored pair


def named(count):
    """So many bots, in the order of their names."""
    return tuple(f"bot{number:02}" for number in range(count))


def pool_of(game="face-to-face", seats=2, **options):
    return Pool(game, rules_named(game).settle(options, seats), seats)


def stage_of(bots, announced, game="face-to-face", seats=2, *, before=None, seed=CHANCE, **more):
    """A stage with one pool; `bots` are names, or how many there are."""
    field = Field(pool_of(game, seats), named(bots) if isinstance(bots, int) else bots)
    pool = field.pool.text
    return Scheduled(
        fields=(field,),
        format=more.pop("format", "round-robin"),
        announced=tuple(announced),
        chance={pool: seed},
        before={pool: before or {}},
        **more,
    )


def by_lot(block):
    """A score that follows from the block, and that looks like chance."""
    return SCORES[hashlib.sha256(block.id.encode()).digest()[0] % len(SCORES)]


class Memory:
    """Results and suspensions of all pools together: there is one at a time."""

    def __init__(self, results=(), out=None):
        self._results = list(results)
        self.out = out or {}  # bot → the round after which it was suspended

    def suspended(self, pool):
        return self.out

    def results(self, pool):
        return self._results

    def add(self, blocks, score, *, played_before=0):
        """The results of a round; `played_before` are the rounds of earlier stages."""
        self._results += [
            Result(block.round + played_before, block.bots, score(block)) for block in blocks
        ]


def play(stage, memory=None, *, score=by_lot, suspend=None, most=500):
    """All rounds, one after another; `suspend(blocks)` says who is out after them."""
    memory = memory or Memory()
    schedule = Schedule(stage, memory)
    (field,) = stage.fields
    played_before = stage.before[field.pool.text].get(field.bots, 0)
    rounds = []
    while (blocks := schedule.round(len(rounds))) is not None:
        if stage.format in ("swiss", "knockout"):
            memory.add(blocks, score, played_before=played_before)
        for bot in suspend(blocks) if suspend else ():
            memory.out.setdefault(bot, len(rounds))
        rounds.append(blocks)
        assert len(rounds) < most, "a schedule must end"
    return rounds


def meetings(rounds):
    """How often each couple has met."""
    return Counter(tuple(sorted(block.bots)) for blocks in rounds for block in blocks)


def appearances(rounds):
    """How many blocks each bot had."""
    return Counter(bot for blocks in rounds for block in blocks for bot in block.bots)


def numbers(blocks):
    """The number of each block, as its id says it."""
    return [json.loads(block.id)[1] for block in blocks]


# One of each kind of schedule, by what it is called in a test's name.
KINDS = {
    "round-robin": lambda announced: stage_of(5, announced),
    "gauntlet": lambda announced: stage_of(5, announced, format="gauntlet", challenger="bot02"),
    "swiss": lambda announced: stage_of(7, announced, format="swiss"),
    "tables": lambda announced: stage_of(7, announced, "six-nimmt", 3),
    "teams": lambda announced: stage_of(5, announced, "the-game", 2, cross_play=2),
}


def told(rounds):
    """Rounds as plain text, to compare them across processes."""
    return digest([[[*block] for block in blocks] for blocks in rounds])


def all_kinds():
    """A schedule of each kind, with a knockout, in one line each."""
    made = {kind: told(play(of([2, 5]))) for kind, of in KINDS.items()}
    return {**made, "knockout": told(play(stage_of(11, [3], format="knockout")))}
