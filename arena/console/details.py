"""Draws what is behind a list: who beats whom, mixed teams, and how far the list can be trusted."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from arena.model import Map
from arena.plain_text import harmless


def details(key: str, table: Map) -> Iterator[RenderableType]:
    """Whatever of it the game has."""
    yield Text(f"{key}: details", style="bold")
    yield from (Text(line) for line in _figures(table))
    if any(row["forfeits"] for row in table["rows"]):
        yield _forfeits(table["rows"])
    if table.get("head_to_head"):
        yield _couples(table["head_to_head"])
    if table.get("self_play"):
        yield _self_play(table["self_play"])
    if table.get("paired"):
        yield _paired(table["paired"])
    if table.get("cross_play"):
        yield _cross_play(table["cross_play"])
    if table.get("contributions"):
        yield _contributions(table["contributions"])


def _figures(table: Map) -> Iterator[str]:
    if table.get("first_move_elo") is not None:
        yield f"first move: {table['first_move_elo']:+.1f} Elo"
    if table.get("dispersion") is not None:
        told = "mirroring saves" if table["dispersion"] < 1 else "mirroring costs"
        part = abs(1 - table["dispersion"])
        yield f"pair dispersion: {table['dispersion']:.3f} ({told} {part:.0%} of the games)"
    if table.get("cycles") is not None:
        found = table["cycles"]
        said = "one number explains" if found["explained"] else "no one number explains"
        yield (
            f"cycles: chi-square {found['x2']:.1f} for {found['degrees']} degrees of freedom,"
            f" p {found['p']:.3g}: {said} who beats whom"
        )
    if table.get("games_needed") is not None:
        needed = f"{table['games_needed']:,}"
        yield f"games for a list that is nearly in order (Kendall's tau 0.95): {needed}"
    if table.get("additive_r2") is not None:
        yield f"mixed teams: adding up contributions explains {table['additive_r2']:.0%} (R2)"


def _drawn(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Table:
    table = Table(title=Text(title), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in columns:
        table.add_column(name, justify="left" if name in ("bot", "bots") else "right")
    for row in rows:
        table.add_row(*(Text(harmless(str(cell))) for cell in row))
    return table


def _number(value: float | None, form: str) -> str:
    return "" if value is None else format(value, form)


def _interval(row: Map, form: str) -> str:
    if row["low"] is None:
        return ""
    return f"{row['low']:{form}} to {row['high']:{form}}"


def _forfeits(rows: Sequence[Map]) -> Table:
    return _drawn(
        "forfeits",
        ("bot", "forfeits", "of its games", "Elo without"),
        [
            (
                row["bot"],
                row["forfeits"],
                _number(row["forfeit_share"], ".1%"),
                _number(row.get("elo_without_forfeits"), ".0f"),
            )
            for row in rows
            if row["forfeits"]
        ],
    )


def _couples(rows: Sequence[Map]) -> Table:
    return _drawn(
        "couples: score of the first, and how likely it is the better one",
        ("bots", "pairs", "score", "LOS"),
        [
            (
                " - ".join(row["bots"]),
                row["pairs"],
                f"{row['score']:.1%}",
                _number(row["los"], ".1%"),
            )
            for row in rows
        ],
    )


def _self_play(rows: Sequence[Map]) -> Table:
    return _drawn(
        "with copies of itself",
        ("bot", "seats", "cards left", "95 %", "nothing left", "games"),
        [
            (
                row["bot"],
                row["seats"],
                _number(row["mean_left"], ".2f"),
                _interval(row, ".2f"),
                _number(row["zero_rate"], ".1%"),
                row["games"],
            )
            for row in rows
        ],
    )


def _paired(rows: Sequence[Map]) -> Table:
    return _drawn(
        "couples: how many cards more the first leaves on the same shuffles",
        ("bots", "seats", "cards", "95 %"),
        [
            (" - ".join(row["bots"]), row["seats"], f"{row['cards']:+.2f}", _interval(row, "+.2f"))
            for row in rows
        ],
    )


def _cross_play(rows: Sequence[Map]) -> Table:
    return _drawn(
        "mixed teams",
        ("bots", "cards left", "games"),
        [(" + ".join(row["bots"]), _number(row["mean_left"], ".2f"), row["games"]) for row in rows],
    )


def _contributions(rows: Sequence[Map]) -> Table:
    return _drawn(
        "what a seat with this bot adds to the cards left (less is better)",
        ("bot", "cards", "95 %"),
        [(row["bot"], f"{row['cards']:+.2f}", _interval(row, "+.2f")) for row in rows],
    )
