"""Admission: every bot is built and tried by the crew before its first block.

Who fails is left out within the first minutes, with a message to forward to its author.
"""

from collections.abc import Container, Sequence
from pathlib import Path
from typing import Any, Protocol

from arena.admission import Cost
from arena.crew import Crew
from arena.entrants import Entrants
from arena.errors import OrganiserError
from arena.plain_text import one_line
from arena.plan import Plan, fields_of
from arena.stages import Entered
from arena.submissions import Submission
from arena.submissions.names import clean_name
from arena.worker import bot_to_wire

_NOWHERE = Path()  # where the files of a bot are that has none


class Tell(Protocol):
    """Who wants to know how it goes."""

    def line(self, text: str) -> None: ...

    def admission(self, done: int, of: int) -> None: ...

    def void(self, cause: str) -> None: ...


async def admitted(
    entrants: Entrants,
    plan: Plan,
    crew: Crew,
    tell: Tell,
    *,
    known: Container[tuple[str, str]],
    strict: bool,
) -> tuple[list[Entered], dict[str, list[Cost]]]:
    """Every bot once it was built and tried, and what its games took.

    (version, game) that are known have played in this contest already.
    """
    broken = _named_apart(entrants)
    for each in broken:
        tell.line(f"left out: {each.bot.name}: {each.left_out}")
    jobs = _Admissions(entrants.bots, plan, known, tell)
    await crew.work(jobs)
    entered = [
        Entered(bot, jobs.refused.get(bot.name), entrants.contents[bot.version])
        for bot in entrants.bots
    ]
    for each in entered:
        if each.left_out:
            tell.line(f"left out: {each.bot.name}: {each.left_out}")
    out = [each.bot.name for each in (*broken, *entered) if each.left_out]
    if strict and out:
        raise OrganiserError(f"{', '.join(out)} cannot play, as said above; mend that first")
    return [*entered, *broken], jobs.costs


class _Admissions:
    """Bots to be tried, as jobs for a crew."""

    def __init__(
        self, bots: Sequence[Submission], plan: Plan, known: Container[tuple[str, str]], tell: Tell
    ) -> None:
        self._fields = fields_of(plan, bots)
        self._known = known
        self._left = [bot for bot in reversed(bots) if self._trials(bot)]
        self._all = len(self._left)
        self._done = 0
        self._tell = tell
        self.refused: dict[str, str] = {}
        self.costs: dict[str, list[Cost]] = {}  # by game

    def take(self) -> Submission | None:
        return self._left.pop() if self._left else None

    def to_wire(self, job: Submission) -> list[Any]:
        return ["admit", bot_to_wire(job), self._trials(job)]

    def _trials(self, bot: Submission) -> list[list[Any]]:
        """The games that a bot must play to be let in."""
        return [
            [pool.rules, pool.options, pool.seats]
            for pool, bots in self._fields
            if bot.name in bots and (bot.version, pool.rules) not in self._known
        ]

    def said(self, job: Submission, worker: int, message: list[Any]) -> None:  # noqa: ARG002
        kind, told = message
        if kind in ("refused", "admitted"):
            self._done += 1
            self._tell.admission(self._done, self._all)
        if kind == "refused":
            self.refused[job.name] = told
        elif kind == "tried":
            game, cost = told
            self.costs.setdefault(game, []).append(Cost(*cost))

    def spoilt(self, job: Submission, cause: str) -> None:
        self._tell.void(cause)
        self._left.append(job)


def _named_apart(entrants: Entrants) -> list[Entered]:
    """What cannot play, and why; never under the name of a bot that can."""
    taken = set(entrants.versions)
    named = []
    for what, why, author, email in entrants.broken:
        name = clean_name(what) or ascii(what)[1:-1]
        while name in taken:
            name += " (broken)"
        taken.add(name)
        bot = Submission(name, _NOWHERE, (), author=author, email=email)
        named.append(Entered(bot, one_line(why)))
    return named
