"""What `tournament` and `resume` share: a crew plays, somebody watches, the end is shown."""

import json as json_format
import shlex
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from rich.console import Console, RenderableType
from rich.text import Text

from arena.commands.publish import publish_site
from arena.console.comparison import drawn_comparison, show_comparison
from arena.console.estimates import show_estimates
from arena.console.progress import Progress, progress
from arena.console.standings import running_table, show_standings
from arena.crew import Crew, crew_of
from arena.entrants import Entrants
from arena.gathering import comparison_of, standings_of
from arena.interrupts import is_interrupt, run
from arena.plain_text import harmless
from arena.plan import Plan
from arena.sandbox.environment import install
from arena.stages import Stage
from arena.store import DEFAULT, Reader, Writer, is_remote, path_of, reading, writing
from arena.tournament import Order, as_announced, go_on, hold, tried_out
from arena.worker import Setup

_INTERRUPTED = 130
NOT_BETTER = 1
_LINES_OF_PROGRESS = 8  # beside the running tables

_Job = Callable[[Crew, Progress], Awaitable[None]]


class Desk(NamedTuple):
    """The organiser's terminal, and the database that things go into."""

    out: Console
    talk: Console
    url: str
    json: bool
    site: Path | None = None  # where the contest is published while it goes on

    @staticmethod
    def at(url: str, *, json: bool, site: Path | None = None) -> "Desk":
        """The terminal of this process."""
        return Desk(Console(), Console(stderr=True), url, json, site)

    def say(self, text: str) -> None:
        """A line of talk."""
        self.talk.print(Text(harmless(text)), soft_wrap=True)

    def hold(self, order: Order, entrants: Entrants, workers: int) -> int:
        """The contest, begun or gone on with."""
        plan = order.plan
        with writing(self.url) as store:

            async def job(crew: Crew, tell: Progress) -> None:
                if await hold(store, order, entrants, crew, tell) is None:
                    more = plan.compare is None and plan.format != "knockout"
                    tell.line(f"this is played to its end{'; more --blocks go on' * more}")

            return self._run(store, order.contest, plan, workers, job)

    def go_on(self, store: Writer, stage: Stage, workers: int) -> int:
        """The rest of a stage."""

        async def job(crew: Crew, tell: Progress) -> None:
            await go_on(store, stage, crew, tell)

        return self._run(store, stage.terms.contest, stage.plan, workers, job)

    def dry_run(self, order: Order, entrants: Entrants, workers: int) -> int:
        """What the contest would take; the bots are tried, nothing is stored."""
        if path_of(self.url).exists():
            with reading(self.url) as known:
                order = as_announced(known, order)

        async def job(crew: Crew, tell: Progress) -> None:
            estimates, blocks = await tried_out(order, entrants, crew, tell)
            show_estimates(self.out, order, estimates, blocks, workers, json=self.json)

        with progress(self.talk, Text) as tell:
            run(_with_crew, order.plan, workers, job, tell)
        return 0

    def _run(self, store: Writer, contest: str, plan: Plan, workers: int, job: _Job) -> int:
        if is_remote(path_of(self.url)):
            self.say("the database is on a remote disk: slower, and safe from one machine alone")
        try:
            with progress(self.talk, partial(self._running, store, contest, plan)) as tell:
                if self.site is not None:
                    tell.at_checkpoint = _Publisher(store, contest, self.site).now_and_then
                run(_with_crew, plan, workers, job, tell)
        except BaseException as error:
            if not is_interrupt(error):
                raise
            self.say(self._how_to_go_on(store, contest))
            return _INTERRUPTED
        return self._show_end(store, contest, plan)

    def _how_to_go_on(self, store: Reader, contest: str) -> str:
        unfinished = {stage.terms.contest for stage in store.unfinished()}
        if contest not in unfinished:
            return "stopped; nothing was left half done, the same command starts again"
        words = [] if self.url == DEFAULT else ["--db", self.url]
        which = ["--contest", contest] if len(unfinished) > 1 else []
        again = shlex.join(["arena", "resume", *which, *words])
        return f"stopped; whole blocks are recorded, go on with: {again}"

    def _running(self, store: Reader, contest: str, plan: Plan) -> RenderableType:
        if plan.compare is not None:
            return drawn_comparison(comparison_of(store, contest), plan)
        room = self.talk.height - _LINES_OF_PROGRESS
        return running_table(standings_of(store, contest), room)

    def _show_end(self, store: Reader, contest: str, plan: Plan) -> int:
        """The result, and what anybody can check it with."""
        code = 0
        if plan.compare is not None:
            found = comparison_of(store, contest)
            show_comparison(self.out, found, plan, json=self.json)
            code = NOT_BETTER if found.decision != "better" else 0
        elif self.json:
            self.out.out(json_format.dumps(standings_of(store, contest)), highlight=False)
        else:
            show_standings(self.out, standings_of(store, contest))
        stage = store.stages(contest)[-1]
        self.say(f"{contest}, stage {stage.terms.number}: digest {stage.digest}")
        if self.site is not None:
            publish_site(store, contest, self.site)
            self.say(f"published: open {self.site / 'index.html'}")
        check = shlex.join(["arena", "verify", *([] if self.url == DEFAULT else [self.url])])
        self.say(f"its secret was {stage.secret.hex()}; check everything with: {check}")
        return code


class _Publisher:
    """Publishes at checkpoints; nine tenths of the time are for playing."""

    def __init__(self, store: Reader, contest: str, site: Path) -> None:
        self._store, self._contest, self._site = store, contest, site
        self._next = 0.0

    def now_and_then(self) -> None:
        began = time.monotonic()
        if began >= self._next:
            publish_site(self._store, self._contest, self._site)
            self._next = time.monotonic() + 9 * (time.monotonic() - began)


async def _with_crew(plan: Plan, workers: int, job: _Job, tell: Progress) -> None:
    environment = install(plan.packages)
    where = None if environment is None else str(environment)
    setup = Setup(plan.sandbox, where, plan.limits, plan.pace_ms, None)
    async with crew_of(setup, workers) as crew:
        await job(crew, tell)
