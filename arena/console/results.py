"""What `arena play` says when matches are over."""

from collections import Counter
from collections.abc import Callable

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
from arena.model import MatchRecord, Seat
from arena.plain_text import harmless
from arena.ratings.pairs import report
from arena.ratings.spread import Mean, mean_of


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
        if fault.seat in record.forfeits and outcome.reason != "fault":
            console.print("    a stand-in played on for it, and it is placed last", style="dim")
        said = tail(record.stderr[fault.seat])
        if said:
            console.print(Text("    its stderr ended with:", style="dim"))
        for text in said:
            console.print(Text("    | " + text), soft_wrap=True)


def show_summary(console: Console, records: list[MatchRecord]) -> None:
    """The table over several matches: one row a bot, in the order of the command line.

    Errors are for 95 %, from the spread over the seeds: games on one seed have the same cards.
    """
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
        scores = _by_seed(seats, lambda record, seat: record.outcome.scores[seat])
        faults = sum(fault.seat == seat for record, seat in seats for fault in record.faults)
        table.add_row(
            Text(harmless(bot)),
            f"{len({record.fixture.id for record, _ in seats})}",
            _with_error(scores, "{:.2f}"),
            _with_error(_by_seed(seats, _win), "{:.1%}"),
            f"{faults}",
        )
    console.print(table)
    bots = records[0].fixture.bots
    if not rules.is_team and len(set(bots)) == len(bots) == 2 and (pairs := _pairs(records)):
        told = report(pairs)
        if told.elo is not None and told.error is not None:
            words = f"{bots[0]} against {bots[1]}: {told.elo:+.1f} ± {told.error:.1f} Elo (95 %)"
            console.print(Text(harmless(words)), soft_wrap=True)


def _by_seed(
    seats: list[tuple[MatchRecord, Seat]], number: Callable[[MatchRecord, Seat], float]
) -> Mean:
    groups: dict[int | None, list[float]] = {}
    for record, seat in seats:
        groups.setdefault(record.fixture.seed, []).append(number(record, seat))
    return mean_of(list(groups.values()))


def _with_error(mean: Mean, form: str) -> str:
    value = form.format(mean.value)
    return value if mean.half_width is None else f"{value} ± {form.format(mean.half_width)}"


def _win(record: MatchRecord, seat: Seat) -> float:
    """1 for the first of several, who share it; for a team, if nothing is left."""
    outcome = record.outcome
    if rules_named(record.fixture.rules).is_team:
        return float(outcome.scores[seat] == 0)
    return (outcome.places[seat] == 1) / outcome.places.count(1)


def _pairs(records: list[MatchRecord]) -> list[int]:
    """How many seeds brought the first bot 0, 1/2, ... 2 wins; none if it kept its seat."""
    first = records[0].fixture.bots[0]
    wins: dict[int | None, list[float]] = {}
    for record in records:
        seat = record.fixture.bots.index(first)
        wins.setdefault(record.fixture.seed, []).append(_win(record, seat))
    if any(len(pair) != 2 for pair in wins.values()):
        return []
    counts = Counter(round(2 * sum(pair)) for pair in wins.values())
    return [counts[score] for score in range(5)]
