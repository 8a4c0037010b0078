"""Rounds of tables: everybody equally often, with everybody about equally often."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairings.blocks import fixtures_of
from arena.schedule import cut
from tests.schedule.contest import Memory, appearances, named, numbers, play, stage_of

pytestmark = pytest.mark.slow


def nimmt(bots, seats, *announced, **more):
    return stage_of(bots, announced, "six-nimmt", seats, **more)


def spread(counts, keys):
    """The most less the least."""
    return max(counts[key] for key in keys) - min(counts[key] for key in keys)


def couples_of(rounds):
    return Counter(
        couple
        for blocks in rounds
        for block in blocks
        for couple in combinations(sorted(block.bots), 2)
    )


@settings(max_examples=8)
@given(st.integers(2, 6), st.integers(0, 12), st.integers(1, 6))
def test_after_every_round_all_have_played_equally_often(seats, more, announced):
    """Within one table of each other, nobody twice at a table, and as many tables as there can."""
    count = seats + more

    rounds = play(nimmt(count, seats, announced))

    for part, some in enumerate(cut([announced], 0), 1):
        tables = [block.bots for blocks in rounds[:part] for block in blocks]
        assert len(tables) == count * some.stop // seats
        assert all(len({*table}) == seats for table in tables)
        assert spread(appearances(rounds[:part]), named(count)) <= 1
    assert len(rounds) == part


@pytest.mark.parametrize(
    ("count", "seats", "most"),
    [
        (5, 5, 0),
        (6, 5, 2),
        (7, 5, 2),
        (8, 3, 2),
        (9, 5, 4),
        (10, 5, 4),
        (12, 5, 3),
        (24, 5, 3),
    ],
)
def test_couples_sit_together_about_equally_often(count, seats, most):
    """Within two meetings where there is room; up to four where most sit at every table."""
    together = list(combinations(named(count), 2))

    rounds = play(nimmt(count, seats, *range(1, 11)))  # each announced alone, so each a round

    for some in range(1, len(rounds) + 1):
        assert spread(couples_of(rounds[:some]), together) <= most


def test_each_bot_holds_each_hand_of_its_table():
    """As many games as seats, all with the same cards."""
    for block in play(nimmt(7, 3, 2))[0]:
        games = fixtures_of(block, bytes(32), "stage")

        assert len({game.deal_seed for game in games}) == 1
        for seat in range(3):
            assert sorted(game.bots[seat] for game in games) == sorted(block.bots)


def test_every_table_has_a_shuffle_of_its_own():
    """And a number that no other table of the stage has."""
    blocks = [block for part in play(nimmt(7, 3, 5), Memory(out={"bot06": 0})) for block in part]

    assert len({block.shuffle for block in blocks}) == len(blocks)
    assert numbers(blocks) == list(range(len(blocks)))


@settings(max_examples=8)
@given(st.integers(3, 5), st.integers(2, 5), st.data())
def test_after_suspensions_the_others_are_seated_anew(seats, more, data):
    """The rounds before stay; after each round all who are left have played equally often."""
    bots = named(seats + more)
    one, two = data.draw(st.permutations(bots))[:2]
    memory = Memory(out={one: 0, two: 1})

    rounds = play(nimmt(len(bots), seats, 1, 2, 4), memory)

    assert rounds[0] == play(nimmt(len(bots), seats, 1))[0]
    assert len(rounds) == 3
    for number, blocks in enumerate(rounds):
        active = [bot for bot in bots if memory.out.get(bot, number) >= number]
        assert {*appearances([blocks])} <= {*active}
        assert spread(appearances(rounds[: number + 1]), active) <= 1
        assert all(len({*block.bots}) == seats for block in blocks)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_fewer_bots_than_seats_end_the_pool(seats):
    """There is no table that they could sit at."""
    bots = named(seats + 1)
    stage = nimmt(len(bots), seats, 1, 2, 3)

    assert len(play(stage, Memory(out={bots[0]: 1}))) == 3
    assert len(play(stage, Memory(out={bots[0]: 0, bots[1]: 1}))) == 2


def test_what_all_have_played_before_is_not_played_again():
    """The bot with the fewest tables decides where the rounds begin."""
    before = {(bot,): 4 for bot in named(5)}

    assert {*appearances(play(nimmt(5, 3, 7, before=before))).values()} == {3}
    assert {*appearances(play(nimmt(6, 3, 7, before=before))).values()} == {7}


def test_a_new_version_meets_the_other_bot_as_often_as_was_announced():
    """However much the other bot of a comparison has played against versions before it."""
    compared = {"challenger": "new", "compares": True}

    rounds = play(nimmt(("new", "old"), 3, 50, before={("old",): 40}, **compared))
    going_on = play(nimmt(("new", "old"), 3, 50, before={("new",): 10, ("old",): 40}, **compared))

    assert [sum(map(len, some)) for some in (rounds, going_on)] == [50, 40]
    assert {block.bots for blocks in rounds for block in blocks} == {("new", "old", "old")}
