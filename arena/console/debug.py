"""Shows a bot's answers beside those of a recorded match."""

from collections.abc import Callable

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from arena.console.replay import show_head
from arena.console.tables import drawn
from arena.console.text import move_words, seat_labels, tail
from arena.debugging import Answered
from arena.model import Decision, MatchRecord, Seat
from arena.plain_text import harmless


def show_debugging(console: Console, record: MatchRecord, seat: Seat) -> Callable[[Answered], None]:
    """A function that shows one ask after another."""
    labels = seat_labels(record.fixture.bots)
    show_head(console, record)
    console.print(Text(f"as seat {seat}, {labels[seat]}", style="bold"))

    def show(answered: Answered) -> None:
        asked = answered.asked
        console.print(Text(f"ask {asked.turn}: {asked.view.asks}", style="bold"))
        console.print(Padding(drawn(asked.view, labels), (0, 0, 0, 2)))
        for line in tail(answered.stderr):
            console.print(Text(f"  | {line}"), soft_wrap=True)
        then = "nothing" if asked.decision is None else move_words(asked.decision)
        if asked.faults:
            then = f"{asked.faults[0].verdict}: {asked.faults[0].detail}"
        if answered.is_same:
            console.print(Text(harmless(f"  the same: {then}"), style="green"), soft_wrap=True)
            return
        if answered.fault is not None:
            console.print(Text(harmless(f"  now: {answered.fault}"), style="red"), soft_wrap=True)
        else:
            assert answered.move is not None, "a bot that did not fail gave a move"
            now = Decision(asked.step, seat, asked.view.asks, answered.move)
            console.print(Text(f"  now:  {_words(now)}", style="yellow"), soft_wrap=True)
        console.print(Text(harmless(f"  then: {then}")), soft_wrap=True)

    return show


def _words(decision: Decision) -> str:
    """A move in words; whatever a bot may have sent instead, as it is."""
    try:
        return harmless(move_words(decision))
    except (KeyError, TypeError, ValueError, IndexError):
        return harmless(repr(decision.move))
