"""The worker processes of a run: started, given work, replaced when they die."""

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

import trio

from arena.errors import OrganiserError
from arena.model import Guarantees
from arena.pipes import Pipe
from arena.worker import Setup

_TIME_TO_LEAVE_S = 5.0
_MOST_DEATHS = 3  # of workers one after another, with no job done in between

_SHORT = "see whether memory is short here, then go on with `arena resume`"

J = TypeVar("J")


class WorkerBug(Exception):
    """A worker met a bug of ours; the text is its traceback."""


class _Gone(Exception):
    """The worker's process has ended."""


class Jobs(Protocol[J]):
    """Where work comes from and what becomes of it. Called from one task at a time."""

    def take(self) -> J | None:
        """The next job; None if nothing is left to be given out now."""
        ...

    def to_wire(self, job: J) -> list[Any]:
        """The job as a message."""
        ...

    def said(self, job: J, worker: int, message: list[Any]) -> None:
        """What the worker says while it is at it."""
        ...

    def spoilt(self, job: J, cause: str) -> None:
        """The worker died over it: what it has not handed over is to be done again."""
        ...


class Crew:
    """Workers at their places, idle until there is work."""

    def __init__(self, setup: Setup, size: int) -> None:
        self._setup = setup
        cores = _cores()
        self._cores = [cores[at % len(cores)] if cores else None for at in range(size)]
        self._workers: list[_Worker] = []
        self._deaths = 0

    @property
    def size(self) -> int:
        return len(self._workers)

    async def start(self) -> None:
        """All of them at once; raises OrganiserError if one cannot play here."""
        self._workers = [_Worker(self._setup._replace(core=core)) for core in self._cores]
        try:
            for worker in self._workers:
                await worker.tell()
            for worker in self._workers:
                await worker.hear_ready()
        except _Gone as end:
            raise OrganiserError(f"{end} before it could play; {_SHORT}") from None

    async def stop(self) -> None:
        """They end their bots and then themselves."""
        with trio.CancelScope(shield=True):
            for worker in self._workers:
                await worker.dismiss()
            deadline = trio.current_time() + _TIME_TO_LEAVE_S
            for worker in self._workers:
                await worker.see_off(deadline)

    async def work(self, jobs: Jobs[J]) -> None:
        """Until everything is done; nobody is idle while there is something to take."""
        shift = _Shift(jobs)
        async with trio.open_nursery() as nursery:
            for number in range(self.size):
                nursery.start_soon(self._man, number, shift)

    # An interrupt is for the task that waits for all of them: none cuts short what is stored.
    @trio.lowlevel.enable_ki_protection
    async def _man(self, number: int, shift: "_Shift[J]") -> None:
        while (job := await shift.next_job()) is not None:
            worker = self._workers[number]
            try:
                await worker.do(shift.jobs.to_wire(job), partial(shift.jobs.said, job, number))
                self._deaths = 0
            except _Gone as end:
                shift.jobs.spoilt(job, str(end))
                await self._replace(number, end)
            shift.finished()

    async def _replace(self, number: int, end: _Gone) -> None:
        """Another worker for one that died."""
        while True:
            self._deaths += 1
            if self._deaths >= _MOST_DEATHS:
                raise OrganiserError(f"{_MOST_DEATHS} times in a row {end}; {_SHORT}")
            worker = _Worker(self._setup._replace(core=self._cores[number]))
            self._workers[number] = worker
            try:
                await worker.tell()
                await worker.hear_ready()
            except _Gone as another:
                end = another
            else:
                return


class _Shift(Generic[J]):
    """Jobs being done; a job whose worker died comes back, so idle workers wait for the last."""

    def __init__(self, jobs: Jobs[J]) -> None:
        self.jobs = jobs
        self._at_work = 0
        self._change = trio.Event()

    async def next_job(self) -> J | None:
        while (job := self.jobs.take()) is None:
            if not self._at_work:
                return None
            await self._change.wait()
        self._at_work += 1
        return job

    def finished(self) -> None:
        self._at_work -= 1
        self._change.set()
        self._change = trio.Event()


@asynccontextmanager
async def crew_of(setup: Setup, size: int) -> AsyncIterator[Crew]:
    """A crew that is there as long as the context; no worker and no bot outlives it."""
    crew = Crew(setup, size)
    try:
        await crew.start()
        yield crew
    finally:
        await crew.stop()


class _Worker:
    def __init__(self, setup: Setup) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "arena.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            process_group=0,  # Ctrl-C at the terminal is for the parent alone
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        # The pipe closes descriptors of its own.
        self._pipe = Pipe(
            os.dup(self._process.stdout.fileno()), os.dup(self._process.stdin.fileno())
        )
        self._process.stdin.close()
        self._process.stdout.close()
        self._setup = setup

    async def tell(self) -> None:
        """How to play; it opens its sandbox."""
        await self._send(["setup", *self._setup])

    async def hear_ready(self) -> None:
        """Wait until it can play."""
        kind, told = await self._hear()
        assert kind == "ready", kind
        self.guarantees = Guarantees(*told)

    async def do(self, job: list[Any], said: Callable[[list[Any]], None]) -> None:
        """Give it a job; `said` gets what it says until the job is done."""
        await self._send(job)
        while True:
            message = await self._hear()
            if message[0] == "done":
                return
            said(message)

    async def _send(self, message: list[Any]) -> None:
        try:
            await self._pipe.send(message)
        except trio.BrokenResourceError:
            await self._bury()

    async def _hear(self) -> list[Any]:
        message = await self._pipe.receive()
        if message is None:
            await self._bury()
        assert message is not None
        if message[0] == "trouble":
            raise OrganiserError(message[1])
        if message[0] == "bug":
            raise WorkerBug(message[1])
        return message

    async def _bury(self) -> None:
        """Its process has closed the pipe: say how it ended."""
        await self.see_off(trio.current_time() + _TIME_TO_LEAVE_S)
        code = self._process.returncode
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        raise _Gone(f"the worker process ended by {how}")

    async def dismiss(self) -> None:
        """Close the pipe, which is its sign to end."""
        await self._pipe.aclose()

    async def see_off(self, deadline: float) -> None:
        """Wait for its end, and bring it about if it takes too long."""
        while self._process.poll() is None:
            if trio.current_time() > deadline:
                self._process.kill()
                self._process.wait()
                return
            await trio.sleep(0.01)


def _cores() -> Sequence[int]:
    """The cores that this process may use; none where nobody can be pinned."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else ()


def usual_size() -> int:
    """A worker for each core."""
    return len(_cores()) or os.cpu_count() or 1
