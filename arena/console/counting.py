"""A number that grows while something long is done; nothing without a terminal."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

_REDRAW_S = 0.2


@contextmanager
def counting(console: Console, what: str) -> Iterator[Callable[[int], None]]:
    """A function that is told how far things are."""
    if not console.is_terminal:
        yield lambda _: None
        return
    shown_at = 0.0
    with console.status(what) as status:

        def step(number: int) -> None:
            nonlocal shown_at
            if time.monotonic() - shown_at > _REDRAW_S:
                shown_at = time.monotonic()
                status.update(f"{number:,} {what}")

        yield step
