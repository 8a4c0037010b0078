"""What holds for any results: every number exists or is None, every rank is possible."""

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.counts import BlockResult, PairCount
from arena.plan import Field
from arena.standings import ratings_of
from tests.schedule.contest import pool_of
from tests.standings.counted import document, pooled, sum_of, teams

NAMES = ("ann", "bob", "cat", "dan", "eve")
POINTS = st.integers(0, 2)
COUNT = st.sampled_from([1, 2, 7, 49, 50, 51, 1000, 10**6])
BOTS = st.lists(st.sampled_from(NAMES), min_size=1, unique=True).map(sorted)


@st.composite
def duels(draw):
    bots = draw(BOTS)
    couples = [(one, other) for one in bots for other in bots if one < other]
    pairs = {}
    for _ in range(draw(st.integers(0, 12)) if couples else 0):
        one, other = draw(st.sampled_from(couples))
        pair = PairCount(one, other, draw(POINTS), draw(POINTS), forfeited=draw(st.booleans()))
        pairs[pair] = draw(COUNT)
    sums = {}
    for bot in bots:
        blocks = sum(count for pair, count in pairs.items() if bot in pair[:2])
        if blocks:
            sums[bot] = sum_of(bot, blocks, 2 * blocks, draw(st.integers(0, 2 * blocks)))
    return pooled(Field(pool_of(), tuple(bots)), pairs=pairs, bots=sums)


@st.composite
def tables(draw):
    bots, seats = draw(BOTS), draw(st.integers(2, 4))
    blocks, played = [], dict.fromkeys(bots, 0)
    for at in range(draw(st.integers(0, 8)) if len(bots) >= seats else 0):
        who = draw(st.permutations(bots))[:seats]
        couples = seats * (seats - 1) // 2
        points = draw(st.lists(st.integers(0, 2 * seats), min_size=couples, max_size=couples))
        culprits = draw(st.lists(st.sampled_from(who), max_size=1))
        times = draw(st.sampled_from([1, 60]))
        blocks += (
            BlockResult(f"{at}/{again}", tuple(who), tuple(points), tuple(culprits))
            for again in range(times)
        )
        for bot in who:
            played[bot] += times
    sums = {bot: sum_of(bot, n, seats * n, scores=5 * n) for bot, n in played.items() if n}
    return pooled(Field(pool_of("six-nimmt", seats), tuple(bots)), bots=sums, blocks=blocks)


@st.composite
def of_teams(draw):
    bots, seats = draw(BOTS), draw(st.integers(1, 3))
    rows = {}
    for _ in range(draw(st.integers(0, 20))):
        is_mixed = draw(st.booleans())
        who = draw(st.lists(st.sampled_from(bots), min_size=seats, max_size=seats))
        team = tuple(who if is_mixed else who[:1] * seats)
        shuffle = f"{'mixed' if is_mixed else 'self'}/{draw(st.integers(0, 5))}"
        culprits = draw(st.lists(st.sampled_from(team), max_size=1))
        rows[shuffle, team] = (draw(st.integers(0, 98)), *culprits)
    return teams(*((*key, *rest) for key, rest in rows.items()), bots=bots, seats=seats)


def assert_is_sound(pools):
    """Numbers that JSON knows, intervals about them, ranks within their ranges."""
    made = document(*pools)
    ratings_of(pools)
    for table in made["games"].values():
        bots = sorted({bot for pool in pools for bot in pool.ranked} if len(pools) == 1 else ())
        assert not bots or sorted(row["bot"] for row in table["rows"]) == bots
        groups = len(table.get("components", [])) or 1
        for row in table["rows"]:
            value = row["elo"] if "elo" in row else row["mean_left"]
            assert (row["rank"] is None) == (value is None)
            if row["low"] is not None:
                assert row["low"] <= value <= row["high"]
            if row["rank"] is not None and groups == 1:
                assert row["rank_low"] <= row["rank"] <= row["rank_high"]
            if row["rank"] is not None:
                assert 1 <= row["rank_low"] <= row["rank_high"] <= len(table["rows"])
    for row in made["combined"]["rows"]:
        assert 0 <= row["low"] <= row["score"] <= row["high"] <= 1


@settings(max_examples=60)
@given(duels())
def test_any_pairs_make_a_sound_list(pool):
    """Also nobody, one bot, all split, all won, millions of pairs, and groups that never met."""
    assert_is_sound([pool])


@settings(max_examples=40)
@given(tables())
def test_any_tables_make_a_sound_list(pool):
    """Whatever the couples of a table came to."""
    assert_is_sound([pool])


@settings(max_examples=60)
@given(of_teams())
def test_any_teams_make_a_sound_list(pool):
    """With any teams missing."""
    assert_is_sound([pool])


@settings(max_examples=20)
@given(duels(), tables(), of_teams())
def test_any_games_together_make_a_sound_standing(couples, of_tables, team):
    """Also if each has other bots."""
    assert_is_sound([couples, of_tables, team])
