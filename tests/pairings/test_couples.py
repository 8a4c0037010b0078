"""Round robin and gauntlet: equally often, spread out, and the same everywhere."""

from collections import Counter
from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from arena.pairings.couples import circle, gauntlet, round_robin

BOTS = st.integers(2, 40).map(lambda count: [f"bot{number:02}" for number in range(count)])


@given(BOTS)
def test_everybody_meets_everybody_once_in_a_circle(bots):
    """All couples, none twice, and in each row nobody twice."""
    rows = circle(bots)

    assert Counter(c for row in rows for c in row) == Counter(combinations(bots, 2))
    for row in rows:
        playing = [bot for couple in row for bot in couple]
        assert len(playing) == len(set(playing)) >= len(bots) - 1


@given(BOTS)
def test_a_round_robin_has_every_couple_once(bots):
    """And nothing else, in the order of the circle."""
    assert Counter(round_robin(bots)) == Counter(combinations(bots, 2))


@given(BOTS.filter(lambda bots: len(bots) > 5))
def test_neighbours_in_the_schedule_share_no_bot(bots):
    """Within a row; between two rows they may."""
    for row in circle(bots):
        for one, other in pairwise(row):
            assert not {*one} & {*other}


def test_a_gauntlet_is_one_against_all():
    """The challenger meets each of the others, and they not each other."""
    assert gauntlet("new", ["a", "b", "c", "new"]) == [("new", "a"), ("new", "b"), ("new", "c")]
