"""Shows a contest while it is played: a live screen in a terminal, plain lines elsewhere."""

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from arena.console.text import counted
from arena.pairings.blocks import Block
from arena.pairings.numbered import rotated
from arena.plain_text import harmless
from arena.played import PlayedMatch
from arena.stages import Stage

_REDRAW_S = 0.5
_STANDINGS_S = 3.0  # they are computed, and that takes time from the bots
_LINE_S = 10.0  # between lines where there is no terminal
_FAULTS = 5  # that are shown at once
_MOST_FAULT_LINES = 100  # without a terminal; the others are counted

Standings = Callable[[], RenderableType]


def _nothing() -> None:
    pass


class Progress(ABC):
    """What a contest tells while it goes on; drawn by one of the two below."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.at_checkpoint: Callable[[], None] = _nothing
        self.games_left = 0  # of the round
        self.games_of_round = 0
        self.played_now = 0  # by this process
        self.began = time.monotonic()
        self.faults = 0
        self.voids = 0
        self.title = ""
        self.where = ""
        self.total: int | None = None  # games of the stage, where that is known
        self.before = 0  # games that were stored when this process began

    def line(self, text: str) -> None:
        self._console.print(Text(harmless(text)), soft_wrap=True)

    def admission(self, done: int, of: int) -> None:
        self.where = f"admission: {done} of {of} bots tried"
        self.moved()

    def stage(self, stage: Stage, total: int | None, before: int) -> None:
        """A stage begins, or goes on."""
        terms = stage.terms
        self.title = f"{terms.contest}, stage {terms.number}"
        self.line(f"{self.title}: commitment {stage.commitment}")
        self.line(f"stage id {stage.key}")
        self.total, self.before = total, before
        self.began = time.monotonic()

    def round(self, number: int, games: int, left: int) -> None:
        self.where = f"round {number + 1}"
        self.games_of_round, self.games_left = games, left
        self.moved()

    def checkpoint(self) -> None:
        self.at_checkpoint()

    def played(self, block: Block, match: PlayedMatch, game: int) -> None:
        self.played_now += 1
        self.games_left -= 1
        bots = rotated(block.bots, game)
        for fault in match.faults:
            self.faults += 1
            detail = f"{bots[fault.seat]}: {fault.verdict}: {fault.detail}"
            self.fault(f"{match.key} {block.pool.text}: {detail}")
        self.moved()

    @abstractmethod
    def fault(self, text: str) -> None:
        """A bot was thrown out."""

    def void(self, cause: str) -> None:
        self.voids += 1
        self.line(f"void, to be played again: {cause}")

    @abstractmethod
    def moved(self) -> None:
        """Something has changed that is worth drawing, sometimes."""

    def speed(self) -> float:
        """Games a second."""
        return self.played_now / max(1e-9, time.monotonic() - self.began)

    def status(self) -> str:
        """Where the contest is, in one line."""
        done = self.before + self.played_now
        of = f" of {self.total:,}" if self.total else ""
        parts = [f"{self.title}: {self.where}".lstrip(": "), f"{done:,}{of} games"]
        speed = self.speed()
        if self.played_now:
            parts.append(f"{speed:.1f} games/s")
        if self.total and self.played_now:
            parts.append(f"{_clock((self.total - done) / speed)} left")
        if self.faults:
            parts.append(counted(self.faults, "fault"))
        return ", ".join(parts)


def _clock(seconds: float) -> str:
    whole = max(0, round(seconds))
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


class _Lines(Progress):
    """For a log: a line now and then, and one for each fault."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._said_at = time.monotonic()
        self._where = ""

    def fault(self, text: str) -> None:
        if self.faults <= _MOST_FAULT_LINES:
            self.line(f"fault: {text}")

    def moved(self) -> None:
        new = self.where.startswith("round") and self.where != self._where
        if new or time.monotonic() - self._said_at > _LINE_S:
            self._where = self.where
            self._said_at = time.monotonic()
            self.line(self.status())


class _Screen(Progress):
    """For a terminal: a bar, the running table, and the last faults."""

    def __init__(self, console: Console, live: Live, standings: Standings) -> None:
        super().__init__(console)
        self._live = live
        self._standings = standings
        self._table: RenderableType = Text()
        self._drawn_at = self._computed_at = time.monotonic()
        self._last: deque[str] = deque(maxlen=_FAULTS)

    def fault(self, text: str) -> None:
        self._last.append(text)

    def moved(self) -> None:
        now = time.monotonic()
        if now - self._drawn_at < _REDRAW_S:
            return
        self._drawn_at = now
        if now - self._computed_at > _STANDINGS_S and self.played_now:
            self._table = self._standings()
            # However long it takes, nine tenths of the time are for playing.
            self._computed_at = time.monotonic() + 9 * (time.monotonic() - now)
        self._live.update(self._picture(), refresh=True)

    def _picture(self) -> RenderableType:
        parts: list[RenderableType] = [Text(harmless(self.status()), style="bold")]
        if self.total:
            bar = Table.grid(expand=False)
            bar.add_row(ProgressBar(self.total, self.before + self.played_now, width=60))
            parts.append(bar)
        parts += (
            Text(harmless(text), style="red", overflow="ellipsis", no_wrap=True)
            for text in self._last
        )
        parts.append(self._table)
        return Group(*parts)


@contextmanager
def progress(console: Console, standings: Standings) -> Iterator[Progress]:
    """Progress for as long as the context lasts; `standings` draws the running table."""
    if not console.is_terminal:
        yield _Lines(console)
        return
    with Live(console=console, auto_refresh=False, transient=True) as live:
        yield _Screen(console, live, standings)
