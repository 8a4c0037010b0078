"""Shows a match while it is played: live in a terminal, as plain lines elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager

import trio
from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from arena.console.tables import drawn
from arena.console.text import fault_words, move_words, seat_labels
from arena.plain_text import harmless
from arena.referee import Moment, Watch

_LOOK_S = 0.6  # long enough to read two cards being laid
_GLANCE_S = 0.25  # for signals and wishes, which say little
_LINES = 6


@contextmanager
def watching(console: Console, seat: int) -> Iterator[Watch]:
    """A watcher that draws what this seat sees, for as long as the context lasts."""
    if not console.is_terminal:
        yield _Lines(console).show
        return
    with Live(console=console, auto_refresh=False, vertical_overflow="visible") as live:
        yield _Film(live, seat).show


class Picture:
    """The table as one seat sees it, the last moves and the clocks, in a frame."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._lines: list[Text] = []
        self._match = ""

    def of(self, moment: Moment) -> Panel:
        """The picture of this moment; remembers the moves for the next."""
        fixture = moment.fixture
        if fixture.id != self._match:
            self._match, self._lines = fixture.id, []
        self._lines = [*self._lines, *_lines_of(moment)][-_LINES:]
        labels = seat_labels(fixture.bots)
        clocks = "   ".join(
            f"{label} {bank / 1000:.1f} s"
            for label, bank in zip(labels, moment.banks_ms, strict=True)
        )
        body = Group(
            drawn(moment.rules.view(moment.state, self._seat), labels),
            Text(),
            *self._lines,
            *(Text() for _ in range(_LINES - len(self._lines))),
            Text(f"clock  {clocks}", style="dim"),
        )
        return Panel(body, title=f"{moment.rules.title}, seed {fixture.seed}", width=78)


class _Film:
    def __init__(self, live: Live, seat: int) -> None:
        self._live = live
        self._picture = Picture(seat)

    async def show(self, moment: Moment) -> None:
        self._live.update(self._picture.of(moment), refresh=True)
        quick = all(made.asks in ("wish", "signal") for made in moment.decisions)
        if moment.rules.to_act(moment.state):
            await trio.sleep(_GLANCE_S if quick else _LOOK_S)


class _Lines:
    def __init__(self, console: Console) -> None:
        self._console = console

    async def show(self, moment: Moment) -> None:
        for line in _lines_of(moment):
            self._console.print(line, soft_wrap=True)


def _lines_of(moment: Moment) -> Iterator[Text]:
    labels = seat_labels(moment.fixture.bots)
    width = max(map(len, labels))
    for made, time in zip(moment.decisions, moment.times, strict=True):
        yield Text.assemble(
            f"{made.step:>4}  ",
            (f"{labels[made.seat]:<{width}}", "bold"),
            f"  {move_words(made)}  ",
            (f"{time.wall_ms:.1f} ms", "dim"),
        )
    for fault in moment.faults:
        yield Text(harmless(fault_words(fault, moment.fixture.bots)), style="bold red")
