"""What `arena play` says when matches are over."""

from statistics import fmean

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.console.text import (
    REASONS,
    counted,
    fault_words,
    outcome_words,
    tail,
)
from arena.games import rules_named
from arena.model import MatchRecord
from arena.plain_text import harmless


def show_match(console: Console, record: MatchRecord) -> None:
    """One line for the match, and for every fault what its author needs."""
    fixture, outcome = record.fixture, record.outcome
    words = harmless(outcome_words(record))
    turns = counted(len(record.decisions), "turn")
    line = Text.assemble(
        (f"seed {fixture.seed}", "dim"),
        f"  {words}  ",
        (f"({REASONS[outcome.reason]}, {turns})", "dim"),
    )
    console.print(line, soft_wrap=True)
    for fault in record.faults:
        console.print(Text("  " + harmless(fault_words(fault, fixture.bots))), soft_wrap=True)
        said = tail(record.stderr[fault.seat])
        if said:
            console.print(Text("    its stderr ended with:", style="dim"))
        for text in said:
            console.print(Text("    | " + text), soft_wrap=True)


def show_summary(console: Console, records: list[MatchRecord]) -> None:
    """The table over several matches: one row a bot, in the order of the command line."""
    rules = rules_named(records[0].fixture.rules)
    table = Table(title=f"{rules.title}: {counted(len(records), 'match')}")
    for heading in ("bot", "matches", f"mean {rules.scores}", "won", "faults"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for bot in dict.fromkeys(name for record in records for name in record.fixture.bots):
        seats = [
            (record, seat)
            for record in records
            for seat, name in enumerate(record.fixture.bots)
            if name == bot
        ]
        scores = [record.outcome.scores[seat] for record, seat in seats]
        won = sum(_has_won(record, seat) for record, seat in seats)
        faults = sum(fault.seat == seat for record, seat in seats for fault in record.faults)
        table.add_row(
            Text(harmless(bot)), f"{len(seats)}", f"{fmean(scores):.2f}", f"{won}", f"{faults}"
        )
    console.print(table)


def _has_won(record: MatchRecord, seat: int) -> bool:
    """First of several; a team wins if nothing is left."""
    outcome = record.outcome
    if rules_named(record.fixture.rules).is_team:
        return outcome.scores[seat] == 0
    return outcome.places[seat] == 1
