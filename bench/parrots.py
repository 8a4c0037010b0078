"""Bots that think nothing: they say again what was said in games that were played before."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import msgpack
import trio

from arena.model import Fixture, Limits, MatchRecord
from arena.retelling import asked_of
from arena.sandbox import open_sandbox
from arena.sitting import Table, play_sitting, prepared
from arena.submissions import find
from arena_sdk.messages import Answer, Ask
from arena_sdk.wire import encode

BOTS = Path(__file__).parent / "bots"
_CLOCK = {"move_ms": 500, "game_ms": 10_000}


def played(bots: Sequence[str], fixtures: Sequence[Fixture]) -> list[MatchRecord]:
    """The fixtures as these bots play them, in one sitting."""
    records: list[MatchRecord] = []

    async def play() -> None:
        table = await prepared(Table(tuple(find(list(bots))), open_sandbox("auto"), Limits()))
        await play_sitting(table, fixtures, finished=records.append)

    trio.run(play)
    return records


def in_python(folder: Path, records: Sequence[MatchRecord], seat: int) -> Path:
    """A parrot for this seat of these games, in their order, and all that the floor needs."""
    folder.mkdir()
    asks, answers = _talk(records, seat)
    (folder / "messages.bin").write_bytes(b"".join(msgpack.packb(ask.to_map()) for ask in asks))
    (folder / "moves.bin").write_bytes(b"".join(msgpack.packb(each.move) for each in answers))
    shutil.copy(BOTS / "parrot.py", folder / "bot.py")
    return folder


def in_c(folder: Path, records: Sequence[MatchRecord], seat: int) -> Path:
    """The same in C, where whole frames are stored."""
    folder.mkdir()
    asks, answers = _talk(records, seat)
    (folder / "asks.bin").write_bytes(b"".join(encode(ask.to_map()) for ask in asks))
    (folder / "answers.bin").write_bytes(b"".join(encode(each.to_map()) for each in answers))
    (folder / "bot.toml").write_text('command = ["./bot"]\n')
    subprocess.run(["gcc", "-O2", "-o", folder / "bot", BOTS / "parrot.c"], check=True)
    return folder


def _talk(records: Sequence[MatchRecord], seat: int) -> tuple[list[Ask], list[Answer]]:
    """What the seat was asked in all games, and what it answered."""
    asks, answers = [], []
    for game, record in enumerate(records, 1):
        for asked in asked_of(record, seat):
            assert asked.decision is not None, "no bot failed"
            view, events = asked.view.to_map(), list(asked.events)
            asks.append(Ask(game, asked.turn, asked.view.asks, view, events, _CLOCK))
            answers.append(Answer(game, asked.turn, asked.decision.move))
    return asks, answers
