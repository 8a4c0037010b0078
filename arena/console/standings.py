"""Draws the standings document."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from arena.console.details import details
from arena.model import Map
from arena.plain_text import harmless

# By the keys of a row: heading, and how a value is written. The rest is in --json and --csv.
_COLUMNS = {
    "rank": ("#", "{}"),
    "ranks": ("ranks", "{}"),
    "bot": ("bot", "{}"),
    "elo": ("Elo", "{:.0f}"),
    "mean_left": ("cards left", "{:.2f}"),
    "interval": ("95 %", "{}"),
    "games": ("games", "{}"),
    "mean_heads": ("heads", "{:.2f}"),
    "win_share": ("won", "{:.1%}"),
    "forfeits": ("forfeits", "{}"),
}


_APART = "bots of different groups never met, even by way of others: they cannot be compared"
_LINES_OF_A_TABLE = 5  # besides its rows
_FEWEST_ROWS = 3


def show_standings(console: Console, document: Map, *, full: bool = False) -> None:
    """All tables, the combined one if there are several games, and who is in none of them."""
    console.print(drawn(document))
    if full:
        for key, table in document["games"].items():
            console.print(*details(key, table), sep="\n")
    for bot, why in document["left_out"].items():
        console.print(Text(harmless(f"left out: {bot}: {why}")), soft_wrap=True)


def show_ratings(console: Console, document: Map) -> None:
    """Ratings of results that were played elsewhere."""
    groups = document["components"]
    for number, group in enumerate(groups, 1):
        title = "ratings" if len(groups) == 1 else f"group {number} of {len(groups)}"
        console.print(_table(title, [row for row in document["rows"] if row["bot"] in group]))
    if len(groups) > 1:
        console.print(Text(_APART, style="yellow"), soft_wrap=True)
    if document["first_move_elo"] is not None:
        console.print(Text(f"first move: {document['first_move_elo']:+.1f} Elo", style="dim"))


def running_table(document: Map, height: int) -> RenderableType:
    """As much of every table as there is room for."""
    tables = len(document["games"]) + (len(document["games"]) > 1)
    return drawn(document, max(_FEWEST_ROWS, height // tables - _LINES_OF_A_TABLE))


def drawn(document: Map, rows: int | None = None) -> RenderableType:
    """The tables; of each the first rows, if a number is given."""
    parts: list[RenderableType] = []
    for key, table in document["games"].items():
        parts.append(_table(key, table["rows"][:rows]))
        parts += (Text(line, style="dim") for line in _notes(table))
        parts += (
            Text(harmless(f"suspended: {bot}: {why}"), style="red")
            for bot, why in table["suspended"].items()
        )
    if len(document["games"]) > 1:
        combined = document["combined"]
        parts.append(_side_by_side(combined["rows"][:rows], list(document["games"])))
        parts.append(Text(f"score: {combined['rule']}", style="dim"))
    return Group(*parts)


def _side_by_side(rows: Sequence[Map], games: Sequence[str]) -> Table:
    """The score over all games, and the rank in each."""
    table = Table(
        title=Text("all games"),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("bot", overflow="ellipsis")  # gives way where there is not room for all
    for heading in ("score", "95 %", *games):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        made = _with_ranges(row)
        cells = [made[key] for key in ("rank", "bot")] + [f"{row['score']:.3f}", made["interval"]]
        cells += [row["ranks"][game] for game in games]
        table.add_row(*(_cell(value, "{}") for value in cells))
    return table


def _notes(table: Map) -> Iterator[str]:
    """What a reader of the list must know."""
    if any(row["provisional"] for row in table["rows"]):
        yield "? provisional: fewer than 50 blocks, or none that says anything"
    if len(table.get("components", ())) > 1:
        yield _APART
    if table.get("champion") is not None:
        yield f"the knockout was won by {harmless(table['champion'])}"
    if table.get("cycles") and not table["cycles"]["explained"]:
        yield "who beats whom is not explained by one number: see the couples in --full"


def _table(title: str, rows: Sequence[Map]) -> Table:
    table = Table(title=Text(title), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    drawn_rows = [_with_ranges(row) for row in rows]
    keys = [key for key in _COLUMNS if any(row.get(key) is not None for row in drawn_rows)]
    for key in keys:
        heading, _ = _COLUMNS[key]
        table.add_column(heading, justify="left" if key == "bot" else "right")
    for _, group in groupby(drawn_rows, lambda row: row.get("group")):
        for row in group:
            table.add_row(*(_cell(row.get(key), _COLUMNS[key][1]) for key in keys))
        table.add_section()
    return table


def _with_ranges(row: Map) -> Map:
    """Intervals and ranges of ranks in one cell each."""
    made = dict(row)
    middle = next((row[key] for key in ("elo", "mean_left") if row.get(key) is not None), None)
    if middle is not None and row["high"] is not None:
        places = 0 if row.get("elo") is not None else 2
        mark = "?" if row["provisional"] else ""
        made["interval"] = f"±{row['high'] - middle:.{places}f}{mark}"
    elif row.get("score") is not None:
        made["interval"] = f"{row['low']:.2f}–{row['high']:.2f}"
    if row.get("rank_low") is not None:
        low, high = row["rank_low"], row["rank_high"]
        made["ranks"] = f"{low}" if low == high else f"{low}-{high}"
    return made


def _cell(value: object, form: str) -> Text:
    return Text("") if value is None else Text(harmless(form.format(value)))
