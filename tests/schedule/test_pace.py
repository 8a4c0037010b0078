"""How many games a start is worth."""

import pytest

from arena.pace import Pace


def pace_of(*sittings):
    pace = Pace()
    for took_s, moves_s in sittings:
        pace.add(took_s, moves_s)
    return pace


def test_nobody_knows_before_the_first_sitting_has_ended():
    """Then games are given out one by one towards the end, as for bots that think long."""
    assert Pace().worth_a_start(8) == 1


@pytest.mark.parametrize(
    ("took_s", "game_s", "worth"),
    [(0.046, 0.002, 8), (0.056, 0.005, 4), (1.64, 0.2, 1), (80.04, 10.0, 1)],
)
def test_a_start_is_worth_as_many_games_as_take_as_long(took_s, game_s, worth):
    """Eight games of so long, and a start of 30 to 40 ms around them."""
    assert pace_of((took_s, [game_s] * 8)).worth_a_start(8) == worth


def test_all_sittings_count_alike():
    """A long one and a short one: 40 ms for each start, 10 ms for a game."""
    assert pace_of((0.120, [0.01] * 8), (0.050, [0.01])).worth_a_start(8) == 4


def test_it_is_never_more_than_a_whole_sitting():
    """Also where no move takes any time that can be measured."""
    assert pace_of((0.04, [0.0] * 8)).worth_a_start(8) == 8
    assert pace_of((4.0, [0.001] * 8)).worth_a_start(8) == 8
