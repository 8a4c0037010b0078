"""Blocks: mirrored pairs, rotations, teams on one shuffle, and ids that say it all."""

from arena.games import rules_named
from arena.pairings.blocks import Pool, block_of, fixtures_of, games_of

SECRET, STAGE = bytes(32), "stage"


def pool_of(game, seats, **options):
    return Pool(game, rules_named(game).settle(options, seats), seats)


def test_a_pool_names_what_is_not_usual():
    """The rules and the seats, and between them the options that differ."""
    assert pool_of("face-to-face", 2).text == "face-to-face/2"
    assert pool_of("the-game", 3, league="silent").text == "the-game/league=silent/3"
    assert pool_of("six-nimmt", 5, target=None, deals=3).text == "six-nimmt/deals=3/target=null/5"


def test_a_pair_is_mirrored():
    """Two games with the same cards; the bots exchange seat, deck and first move."""
    block = block_of(pool_of("face-to-face", 2), ["ada", "bob"], round_=0, number=1)

    first, second = fixtures_of(block, SECRET, STAGE)

    assert first.bots == ("ada", "bob")
    assert second.bots == ("bob", "ada")
    assert first.deal_seed == second.deal_seed
    assert len({*first.bot_seeds, *second.bot_seeds}) == 4
    assert first.id != second.id


def test_a_table_of_six_nimmt_has_every_rotation():
    """Each bot holds each hand once."""
    bots = ["a", "b", "c"]
    fixtures = fixtures_of(
        block_of(pool_of("six-nimmt", 3), bots, round_=0, number=0), SECRET, STAGE
    )

    assert sorted(fixture.bots for fixture in fixtures) == [
        ("a", "b", "c"),
        ("b", "c", "a"),
        ("c", "a", "b"),
    ]


def test_the_teams_of_a_round_share_their_shuffle_and_not_their_dice():
    """One game each, the same cards, other seeds for the bots."""
    pool = pool_of("the-game", 2)
    teams = [("a", "a"), ("b", "b")]
    blocks = [block_of(pool, team, round_=4, number=4, shuffle="4") for team in teams]

    one, other = (fixtures_of(block, SECRET, STAGE) for block in blocks)

    assert games_of(blocks[0]) == 1
    assert one[0].deal_seed == other[0].deal_seed
    assert one[0].bot_seeds != other[0].bot_seeds
    assert one[0].id != other[0].id


def test_other_meetings_pools_and_stages_have_other_cards():
    """Nothing is ever dealt twice."""
    pool, silent = pool_of("the-game", 2), pool_of("the-game", 2, league="silent")
    bots = ["a", "b"]
    seeds = {
        fixtures_of(block_of(pool, bots, round_=0, number=0), SECRET, STAGE)[0].deal_seed,
        fixtures_of(block_of(pool, bots, round_=0, number=1), SECRET, STAGE)[0].deal_seed,
        fixtures_of(block_of(silent, bots, round_=0, number=0), SECRET, STAGE)[0].deal_seed,
        fixtures_of(block_of(pool, bots, round_=0, number=0), SECRET, "next")[0].deal_seed,
        fixtures_of(block_of(pool, bots, round_=0, number=0), bytes(31) + b"1", STAGE)[0].deal_seed,
    }

    assert len(seeds) == 5


def test_names_cannot_make_two_blocks_one():
    """Bots may be called anything: the id keeps them apart."""
    pool = pool_of("face-to-face", 2)
    ids = {
        block_of(pool, bots, round_=0, number=0).id
        for bots in (["a|b", "c"], ["a", "b|c"], ['a", "b', "c"], ["a", 'b", "c'])
    }

    assert len(ids) == 4
