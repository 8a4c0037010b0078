"""A contest that is held by the real tournament code, its games played in memory.

`MemoryCrew` is what a crew is to the tournament, without processes: it lets every bot in,
and the referee plays against bots in memory, with virtual time. The secret is fixed, so
every run of the tests deals the same cards; it is no experiment, so nothing but the
commitment vouches for it.
"""

import hashlib
import json
import sqlite3
from contextlib import closing, contextmanager, suppress
from itertools import islice

import trio
import trio.testing

from arena import fairness
from arena.entrants import entrants_in
from arena.games import rules_named
from arena.heartbeat import Heartbeat
from arena.model import Fixture, Limits
from arena.plan import Plan
from arena.played import played
from arena.players import BotPlayer
from arena.referee import Match
from arena.sitting import Greeting
from arena.store import reading, writing
from arena.tournament import Order
from arena.tournament import hold as tournament
from arena.verifying import verify
from arena_sdk import face_to_face, six_nimmt, the_game
from tests.play.memory import MemoryBot, answer, honest

_MODULES = (face_to_face, the_game, six_nimmt)
GAMES = tuple(module.NAME for module in _MODULES)

CUP = Plan(games=GAMES[:2], seats=(3,), cross_play=1, limits=Limits(start_ms=300))
COWS = Plan(games=GAMES[2:], seats=(3,), options={"deals": 1})
DUELS = Plan(games=GAMES[:1])

_FORBIDDEN = {"plays": [[1, "own_up"]], "card": 0, "wish": "loud"}


def _fourth(view, _):
    """Not the first legal move: another style of play."""
    module = next(module for module in _MODULES if isinstance(view, module.View))
    *_, move = islice(module.legal_moves(view), 4)
    return move


def _against_the_rules(view, ask):
    """At the third ask, whatever the game; a wish like this is forgiven."""
    return answer(ask, _FORBIDDEN) if ask["turn"] == 3 or view.asks == "wish" else None


# How each bot plays, and what it writes on stderr in every game.
BOTS = {
    "ada": (lambda: honest(), "thinking\n"),
    "bob": (lambda: honest(_fourth), ""),
    "cheat": (lambda: honest(_against_the_rules), "hehe\n"),
    "sleeper": (lambda: lambda message: None, ""),  # it never starts
}


class _SeatedBot(MemoryBot):
    def __init__(self, name):
        play, self._said = BOTS[name]
        super().__init__(play())

    def take_stderr(self):
        return self._said


class Stopped(Exception):
    """Somebody stopped the run."""


class MemoryCrew:
    """Does the jobs of a tournament one after another, so many games at most."""

    size = 1

    def __init__(self, limits, games):
        self._limits = limits
        self._left = games

    async def work(self, jobs):
        while (job := jobs.take()) is not None:
            kind, _, given = jobs.to_wire(job)
            if kind == "admit":
                jobs.said(job, 0, ["admitted", None])
                continue
            for fixture in given:
                if self._left == 0:
                    raise Stopped
                self._left -= 1
                record = await self._match(Fixture(*fixture))
                jobs.said(job, 0, ["match", played(record).to_wire()])

    async def _match(self, fixture):
        players = [BotPlayer(_SeatedBot(name), self._limits, Heartbeat()) for name in fixture.bots]
        async with trio.open_nursery() as nursery:
            greetings = [Greeting(nursery, player) for player in players]
        faults = [await greeting.fault() for greeting in greetings]
        return await Match(fixture, rules_named(fixture.rules), players).play(faults)


class _Silence:
    """Somebody who does not want to know how it goes."""

    def __getattr__(self, name):
        return lambda *_: None


def hold(db, *names, plan, blocks, contest="cup", games=-1, broken=()):
    """What `arena tournament` does with these bots: to the end, or for so many games."""
    folder = db.parent / "-".join(("bots", *names, *broken))
    for name in names:
        _write_bot(folder / name)
    for name in broken:
        _write_bot(folder / name, command=["python", "nothing.py"])
    with writing(str(db)) as store:
        if plan.experiment is None and not store.unfinished():
            number = len(store.stages(contest)) + 1
            _draw(store, db, hashlib.sha256(f"{contest} {number}".encode()).digest())
        order, crew = Order(contest, plan, blocks), MemoryCrew(plan.limits, games)
        clock = trio.testing.MockClock(autojump_threshold=0)
        with suppress(Stopped):
            trio.run(tournament, store, order, entrants_in(folder), crew, _Silence(), clock=clock)
    with closing(sqlite3.connect(db)) as rows:  # one file, which can be copied alone
        rows.execute("PRAGMA journal_mode = DELETE")


def _write_bot(folder, command=("python", "bot.py")):
    """Its files say nothing but its name: it is played in memory."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.py").write_text(f"print({folder.name!r})\n")
    (folder / "bot.toml").write_text(
        f"command = {json.dumps(command)}\ngames = {json.dumps(GAMES)}\n"
    )


def _draw(store, db, secret):
    store.drawn_commitment()
    with changing(db) as rows:
        rows.execute(
            "UPDATE commitment SET secret = ?, commitment = ? WHERE stage_id IS NULL",
            (secret, fairness.commitment(secret)),
        )


@contextmanager
def changing(db):
    """The rows of a database, for somebody who does not ask the store."""
    with closing(sqlite3.connect(db)) as rows:
        rows.row_factory = sqlite3.Row
        rows.execute("PRAGMA synchronous = OFF")
        with rows:
            yield rows


def verified(db):
    """What `arena verify` would say."""
    with reading(str(db)) as store:
        return verify(store, lambda _: None)
