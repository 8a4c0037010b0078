"""Face to Face: every couple equally often, and nobody with an advantage of seat or first move."""

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairings.blocks import fixtures_of
from tests.schedule.contest import Memory, meetings, named, numbers, play, stage_of

SECRET = bytes(32)
BOTS = st.integers(2, 9)
BLOCKS = st.integers(1, 20)
some = settings(max_examples=30)


def games_of(rounds):
    """Who sat where, and which cards: all games of all blocks."""
    return [
        fixture
        for blocks in rounds
        for block in blocks
        for fixture in fixtures_of(block, SECRET, "stage")
    ]


@some
@given(BOTS, BLOCKS)
def test_all_couples_meet_equally_often(count, blocks):
    """As often as was announced, in every round as in the whole."""
    rounds = play(stage_of(count, [blocks]))

    couples = list(combinations(named(count), 2))
    assert meetings(rounds) == Counter(dict.fromkeys(couples, blocks))
    for part in rounds:
        assert len({*meetings([part]).values()}) == 1


@some
@given(BOTS, st.integers(1, 4))
def test_seats_and_first_moves_balance_exactly(count, blocks):
    """Each bot sits in each seat as often against every other; seat 0 has the first move."""
    games = games_of(play(stage_of(count, [blocks])))

    seats = Counter((bot, other) for bot, other in (game.bots for game in games))
    assert {*seats.values()} == {blocks}
    assert len(seats) == count * (count - 1)


@some
@given(BOTS, st.integers(1, 4))
def test_the_games_of_a_pair_have_the_same_cards_and_no_other_game_has_them(count, blocks):
    """Two games to a deal, in which the bots exchange everything."""
    by_cards = {}
    for game in games_of(play(stage_of(count, [blocks]))):
        by_cards.setdefault(game.deal_seed, []).append(game.bots)

    for one, other in by_cards.values():
        assert one == other[::-1]


@some
@given(BOTS, BLOCKS, st.data())
def test_a_gauntlet_is_one_against_all(count, blocks, data):
    """The challenger meets each of the others as often as was announced, they never meet."""
    bots = named(count)
    new = data.draw(st.sampled_from(bots))

    rounds = play(stage_of(count, [blocks], format="gauntlet", challenger=new))

    couples = [tuple(sorted((new, bot))) for bot in bots if bot != new]
    assert meetings(rounds) == Counter(dict.fromkeys(couples, blocks))
    assert {(game.bots[0] == new) for game in games_of(rounds)} == {True, False}


PLAYED = st.dictionaries(
    st.sampled_from(list(combinations(named(6), 2))), st.integers(0, 25), max_size=15
)


@some
@given(PLAYED, BLOCKS, st.sampled_from(["round-robin", "gauntlet"]))
def test_who_has_met_before_is_asked_for_the_rest_alone(before, blocks, format_):
    """With earlier stages added every couple has what was announced, or had more already."""
    stage = stage_of(6, [blocks], before=before, format=format_, challenger="bot03")
    rounds = play(stage)

    met = meetings(rounds)
    for couple in combinations(named(6), 2):
        if format_ == "gauntlet" and "bot03" not in couple:
            assert met[couple] == 0
        else:
            assert met[couple] == max(0, blocks - before.get(couple, 0))


@some
@given(PLAYED, BLOCKS)
def test_meetings_are_counted_on_from_earlier_stages(before, blocks):
    """The first of a couple in this stage has the number after its last."""
    rounds = play(stage_of(6, [blocks], before=before))

    for couple in combinations(named(6), 2):
        theirs = [block for part in rounds for block in part if block.bots == couple]
        assert numbers(theirs) == list(range(before.get(couple, 0), blocks))


def test_a_new_bot_meets_all_and_the_old_ones_wait():
    """Nothing that is known is played again."""
    before = {("bot00", "bot01"): 10}

    rounds = play(stage_of(3, [10], before=before))

    assert meetings(rounds) == {("bot00", "bot02"): 10, ("bot01", "bot02"): 10}
    assert [len(part) for part in rounds] == [4, 16]


@some
@given(st.integers(3, 8), st.integers(0, 2), st.data())
def test_a_suspension_takes_its_couples_and_no_others(count, after, data):
    """The rest of the schedule is what it was."""
    bots = named(count)
    out = data.draw(st.sampled_from(bots))
    whole = play(stage_of(count, [20]))

    rounds = play(stage_of(count, [20]), Memory(out={out: after}))

    assert rounds[: after + 1] == whole[: after + 1]
    for left, planned in zip(rounds[after + 1 :], whole[after + 1 :], strict=True):
        assert left == [block for block in planned if out not in block.bots]
