"""The protocol is enough: a bot written from it in plain Python plays every game."""

import ast
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.arena_play import arena_play

pytestmark = pytest.mark.slow  # a process or more for every test

BOT = Path(__file__).with_name("plain_bot.py")

VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("face-to-face", 2, {}),
    ("face-to-face", 2, {"hand": 8, "min_cards": 3}),
    ("face-to-face", 2, {"hand": 3, "min_cards": 1, "single_last_card": "win_if_playable"}),
    ("the-game", 1, {}),
    ("the-game", 2, {"league": "silent"}),
    ("the-game", 3, {"expert": True}),
    ("the-game", 4, {"expert_minus": True, "league": "silent"}),
    ("the-game", 5, {}),
    ("six-nimmt", 2, {}),
    ("six-nimmt", 10, {"deals": 1}),
    ("six-nimmt", 4, {"deck": "full", "target": 20}),
    ("six-nimmt", 3, {"specials": True}),
    ("six-nimmt", 8, {"specials": True, "insert_anywhere": True, "deals": 1}),
    ("six-nimmt", 2, {"specials": True, "deck": "tactical"}),
    ("six-nimmt", 5, {"logic": True, "deals": 1}),
    ("six-nimmt", 3, {"tournament": True}),
]


def name(variant: tuple[str, int, dict[str, Any]]) -> str:
    game, seats, options = variant
    return "-".join([game, str(seats), *options])


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_bot_without_the_sdk_plays(
    variant: tuple[str, int, dict[str, Any]], tmp_path: Path
) -> None:
    """A table of plain bots finishes game after game without a fault, silent on stderr."""
    game, seats, options = variant
    matches = arena_play(
        tmp_path, *[str(BOT)] * seats, game=game, seed=70, games=3, options=options
    )

    assert [match["faults"] for match in matches] == [[]] * 3
    assert [match["stderr"] for match in matches] == [[""] * seats] * 3
    assert "fault" not in {match["outcome"]["reason"] for match in matches}


@pytest.mark.parametrize("game", ["face-to-face", "the-game", "six-nimmt"])
def test_bots_with_and_without_the_sdk_play_together(game: str, tmp_path: Path) -> None:
    """Who sits at the table with what makes no difference."""
    (match,) = arena_play(tmp_path, "greedy", str(BOT), game=game, seed=71)

    assert match["faults"] == []
    assert [seat["bot"] for seat in match["seats"]] == ["greedy", "plain_bot"]


def test_every_decision_is_asked_for_somewhere(tmp_path: Path) -> None:
    """The variants above bring every kind of ask that the protocol has."""
    asked = set()
    for game, seats, options in [
        ("the-game", 2, {}),
        ("six-nimmt", 3, {"specials": True}),
        ("six-nimmt", 3, {"tournament": True}),
    ]:
        bots = [str(BOT)] * seats
        matches = arena_play(tmp_path, *bots, game=game, seed=70, games=3, options=options)
        asked |= {made["asks"] for match in matches for made in match["moves"]}

    assert asked == {"play", "wish", "signal", "choose", "take", "special", "swap", "draft"}


def test_the_plain_bot_is_plain() -> None:
    """It imports nothing that does not come with Python, so nothing of Arena either."""
    imported = [
        alias.name
        for node in ast.walk(ast.parse(BOT.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    ]

    assert sorted(imported) == ["struct", "sys"]
