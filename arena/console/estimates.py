"""Draws what a contest would take."""

import json as json_format
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.console.text import counted, lasting
from arena.estimates import Estimate
from arena.model import Map
from arena.ratings.needed import games_needed
from arena.tournament import Order

_SPREAD = 80.0  # Elo: what the bots of a course often have


def show_estimates(
    console: Console,
    order: Order,
    estimates: Sequence[Estimate],
    blocks: int,
    workers: int,
    *,
    json: bool,
) -> None:
    """For each pool and for all: blocks, games, core hours, the expected interval."""
    if json:
        console.out(json_format.dumps(_document(order, estimates, blocks, workers)))
        return
    table = Table(title=Text(f"{order.contest}: {order.plan.format}, --blocks {blocks}"))
    for heading in ("pool", "bots", "blocks", "games", "core hours", "at most", "interval"):
        table.add_column(heading, justify="left" if heading == "pool" else "right")
    for each in estimates:
        interval = "" if each.interval is None else f"±{each.interval:.0f} Elo"
        table.add_row(
            Text(each.pool),
            f"{each.bots}",
            f"{each.size.blocks:,}",
            f"{each.size.games:,}",
            f"{each.hours:.3f}",
            f"{each.hours_at_most:.1f}",
            interval,
        )
    console.print(table)
    for each in estimates:
        if each.interval is not None:
            needed = f"{games_needed(each.bots, _SPREAD):,.0f}"
            console.print(
                f"{each.pool}: bots whose strengths spread by {_SPREAD:.0f} Elo need about {needed}"
                " games for a list that is nearly in order (Kendall's tau 0.95)",
                highlight=False,
                soft_wrap=True,
            )
    hours = sum(each.hours for each in estimates)
    console.print(
        f"about {lasting(3600 * hours / workers)} with {counted(workers, 'worker')}, as the bots"
        " played when they were tried; nothing was stored",
        highlight=False,
        soft_wrap=True,
    )


def _document(order: Order, estimates: Sequence[Estimate], blocks: int, workers: int) -> Map:
    return {
        "contest": order.contest,
        "format": order.plan.format,
        "blocks": blocks,
        "workers": workers,
        "pools": [
            {
                "pool": each.pool,
                "bots": each.bots,
                "blocks": each.size.blocks,
                "games": each.size.games,
                "core_hours": each.hours,
                "core_hours_at_most": each.hours_at_most,
                "interval_elo": each.interval,
            }
            for each in estimates
        ],
        "hours": sum(each.hours for each in estimates) / workers,
    }
