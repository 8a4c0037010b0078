"""Walks a bot through all that a contest will ask of it, and says what was seen.

The bot plays real games against a house bot, in every seat, in the sandbox and under the
limits of the event. What it did wrong comes with the seed that shows it again.
"""

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from statistics import median, quantiles
from typing import Literal, NamedTuple

import trio

from arena.errors import BadSubmission
from arena.games import Rules, rules_named
from arena.heartbeat import Heartbeat
from arena.model import Fixture, Limits, MatchRecord
from arena.pairings import numbered_fixture, rotated
from arena.referee import Match
from arena.sandbox.base import Sandbox
from arena.sitting import Seats, Table, seated
from arena.submissions import Submission, find

DEALS = 12  # each in every seat
_AT_A_TABLE = 4  # deals that one process plays
_AGAIN = 3  # games that are played twice, to compare
_ENOUGH_FAULTS = 5  # then more of the same would only take time
_OPPONENT = "random"
_MIB = 1024 * 1024

Result = Literal["pass", "FAIL", "note", "not tested"]


class Finding(NamedTuple):
    """One line of the report: what was looked at, how it went, what was seen."""

    what: str
    result: Result
    seen: str
    more: str = ""  # for a failure: how to see it again, and what the bot wrote on stderr


class _Process(NamedTuple):
    """What one process of the bot was like, from its start to its end."""

    ready_ms: float | None
    peak_bytes: int | None
    children: int | None
    left_in_time: bool | None  # None: it was thrown out before


class _Walk(NamedTuple):
    """All that was seen of the bot: (its seat, the match) and its processes."""

    played: list[tuple[int, MatchRecord]]
    processes: list[_Process]


async def check(
    bot: Submission, typed: str, game: str, sandbox: Sandbox, limits: Limits
) -> list[Finding]:
    """The report, in the order in which a bot meets these things in a contest.

    `typed` is what somebody wrote to name the bot.
    """
    try:
        ready = await sandbox.prepare(bot)
    except BadSubmission as problem:
        return [Finding("build", "FAIL", str(problem))]
    built = [Finding("build", "pass", shlex.join(bot.build))] if bot.build else []
    walk = await _walk(ready, game, sandbox, limits)
    again = await _walk(ready, game, sandbox, limits, deals=0 if _faults(walk) else _AGAIN)
    looks: list[Callable[[], Iterator[Finding]]] = [
        lambda: _start_up(walk, limits),
        lambda: _rules(walk, typed, sandbox),
        lambda: _time(walk, sandbox, limits),
        lambda: _memory(walk, sandbox, limits),
        lambda: _determinism(walk, again),
        lambda: _children(walk),
        lambda: _ending(walk),
        lambda: _stderr(walk),
    ]
    return [*built, *(finding for look in looks for finding in look())]


def tables_of(bot: Submission, rules: Rules) -> list[tuple[Submission, ...]]:
    """The tables at which the bot is tried: with a house bot, the bot in every seat."""
    (house,) = find([_OPPONENT])
    seats = max(2, rules.seats.start)
    return [rotated((bot, *[house] * (seats - 1)), turn) for turn in range(seats)]


async def _walk(
    bot: Submission, game: str, sandbox: Sandbox, limits: Limits, deals: int = DEALS
) -> _Walk:
    walk = _Walk([], [])
    rules = rules_named(game)
    heartbeat = Heartbeat()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(heartbeat.beat)
        for bots in tables_of(bot, rules):
            seat = bots.index(bot)
            names = [each.name for each in bots]
            options = rules.settle({}, len(bots))
            prepared = [each if each.version else await sandbox.prepare(each) for each in bots]
            table = Table(tuple(prepared), sandbox, limits)
            fixtures = [numbered_fixture(game, options, names, seed) for seed in range(deals)]
            while fixtures and _faults(walk) < _ENOUGH_FAULTS:
                await _sit(table, seat, fixtures, heartbeat, walk)
        nursery.cancel_scope.cancel()
    return walk


def _faults(walk: _Walk) -> int:
    return sum(fault.seat == seat for seat, record in walk.played for fault in record.faults)


async def _sit(
    table: Table, seat: int, fixtures: list[Fixture], heartbeat: Heartbeat, walk: _Walk
) -> None:
    """Some games in the same processes; a fault ends the table."""
    async with AsyncExitStack() as stack:
        seats = await seated(table, heartbeat, stack)
        for _ in range(min(_AT_A_TABLE, len(fixtures))):
            fixture = fixtures.pop(0)
            match = Match(fixture, rules_named(fixture.rules), seats.players)
            walk.played.append((seat, await match.play(seats.not_started)))
            if any(player.is_out for player in seats.players):
                break
        walk.processes.append(await _leave(seats, seat))


async def _leave(seats: Seats, seat: int) -> _Process:
    process, player = seats.processes[seat], seats.players[seat]
    peak, children = process.memory_peak(), process.processes()
    await seats.say_goodbye()
    left = None if player.is_out else await process.wait_ended(0) is not None
    return _Process(player.ready_ms, peak, None if player.is_out else children, left)


def _start_up(walk: _Walk, limits: Limits) -> Iterator[Finding]:
    times = [process.ready_ms for process in walk.processes if process.ready_ms is not None]
    if times:
        seen = f"ready after {median(times):.0f} ms, at most {max(times):.0f}"
        yield Finding("start-up", "pass", f"{seen} of {limits.start_ms} ms")


def _rules(walk: _Walk, typed: str, sandbox: Sandbox) -> Iterator[Finding]:
    """Every kind of fault once, with the command that shows it again."""
    seen: set[str] = set()
    for seat, record in walk.played:
        for fault in record.faults:
            if fault.seat != seat or fault.verdict in seen:
                continue
            seen.add(fault.verdict)
            fixture = record.fixture
            bots = rotated((typed, *[_OPPONENT] * (len(fixture.bots) - 1)), seat)
            words = ["arena", "play", *bots, "--game", fixture.rules, "--seed", str(fixture.seed)]
            words += ["--sandbox", sandbox.name]
            yield Finding(
                fault.verdict,
                "FAIL",
                f"seed {fixture.seed}, ask {fault.turn}: {fault.detail}",
                f"to see it again: {shlex.join(words)}\n{record.stderr[seat]}",
            )
    if not seen:
        games = f"{len(walk.played)} games, {DEALS} in each seat"
        yield Finding("rules", "pass", f"{games}, no fault")


def _time(walk: _Walk, sandbox: Sandbox, limits: Limits) -> Iterator[Finding]:
    times = [
        time.wall_ms if time.cpu_ms is None else time.cpu_ms
        for seat, record in walk.played
        for made, time in zip(record.decisions, record.times, strict=True)
        if made.seat == seat and not made.stand_in
    ]
    if len(times) < 2:
        return
    p99 = quantiles(times, n=100, method="inclusive")[98]
    clock = "CPU time" if sandbox.guarantees.cpu_clock else "real time"
    seen = f"half of the moves within {median(times):.1f} ms, 99 % within {p99:.1f} ms of {clock}"
    close = p99 > limits.move_ms / 2
    yield Finding(
        "move time",
        "note" if close else "pass",
        f"{seen}, {limits.move_ms} allowed" + (": little to spare" if close else ""),
    )


def _memory(walk: _Walk, sandbox: Sandbox, limits: Limits) -> Iterator[Finding]:
    peaks = [process.peak_bytes for process in walk.processes if process.peak_bytes]
    if not peaks or not sandbox.guarantees.memory_total:
        yield Finding("memory", "not tested", f"the sandbox {sandbox.name} does not measure it")
        return
    most = max(peaks) / _MIB
    close = most > limits.memory_mb * 0.8
    seen = f"{most:.0f} of {limits.memory_mb} MiB" + (": little to spare" if close else "")
    yield Finding("memory", "note" if close else "pass", seen)


def _determinism(walk: _Walk, again: _Walk) -> Iterator[Finding]:
    """The same seed, the same moves: else nobody can show a mistake again."""
    first = {(seat, record.fixture.seed): record for seat, record in walk.played}
    for seat, record in again.played:
        before = first[seat, record.fixture.seed]
        if record.decisions != before.decisions:
            yield Finding(
                "determinism",
                "note",
                f"seed {record.fixture.seed} was played differently the second time;"
                " draw from the seed of `start` so that a match can be repeated",
            )
            return
    if again.played:
        games = len(again.played)
        yield Finding("determinism", "pass", f"{games} games played twice, move by move")
    else:
        yield Finding("determinism", "not tested", "first mend what failed")


def _children(walk: _Walk) -> Iterator[Finding]:
    counts = [process.children for process in walk.processes if process.children is not None]
    if not counts:
        yield Finding("processes", "not tested", "no game without a fault, or none can be counted")
    elif max(counts) > 1:
        seen = f"{max(counts)} processes at the end of a game; all are charged to its clock"
        yield Finding("processes", "note", seen)
    else:
        yield Finding("processes", "pass", "one")


def _ending(walk: _Walk) -> Iterator[Finding]:
    stayed = [process for process in walk.processes if process.left_in_time is False]
    if stayed:
        yield Finding("bye", "note", "it did not end within 500 ms of `bye` and was killed")
    elif any(process.left_in_time for process in walk.processes):
        yield Finding("bye", "pass", "it ended by itself")


def _stderr(walk: _Walk) -> Iterator[Finding]:
    sizes: Sequence[int] = [len(record.stderr[seat]) for seat, record in walk.played]
    most = max(sizes)
    if most >= 64 * 1024:
        yield Finding("stderr", "note", "over 64 KiB in a game: only the end of it is kept")
    else:
        seen = f"up to {most} characters in a game" if most else "nothing written"
        yield Finding("stderr", "pass", seen)
