"""Draws the standings document."""

from collections.abc import Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from arena.model import Map
from arena.plain_text import harmless

# By the keys of a row: heading, and how a value is written. The rest is in --json and --csv.
_COLUMNS = {
    "rank": ("#", "{}"),
    "bot": ("bot", "{}"),
    "elo": ("Elo", "{:.0f}"),
    "mean_left": ("cards left", "{:.2f}"),
    "mean_heads": ("heads", "{:.2f}"),
    "win_share": ("won", "{:.1%}"),
    "interval": ("95 %", "{}"),
    "ranks": ("ranks", "{}"),
    "score": ("score", "{:.3f}"),
    "games": ("games", "{}"),
    "forfeits": ("forfeits", "{}"),
}


_LINES_OF_A_TABLE = 5  # besides its rows
_FEWEST_ROWS = 3


def show_standings(console: Console, document: Map) -> None:
    """All tables, the combined one if there are several games, and who is in none of them."""
    console.print(drawn(document))
    for bot, why in document["left_out"].items():
        console.print(Text(harmless(f"left out: {bot}: {why}")), soft_wrap=True)


def running_table(document: Map, height: int) -> RenderableType:
    """As much of every table as there is room for."""
    tables = len(document["games"]) + (len(document["games"]) > 1)
    return drawn(document, max(_FEWEST_ROWS, height // tables - _LINES_OF_A_TABLE))


def drawn(document: Map, rows: int | None = None) -> RenderableType:
    """The tables; of each the first rows, if a number is given."""
    parts: list[RenderableType] = []
    for key, table in document["games"].items():
        parts.append(_table(key, table["rows"][:rows]))
        parts += (
            Text(harmless(f"suspended: {bot}: {why}"), style="red")
            for bot, why in table["suspended"].items()
        )
    if len(document["games"]) > 1:
        combined = document["combined"]
        parts.append(_table("all games", combined["rows"][:rows]))
        parts.append(Text(f"score: {combined['rule']}", style="dim"))
    return Group(*parts)


def _table(title: str, rows: Sequence[Map]) -> Table:
    table = Table(title=Text(title), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    drawn_rows = [_with_ranges(row) for row in rows]
    keys = [key for key in _COLUMNS if any(row.get(key) is not None for row in drawn_rows)]
    for key in keys:
        heading, _ = _COLUMNS[key]
        table.add_column(heading, justify="left" if key == "bot" else "right")
    for row in drawn_rows:
        table.add_row(*(_cell(row.get(key), _COLUMNS[key][1]) for key in keys))
    return table


def _with_ranges(row: Map) -> Map:
    """Intervals and ranges of ranks in one cell each."""
    made = dict(row)
    middle = next((row[key] for key in ("elo", "mean_left") if row.get(key) is not None), None)
    if middle is not None and row["high"] is not None:
        places = 0 if row.get("elo") is not None else 2
        mark = "?" if row["provisional"] else ""
        made["interval"] = f"±{row['high'] - middle:.{places}f}{mark}"
    if row.get("rank_low") is not None:
        low, high = row["rank_low"], row["rank_high"]
        made["ranks"] = f"{low}" if low == high else f"{low}-{high}"
    return made


def _cell(value: object, form: str) -> Text:
    return Text("") if value is None else Text(harmless(form.format(value)))
