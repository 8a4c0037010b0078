"""A worker process: plays what it is given under trio, and owns the bots that it starts.

Started by exec and never forked, pinned to a core with its bots, deaf to Ctrl-C. It ends
when its parent does: the pipe is the only thread that holds it.
"""

import os
import signal
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import trio

from arena.admission import Trial, Tried, guessed_games, tried
from arena.errors import BadSubmission, HostTrouble, OrganiserError
from arena.model import Fixture, Limits, Map, MatchRecord, Void
from arena.pipes import Pipe
from arena.played import played
from arena.sandbox import Sandbox, open_sandbox
from arena.sitting import Table, play_sitting
from arena.submissions import Submission

_ATTEMPTS = 3  # at a game that the machine spoils


class Setup(NamedTuple):
    """What a worker needs to know before it can play."""

    sandbox: str
    environment: str | None
    limits: Limits
    pace_ms: int
    core: int | None

    @staticmethod
    def from_wire(source: list[Any]) -> "Setup":
        setup = Setup(*source)
        return setup._replace(limits=Limits(*setup.limits))


def bot_to_wire(bot: Submission) -> Map:
    """A submission as plain values."""
    return {
        **bot._asdict(),
        "folder": str(bot.folder),
        "source": bot.source and str(bot.source),
    }


def _bot(source: Map) -> Submission:
    lists = {name: tuple(v) for name, v in source.items() if isinstance(v, list)}
    whole: Map = {
        **source,
        **lists,
        "folder": Path(source["folder"]),
        "source": source["source"] and Path(source["source"]),
    }
    return Submission(**whole)


def _fixture(source: list[Any]) -> Fixture:
    fixture = Fixture(*source)
    return fixture._replace(bots=tuple(fixture.bots), bot_seeds=tuple(fixture.bot_seeds))


def main() -> None:
    """Serve the parent until it closes the pipe."""
    # The terminal's Ctrl-C is for the parent; a handler, unlike SIG_IGN, is not inherited.
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)  # whatever is printed by mistake does not end up among messages
    trio.run(_serve, incoming, outgoing)


async def _serve(incoming: int, outgoing: int) -> None:
    pipe = Pipe(incoming, outgoing)
    jobs, to_do = trio.open_memory_channel[list[Any]](1)
    said, to_say = trio.open_memory_channel[list[Any]](float("inf"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_listen, pipe, jobs, nursery.cancel_scope)
        nursery.start_soon(_speak, pipe, to_say, nursery.cancel_scope)
        await _work(to_do, said.send_nowait)


async def _listen(
    pipe: Pipe, jobs: trio.MemorySendChannel[list[Any]], scope: trio.CancelScope
) -> None:
    """The parent's end is our end, whatever is being played."""
    while (message := await pipe.receive()) is not None:
        await jobs.send(message)
    scope.cancel()


async def _speak(
    pipe: Pipe, to_say: trio.MemoryReceiveChannel[list[Any]], scope: trio.CancelScope
) -> None:
    try:
        async for message in to_say:
            await pipe.send(message)
    except trio.BrokenResourceError:
        scope.cancel()


async def _work(
    to_do: trio.MemoryReceiveChannel[list[Any]], say: Callable[[list[Any]], None]
) -> None:
    worker: _Worker | None = None
    async for kind, *arguments in to_do:
        try:
            if worker is None:
                assert kind == "setup", kind
                worker = _Worker(Setup.from_wire(arguments), say)
                say(["ready", worker.guarantees])
            else:
                job: Callable[..., Awaitable[None]] = getattr(worker, kind)
                await job(*arguments)
                say(["done"])
        except OrganiserError as problem:
            say(["trouble", str(problem)])
        except Exception:
            say(["bug", traceback.format_exc()])


class _Worker:
    """Its methods are the jobs that a parent can give."""

    def __init__(self, setup: Setup, say: Callable[[list[Any]], None]) -> None:
        if setup.core is not None:
            os.sched_setaffinity(0, {setup.core})
        environment = None if setup.environment is None else Path(setup.environment)
        self._sandbox: Sandbox = open_sandbox(setup.sandbox, environment)
        self._setup = setup
        self._say = say
        self._prepared: dict[str, Submission] = {}
        self.guarantees = self._sandbox.guarantees

    async def play(self, bots: list[Map], fixtures: list[list[Any]]) -> None:
        """A sitting: `bots` by seat."""
        seats = tuple([await self._ready(_bot(source)) for source in bots])
        setup = self._setup
        table = Table(seats, self._sandbox, setup.limits, setup.pace_ms)
        await play_sitting(
            table,
            [_fixture(source) for source in fixtures],
            finished=self._finished,
            unplayed=self._unplayed,
        )

    def _finished(self, record: MatchRecord) -> None:
        self._say(["match", played(record).to_wire()])

    def _unplayed(self, fixture: Fixture, voids: tuple[Void, ...]) -> None:
        self._say(["unplayed", fixture.id, voids])

    async def _ready(self, bot: Submission) -> Submission:
        key = f"{bot.name} {bot.version}"
        if key not in self._prepared:
            self._prepared[key] = await self._sandbox.prepare(bot)
        return self._prepared[key]

    async def admit(self, bot: Map, trials: list[list[Any]]) -> None:
        """Build a bot and let it play one game of each kind."""
        try:
            ready = await self._ready(_bot(bot))
        except BadSubmission as problem:
            # Whoever tells of it begins with the name.
            self._say(["refused", str(problem).removeprefix(f"{bot['name']}: ")])
            return
        games = list(dict.fromkeys(rules for rules, _, _ in trials))
        for rules, options, seats in trials:
            kind = Trial(ready, rules, options, seats, self._setup.pace_ms)
            trial = await self._tried(kind)
            if trial.refusal:
                guess = guessed_games(ready, games, games[: games.index(rules)])
                self._say(["refused", trial.refusal + guess])
                return
            self._say(["tried", [rules, trial.cost]])
        self._say(["admitted", None])

    async def _tried(self, trial: Trial) -> Tried:
        for _ in range(_ATTEMPTS):
            try:
                return await tried(trial, self._sandbox, self._setup.limits)
            except HostTrouble as trouble:
                cause = str(trouble)
        raise OrganiserError(
            f"{trial.bot.name} could not be tried in {_ATTEMPTS} attempts: {cause};"
            " see what ails this machine (`arena doctor`), then start again"
        )


if __name__ == "__main__":
    main()
