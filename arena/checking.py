"""Says what a contest would say of a bot, in the order in which it meets these things.

The bot plays real games against a house bot, in the sandbox and under the limits of the
event. What it did wrong comes with the view that it was asked about and with
the command that shows it again, whatever language it is written in.
"""

import shlex
from collections.abc import Callable, Iterator, Sequence
from statistics import median, quantiles
from typing import Literal, NamedTuple

from arena.errors import BadSubmission
from arena.model import Limits, Map, MatchRecord, Seat
from arena.pairings import rotated
from arena.retelling import asked_of
from arena.sandbox.base import Sandbox
from arena.submissions import Submission
from arena.walking import OPPONENT, Played, Walk, walk_through

DEALS = 12  # at each table
_AGAIN = 3  # games that are played twice, to compare
_MIB = 1024 * 1024

Result = Literal["pass", "FAIL", "note", "not tested"]


class Finding(NamedTuple):
    """One line of the report: what was looked at, how it went, what was seen."""

    what: str
    result: Result
    seen: str
    # For a failure:
    again: str = ""  # the command that shows it again
    asked: Map | None = None  # the `asks` and the `view` that it failed over, as they were sent
    stderr: str = ""


async def check(
    bot: Submission, typed: str, game: str, sandbox: Sandbox, limits: Limits
) -> list[Finding]:
    """The whole report. `typed` is what somebody wrote to name the bot."""
    try:
        ready = await sandbox.prepare(bot)
    except BadSubmission as problem:
        why, _, said = str(problem).partition("\n")
        return [Finding("build", "FAIL", why, stderr=said.replace("  | ", ""))]
    built = [Finding("build", "pass", bot.build_line)] if bot.build else []
    walk = await walk_through(ready, game, sandbox, limits, DEALS)
    again = await walk_through(ready, game, sandbox, limits, 0 if walk.faults else _AGAIN)
    looks: list[Callable[[], Iterator[Finding]]] = [
        lambda: _start_up(walk, limits),
        lambda: _rules(walk, typed, sandbox, limits),
        lambda: _time(walk, sandbox, limits),
        lambda: _memory(walk, sandbox, limits),
        lambda: _determinism(walk, again),
        lambda: _children(walk),
        lambda: _ending(walk),
        lambda: _stderr(walk),
    ]
    return [*built, *(finding for look in looks for finding in look())]


def _start_up(walk: Walk, limits: Limits) -> Iterator[Finding]:
    times = [process.ready_ms for process in walk.processes if process.ready_ms is not None]
    if times:
        seen = f"ready after {median(times):.0f} ms, at most {max(times):.0f}"
        yield _within("start-up", max(times), limits.start_ms, f"{seen} of {limits.start_ms} ms")


def _rules(walk: Walk, typed: str, sandbox: Sandbox, limits: Limits) -> Iterator[Finding]:
    """Every kind of fault once for each decision, with the command that shows it again."""
    seen: set[tuple[str, object]] = set()
    first = 0
    for seat, record, is_first in walk.played:
        fixture = record.fixture
        assert fixture.seed is not None, "a walk is dealt by numbers"
        first = fixture.seed if is_first else first
        own = [fault for fault in record.faults if fault.seat == seat]
        asks = _asks(record, seat) if own else {}
        for fault in own:
            asked = asks.get(fault.turn)
            kind = fault.verdict, asked and asked["asks"]
            if kind in seen:
                continue
            seen.add(kind)
            bots = rotated((typed, *[OPPONENT] * (len(fixture.bots) - 1)), seat)
            words = ["arena", "play", *bots, "--game", fixture.rules, "--seed", str(first)]
            if fixture.seed > first:  # it may come of what the process did in the games before
                words += ["--games", str(fixture.seed - first + 1)]
            words += ["--sandbox", sandbox.name, *_flags(limits)]
            when = f"ask {fault.turn}" if fault.turn else "before the game began"
            yield Finding(
                fault.verdict,
                "FAIL",
                f"seed {fixture.seed}, {when}: {fault.detail}",
                shlex.join(words),
                asked,
                record.stderr[seat],
            )
    if not seen:
        sizes = sorted({len(each.record.fixture.bots) for each in walk.played})
        games = f"{len(walk.played)} games of {' and '.join(map(str, sizes))} seats"
        yield Finding("rules", "pass", f"{games}, no fault")


def _flags(limits: Limits) -> Iterator[str]:
    """What to type for these limits."""
    for (name, value), usual in zip(limits._asdict().items(), Limits(), strict=True):
        if value != usual:
            yield from (f"--{name.replace('_', '-')}", str(value))


def _asks(record: MatchRecord, seat: Seat) -> dict[int, Map]:
    """What the seat was asked, by the number of the ask."""
    return {
        asked.turn: {"asks": asked.view.asks, "view": asked.view.to_map()}
        for asked in asked_of(record, seat)
    }


class _Took(NamedTuple):
    """The time of one answer, and where to find it."""

    ms: float
    seed: object
    ask: int


def _time(walk: Walk, sandbox: Sandbox, limits: Limits) -> Iterator[Finding]:
    """The first answer of a process apart: there a language pays for what it loads late."""
    clock = "CPU time" if sandbox.guarantees.cpu_clock else "real time"
    first: list[_Took] = []
    later: list[_Took] = []
    games: list[float] = []
    for played in walk.played:
        times = list(_answers(played.seat, played.record))
        games.append(sum(took.ms for took in times))
        for took in times:
            (first if played.is_first and took.ask == 1 else later).append(took)
    if first:
        most = max(took.ms for took in first)
        seen = f"{most:.1f} ms of {clock} in a fresh process, {limits.move_ms} allowed"
        yield _within("first move", most, limits.move_ms, seen)
    if len(later) > 1:
        p99 = quantiles((took.ms for took in later), n=100, method="inclusive")[98]
        half, slowest = median(took.ms for took in later), max(later, key=lambda took: took.ms)
        finding = _within(
            "move time",
            slowest.ms,
            limits.move_ms,
            f"half within {half:.1f} ms, 99 % within {p99:.1f}, the slowest {slowest.ms:.1f}"
            f" (seed {slowest.seed}, ask {slowest.ask}) of {clock}, {limits.move_ms} allowed",
        )
        if any(fault.verdict == "late" for fault in walk.faults):
            finding = finding._replace(result="note", seen=f"{finding.seen}, without the late ones")
        yield finding
        longest = max(games)
        seen = f"up to {longest:.0f} ms in a game, {limits.game_ms} allowed"
        yield _within("game time", longest, limits.game_ms, seen)


def _answers(seat: int, record: MatchRecord) -> Iterator[_Took]:
    both = zip(record.decisions, record.times, strict=True)
    own = [(made, time) for made, time in both if made.seat == seat]
    for ask, (made, time) in enumerate(own, 1):
        if not made.stand_in:  # the referee's, for an illegal signal or a bot that is out
            ms = time.wall_ms if time.cpu_ms is None else time.cpu_ms
            yield _Took(ms, record.fixture.seed, ask)


def _within(what: str, most: float, allowed: int, seen: str) -> Finding:
    """A pass, or a note when more than half of what is allowed was used."""
    if most > allowed / 2:
        return Finding(what, "note", f"{seen}: little to spare")
    return Finding(what, "pass", seen)


def _memory(walk: Walk, sandbox: Sandbox, limits: Limits) -> Iterator[Finding]:
    peaks = [process.peak_bytes for process in walk.processes if process.peak_bytes]
    if not peaks or not sandbox.guarantees.memory_total:
        yield Finding("memory", "not tested", f"the sandbox {sandbox.name} does not measure it")
        return
    most = max(peaks) / _MIB
    close = most > limits.memory_mb * 0.8
    seen = f"{most:.0f} of {limits.memory_mb} MiB" + (": little to spare" if close else "")
    yield Finding("memory", "note" if close else "pass", seen)


def _determinism(walk: Walk, again: Walk) -> Iterator[Finding]:
    """The same seed, the same moves: else nobody can show a mistake again."""
    first = {_where(played): played.record for played in walk.played}
    for played in again.played:
        record, before = played.record, first[_where(played)]
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


def _where(played: Played) -> tuple[int, int, int | None]:
    """Which game of a walk it was."""
    fixture = played.record.fixture
    return len(fixture.bots), played.seat, fixture.seed


def _children(walk: Walk) -> Iterator[Finding]:
    counts = [process.children for process in walk.processes if process.children is not None]
    if not counts:
        yield Finding("processes", "not tested", "no game without a fault, or none can be counted")
    elif max(counts) > 1:
        seen = f"{max(counts)} processes at the end of a game; all are charged to its clock"
        yield Finding("processes", "note", seen)
    else:
        yield Finding("processes", "pass", "one")


def _ending(walk: Walk) -> Iterator[Finding]:
    stayed = [process for process in walk.processes if process.left_in_time is False]
    if stayed:
        yield Finding("bye", "note", "it did not end within 500 ms of `bye` and was killed")
    elif any(process.left_in_time for process in walk.processes):
        yield Finding("bye", "pass", "it ended by itself")


def _stderr(walk: Walk) -> Iterator[Finding]:
    sizes: Sequence[int] = [len(record.stderr[seat]) for seat, record, _ in walk.played]
    most = max(sizes)
    if most >= 64 * 1024:
        yield Finding("stderr", "note", "over 64 KiB in a game: only the end of it is kept")
    else:
        seen = f"up to {most} characters in a game" if most else "nothing written"
        yield Finding("stderr", "pass", seen)
