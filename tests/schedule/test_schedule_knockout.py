"""Knockout as a contest plays it: any results lead to a champion, and nobody plays on beaten."""

from math import ceil, log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.chance import shuffled
from arena.schedule import Schedule, champion_of
from tests.schedule.contest import CHANCE, SCORES, Memory, named, play, stage_of

DICE = st.randoms(use_true_random=False)
BEST_OF = st.integers(1, 4)


def knockout(count, best_of):
    return stage_of(count, [best_of], format="knockout")


def seeds_of(count):
    """The bots in the order of the lots that were drawn for them, the best seed first."""
    return [named(count)[at] for at in shuffled(CHANCE, "seeds", range(count))]


def played(stage, score, memory=None):
    """The rounds, and of each couple in the order in which they met, the scores of the first."""
    scores = {}

    def kept(block):
        scores.setdefault(block.bots, []).append(score(block))
        return scores[block.bots][-1]

    return play(stage, memory, score=kept), scores


def winner_of(couple, scores, seeds):
    """By the rule on the page: more points, else the better seed."""
    half = len(scores) / 2
    if sum(scores) == half:
        return min(couple, key=seeds.index)
    return couple[sum(scores) < half]


@settings(max_examples=35)
@given(st.integers(2, 40), BEST_OF, DICE)
def test_any_results_lead_to_one_champion(count, best_of, dice):
    """Everybody but one is beaten once and then plays no more; the champion is never beaten."""
    stage, memory = knockout(count, best_of), Memory()
    rounds, scores = played(stage, lambda _: dice.choice(SCORES), memory)

    beaten = []
    for couple, theirs in scores.items():
        assert not {*couple} & {*beaten}
        goes_on = winner_of(couple, theirs, seeds_of(count))
        beaten += [bot for bot in couple if bot != goes_on]
    assert len(beaten) == len({*beaten}) == count - 1
    assert {*named(count)} - {*beaten} == {champion_of(stage, memory)}
    assert len(rounds) <= ceil(log2(count)) * (1 + best_of)


@settings(max_examples=35)
@given(st.integers(2, 16), BEST_OF, DICE)
def test_the_level_go_on_singly_up_to_twice_as_many(count, best_of, dice):
    """N pairs at once; then one a round while it is level, until 2N are played."""
    rounds, scores = played(knockout(count, best_of), lambda _: dice.choice([0.25, 0.5, 0.5, 0.75]))

    for couple, theirs in scores.items():
        level = [sum(theirs[:n]) == n / 2 for n in range(best_of, len(theirs) + 1)]
        assert all(level[:-1])
        assert not level[-1] or len(theirs) == 2 * best_of
        by_round = [sum(block.bots == couple for block in blocks) for blocks in rounds]
        assert [n for n in by_round if n] == [best_of] + [1] * (len(theirs) - best_of)


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13])
def test_if_all_are_level_the_better_seed_goes_on(count):
    """After 2N pairs; the first seed is champion, and the final is against the second."""
    seeds = seeds_of(count)
    rounds, scores = played(knockout(count, 2), lambda _: 0.5)

    assert {len(theirs) for theirs in scores.values()} == {4}
    for couple in scores:
        beaten = max(couple, key=seeds.index)
        assert beaten not in {
            bot for later in list(scores)[list(scores).index(couple) + 1 :] for bot in later
        }
    assert {*list(scores)[-1]} == {*seeds[:2]}
    assert len(rounds) == 3 * ceil(log2(count))


def test_everybody_waits_for_who_is_level():
    """The next couples are made when all of these are decided."""
    memory, stage = Memory(), knockout(4, 2)
    schedule = Schedule(stage, memory)
    first = schedule.round(0)
    slow, quick = dict.fromkeys(block.bots for block in first)
    memory.add(first, lambda block: 0.5 if block.bots == slow else 1.0)

    second = schedule.round(1)
    memory.add(second, lambda _: 0.25)
    final = schedule.round(2)

    assert [block.bots for block in second] == [slow]
    assert [block.bots for block in final] == [(slow[1], quick[0])] * 2


@settings(max_examples=20)
@given(st.integers(2, 12), BEST_OF, DICE)
def test_a_stopped_contest_goes_on_as_if_it_had_not(count, best_of, dice):
    """A fresh schedule gives every round again, whatever is known of that round and later ones."""
    memory, stage = Memory(), knockout(count, best_of)
    rounds = play(stage, memory, score=lambda _: dice.choice(SCORES))

    for number, blocks in enumerate(rounds):
        assert Schedule(stage, memory).round(number) == blocks


def test_the_first_round_leaves_the_best_seeds_free():
    """Of five, three wait and the last two play."""
    seeds = seeds_of(5)

    (couple,) = {block.bots for block in Schedule(knockout(5, 3), Memory()).round(0)}

    assert couple == (seeds[3], seeds[4])


def test_pairs_of_a_couple_have_other_cards_each():
    """Also those that are played because it was level."""
    rounds, _ = played(knockout(4, 2), lambda _: 0.5)

    shuffles = [block.shuffle for blocks in rounds for block in blocks]
    assert len({*shuffles}) == len(shuffles)


@settings(max_examples=35)
@given(st.integers(2, 40), BEST_OF, DICE)
def test_suspended_bots_drop_out_and_the_contest_ends(count, best_of, dice):
    """In no later round, whoever they were; the rest goes on to the end."""
    stage, memory = knockout(count, best_of), Memory()

    def some_of(blocks):
        playing = sorted({bot for block in blocks for bot in block.bots})
        return [bot for bot in playing if dice.random() < 0.2]

    rounds = play(stage, memory, score=lambda _: dice.choice(SCORES), suspend=some_of)

    for number, blocks in enumerate(rounds):
        assert blocks
        for bot in (bot for block in blocks for bot in block.bots):
            assert memory.out.get(bot, number) >= number
    assert champion_of(stage, memory) in named(count)


@settings(max_examples=20)
@given(st.integers(2, 8), st.integers(0, 255), st.booleans())
def test_a_suspended_bot_leaves_its_place_to_its_next_opponent(best_of, lot, is_first):
    """A couple that is decided stays so; only who has not yet met it gains."""
    memory, stage = Memory(), knockout(4, best_of)
    schedule = Schedule(stage, memory)
    one, other = dict.fromkeys(block.bots for block in schedule.round(0))
    memory.add(schedule.round(0), lambda _: lot % 2)
    won, lost = one if lot % 2 else one[::-1]
    memory.out = {won if is_first else lost: 0}

    final = schedule.round(1)

    if is_first:
        assert final is None
        assert champion_of(stage, memory) == other[0 if lot % 2 else 1]
    else:
        assert {block.bots for block in final} == {(won, other[0 if lot % 2 else 1])}


@pytest.mark.parametrize("is_first", [True, False])
def test_the_opponent_of_a_suspended_bot_goes_on_if_they_are_level(is_first):
    """Who would have to play on against it need not, and is in the final."""
    memory, stage = Memory(), knockout(4, 2)
    schedule = Schedule(stage, memory)
    one, other = dict.fromkeys(block.bots for block in schedule.round(0))
    memory.add(schedule.round(0), lambda block: 0.5 if block.bots == one else 1.0)
    memory.out = {one[0] if is_first else one[1]: 0}

    final = schedule.round(1)

    assert {block.bots for block in final} == {(one[is_first], other[0])}


def test_if_both_are_suspended_the_next_has_nobody_to_play():
    """Of four, the other semi-final decides alone."""
    memory, stage = Memory(), knockout(4, 2)
    schedule = Schedule(stage, memory)
    one, _ = dict.fromkeys(block.bots for block in schedule.round(0))
    memory.add(schedule.round(0), lambda _: 1.0)
    memory.out = dict.fromkeys(one, 0)

    assert schedule.round(1) is None


def test_nobody_is_left():
    """A contest of suspended bots is over."""
    memory, stage = Memory(), knockout(5, 2)
    memory.out = dict.fromkeys(named(5), 0)

    assert Schedule(stage, memory).round(0) is not None
    assert Schedule(stage, memory).round(1) is None


def test_whoever_was_beaten_stays_beaten():
    """A winner that is suspended later leaves its place to nobody whom it had beaten."""
    memory, stage = Memory(), knockout(4, 2)
    schedule = Schedule(stage, memory)
    semi = schedule.round(0)
    memory.add(semi, lambda _: 1.0)
    final = schedule.round(1)
    memory.add(final, lambda _: 1.0)
    (first, second), *_ = (block.bots for block in final)
    beaten = {block.bots[1] for block in semi}

    memory.out = {second: 1}  # it has lost the final already
    after = schedule.round(2)

    assert after is None or not beaten & {bot for block in after for bot in block.bots}
    assert first not in memory.out
