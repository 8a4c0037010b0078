"""P1 to P3: what a refereed move costs, against the floor of a bare conversation by pipes.

The bots are parrots: they answer with the moves of games that were played before, so they think
nothing, in Python and in C. The floor is the same parrot asked the same questions over blocking
pipes by a loop that does nothing else. All is CPU time, of the referee and of the bots together,
on one core; floors and referee take turns, so that a busy machine is busy for both.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgpack
import trio

from arena.games import rules_named
from arena.model import Fixture, Limits, MatchRecord
from arena.pairings import numbered_fixture
from arena.retelling import asked_of
from arena.sandbox import open_sandbox
from arena.sitting import Table, play_sitting, prepared
from arena.submissions import find
from arena_sdk.messages import Answer, Ask
from arena_sdk.wire import encode

FLOOR = Path(__file__).parent / "floor"
GAME = "face-to-face"
ROUNDS = 3
GAMES = 200
FLOOR_MOVES = 20_000
CLOCK = {"move_ms": 500, "game_ms": 10_000}


class Bar(NamedTuple):
    name: str
    what: str
    cost: str  # which cost is compared
    with_: str  # with which
    most: float


BARS = (
    Bar("P1", "referee, Python bot, no sandbox", "python unsafe", "python floor", 2.2),
    Bar("P2", "referee, C bot, no sandbox", "c unsafe", "c floor", 8.0),
    Bar("P3", "bubblewrap with CPU clock and freeze", "python bubblewrap", "python unsafe", 1.5),
)


def main() -> int:
    """Print the ratios; 1 if a bar is missed."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    costs: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        fixtures = [_fixture(seed) for seed in range(GAMES)]
        bots = _make_parrots(Path(folder), fixtures)
        for _ in range(ROUNDS):
            for name, measured in _one_round(bots, fixtures):
                costs.setdefault(name, []).append(measured)
    for name, measured in costs.items():
        print(f"{name:<20} {median(measured) * 1e6:7.1f} us a move ({_spread(measured)})")
    missed = 0
    for bar in BARS:
        ratio = median(costs[bar.cost]) / median(costs[bar.with_])
        missed += ratio > bar.most
        print(f"{bar.name} {bar.what}: {ratio:.2f} (bar {bar.most})")
    return int(missed > 0)


def _spread(measured: list[float]) -> str:
    return ", ".join(f"{each * 1e6:.1f}" for each in sorted(measured))


def _one_round(bots: dict[str, list[Path]], fixtures: list[Fixture]):
    yield "c floor", _floor(["./bot", str(FLOOR_MOVES * 5)], bots["c"][0], FLOOR_MOVES * 5)
    python = [sys.executable, "bot.py", str(FLOOR_MOVES)]
    yield "python floor", _floor(python, bots["python"][0], FLOOR_MOVES)
    for language, sandbox in (("c", "unsafe"), ("python", "unsafe"), ("python", "bubblewrap")):
        yield f"{language} {sandbox}", trio.run(_refereed, bots[language], sandbox, fixtures)


def _floor(command: list[str], folder: Path, moves: int) -> float:
    """The CPU time of both ends for a move, their start included: moves are many."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used / moves


async def _refereed(bots: list[Path], sandbox: str, fixtures: list[Fixture]) -> float:
    """The same of the referee and its bots, from the end of the first game to that of the last."""
    table = await prepared(
        Table(tuple(find(list(map(str, bots)))), open_sandbox(sandbox), Limits())
    )
    seen: list[tuple[float, int]] = []

    def finished(record: MatchRecord) -> None:
        assert not record.faults, record.faults
        seen.append((time.process_time() + _descendants_cpu_s(), len(record.decisions)))

    await play_sitting(table, fixtures, finished=finished)
    # Before the last one its bots have ended, and their time is not to be had any more.
    (began, _), (ended, _) = seen[0], seen[-2]
    return (ended - began) / sum(moves for _, moves in seen[1:-1])


def _descendants_cpu_s() -> float:
    """Time on a core of all processes below this one, by the scheduler's own count."""
    left, used = [os.getpid()], 0
    while left:
        pid = left.pop()
        for task in os.listdir(f"/proc/{pid}/task"):
            below = Path(f"/proc/{pid}/task/{task}/children").read_text().split()
            left += map(int, below)
        if pid != os.getpid():
            used += int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])
    return used / 1e9


def _fixture(seed: int) -> Fixture:
    options = rules_named(GAME).settle({}, 2)
    return numbered_fixture(GAME, options, ["one", "two"], seed)


def _make_parrots(folder: Path, fixtures: list[Fixture]) -> dict[str, list[Path]]:
    """For each language a bot for each seat, which knows what to answer in these games."""
    records: list[MatchRecord] = []
    trio.run(_play, fixtures, records)
    made: dict[str, list[Path]] = {"c": [], "python": []}
    for seat in range(2):
        asks, answers, moves, messages = bytearray(), bytearray(), bytearray(), bytearray()
        for game, record in enumerate(records, 1):
            for asked in asked_of(record, seat):
                assert asked.decision is not None, "no bot failed"
                move = asked.decision.move
                view, events = asked.view.to_map(), list(asked.events)
                ask = Ask(game, asked.turn, asked.view.asks, view, events, CLOCK).to_map()
                asks += encode(ask)
                messages += msgpack.packb(ask)
                answers += encode(Answer(game, asked.turn, move).to_map())
                moves += msgpack.packb(move)
        for language, bots in made.items():
            bot = folder / f"{language}{seat}"
            bot.mkdir()
            bots.append(bot)
        c, python = made["c"][seat], made["python"][seat]
        (c / "asks.bin").write_bytes(asks)
        (c / "answers.bin").write_bytes(answers)
        (c / "bot.toml").write_text('command = ["./bot"]\n')
        subprocess.run(["gcc", "-O2", "-o", c / "bot", FLOOR / "parrot.c"], check=True)
        (python / "messages.bin").write_bytes(messages)
        (python / "moves.bin").write_bytes(moves)
        (python / "bot.py").write_text((FLOOR / "parrot.py").read_text())
    return made


async def _play(fixtures: list[Fixture], records: list[MatchRecord]) -> None:
    table = await prepared(Table(tuple(find(["random"] * 2)), open_sandbox("auto"), Limits()))
    await play_sitting(table, fixtures, finished=records.append)


if __name__ == "__main__":
    sys.exit(main())
