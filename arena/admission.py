"""Whether a bot is let in: it plays one game of each kind with a house bot.

Who fails is left out, and its author gets the reason with what the bot wrote on stderr.
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import NamedTuple

import trio

from arena.errors import HostTrouble
from arena.games import rules_named
from arena.heartbeat import Heartbeat
from arena.model import Limits, Map, MatchRecord
from arena.pairings import numbered_fixture
from arena.referee import Match
from arena.sandbox.base import Sandbox
from arena.sitting import Table, seated
from arena.submissions import Submission, find

_OPPONENT = "random"
_DEAL = 1  # everybody knows it, and nobody is rated by it
_STDERR_LINES = 12


class Trial(NamedTuple):
    """A game for which a bot is tried."""

    bot: Submission  # prepared
    rules: str
    options: Map
    seats: int
    pace_ms: int = 0


class Cost(NamedTuple):
    """What a game took, for estimates: milliseconds."""

    start: float  # until the bot was ready
    own: float  # its own moves
    whole: float  # the whole game, all bots and the referee
    others: float  # the moves of the house bots


class Tried(NamedTuple):
    """What came of it."""

    refusal: str  # empty: let in
    cost: Cost


async def tried(trial: Trial, sandbox: Sandbox, limits: Limits) -> Tried:
    """Play the game. Raises HostTrouble if the machine fails."""
    (house,) = find([_OPPONENT])
    opponent = await sandbox.prepare(house)
    bots = (trial.bot, *[opponent] * (trial.seats - 1))
    names = [trial.bot.name, *[f"{_OPPONENT} {seat}" for seat in range(1, trial.seats)]]
    fixture = numbered_fixture(trial.rules, trial.options, names, _DEAL)
    heartbeat = Heartbeat()
    rules = rules_named(trial.rules)
    trouble: HostTrouble | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(heartbeat.beat)
        async with AsyncExitStack() as stack:
            try:
                seats = await seated(Table(bots, sandbox, limits), heartbeat, stack)
                began = trio.current_time()
                pace_s = trial.pace_ms / 1000 if rules.is_team else 0.0
                match = Match(fixture, rules, seats.players, pace_s=pace_s)
                record = await match.play(seats.not_started)
                whole = (trio.current_time() - began) * 1000
                await seats.say_goodbye()
                record = seats.with_last_words(record)
            except HostTrouble as problem:  # outside the contexts it would be in a group
                trouble = problem
        nursery.cancel_scope.cancel()
    if trouble is not None:
        raise trouble
    start = seats.players[0].ready_ms or 0.0
    return Tried(_refusal(record), _cost(record, start, whole))


def _refusal(record: MatchRecord) -> str:
    fault = next((fault for fault in record.faults if fault.seat == 0), None)
    if fault is None or 0 not in record.forfeits:
        return ""
    where = f"at its ask {fault.turn}" if fault.turn else "before the game began"
    lines = record.stderr[0].rstrip().splitlines()[-_STDERR_LINES:]
    said = "".join(f"\n  | {line}" for line in lines)
    game = f"{record.fixture.rules} for {len(record.fixture.bots)}"
    return f"{game}: {fault.verdict} {where}: {fault.detail}{said}"


def guessed_games(bot: Submission, games: Sequence[str], played: Sequence[str]) -> str:
    """For the refusal of a bot that may never have meant to play all these games."""
    if bot.games or len(games) == 1:
        return ""
    names = ", ".join(f'"{game}"' for game in played or games[:1])
    return (
        f"\n  it names no games in a bot.toml, so all were tried: {', '.join(games)};"
        f" if it plays only some, name them there, such as games = [{names}]"
    )


def _cost(record: MatchRecord, start: float, whole: float) -> Cost:
    own = others = 0.0
    for made, time in zip(record.decisions, record.times, strict=True):
        if made.seat == 0:
            own += time.wall_ms
        else:
            others += time.wall_ms
    return Cost(start, own, whole, others)
