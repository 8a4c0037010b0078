"""A contest that is held by the real tournament code, its games played in memory.

`MemoryCrew` is what a crew is to the tournament, without processes: the referee plays
against bots in memory, with virtual time. The secret is fixed, so every run of the tests
deals the same cards; it is no experiment, so nothing but the commitment vouches for it.
"""

import sqlite3
from contextlib import closing, contextmanager

import trio
import trio.testing

from arena import fairness
from arena.games import rules_named
from arena.heartbeat import Heartbeat
from arena.model import Fixture, Limits
from arena.plan import Plan, fields_of
from arena.played import played
from arena.players import BotPlayer
from arena.referee import Match
from arena.sitting import Greeting
from arena.stages import Entered, Terms
from arena.store import reading, writing
from arena.submissions import Submission
from arena.tournament import go_on
from arena.verifying import verify
from arena.versions import content_hash
from tests.play.memory import MemoryBot, answer, honest

CONTEST = "cup"
SECRET = bytes(range(32))
GAMES = ("face-to-face", "the-game", "six-nimmt")
PLAN = Plan(games=GAMES, options={"deals": 1}, seats=(3,), cross_play=1, limits=Limits(300, 300))
DUELS = Plan(games=GAMES[:1])

_FORBIDDEN = {"plays": [[1, "own_up"]], "card": 0, "wish": "loud"}


class _Cheat:
    """Breaks the rules at its third ask, whatever the game; its wish is forgiven."""

    def __new__(cls):
        return honest(
            lambda view, ask: (
                answer(ask, _FORBIDDEN) if ask["turn"] == 3 or view.asks == "wish" else None
            )
        )


# How each bot plays, and what it writes on stderr in every game.
BOTS = {
    "ada": (honest, "thinking\n"),
    "bob": (lambda: honest(_last), ""),
    "cheat": (_Cheat, "hehe\n"),
    "sleeper": (lambda: lambda message: None, ""),
}


def _last(view, _):
    """Not the first legal move but the last of a few: another style of play."""
    from itertools import islice

    from arena_sdk import face_to_face, six_nimmt, the_game

    games = (face_to_face, six_nimmt, the_game)
    module = next(game for game in games if isinstance(view, game.View))
    *_, move = islice(module.legal_moves(view), 4)
    return move


class _SeatedBot(MemoryBot):
    def __init__(self, name):
        play, self._said = BOTS[name]
        super().__init__(play())

    def take_stderr(self):
        return self._said


class MemoryCrew:
    """Does the jobs of a tournament one after another."""

    size = 1

    def __init__(self, limits):
        self._limits = limits

    async def work(self, jobs):
        while (job := jobs.take()) is not None:
            _, _, fixtures = jobs.to_wire(job)
            for fixture in fixtures:
                record = await self._match(Fixture(*fixture))
                jobs.said(job, 0, ["match", played(record).to_wire()])

    async def _match(self, fixture):
        players = [
            BotPlayer(_SeatedBot(name), self._limits, Heartbeat()) for name in fixture.bots
        ]
        async with trio.open_nursery() as nursery:
            greetings = [Greeting(nursery, player) for player in players]
        faults = [await greeting.fault() for greeting in greetings]
        return await Match(fixture, rules_named(fixture.rules), players).play(faults)


class _Silence:
    """Somebody who does not want to know how it goes."""

    def __getattr__(self, name):
        return lambda *_: None


def entrants(folder, names, games=GAMES):
    """Bots whose files say nothing but their names; they are played in memory."""
    return [_entrant(folder / name, name, games) for name in names]


def _entrant(folder, name, games):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.py").write_text(f"print({name!r})\n")
    bot = Submission(name, folder, ("python", "bot.py"), games, author="A", email="a@b.org")
    return bot._replace(version=content_hash(bot.files()))


def hold(db, bots, *, plan=PLAN, blocks=3, number=1, left_out=(), secret=SECRET):
    """One stage, from its opening to its end."""
    with writing(str(db)) as store:
        store.drawn_commitment()
        with changing(db) as rows:
            rows.execute(
                "UPDATE commitment SET secret = ?, commitment = ? WHERE stage_id IS NULL",
                (secret, fairness.commitment(secret)),
            )
        terms = Terms(CONTEST, number, plan, fields_of(plan, bots), {})
        stage = store.open_stage(terms, blocks, [*map(Entered, bots), *left_out])
        clock = trio.testing.MockClock(autojump_threshold=0)
        return trio.run(go_on, store, stage, MemoryCrew(plan.limits), _Silence(), clock=clock)


@contextmanager
def changing(db):
    """The rows of a database, to be changed by somebody who does not ask the store."""
    with closing(sqlite3.connect(db)) as connection, connection:
        yield connection


def verified(db):
    """What `arena verify` would say."""
    with reading(str(db)) as store:
        return verify(store, lambda _: None)
