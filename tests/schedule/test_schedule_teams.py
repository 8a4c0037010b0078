"""Teams of The Game: everybody alone on common shuffles, and mixed on others."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairings.blocks import fixtures_of
from arena.schedule import MIXED
from tests.schedule.contest import Memory, named, play, stage_of

COUNTS = st.integers(2, 9)
SEATS = st.integers(1, 5)


def teams(bots, seats, blocks, **more):
    return stage_of(bots, [blocks], "the-game", seats, **more)


def is_mixed(block):
    return len({*block.bots}) > 1


def split(rounds):
    """(self-play, mixed)"""
    blocks = [block for part in rounds for block in part]
    mixed = [block for block in blocks if is_mixed(block)]
    return [block for block in blocks if block not in mixed], mixed


def by_shuffle(blocks):
    found = {}
    for block in blocks:
        found.setdefault(block.shuffle, []).append(block.bots)
    return found


@settings(max_examples=30)
@given(COUNTS, SEATS, st.integers(1, 25))
def test_every_bot_plays_alone_on_every_shuffle(count, seats, blocks):
    """In all seats, each on the same shuffles as the others and once on each."""
    alone, mixed = split(play(teams(count, seats, blocks)))

    whole_field = sorted((bot,) * seats for bot in named(count))
    assert not mixed
    assert len(by_shuffle(alone)) == blocks
    assert all(sorted(found) == whole_field for found in by_shuffle(alone).values())


@settings(max_examples=30)
@given(COUNTS, st.integers(2, 5), st.integers(1, 12))
def test_in_mixed_teams_each_bot_has_each_seat_once_a_shuffle(count, seats, cross_play):
    """As many teams as bots, no bot twice in one, all with the same cards."""
    seats = min(seats, count)

    _, mixed = split(play(teams(count, seats, 1, cross_play=cross_play)))

    assert len(by_shuffle(mixed)) == cross_play
    for found in by_shuffle(mixed).values():
        assert all(len({*team}) == seats for team in found)
        for seat in range(seats):
            assert sorted(team[seat] for team in found) == [*named(count)]


@settings(max_examples=30)
@given(COUNTS, st.integers(2, 4), st.integers(1, 12), st.integers(0, 12))
def test_no_shuffle_is_for_both(count, seats, blocks, cross_play):
    """What a bot alone was dealt says nothing about the cards of mixed teams."""
    seats = min(seats, count)
    rounds = play(teams(count, seats, blocks, cross_play=cross_play))
    alone, mixed = split(rounds)

    def cards(some):
        return {fixtures_of(block, bytes(32), "stage")[0].deal_seed for block in some}

    assert len(cards(alone)) == blocks
    assert len(cards(mixed)) == cross_play
    assert not cards(alone) & cards(mixed)


@settings(max_examples=30)
@given(COUNTS, st.integers(1, 25), st.integers(0, 25))
def test_all_teams_of_a_shuffle_are_in_one_round(count, blocks, cross_play):
    """Results are looked at when all have played it, never in between."""
    rounds = play(teams(count, 2, blocks, cross_play=cross_play))

    where = {(block.shuffle, number) for number, part in enumerate(rounds) for block in part}
    assert len(where) == blocks + cross_play


def test_mixed_teams_begin_with_the_others_and_may_go_on_longer():
    """Two shuffles in the first round, then eight, each kind as many as were asked for."""
    rounds = play(teams(3, 2, 3, cross_play=12))

    assert [Counter(map(is_mixed, part)) for part in rounds] == [
        {False: 6, True: 6},
        {False: 3, True: 24},
        {True: 6},
    ]


def test_a_bot_on_its_own_cannot_mix():
    """With one seat there is self-play alone."""
    rounds = play(teams(3, 1, 3, cross_play=5))

    assert Counter(block.bots for part in rounds for block in part) == {
        (bot,): 3 for bot in named(3)
    }


def test_a_suspended_bot_is_in_no_team_and_the_others_keep_their_shuffles():
    """The common shuffles stay common; mixed teams are drawn from who is left."""
    alone, mixed = split(play(teams(4, 2, 6, cross_play=6), Memory(out={"bot02": 0})))

    left = ["bot00", "bot01", "bot03"]
    for shuffle, found in by_shuffle(alone).items():
        early = shuffle in ("self/0", "self/1")
        assert sorted(bot for bot, _ in found) == (sorted([*left, "bot02"]) if early else left)
    for shuffle, found in by_shuffle(mixed).items():
        early = shuffle in ("mixed/0", "mixed/1")
        for seat in range(2):
            names = sorted(team[seat] for team in found)
            assert names == (sorted([*left, "bot02"]) if early else left)


def test_too_few_for_a_mixed_team_play_on_alone():
    """Three seats, two bots left: no mixed team, but self-play to the end."""
    alone, mixed = split(play(teams(3, 3, 6, cross_play=6), Memory(out={"bot00": 0})))

    assert len(by_shuffle(mixed)) == 2
    assert len(by_shuffle(alone)) == 6


@settings(max_examples=30)
@given(st.integers(0, 12), st.integers(0, 12))
def test_shuffles_of_earlier_stages_are_not_asked_for_again(alone_before, mixed_before):
    """What the bot with the fewest lacks is played by all, so that shuffles stay common."""
    before = {("bot00",): alone_before + 3, ("bot01",): alone_before, MIXED: mixed_before}

    alone, mixed = split(play(teams(2, 2, 10, cross_play=10, before=before)))

    assert len(by_shuffle(alone)) == max(0, 10 - alone_before)
    assert len(by_shuffle(mixed)) == max(0, 10 - mixed_before)
    assert all(len(found) == 2 for found in by_shuffle([*alone, *mixed]).values())
