"""A contest whose matches were really played: by the referee, in memory, each of them once.

With --seed a stage has the same key in every database, and so the same matches. They are
kept here by key: a test that stores blocks does not pay for playing them again.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from arena.games import rules_named
from arena.heartbeat import Heartbeat
from arena.model import Conditions, Fixture, Guarantees, Limits, MatchRecord, Void
from arena.pairings.blocks import Block, fixtures_of
from arena.plan import Plan, fields_of
from arena.played import PlayedBlock, played
from arena.players import BotPlayer
from arena.referee import Match
from arena.schedule import Result, Schedule
from arena.sitting import Greeting
from arena.stages import Entered, Stage, Terms
from arena.store import BadStore, Writer
from arena.submissions import Submission
from arena.versions import content_hash, keep_and_pack
from tests.play.memory import Frame, MemoryBot, answer, honest

PLAN = Plan(
    games=("face-to-face", "the-game", "six-nimmt"),
    experiment=7,
    limits=Limits(move_ms=300),
    guarantees=Guarantees(fs=True, pids="approximate"),
)
DUELS = PLAN._replace(games=("face-to-face",))


_FORBIDDEN: Frame = {"plays": [[1, "own_up"]], "card": 0, "wish": "loud"}


def _breaks_a_rule_at(turn: int) -> Callable[[Frame], Any]:
    return honest(lambda _, ask: answer(ask, _FORBIDDEN) if ask["turn"] == turn else None)


def _wishes_for_too_much() -> Callable[[Frame], Any]:
    """A forgiven fault: the stand-in gives the wish, and the bot plays on."""
    return honest(lambda view, ask: answer(ask, {"wish": "all"}) if view.asks == "wish" else None)


# How each bot plays, and what it writes on stderr in every game.
BOTS: Mapping[str, tuple[Callable[[], Callable[[Frame], Any]], str]] = {
    "Cheat": (lambda: _breaks_a_rule_at(3), "Traceback: " + "x" * 5000),
    "Zoë": (honest, "ich spiele 🂡 – \0\x1b[31m\n"),
    "ada": (honest, "loaded" + "." * 5000),
    "bob": (_wishes_for_too_much, ""),
    "sleeper": (lambda: lambda message: None, "zzz"),
}
_VOIDS = {"ada": (Void("a bot could not be started: no more processes", 1), Void("no power"))}


class _SeatedBot(MemoryBot):
    """Writes on stderr; the CPU time of a bot that does so is measured."""

    def __init__(self, name: str) -> None:
        play, self._said = BOTS.get(name, (honest, ""))
        super().__init__(play())
        self._used_usec = 0

    def cpu_usec(self) -> int | None:
        self._used_usec += 137
        return self._used_usec if self._said else None

    def take_stderr(self) -> str:
        return self._said


def bots_in(folder: Path, names: Sequence[str] = (*BOTS,)) -> list[Submission]:
    """Bots with files of their own; the content of each follows from its name."""
    return [_bot(folder / name, name) for name in names]


def _bot(folder: Path, name: str) -> Submission:
    (folder / "data").mkdir(parents=True)
    (folder / "bot.py").write_text(f"print({name!r})\n")
    (folder / "data" / "weights.bin").write_bytes(bytes(range(256)))
    bot = Submission(
        name,
        folder,
        ("python", "bot.py", "--fast"),
        PLAN.games,
        build=("make", "all"),
        author=f"{name} Müller",
        email=f"{name}@example.org",
    )
    return bot._replace(version=content_hash(bot.files()))


def entered(bot: Submission) -> Entered:
    """A bot with its content, as it was handed in."""
    return Entered(bot, content=keep_and_pack(bot)[1])


def open_stage(
    store: Writer,
    bots: Sequence[Submission],
    *,
    contest: str = "cup",
    number: int = 1,
    plan: Plan = PLAN,
    blocks: int = 1,
    left_out: Sequence[Entered] = (),
) -> Stage:
    """A stage with all of these bots."""
    terms = Terms(contest, number, plan, fields_of(plan, bots), {})
    return store.open_stage(terms, blocks, [*(entered(bot) for bot in bots), *left_out])


_blocks: dict[tuple[str, tuple[int, ...]], list[tuple[int, Block]]] = {}


def blocks_of(stage: Stage) -> list[tuple[int, Block]]:
    """All blocks of a round robin, each with its place in its round."""
    key = stage.key, stage.announced
    if key not in _blocks:
        schedule = Schedule(stage.scheduled(), _NoResults())
        rounds = map(schedule.round, count())
        _blocks[key] = [
            placed for blocks in takewhile(bool, rounds) for placed in enumerate(blocks)
        ]
    return _blocks[key]


class _NoResults:
    def suspended(self, pool: str) -> Mapping[str, int]:
        return {}

    def results(self, pool: str) -> Sequence[Result]:
        return ()


def played_blocks(stage: Stage, first: int | None = None) -> list[PlayedBlock]:
    """The first blocks of a stage, or all of them, in the order of its schedule."""
    return [
        PlayedBlock(block, place, tuple(map(played, records_of(stage, block))))
        for place, block in blocks_of(stage)[:first]
    ]


_records: dict[tuple[str, str], tuple[MatchRecord, ...]] = {}


def records_of(stage: Stage, block: Block) -> tuple[MatchRecord, ...]:
    """The matches of a block."""
    key = stage.key, block.id
    if key not in _records:
        fixtures = fixtures_of(block, stage.secret, stage.key)
        _records[key] = tuple(_match(stage, fixture) for fixture in fixtures)
    return _records[key]


def _match(stage: Stage, fixture: Fixture) -> MatchRecord:
    async def play() -> MatchRecord:
        players = [
            BotPlayer(_SeatedBot(bot), stage.plan.limits, Heartbeat()) for bot in fixture.bots
        ]
        async with trio.open_nursery() as nursery:
            greetings = [Greeting(nursery, player) for player in players]
        faults = [await greeting.fault() for greeting in greetings]
        return await Match(fixture, rules_named(fixture.rules), players).play(faults)

    record = trio.run(play, clock=trio.testing.MockClock(autojump_threshold=0))
    plan = stage.plan
    versions = tuple(stage.versions[bot] for bot in fixture.bots)
    return record._replace(
        conditions=Conditions(plan.sandbox, plan.guarantees, plan.limits, versions),
        voids=_VOIDS.get(fixture.bots[0], ()),
    )


def rows_of(db: Path) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table, as another program sees them."""
    with closing(sqlite3.connect(db)) as connection:
        connection.row_factory = sqlite3.Row
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            name: sorted(map(dict, connection.execute(f'SELECT * FROM "{name}"')), key=repr)
            for (name,) in names.fetchall()
        }


def refused(opened, path, words):
    """The organiser is told one sentence, which names the file."""
    with pytest.raises(BadStore, match=words) as caught, opened(str(path)) as store:
        store.contests()
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)
