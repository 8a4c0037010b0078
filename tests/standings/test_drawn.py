"""The standings as a terminal shows them."""

import io

from rich.console import Console

from arena.console.standings import show_standings
from tests.standings.counted import WON, couples, document, tables, teams


def test_the_list_over_all_games_has_a_line_for_each_bot_in_80_columns():
    """With three games and names of twenty letters: rank, name, score, interval and ranks."""
    bots = [f"{name}-of-the-first-row" for name in ("ann", "bob", "cat")]
    ann, bob, cat = bots
    made = document(
        couples((ann, bob, WON, 90), (bob, cat, WON, 90)),
        teams(*((f"self/{at}", (bot, bot), at % 3) for bot in bots for at in range(9))),
        tables(*[(bots,)] * 30),
    )
    out = io.StringIO()

    show_standings(Console(file=out, width=80), {**made, "left_out": {}})

    lines = out.getvalue().partition("all games")[2].splitlines()
    rows = [line.split() for line in lines if "0." in line or "1." in line]
    assert [(len(row), row[1]) for row in rows] == [(7, bot) for bot in bots]
