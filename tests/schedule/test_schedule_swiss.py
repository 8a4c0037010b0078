"""Swiss rounds as a contest plays them: from stored results, across stops and stages."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.schedule import Result, Schedule
from tests.schedule.contest import CHANCE, SCORES, Memory, meetings, named, play, stage_of

DICE = st.randoms(use_true_random=False)


def swiss(bots, rounds, **more):
    return stage_of(bots, [rounds], format="swiss", **more)


def by(dice):
    return lambda _: dice.choice(SCORES)


def ways_to_pair(bots):
    """Every way to pair them; with an odd number somebody rests."""
    if len(bots) % 2:
        for bye in bots:
            yield from ways_to_pair([bot for bot in bots if bot != bye])
    elif not bots:
        yield []
    else:
        first, *others = bots
        for other in others:
            for rest in ways_to_pair([bot for bot in others if bot != other]):
                yield [(first, other), *rest]


def resting(bots, blocks):
    playing = {bot for block in blocks for bot in block.bots}
    return [bot for bot in bots if bot not in playing]


def check_rounds(bots, rounds, met=None, rested=None):
    """No couple again while there is a way without; nobody rests twice before all have."""
    met, rested = met or Counter(), rested or Counter()
    for blocks in rounds:
        couples = [block.bots for block in blocks]
        often = max(met[couple] for couple in couples)
        if often:
            fewest = min(rested[bot] for bot in bots)
            for way in ways_to_pair(bots):
                byes = {*bots} - {bot for couple in way for bot in couple}
                fair = all(rested[bot] == fewest for bot in byes)
                assert not fair or max(met[couple] for couple in way) >= often, way
        met.update(couples)
        rested.update(resting(bots, blocks))
        assert max(rested[bot] for bot in bots) - min(rested[bot] for bot in bots) <= 1


@settings(max_examples=35)
@given(st.integers(2, 8), st.integers(1, 9), DICE)
def test_nobody_meets_again_while_another_way_exists(count, announced, dice):
    """Against all ways there are to pair those bots."""
    rounds = play(swiss(count, announced), score=by(dice))

    assert len(rounds) == announced
    check_rounds(named(count), rounds)


@settings(max_examples=25)
@given(st.integers(2, 25), st.integers(1, 12), DICE)
def test_everybody_plays_once_a_round_or_rests(count, announced, dice):
    """One rests where the number is odd; the numbers of rests differ by at most one."""
    bots = named(count)
    rests = Counter(dict.fromkeys(bots, 0))

    for blocks in play(swiss(count, announced), score=by(dice)):
        playing = [bot for block in blocks for bot in block.bots]
        assert len({*playing}) == len(playing) == count - count % 2
        rests.update(resting(bots, blocks))

    assert max(rests.values()) - min(rests.values()) <= 1


@settings(max_examples=15)
@given(st.integers(2, 12), st.integers(1, 8), DICE)
def test_a_stopped_contest_goes_on_as_if_it_had_not(count, announced, dice):
    """Each round from results alone: a fresh schedule pairs as the one that was stopped."""
    memory = Memory()
    stage = swiss(count, announced)
    rounds = play(stage, memory, score=by(dice))

    for number, blocks in enumerate(rounds):
        assert Schedule(stage, memory).round(number) == blocks


@settings(max_examples=30)
@given(st.integers(2, 7), st.integers(1, 5), st.integers(1, 5), DICE)
def test_more_rounds_after_the_end_go_on_from_there(count, first, more, dice):
    """A new stage with the same bots remembers who met whom and who rested."""
    bots, memory = named(count), Memory()
    earlier = play(swiss(count, first), memory, score=by(dice))

    stage = swiss(count, first + more, before={bots: first}, seed=CHANCE[::-1])
    rounds = play(stage, memory, score=by(dice))

    assert len(rounds) == more
    check_rounds(bots, [*earlier, *rounds])


def test_points_of_earlier_stages_count():
    """Who won before meets who won before."""
    bots, memory = named(4), Memory()
    (first,) = play(swiss(4, 1), memory, score=lambda _: 1.0)
    winners = {block.bots[0] for block in first}

    (second,) = play(swiss(4, 2, before={bots: 1}, seed=CHANCE[::-1]), memory)

    assert winners in [{*block.bots} for block in second]


@pytest.mark.parametrize("winner", [0, 1])
def test_the_level_meet(winner):
    """In a field of eight, winners meet winners and in the third round the two with both."""
    points, memory = Counter(), Memory()
    schedule = Schedule(swiss(8, 3), memory)

    for number in range(3):
        blocks = schedule.round(number)
        for block in blocks:
            one, other = (points[bot] for bot in block.bots)
            assert one == other
            points[block.bots[winner]] += 1
        memory.add(blocks, lambda _: 1.0 - winner)


def test_blocks_name_their_bots_in_one_order():
    """Whoever stands higher: a couple is written down by its names."""
    for blocks in play(swiss(9, 6)):
        couples = [block.bots for block in blocks]
        assert couples == sorted(tuple(sorted(couple)) for couple in couples)


@settings(max_examples=30)
@given(st.integers(3, 9), DICE)
def test_suspended_bots_leave_and_the_others_are_paired(count, dice):
    """Of those who are left all play, or all but one; the last alone ends the contest."""
    bots, memory = named(count), Memory()

    def one_of(blocks):
        playing = [bot for block in blocks for bot in block.bots]
        return dice.sample(playing, dice.choice([0, 0, 1, 2]))

    rounds = play(swiss(count, 12), memory, score=by(dice), suspend=one_of)

    for number, blocks in enumerate(rounds):
        active = [bot for bot in bots if memory.out.get(bot, number) >= number]
        playing = [bot for block in blocks for bot in block.bots]
        assert len(active) >= 2
        assert {*playing} <= {*active}
        assert len(playing) == len({*playing}) == len(active) - len(active) % 2
    if len(rounds) < 12:
        assert count - len(memory.out) < 2


@settings(max_examples=30)
@given(st.integers(3, 7), DICE)
def test_the_last_repetition_is_put_off_after_a_suspension_too(count, dice):
    """The rounds that are left are the best for those who are left."""
    bots, memory = named(count), Memory()
    stage = swiss(count, 5)
    rounds = play(stage, memory, score=by(dice), suspend=lambda blocks: [bots[0]])

    left = bots[1:]
    first, *later = rounds
    check_rounds(
        left,
        later,
        met=Counter(block.bots for block in first),
        rested=Counter(resting(bots, first)),
    )


def test_all_meet_before_anybody_meets_again():
    """With an even number of bots n - 1 rounds are a whole round robin, whoever wins."""
    rounds = play(swiss(4, 6))

    assert {*meetings(rounds[:3]).values()} == {1}
    assert {*meetings(rounds).values()} == {2}


@pytest.mark.parametrize("count", [2, 3])
def test_the_smallest_fields(count):
    """Two meet every round; of three each rests in turn."""
    rounds = play(swiss(count, 6))

    assert {*meetings(rounds).values()} == {6 if count == 2 else 2}


def test_only_as_many_meet_again_as_must():
    """Here one couple of three must: 0-4 and 3-5 would be new, and 1-2 meet again."""
    rows = [("05", "13", "24"), ("02", "15", "34"), ("03", "12", "45"), ("03", "14", "25")]
    results = [
        Result(number, (f"bot0{a}", f"bot0{b}"), 0.5)
        for number, row in enumerate(rows)
        for a, b in row
    ]
    met = {result.bots for result in results}
    fewest = min(len({*way} & met) for way in ways_to_pair(named(6)))

    for lot in range(8):
        stage = swiss(6, 5, seed=bytes([lot] * 32))
        fifth = Schedule(stage, Memory(results)).round(4)

        assert len({block.bots for block in fifth} & met) == fewest
