"""Round robin and gauntlet: equally often, spread out, and the same everywhere."""

from collections import Counter
from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from arena.pairings.couples import MEETINGS, circle, gauntlet, round_robin

BOTS = st.integers(2, 40).map(lambda count: [f"bot{number:02}" for number in range(count)])


@given(BOTS)
def test_everybody_meets_everybody_once_in_a_circle(bots):
    """All couples, none twice, and in each row nobody twice."""
    rows = circle(bots)

    assert Counter(c for row in rows for c in row) == Counter(combinations(bots, 2))
    for row in rows:
        playing = [bot for couple in row for bot in couple]
        assert len(playing) == len(set(playing)) >= len(bots) - 1


@given(BOTS, st.integers(1, 20))
def test_after_every_meeting_all_couples_met_equally_often(bots, meetings):
    """So standings mean something before the end, and more meetings change nothing before."""
    schedule = list(round_robin(bots, meetings))
    couples = len(bots) * (len(bots) - 1) // 2

    for end in range(couples, len(schedule) + 1, couples):
        assert set(Counter(couple for *_, couple in schedule[:end]).values()) == {end // couples}
    assert list(round_robin(bots, meetings + 1))[: len(schedule)] == schedule


@given(BOTS, st.integers(1, 20))
def test_a_round_is_a_fixed_number_of_meetings(bots, meetings):
    """Results are looked at only after so many meetings of every couple."""
    for round_, meeting, _ in round_robin(bots, meetings):
        assert round_ == meeting // MEETINGS


@given(BOTS.filter(lambda bots: len(bots) > 5))
def test_neighbours_in_the_schedule_share_no_bot(bots):
    """Within a row; between two rows they may."""
    for row in circle(bots):
        for one, other in pairwise(row):
            assert not {*one} & {*other}


def test_a_gauntlet_is_one_against_all():
    """The challenger meets each of the others equally often, and they not each other."""
    schedule = Counter(couple for *_, couple in gauntlet("new", ["a", "b", "c"], 5))

    assert schedule == {("new", "a"): 5, ("new", "b"): 5, ("new", "c"): 5}
