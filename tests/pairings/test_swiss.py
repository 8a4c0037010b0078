"""Swiss rounds, against a search that looks at every way to pair."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.pairings.matching import has_perfect_matching, maximum_matching
from arena.pairings.swiss import next_round

pytestmark = pytest.mark.slow


def all_pairings(bots):
    """Every way to pair them; with an odd number somebody rests."""
    if len(bots) % 2:
        for bye in bots:
            yield from all_pairings([bot for bot in bots if bot != bye])
        return
    if not bots:
        yield []
        return
    first, *others = bots
    for other in others:
        for rest in all_pairings([bot for bot in others if bot != other]):
            yield [(first, other), *rest]


def played(bots, rounds, dice):
    """A whole Swiss tournament with results by the dice."""
    points, history = dict.fromkeys(bots, 0.0), []
    for _ in range(rounds):
        paired = next_round(bots, points, history)
        history.append(paired)
        for first, second in paired.couples:
            score = dice.choice([0, 0.5, 1])
            points[first] += score
            points[second] += 1 - score
    return history, points


@given(st.integers(2, 8), st.integers(1, 9), st.randoms(use_true_random=False))
def test_nobody_meets_again_while_another_way_exists(count, rounds, dice):
    """Compared with all pairings there are: a repetition only where none is without."""
    bots = [f"b{number}" for number in range(count)]
    history, _ = played(bots, rounds, dice)

    met, rested = set(), Counter()
    for paired in history:
        couples = {frozenset(couple) for couple in paired.couples}
        if couples & met:
            fewest = min(rested[bot] for bot in bots)
            for way in all_pairings(bots):
                resting = {*bots} - {bot for couple in way for bot in couple}
                fair = all(rested[bot] == fewest for bot in resting)
                assert not fair or {frozenset(couple) for couple in way} & met
        met |= couples
        if paired.bye:
            rested[paired.bye] += 1


@given(st.integers(2, 33), st.integers(1, 12), st.randoms(use_true_random=False))
def test_everybody_plays_or_rests_and_nobody_rests_twice_before_all(count, rounds, dice):
    """Each round has all bots; the numbers of rests differ by at most one."""
    bots = [f"b{number}" for number in range(count)]
    history, _ = played(bots, rounds, dice)

    rests = Counter(paired.bye for paired in history if paired.bye)
    for paired in history:
        playing = [bot for couple in paired.couples for bot in couple]
        assert sorted([*playing, *([paired.bye] if paired.bye else [])]) == sorted(bots)
    if count % 2:
        assert max(rests[bot] for bot in bots) - min(rests[bot] for bot in bots) <= 1


def test_the_first_round_pairs_neighbours_and_the_next_the_level():
    """Who won meets who won."""
    bots = ["a", "b", "c", "d"]
    first = next_round(bots, {}, [])
    second = next_round(bots, {"a": 1, "c": 1}, [first])

    assert first.couples == [("a", "b"), ("c", "d")]
    assert second.couples == [("a", "c"), ("b", "d")]


@given(
    st.integers(0, 4).flatmap(
        lambda half: st.lists(st.booleans(), min_size=28, max_size=28).map(lambda e: (2 * half, e))
    )
)
def test_matching_agrees_with_trying_everything(graph):
    """The blossom algorithm against all pairings of up to eight vertices."""
    size, edges = graph
    flags = iter(edges)
    allowed = {frozenset((a, b)) for a in range(size) for b in range(a) if next(flags)}
    neighbours = [{b for b in range(size) if frozenset((a, b)) in allowed} for a in range(size)]

    possible = any(
        all(frozenset(couple) in allowed for couple in way)
        for way in all_pairings(list(range(size)))
    )

    assert has_perfect_matching(neighbours) == possible
    mate = maximum_matching(neighbours)
    assert all(m == -1 or (mate[m] == v and m in neighbours[v]) for v, m in enumerate(mate))
    assert (-1 not in mate) == possible
