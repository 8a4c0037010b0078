"""Counts: what a block adds, whoever sat where and in whatever order blocks come in."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.counts import (
    WHOLE_WIN,
    Game,
    PairCount,
    TeamSum,
    bot_sums,
    is_pair,
    pair_count,
    team_sum,
)
from arena.model import Outcome, places_by
from arena.pairings import rotated
from arena.pairings.blocks import block_of, games_of
from tests.schedule.contest import pool_of

PAIR, TEAM, TABLE = pool_of(), pool_of("the-game", 2), pool_of("six-nimmt", 3)
WON, LOST, DRAWN = (1, 0), (0, 1), (0, 0)  # by seat; both lose if both fail at once
DICE = st.randoms(use_true_random=False)


def block(bots="ab", pool=PAIR):
    return block_of(pool, bots, round_=0, number=0)


def game(scores, *forfeits, reason="stuck"):
    """A game of which the most points win."""
    places = places_by([-score for score in scores])
    return Game(Outcome(tuple(scores), places, reason), forfeits)


def left_over(cards, *forfeits, seats=2):
    """A game of a team."""
    return Game(Outcome((cards,) * seats, (1,) * seats, "stuck"), forfeits)


def heads(*scores, forfeits=()):
    """A game of 6 nimmt!, of which the fewest bull heads win."""
    return Game(Outcome(scores, places_by(list(scores)), "target"), forfeits)


def by_bot(sums):
    return {each.bot: each for each in sums}


PAIR_GAMES = st.lists(
    st.builds(
        lambda scores, out: game(scores, *out),
        st.sampled_from([WON, LOST, DRAWN]),
        st.sampled_from([(), (0,), (1,), (0, 1)]),
    ),
    min_size=2,
    max_size=2,
)
TABLE_GAMES = st.lists(
    st.builds(
        lambda scores, out: heads(*scores, forfeits=tuple(sorted(out))),
        st.tuples(*[st.integers(0, 4)] * 3),
        st.sets(st.integers(0, 2)),
    ),
    min_size=3,
    max_size=3,
)


@settings(max_examples=50)
@given(st.lists(st.tuples(st.permutations("abcd"), TABLE_GAMES), max_size=6), DICE)
def test_the_order_of_the_blocks_does_not_matter(played, dice):
    """Sums of whole numbers: any order ends in the same."""

    def total(some):
        sums = Counter()
        for bots, games in some:
            for each in bot_sums(block(bots[:3], TABLE), games):
                for name, value in each._asdict().items():
                    if name != "bot":
                        assert type(value) is int
                        sums[each.bot, name] += value
        return sums

    other = list(played)
    dice.shuffle(other)
    assert total(other) == total(played)


@settings(max_examples=50)
@given(PAIR_GAMES)
def test_a_pair_counts_the_same_whoever_is_named_first(games):
    """Bots by alphabet, games by who sat first: the other order of both says the same."""
    one, other = games
    as_ab = pair_count(block("ab"), [one, other])
    as_ba = pair_count(block("ba"), [other, one])

    assert as_ab == as_ba
    assert bot_sums(block("ab"), [one, other]) == bot_sums(block("ba"), [other, one])


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        (WON, LOST, (2, 2)),  # `a` sits first, then second: it wins both
        (WON, WON, (2, 0)),  # the first move wins twice
        (LOST, LOST, (0, 2)),
        (LOST, WON, (0, 0)),
        (DRAWN, LOST, (1, 2)),
        (WON, DRAWN, (2, 1)),
        (DRAWN, DRAWN, (1, 1)),
    ],
)
def test_what_a_mirrored_pair_comes_to(first, second, points):
    """Two points a win, one a draw, by where the first of the alphabet sat."""
    count = pair_count(block("ab"), [game(first), game(second)])

    assert count == PairCount("a", "b", *points, forfeited=False)


@settings(max_examples=50)
@given(PAIR_GAMES)
def test_both_seats_of_a_game_share_two_points(games):
    """What `a` does not get, `b` has: counted from the other side it adds up."""
    count = pair_count(block("ab"), games)
    renamed = pair_count(block("ba"), games)  # the same games, played by the other

    assert renamed.as_first == 2 - count.as_second
    assert renamed.as_second == 2 - count.as_first


def test_a_game_that_both_forfeit_is_a_draw():
    """Two bots that do not start: half a win each, and the pair says that it was forfeited."""
    games = [game(DRAWN, 0, 1, reason="fault"), game(WON)]

    assert pair_count(block("ab"), games) == PairCount("a", "b", 1, 0, forfeited=True)
    sums = by_bot(bot_sums(block("ab"), games))
    assert (sums["a"].forfeits, sums["b"].forfeits) == (1, 1)


def test_a_forfeit_is_charged_to_the_bot_that_sat_there():
    """Seat 1 of the mirrored game is the bot that sat in seat 0 before."""
    games = [game(WON), game(WON, 1, reason="fault")]

    sums = by_bot(bot_sums(block("ab"), games))

    assert (sums["a"].forfeits, sums["a"].forfeited_blocks) == (1, 1)
    assert (sums["b"].forfeits, sums["b"].forfeited_blocks) == (0, 0)


def test_two_forfeits_in_a_block_are_one_forfeited_block():
    """The rule for suspension counts blocks."""
    (a, _) = bot_sums(block("ab"), [game(LOST, 0), game(WON, 1)])

    assert (a.forfeits, a.forfeited_blocks, a.blocks, a.games) == (2, 1, 1, 2)


@settings(max_examples=50)
@given(TABLE_GAMES)
def test_shares_of_a_win_add_up(games):
    """Whoever shares a game, all bots together have won it once."""
    sums = bot_sums(block("abc", TABLE), games)

    assert sum(each.wins for each in sums) == 3 * WHOLE_WIN


@pytest.mark.parametrize("winners", range(1, 11))
def test_a_win_can_be_shared_by_any_number_at_a_table(winners):
    """Without a rest."""
    assert WHOLE_WIN % winners == 0

    scores = [0] * winners + [1] * (10 - winners)
    sums = bot_sums(block("abcdefghij", pool_of("six-nimmt", 10)), [heads(*scores)])
    assert [each.wins for each in sums] == [WHOLE_WIN // winners] * winners + [0] * (10 - winners)


@settings(max_examples=50)
@given(TABLE_GAMES)
def test_scores_follow_the_bots_over_the_rotations(games):
    """Each bot has the bull heads of the seats it had; the square is of the whole block."""
    table = block("abc", TABLE)
    sums = by_bot(bot_sums(table, games))

    for bot in "abc":
        own = [
            played.outcome.scores[rotated(table.bots, turn).index(bot)]
            for turn, played in enumerate(games)
        ]
        assert sums[bot].scores == sum(own)
        assert sums[bot].scores_squared == sum(own) ** 2
        assert sums[bot].games == games_of(table) == 3
        assert sums[bot].blocks == 1


def test_the_same_result_twice_is_two_games():
    """Also where one value stands for both."""
    won = game(WON)

    assert [each.games for each in bot_sums(block("ab"), [won, won])] == [2, 2]


def test_a_bot_with_itself_plays_one_game():
    """Copies of a bot are one bot; its score counts for each seat."""
    (a,) = bot_sums(block("aa", TEAM), [left_over(7)])

    assert (a.bot, a.blocks, a.games, a.scores) == ("a", 1, 1, 14)


@pytest.mark.parametrize(("cards", "zeros"), [(0, 1), (1, 0), (12, 0)])
def test_what_a_team_left_over(cards, zeros):
    """Cards, their square, and whether none was left; seats do not multiply it."""
    assert team_sum(block("aa", TEAM), [left_over(cards)]) == TeamSum(
        ("a", "a"), games=1, left=cards, left_squared=cards**2, zeros=zeros, forfeits=0
    )


def test_a_mixed_team_is_kept_by_seat():
    """Who sat where is part of the team."""
    assert team_sum(block("ba", TEAM), [left_over(3)]).team == ("b", "a")


def test_a_fault_in_a_team_of_one_bot_counts_for_it():
    """The game ended there, and the cards that were left are its score."""
    assert team_sum(block("aa", TEAM), [left_over(60, 1)]) == TeamSum(
        ("a", "a"), games=1, left=60, left_squared=3600, zeros=0, forfeits=1
    )


def test_a_fault_in_a_mixed_team_counts_for_its_culprit_alone():
    """The team has a forfeit and no score; the culprit has the forfeit of its own."""
    mixed, games = block("ab", TEAM), [left_over(60, 1)]

    assert team_sum(mixed, games) == TeamSum(("a", "b"), 0, 0, 0, 0, 1)
    sums = by_bot(bot_sums(mixed, games))
    assert (sums["a"].forfeits, sums["b"].forfeits) == (0, 1)


def test_each_kind_of_block_has_its_own_sums():
    """A pair is no team, a team no pair, a table neither."""
    team, table = block("ab", TEAM), block("abc", TABLE)

    assert [is_pair(some) for some in (block(), team, table)] == [True, False, False]
    assert pair_count(team, [left_over(1)]) is None
    assert pair_count(table, [heads(1, 2, 3)] * 3) is None
    assert team_sum(block(), [game(WON), game(WON)]) is None
    assert team_sum(table, [heads(1, 2, 3)] * 3) is None


def test_two_bots_of_six_nimmt_are_a_table_and_no_pair():
    """What is ranked by bull heads stays so at a table of two."""
    assert not is_pair(block("ab", pool_of("six-nimmt", 2)))
