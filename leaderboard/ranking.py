"""Ranked tables: one a game, and the one over all games."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from leaderboard.intervals import Interval, Scale, axis, bar, scale_over
from leaderboard.markup import Child, Html, join, tag
from leaderboard.page import bot_link
from leaderboard.season import Map, Season, is_elo, value_of
from leaderboard.wording import NOTHING, number, percent, short_game, span


class Column(NamedTuple):
    """What a table says of each row."""

    title: Child
    kind: str  # how it is set: rank, bot, ranks, bar, value, half, more
    cell: Callable[[Map], Child]
    sort: Callable[[Map], float | str | None] | None = None
    label: str | None = None  # the title in words, where it is not


def game_table(season: Season, key: str, up: str) -> Html:
    """The list of a game."""
    table = season.games[key]
    places = 0 if is_elo(table) else 1
    scale = scale_over(map(_interval, table["rows"]))
    columns = [_rank(), _bot(season, up), _ranks(), _bar(scale, places), _value(table, places)]
    columns += [_plus_minus(places), *_more(table)]
    return ranked(f"{key}-table", table["rows"], columns, scale)


def combined_table(season: Season, up: str) -> Html:
    """The list over all games."""
    rows = season.document["standings"]["combined"]["rows"]
    scale = Scale(0.0, 1.0, (0, 0.25, 0.5, 0.75, 1))

    def drawn(row: Map) -> Html:
        return bar(Interval(row["score"], row["low"], row["high"]), scale)

    columns = [
        _rank(),
        _bot(season, up),
        Column(_axis_title("Score, 95 %", scale, 2), "bar", drawn),
        Column("Score", "value", lambda row: number(row["score"], 3), lambda row: row["score"]),
        *(_rank_in(key) for key in season.games),
    ]
    return ranked("combined-table", rows, columns, scale)


def ranked(key: str, rows: Sequence[Map], columns: Sequence[Column], scale: Scale) -> Html:
    """A table that tables.js can sort and filter.

    It has its roles in words, since a small screen lays its rows out as blocks.
    """
    in_order = not any(row.get("group") for row in rows)
    head = tag("tr", *(_heading(column, in_order) for column in columns), role="row")
    body = (
        tag("tr", *(_cell(column, row) for column in columns), role="row", **_reach(row))
        for row in rows
    )
    return tag(
        "div",
        tag(
            "table",
            tag("thead", head, role="rowgroup"),
            tag("tbody", *body, role="rowgroup"),
            role="table",
            class_="ranking",
            id=key,
            style=scale.grid,
            data_sortable=True,
        ),
        class_="scroll",
    )


def _heading(column: Column, in_order: bool) -> Html:
    first = in_order and column.kind == "rank"
    return tag(
        "th",
        column.title,
        role="columnheader",
        scope="col",
        class_=column.kind,
        aria_sort="ascending" if first else None,
        aria_label=column.label,
        data_sort="yes" if column.sort else None,
    )


def _cell(column: Column, row: Map) -> Html:
    value = column.sort(row) if column.sort else None
    told = column.title if isinstance(column.title, str) else None
    return tag(
        "td",
        column.cell(row),
        role="cell",
        class_=column.kind,
        data_value=None if value is None else str(value),
        data_label=told if column.kind == "more" else None,
    )


def _reach(row: Map) -> dict[str, str]:
    """The best and worst rank of a row, by which others are found that it may be level with."""
    if row.get("rank_low") is None:
        return {}
    return {"data_from": str(row["rank_low"]), "data_to": str(row["rank_high"])}


def _interval(row: Map) -> Interval:
    return Interval(value_of(row), row["low"], row["high"], row["provisional"])


def _rank() -> Column:
    return Column(
        "#", "rank", lambda row: row["rank"] or NOTHING, lambda row: row["rank"], label="Rank"
    )


def _bot(season: Season, up: str) -> Column:
    return Column(
        "Bot", "bot", lambda row: bot_link(season, row["bot"], up), lambda row: row["bot"]
    )


def _ranks() -> Column:
    return Column(
        "Ranks",
        "ranks",
        lambda row: span(row["rank_low"], row["rank_high"]),
        lambda row: row["rank_low"],
    )


def _bar(scale: Scale, places: int) -> Column:
    title = _axis_title("95 % interval", scale, 0 if scale.high - scale.low > 8 else places)
    return Column(title, "bar", lambda row: bar(_interval(row), scale))


def _axis_title(title: str, scale: Scale, places: int) -> Html:
    return join([tag("span", title, class_="quiet"), axis(scale, places)])


def _value(table: Map, places: int) -> Column:
    title = "Elo" if is_elo(table) else "Cards left"
    return Column(title, "value", lambda row: number(value_of(row), places), value_of)


def _plus_minus(places: int) -> Column:
    def half(row: Map) -> float | None:
        return None if row["low"] is None else (row["high"] - row["low"]) / 2

    def told(row: Map) -> Child:
        if half(row) is None:
            return NOTHING
        mark = tag("span", "?", class_="mark", title="provisional: few games yet")
        return join([f"±{number(half(row), places)}", mark if row["provisional"] else None])

    return Column("±", "half", told, half, label="Half of the 95 % interval")


def _more(table: Map) -> list[Column]:
    first = table["rows"][0] if table["rows"] else {}
    columns = [Column("Games", "more", lambda row: number(row["games"]), lambda row: row["games"])]
    if "mean_heads" in first:
        columns.append(
            Column(
                "Heads",
                "more",
                lambda row: number(row["mean_heads"], 1),
                lambda row: row["mean_heads"],
            )
        )
        columns.append(
            Column(
                "Won", "more", lambda row: percent(row["win_share"]), lambda row: row["win_share"]
            )
        )
    columns.append(
        Column("Forfeits", "more", lambda row: number(row["forfeits"]), lambda row: row["forfeits"])
    )
    if any(row.get("group") is not None for row in table["rows"]):
        columns.append(Column("Group", "more", lambda row: row["group"], lambda row: row["group"]))
    return columns


def _rank_in(key: str) -> Column:
    return Column(
        short_game(key),
        "more",
        lambda row: row["ranks"][key] or NOTHING,
        lambda row: row["ranks"][key],
    )
