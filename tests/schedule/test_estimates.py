"""Estimates: what a plan comes to is what the schedule then makes."""

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.admission import Cost
from arena.counts import PairCount
from arena.estimates import Size, blocks_for, estimate, game_ms, size_of, stage_games
from arena.model import Limits
from arena.pairings.blocks import games_of
from arena.plan import Field, Plan
from arena.ratings.bradley_terry import ELO, SURE, fit
from arena.ratings.results import mirrored
from arena.schedule import MIXED, cut
from tests.schedule.contest import named, play, pool_of, stage_of

HOUR_MS = 3600 * 1000
COST = Cost(start=80.0, own=10.0, whole=45.0, others=15.0)


def field_of(count, game="face-to-face", seats=2, **options):
    return Field(pool_of(game, seats, **options), named(count))


def games_played(stage):
    return sum(games_of(block) for blocks in play(stage) for block in blocks)


def plan_of(stage):
    return Plan(
        format=stage.format, challenger=stage.challenger, cross_play=stage.cross_play, sitting=8
    )


def check_total(stage):
    """The number that is announced is the number that is played."""
    assert stage_games(stage, plan_of(stage)) == games_played(stage)


@given(st.integers(2, 9), st.integers(1, 12), st.sampled_from(["round-robin", "gauntlet", "swiss"]))
def test_the_games_of_couples_are_counted_beforehand(count, blocks, format_):
    """As many as the schedule then has."""
    stage = stage_of(count, [blocks], format=format_, challenger="bot01")
    (field,) = stage.fields

    check_total(stage)
    size = size_of(field, plan_of(stage), blocks)
    assert size == Size(games_played(stage) // 2, games_played(stage))


@settings(max_examples=30)
@given(st.integers(1, 5), st.integers(0, 5), st.integers(1, 12), st.integers(0, 12))
def test_the_games_of_teams_are_counted_beforehand(seats, more, blocks, cross_play):
    """Self-play and mixed teams; with one seat there are no mixed ones."""
    stage = stage_of(max(2, seats + more), [blocks], "the-game", seats, cross_play=cross_play)
    (field,) = stage.fields

    check_total(stage)
    assert size_of(field, plan_of(stage), blocks).games == games_played(stage)


@settings(max_examples=6)
@given(st.integers(2, 5), st.integers(0, 5), st.integers(1, 4))
def test_the_games_of_tables_are_counted_beforehand(seats, more, blocks):
    """Every table once for each seat."""
    stage = stage_of(seats + more, [blocks], "six-nimmt", seats)
    (field,) = stage.fields

    check_total(stage)
    size = size_of(field, plan_of(stage), blocks)
    assert size == Size((seats + more) * blocks // seats, games_played(stage))


def test_a_tournament_of_six_nimmt_is_one_game_a_table():
    """It rotates the hands within."""
    field = field_of(6, "six-nimmt", 3, tournament=True)

    assert size_of(field, Plan(), 4) == Size(8, 8)


def test_more_blocks_are_counted_from_the_last_announcement():
    """Not from the first."""
    check_total(stage_of(4, [2, 7]))


def test_what_was_played_before_is_not_counted():
    """A new bot among old ones, more rounds of a Swiss, more shuffles, more tables."""
    alone = {(bot,): 3 for bot in named(4)}

    check_total(stage_of(4, [5], before={("bot00", "bot01"): 5, ("bot00", "bot02"): 9}))
    check_total(stage_of(4, [5], format="swiss", before={named(4): 3}))
    check_total(stage_of(4, [5], "the-game", 2, before=alone))
    check_total(stage_of(4, [5], "six-nimmt", 2, before=alone))


def test_a_new_bot_in_a_gauntlet_plays_alone():
    """The others have met the challenger, and are not asked again."""
    met = {("bot00", "bot01"): 5, ("bot00", "bot02"): 5}
    alone = {("bot00",): 10, ("bot01",): 5, ("bot02",): 5}

    check_total(stage_of(4, [5], format="gauntlet", challenger="bot00", before={**met, **alone}))


def test_mixed_teams_that_played_before_are_not_counted():
    """More self-play after a contest with cross-play: the mixed shuffles are done."""
    before = {**{(bot,): 3 for bot in named(4)}, MIXED: 6}

    check_total(stage_of(4, [5], "the-game", 2, cross_play=6, before=before))


def test_nobody_knows_how_long_a_contest_is_that_results_decide():
    """A knockout, or one that ends when the places are settled."""
    knockout = stage_of(8, [3], format="knockout")

    assert stage_games(knockout, plan_of(knockout)) is None
    assert stage_games(stage_of(8, [3]), Plan(until_settled=1)) is None


def test_a_knockout_without_level_couples_is_as_long_as_is_said():
    """All but one are beaten once, in N pairs."""
    stage = stage_of(11, [3], format="knockout")
    rounds = play(stage, score=lambda _: 1.0)

    size = size_of(stage.fields[0], plan_of(stage), 3)
    assert size.blocks == sum(map(len, rounds)) == 30


def test_a_game_costs_its_bots_and_the_referee():
    """Start-up is shared by a sitting; what is neither bot's is the referee's."""
    field, plan = field_of(4), Plan(sitting=8)

    # Ten blocks are a round of two and one of eight, so two starts.
    assert game_ms(field, plan, 10, [COST]) == 20.0 + 2 * (10.0 + 80.0 * 2 / 10)
    assert game_ms(field, plan._replace(sitting=1), 10, [COST]) == 20.0 + 2 * (10.0 + 80.0)
    assert game_ms(field, plan, 10, [COST, COST]) == game_ms(field, plan, 10, [COST])
    assert game_ms(field, plan, 10, []) == 0.0


@pytest.mark.parametrize("blocks", [1, 2, 3, 10, 11, 27])
@pytest.mark.parametrize("sitting", [1, 3, 8, 20])
def test_the_starts_are_those_of_the_rounds(blocks, sitting):
    """As many as sittings come out of the rounds of one couple, whole ones."""
    sittings = sum(math.ceil(len(round_) / sitting) for round_ in cut([blocks], 0))
    cost = Cost(start=1.0, own=0.0, whole=0.0, others=0.0)

    found = game_ms(field_of(2), Plan(sitting=sitting), blocks, [cost])

    assert found == pytest.approx(2 * sittings / blocks)


@pytest.mark.parametrize(
    ("game", "plan"), [("face-to-face", Plan(format="swiss")), ("six-nimmt", Plan())]
)
def test_who_meets_somebody_else_every_round_starts_for_every_game(game, plan):
    """In Swiss rounds and at tables no process plays two games."""
    field = field_of(8, game)
    cost = Cost(start=1.0, own=0.0, whole=0.0, others=0.0)

    assert game_ms(field, plan, 10, [cost]) == field.pool.seats


def test_a_clock_that_jitters_gives_the_referee_no_time_back():
    """Parts that add up to more than the whole are not taken off elsewhere."""
    cost = Cost(start=0, own=10, whole=15, others=10)

    assert game_ms(field_of(2), Plan(), 10, [cost]) == 20.0


def test_core_hours_at_most_and_as_measured():
    """All time that every bot may use, against what the games of admission took."""
    plan = Plan(limits=Limits(start_ms=8000, game_ms=9000), sitting=8)

    found = estimate(field_of(4), plan, 10, [COST])

    assert found.size == Size(60, 120)
    assert found.hours_at_most == pytest.approx(120 * 2 * (9000 + 8000 * 2 / 10) / HOUR_MS)
    assert found.hours == pytest.approx(120 * (20.0 + 2 * (10.0 + 80.0 * 2 / 10)) / HOUR_MS)
    assert (found.pool, found.bots) == ("face-to-face/2", 4)


def test_four_times_the_blocks_halve_the_interval():
    """As the square root of the number of games; only where a rating follows from couples."""
    some, many = (estimate(field_of(8), Plan(), blocks, []).interval for blocks in (10, 40))

    assert some == pytest.approx(2 * many)
    assert estimate(field_of(8, "the-game"), Plan(), 10, []).interval is None
    assert estimate(field_of(8), Plan(format="swiss"), 10, []).interval is None


def test_the_interval_is_that_of_an_even_field():
    """What the ratings say of themselves once every couple has split its pairs, or nearly."""
    pairs = {
        PairCount(one, other, first, 2 - first, forfeited=False): 20
        for one, other in combinations(named(8), 2)
        for first in (0, 2)
    }

    found = fit(mirrored(pairs))
    half_width = SURE * ELO * found.model[0, 0] ** 0.5

    assert estimate(field_of(8), Plan(), 40, []).interval == pytest.approx(half_width, rel=0.01)


def hours_for(field, plan, blocks):
    return estimate(field, plan, blocks, [COST]).hours


@given(
    st.integers(2, 12),
    st.sampled_from(["round-robin", "gauntlet", "swiss"]),
    st.one_of(st.floats(0, 0.001), st.floats(0.01, 5)),
    st.integers(1, 8),
)
def test_as_many_blocks_as_fit_into_the_hours(count, format_, hours, workers):
    """They fit, one more would not; and one is always played."""
    field, plan = field_of(count), Plan(format=format_, challenger="bot00")

    blocks = blocks_for(hours, [field], plan, {field.pool.rules: [COST]}, workers)

    assert blocks == 1 or hours_for(field, plan, blocks) <= hours * workers * (1 + 1e-9)
    assert hours_for(field, plan, blocks + 1) > hours * workers * (1 - 1e-9)


def test_rounds_of_tables_fit_into_the_hours():
    """Who is left over plays too, in the next round."""
    field, plan = field_of(9, "six-nimmt", 5), Plan()

    blocks = blocks_for(1.0, [field], plan, {field.pool.rules: [COST]}, 1)

    assert hours_for(field, plan, blocks) <= 1.0


def test_cross_play_is_played_once_and_the_rest_is_for_blocks():
    """Its shuffles do not grow with the number of blocks."""
    field, plan = field_of(4, "the-game", 2), Plan(cross_play=100)

    blocks = blocks_for(1.0, [field], plan, {field.pool.rules: [COST]}, 1)

    assert hours_for(field, plan, blocks) <= 1.0 < hours_for(field, plan, blocks + 1)


def test_without_a_measurement_one_block_is_played():
    """Nothing is known of how long it takes."""
    assert blocks_for(10.0, [field_of(4)], Plan(), {}, 8) == 1


def test_several_pools_share_the_hours():
    """All of them together must fit."""
    fields = [field_of(4), field_of(4, "the-game", 2)]
    costs = {field.pool.rules: [COST] for field in fields}

    blocks = blocks_for(1.0, fields, Plan(), costs, 2)

    assert sum(hours_for(field, Plan(), blocks) for field in fields) <= 2.0
    assert sum(hours_for(field, Plan(), blocks + 1) for field in fields) > 2.0
