"""Sittings: every game once, never two that share cards, and work for everybody to the end."""

from collections import Counter
from itertools import combinations, islice
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.lanes import Lanes, Placed, Sitting
from arena.pairings import rotated
from arena.pairings.blocks import block_of, games_of
from tests.schedule.contest import KINDS, named, play, pool_of

PAIRS, TEAMS, TABLES = pool_of(), pool_of("the-game", 2), pool_of("six-nimmt", 3)
BOTS = named(4)


def pair(bots, number):
    return block_of(PAIRS, bots, round_=0, number=number)


def table(bots, number):
    return block_of(TABLES, bots, round_=0, number=number)


def team(bots, number):
    """Teams share their shuffles with all others, and a name tells mixed ones apart."""
    kind = "mixed" if len({*bots}) > 1 else "self"
    return block_of(TEAMS, bots, round_=0, number=number, shuffle=f"{kind}/{number}")


def any_of(make, tables):
    return st.builds(make, st.sampled_from(tables), st.integers(0, 6))


BLOCKS = st.lists(
    any_of(pair, list(combinations(BOTS, 2)))
    | any_of(table, list(combinations(BOTS, 3)))
    | any_of(team, [(a, b) for a in BOTS for b in BOTS]),
    unique_by=lambda block: block.id,
    max_size=40,
)
MANY = 200
SITTING = st.integers(1, 10)
WORKERS = st.integers(1, 8)


def lanes_of(blocks, *, sitting=8, workers=2):
    placed = [Placed(place, block) for place, block in enumerate(blocks)]
    return Lanes(placed, sitting=sitting, workers=workers)


def drained(lanes):
    """All sittings, one after another; no test has more than MANY games."""
    return list(islice(iter(lanes.take, None), MANY))


def games_in(sitting):
    return [(placed.block.id, sitting.game) for placed in sitting.blocks]


def all_games(blocks):
    return Counter((block.id, game) for block in blocks for game in range(games_of(block)))


@settings(max_examples=50)
@given(BLOCKS, SITTING, WORKERS)
def test_every_game_of_every_block_is_given_out_once(blocks, sitting, workers):
    """And blocks keep their place in the round."""
    made = drained(lanes_of(blocks, sitting=sitting, workers=workers))

    assert Counter(game for sat in made for game in games_in(sat)) == all_games(blocks)
    for placed in (placed for sat in made for placed in sat.blocks):
        assert blocks[placed.place] == placed.block


@settings(max_examples=50)
@given(BLOCKS, SITTING, WORKERS)
def test_no_process_sees_the_same_cards_twice(blocks, sitting, workers):
    """The games of a sitting are of different blocks and of different shuffles."""
    for sat in drained(lanes_of(blocks, sitting=sitting, workers=workers)):
        assert len({placed.block.id for placed in sat.blocks}) == len(sat.blocks)
        assert len({placed.block.shuffle for placed in sat.blocks}) == len(sat.blocks)


@settings(max_examples=50)
@given(BLOCKS, SITTING, WORKERS)
def test_the_same_bots_sit_in_the_same_seats_for_at_most_a_sitting(blocks, sitting, workers):
    """In one game of one pool, since the processes stay where they are."""
    for sat in drained(lanes_of(blocks, sitting=sitting, workers=workers)):
        seated = {
            (placed.block.pool.text, rotated(placed.block.bots, sat.game)) for placed in sat.blocks
        }
        assert len(seated) == 1
        assert 1 <= len(sat.blocks) <= sitting


@pytest.mark.parametrize("kind", KINDS)
def test_no_process_of_a_real_round_sees_the_same_cards_twice(kind):
    """The same for every round that a schedule makes, where teams share shuffles."""
    for blocks in play(KINDS[kind]([12])):
        made = drained(lanes_of(blocks, workers=1))

        assert Counter(game for sat in made for game in games_in(sat)) == all_games(blocks)
        for sat in made:
            assert len({placed.block.shuffle for placed in sat.blocks}) == len(sat.blocks)


@settings(max_examples=50)
@given(BLOCKS, SITTING, WORKERS, st.randoms(use_true_random=False))
def test_what_is_given_back_is_given_out_again(blocks, sitting, workers, dice):
    """A worker that dies gives back all or a part; in the end every game was played once."""
    lanes = lanes_of(blocks, sitting=sitting, workers=workers)
    played, at_work, patience = Counter(), [], 60
    while (sat := lanes.take()) is not None or at_work:
        if sat is not None:
            at_work.append(sat)
            assert 1 <= len(sat.blocks) <= sitting
            if len(at_work) < workers and dice.random() < 0.7:
                continue
        done = at_work.pop(dice.randrange(len(at_work)))
        lost = dice.randint(0, len(done.blocks)) if dice.random() < 0.3 and patience else 0
        patience -= lost > 0
        finished = len(done.blocks) - lost
        played.update(games_in(done)[:finished])
        if lost:
            lanes.give_back(Sitting(done.game, done.blocks[finished:]))

    assert played == all_games(blocks)
    assert lanes.left == 0


@settings(max_examples=50)
@given(BLOCKS, SITTING, WORKERS)
def test_nobody_is_idle_while_a_game_is_left(blocks, sitting, workers):
    """Nothing is given out only once nothing is left."""
    lanes = lanes_of(blocks, sitting=sitting, workers=workers)
    left = all_games(blocks).total()

    while left:
        assert lanes.left == left
        sat = lanes.take()
        assert sat is not None
        assert sat.blocks
        left -= len(sat.blocks)
    assert lanes.left == 0
    assert lanes.take() is None


@settings(max_examples=50)
@given(BLOCKS, SITTING, WORKERS)
def test_towards_the_end_sittings_get_shorter(blocks, sitting, workers):
    """None takes more than half of a worker's share of what is left, but for the last games."""
    lanes = lanes_of(blocks, sitting=sitting, workers=workers)

    while left := lanes.left:
        assert 1 <= len(lanes.take().blocks) <= ceil(left / (2 * workers))


@settings(max_examples=50)
@given(BLOCKS, SITTING, WORKERS, st.integers(1, 12))
def test_no_sitting_is_cut_shorter_than_its_start_is_worth(blocks, sitting, workers, worth):
    """Every game once all the same, and never more than a sitting."""
    lanes = lanes_of(blocks, sitting=sitting, workers=workers)
    whole = {len(lane.blocks) for lane in lanes._lanes}
    made = []
    while (sat := lanes.take(worth)) is not None:
        made.append(sat)
        assert len(sat.blocks) <= sitting

    assert Counter(game for sat in made for game in games_in(sat)) == all_games(blocks)
    if worth >= sitting:
        assert {len(sat.blocks) for sat in made} == whole


def test_sittings_are_full_while_there_is_much_to_do():
    """Forty pairs of one couple for one worker: eight at a time until few are left."""
    blocks = [pair(BOTS[:2], number) for number in range(40)]

    sizes = [len(sat.blocks) for sat in drained(lanes_of(blocks, workers=1))]

    assert sizes[:8] == [8] * 8
    assert sizes[-1] == 1
    assert sum(sizes) == 80


def test_all_games_of_a_block_are_given_out_soon_after_each_other():
    """So that blocks get whole, and a run that is killed loses little."""
    blocks = [pair(BOTS[:2], number) for number in range(40)]

    one, other, *_ = drained(lanes_of(blocks, workers=1))

    assert (one.game, other.game) == (0, 1)
    assert one.blocks == other.blocks


def test_a_sitting_of_one_is_a_fresh_process_for_every_game():
    """`--sitting 1`."""
    blocks = [pair(BOTS[:2], number) for number in range(4)]

    assert {len(sat.blocks) for sat in drained(lanes_of(blocks, sitting=1))} == {1}


def test_an_empty_round_has_nothing_to_take():
    """As of a pool that waits for another."""
    assert lanes_of([]).take() is None
