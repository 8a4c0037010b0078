"""Tables and mixed teams: everybody equally often, in every seat, with everybody."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairings.tables import tables
from arena.pairings.teams import mixed, self_play

pytestmark = pytest.mark.slow

SEED = bytes(range(32))


def named(count):
    return [f"bot{number:02}" for number in range(count)]


@settings(max_examples=25)
@given(
    st.integers(2, 6), st.integers(0, 12), st.integers(1, 6), st.sampled_from([SEED, SEED[::-1]])
)
def test_bots_differ_by_at_most_one_table(seats, more, rounds, seed):
    """After every single table, and nobody sits at one twice."""
    bots = named(seats + more)
    counts = Counter(dict.fromkeys(bots, 0))

    schedule = list(tables(bots, seats, rounds, seed))

    for _, table in schedule:
        assert len({*table}) == seats
        counts.update(table)
        assert max(counts.values()) - min(counts.values()) <= 1
    assert len(schedule) == len(bots) * rounds // seats


@pytest.mark.parametrize(("count", "seats", "most"), [(6, 5, 2), (8, 3, 2), (20, 5, 3), (33, 5, 3)])
def test_couples_meet_about_equally_often(count, seats, most):
    """The difference between the most and the least, after every table of twelve rounds."""
    bots = named(count)
    met = Counter(dict.fromkeys(combinations(bots, 2), 0))

    for _, table in tables(bots, seats, 12, SEED):
        met.update(combinations(sorted(table), 2))
        assert max(met.values()) - min(met.values()) <= most


def test_the_same_seed_gives_the_same_tables_and_more_rounds_change_nothing():
    """A schedule can be worked out again by anybody, and gone on with."""
    bots = named(13)
    short = list(tables(bots, 5, 3, SEED))

    assert list(tables(bots, 5, 7, SEED))[: len(short)] == short
    assert list(tables(bots, 5, 3, bytes(32))) != short


@given(st.integers(2, 20), st.integers(2, 5), st.integers(0, 5))
def test_in_a_mixed_round_every_bot_has_every_seat_once(count, seats, round_):
    """As many teams as bots, and no team with the same bot twice."""
    seats = min(seats, count)
    bots = named(count)

    teams = mixed(bots, seats, SEED, round_)

    for seat in range(seats):
        assert sorted(team[seat] for team in teams) == bots
    assert all(len({*team}) == seats for team in teams)


def test_a_team_of_its_own_is_one_bot_alone():
    """In every seat."""
    assert self_play(["a", "b"], 3) == [("a", "a", "a"), ("b", "b", "b")]
