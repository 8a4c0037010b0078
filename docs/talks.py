"""Real matches for the pages: the referee's own bytes, in virtual time, the same everywhere.

The bots are those in memory that the tests use. They play legal moves by a fixed rule
and take an eighth of a second for each.
"""

from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import trio
import trio.testing

from arena.games import GAMES
from arena.heartbeat import Heartbeat
from arena.model import Limits, Map
from arena.pairings import numbered_fixture
from arena.players import BotPlayer
from arena.referee import Match
from arena_sdk.bot import game_module
from tests.play.memory import After, MemoryBot, frame, honest

_THINK_S = 0.125  # a power of two: no rounding in the milliseconds that are left


class Said(NamedTuple):
    """One frame on the wire of one bot."""

    speaker: str
    raw: bytes
    message: Map


class Game(NamedTuple):
    """What is played; `fails` is a seat whose third answer is illegal."""

    rules: str
    seats: int
    number: int
    options: tuple[tuple[str, Any], ...] = ()
    fails: int | None = None


# Between them these show every decision and every kind of event.
GAMES_SHOWN = (
    Game("face-to-face", 2, 1),
    Game("the-game", 3, 1),
    Game("six-nimmt", 3, 1),
    Game("six-nimmt", 4, 2, (("specials", True),)),
    Game("six-nimmt", 2, 1, (("logic", True),)),
    Game("face-to-face", 2, 1, fails=1),
    Game("six-nimmt", 2, 1, fails=1),
)
# Five turns, in which each bot helps the other once.
DUMPED = Game("face-to-face", 2, 4, (("hand", 2),))


@cache
def dumped() -> tuple[Said, ...]:
    """What seat 0 hears and says when both bots lay the first legal turn they find."""
    return _played(DUMPED, [honest(), honest()])[0]


@cache
def played(game: Game) -> tuple[tuple[Said, ...], ...]:
    """What each seat hears and says when the bots vary their legal moves."""

    def pick(view: Any, ask: Map) -> Any:
        if view.seat == game.fails and ask["turn"] == 3:
            return {"plays": [], "card": 0}
        moves = list(game_module(game.rules).legal_moves(view))
        return moves[31 * ask["turn"] % len(moves)]

    return _played(game, [honest(pick) for _ in range(game.seats)])


def in_virtual_time(function: Callable[[], Awaitable[Any]]) -> Any:
    """Run something that waits, without waiting."""
    return trio.run(function, clock=trio.testing.MockClock(autojump_threshold=0))


def _played(game: Game, bots: Sequence[Callable[[Map], Any]]) -> tuple[tuple[Said, ...], ...]:
    heard: list[list[Said]] = [[] for _ in bots]

    async def match() -> None:
        rules = GAMES[game.rules]
        options = rules.settle(dict(game.options), game.seats)
        processes = [MemoryBot(_overheard(*each)) for each in zip(bots, heard, strict=True)]
        # Time enough for games of many turns.
        limits = Limits() if game is DUMPED else Limits(game_ms=1_000_000)
        players = [BotPlayer(process, limits, Heartbeat()) for process in processes]
        for player in players:
            await player.greet()
        names = [f"bot{seat}" for seat in range(game.seats)]
        fixture = numbered_fixture(game.rules, options, names, game.number)
        await Match(fixture, rules, players).play([None] * game.seats)
        for player, process, talk in zip(players, processes, heard, strict=True):
            player.bye()
            assert [said.raw for said in talk if said.speaker == "referee"] == process.raw

    in_virtual_time(match)
    return tuple(map(tuple, heard))


def _overheard(bot: Callable[[Map], Any], heard: list[Said]) -> Callable[[Map], Any]:
    """The same bot, but slower, and with every frame of its talk written down."""

    def listening(told: Map) -> Any:
        heard.append(Said("referee", frame(told), told))
        said = bot(told)
        if said is None:
            return None
        heard.append(Said("bot", frame(said), said))
        return After(_THINK_S, said)

    return listening
