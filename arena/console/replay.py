"""Draws a recorded match: turn by turn for everybody, or as one seat saw it."""

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from arena.console.tables import drawn
from arena.console.text import (
    REASONS,
    fault_words,
    move_words,
    outcome_words,
    seat_labels,
    tail,
)
from arena.games import rules_named
from arena.model import Event, MatchRecord, MoveTime
from arena.plain_text import harmless
from arena.records import history
from arena.retelling import asked_of

_STDERR_LINES = 40


def show_replay(console: Console, record: MatchRecord) -> None:
    """All moves with their times, faults where they happened, then what the bots wrote."""
    show_head(console, record)
    labels = seat_labels(record.fixture.bots)
    width = max(map(len, labels))
    times = iter(record.times)
    shown = 0
    for happened in history(record):
        faults = [fault for fault in record.faults if fault.step <= happened.step][shown:]
        shown += len(faults)
        for fault in faults:
            words = harmless(fault_words(fault, record.fixture.bots))
            console.print(Text(f"{fault.step:>4}  {words}", style="bold red"), soft_wrap=True)
            show_stderr(console, record, fault.seat)
        for decision in happened.decisions:
            console.print(
                Text.assemble(
                    f"{decision.step:>4}  ",
                    (f"{labels[decision.seat]:<{width}}", "bold"),
                    f"  {move_words(decision)}  ",
                    (time_words(next(times)), "dim"),
                ),
                soft_wrap=True,
            )
    show_outcome(console, record)
    failed = {fault.seat for fault in record.faults}
    for seat in range(len(labels)):
        if seat not in failed:
            show_stderr(console, record, seat)


def show_seat(console: Console, record: MatchRecord, seat: int) -> None:
    """What one seat was told and shown, and what it did."""
    show_head(console, record, with_seed=False)
    labels = seat_labels(record.fixture.bots)
    for asked in asked_of(record, seat):
        console.print(Text(f"ask {asked.turn}: {asked.view.asks}", style="bold"))
        for event in asked.events:
            console.print(Text("  " + event_words(event, labels), style="dim"), soft_wrap=True)
        console.print(Padding(drawn(asked.view, labels), (0, 0, 0, 2)))
        for fault in asked.faults:
            words = harmless(fault_words(fault, record.fixture.bots))
            console.print(Text(f"  {words}", style="bold red"), soft_wrap=True)
        if asked.decision is not None and asked.time is not None:
            words = f"  {move_words(asked.decision)}  {time_words(asked.time)}"
            console.print(Text(words), soft_wrap=True)
    show_outcome(console, record)
    show_stderr(console, record, seat)


def show_head(console: Console, record: MatchRecord, *, with_seed: bool = True) -> None:
    """Which match it is, and how it was played. Whoever has the seed has all cards."""

    def say(text: str, style: str = "dim") -> None:
        console.print(Text(harmless(text), style=style), soft_wrap=True)

    fixture = record.fixture
    say(f"{rules_named(fixture.rules).title}, match {fixture.id}", "bold")
    say("options " + ", ".join(f"{name}={value}" for name, value in fixture.options.items()))
    if with_seed:
        say(f"deal seed {fixture.deal_seed.hex()}")
    if record.conditions is not None:
        limits = ", ".join(f"{k}={v}" for k, v in record.conditions.limits._asdict().items())
        say(f"{record.conditions.sandbox}, {limits}")
    for void in record.voids:
        say(f"an attempt was void: {void.cause}")


def show_outcome(console: Console, record: MatchRecord) -> None:
    """How it ended."""
    words = harmless(outcome_words(record))
    console.print(Text(f"{words} ({REASONS[record.outcome.reason]})", style="bold"))


def show_stderr(console: Console, record: MatchRecord, seat: int) -> None:
    """The end of what a bot wrote in this match."""
    said = tail(record.stderr[seat], _STDERR_LINES) if record.stderr else []
    if said:
        label = seat_labels(record.fixture.bots)[seat]
        console.print(Text(f"      stderr of {label} ended with:", style="dim"))
    for line in said:
        console.print(Text(f"      | {line}"), soft_wrap=True)


def time_words(time: MoveTime) -> str:
    """Both clocks."""
    cpu = "" if time.cpu_ms is None else f", {time.cpu_ms:.1f} ms CPU"
    return f"{time.wall_ms:.1f} ms{cpu}"


def event_words(event: Event, labels: tuple[str, ...]) -> str:
    """An event as its fields, the seat by its bot."""
    kind = event["kind"]
    who = f" {labels[event['seat']]}" if "seat" in event else ""
    rest = [f"{name} {value}" for name, value in event.items() if name not in ("kind", "seat")]
    return harmless(f"{kind}{who}" + (f": {', '.join(rest)}" if rest else ""))
