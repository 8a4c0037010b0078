"""Bots in memory behind the real interface of a bot process, for tests with virtual time.

A bot here is a function from the frame it was sent to what it says: a map, raw bytes,
a list of these, None for nothing, or `After(seconds, said)`.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgpack
import trio

from arena.games import rules_named
from arena.heartbeat import Heartbeat
from arena.model import Limits, MatchRecord
from arena.pairings import numbered_fixture
from arena.players import BotPlayer
from arena.referee import Match
from arena.sitting import Greeting

Frame = dict[str, Any]


class After(NamedTuple):
    """Say something, but so many seconds later."""

    seconds: float
    said: Any


def frame(message: Frame) -> bytes:
    payload = msgpack.packb(message)
    return len(payload).to_bytes(4, "big") + payload


class MemoryBot:
    """One bot process; remembers every frame that it was sent, decoded and as bytes."""

    def __init__(self, bot: Callable[[Frame], Any]) -> None:
        self._bot = bot
        self._in = b""
        self._out: list[tuple[float, bytes]] = []  # when it is there, what
        self._spoken = trio.Event()
        self.frames: list[Frame] = []
        self.raw: list[bytes] = []
        self.killed = False

    @property
    def asks(self) -> list[Frame]:
        return [message for message in self.frames if message["type"] == "ask"]

    def write(self, data: bytes) -> int:
        self._in += data
        while len(self._in) >= 4 and len(self._in) >= 4 + (size := int.from_bytes(self._in[:4])):
            raw, self._in = self._in[: 4 + size], self._in[4 + size :]
            message = msgpack.unpackb(raw[4:])
            self.raw.append(raw)
            self.frames.append(message)
            self._say(self._bot(message))
        return len(data)

    def _say(self, said: Any, later: float = 0.0) -> None:
        if isinstance(said, After):
            self._say(said.said, later + said.seconds)
        elif isinstance(said, list):
            for each in said:
                self._say(each, later)
        elif said is not None:
            data = said if isinstance(said, bytes) else frame(said)
            self._out.append((trio.current_time() + later, data))
            self._spoken.set()

    def read(self, wait_ms: int = 0) -> bytes | None:
        now = trio.current_time()
        due = [data for at, data in self._out if at <= now]
        self._out = [(at, data) for at, data in self._out if at > now]
        if b"" in due:  # it closed its output
            self._out.insert(0, (now, b""))
            due = due[: due.index(b"")]
            return b"".join(due)
        return b"".join(due) if due else None

    async def wait_readable(self) -> None:
        while not self._out:
            self._spoken = trio.Event()
            await self._spoken.wait()
        await trio.sleep_until(min(at for at, _ in self._out))

    async def wait_writable(self) -> None:
        await trio.lowlevel.checkpoint()

    def close_input(self) -> None:
        pass

    async def wait_ended(self, at_most_s: float) -> int | None:
        return None

    def cpu_usec(self) -> int | None:
        return None

    def freeze(self) -> None:
        pass

    def thaw(self) -> None:
        pass

    def memory_trouble(self) -> str | None:
        return None

    def kill(self) -> None:
        self.killed = True

    def take_stderr(self) -> str:
        return ""


def ready(message: Frame) -> Frame | None:
    """What an honest bot says to anything but an ask."""
    return {"type": "ready", "protocol": 1} if message["type"] == "hello" else None


def answer(ask: Frame, move: Frame, **other: Any) -> Frame:
    return {"type": "answer", "game": ask["game"], "turn": ask["turn"], "move": move, **other}


def honest(pick: Callable[[Any, Frame], Any] | None = None) -> Callable[[Frame], Any]:
    """A bot that plays the first legal move, or what `pick(view, ask)` says instead.

    `pick` may return a typed move, a map (used as the move) or anything that a memory
    bot may say; None stands for the first legal move.
    """
    from arena_sdk.bot import game_module

    start: Frame = {}

    def bot(message: Frame) -> Any:
        nonlocal start
        if message["type"] == "start":
            start = message
        if message["type"] != "ask":
            return ready(message)
        module = game_module(start["rules"])
        view = module.read_view(
            message["view"], asks=message["asks"], seat=start["seat"], options=start["options"]
        )
        said = pick(view, message) if pick else None
        if said is None:
            said = next(iter(module.legal_moves(view)))
        if hasattr(said, "to_map"):
            return answer(message, said.to_map())
        if isinstance(said, dict) and "type" not in said:
            return answer(message, said)
        return said

    return bot


async def referee(
    game: str,
    bots: Sequence[Callable[[Frame], Any]],
    *,
    seed: int = 1,
    options: Frame | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    games: int = 1,
    pace_s: float = 0.0,
) -> tuple[MatchRecord, list[MemoryBot]]:
    """The last record of so many games of these bots, and the processes."""
    rules = rules_named(game)
    settled = rules.settle(options or {}, len(bots))
    processes = [MemoryBot(bot) for bot in bots]
    players = [BotPlayer(process, limits, Heartbeat()) for process in processes]
    async with trio.open_nursery() as nursery:
        greetings = [Greeting(nursery, player) for player in players]
    faults = [await greeting.fault() for greeting in greetings]
    for number in range(seed, seed + games):
        fixture = numbered_fixture(game, settled, [f"bot{i}" for i in range(len(bots))], number)
        record = await Match(fixture, rules, players, pace_s=pace_s).play(faults)
    return record, processes
