"""docs/reference/ratings.md: its examples give what the page shows, its numbers are the code's."""

import math
import re
from pathlib import Path

import pytest

from arena.comparing import MOST_BLOCKS
from arena.ratings.bradley_terry import ELO, PRIOR
from arena.ratings.needed import games_needed
from arena.ratings.pairs import BOUND, ENOUGH_DECISIVE, score_of
from tests.docs.pages import ROOT, blocks, commands, typed

PAGE = "docs/reference/ratings.md"
TEXT = " ".join((ROOT / PAGE).read_text("utf-8").split())
COMMANDS = [
    command for block in blocks(PAGE) if block.language == "console" for command in commands(block)
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.line)
def test_the_examples_print_what_the_page_shows(command, tmp_path: Path) -> None:
    """To the last digit."""
    (results,) = (block.text for block in blocks(PAGE) if block.language == "csv")
    (tmp_path / "results.csv").write_text(results)

    done = typed(command.line, tmp_path)

    shown = [line.rstrip() for line in command.shown]
    assert [line.rstrip() for line in done.stdout.splitlines()] == shown


def test_the_lead_of_four_games_is_one() -> None:
    """46 games against 42, as the page says."""
    lost, _, split, _, won = map(int, re.findall(r"--pairs ([\d,]+)", TEXT)[0].split(","))

    assert (2 * won + split, 2 * lost + split) == (46, 42)
    assert "46 games against 42" in TEXT


@pytest.mark.parametrize(("elo", "score"), [(100, "64 %"), (200, "76 %"), (400, "91 %")])
def test_what_points_mean(elo: int, score: str) -> None:
    """The scores beside the points are those of the model."""
    assert f"{score_of(elo):.0%}".replace("%", " %") == score
    assert re.search(rf"{elo} points (more mean a score of )?{score}", TEXT)


def test_the_constants_are_those_of_the_code() -> None:
    """Prior, scale, bounds, and when a comparison ends."""
    assert f"{PRIOR / 2} times the sum" in TEXT
    assert f"1500 + {ELO:.2f} t" in TEXT
    assert f"±{BOUND:.2f}, which is ln {math.exp(BOUND):.0f}" in TEXT
    assert f"before {ENOUGH_DECISIVE} pairs" in TEXT
    assert f"After {MOST_BLOCKS:,} blocks" in TEXT
    assert f"{round(games_needed(32, 80), -3):,.0f} for 32 bots" in TEXT
