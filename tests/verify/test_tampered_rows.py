"""Rows that are gone, that nobody wrote, or that changed places: verify names where."""

import pytest

from tests.verify.contest import changing
from tests.verify.tampering import all_of, copied, exchanged, exchanged_rows

pytestmark = pytest.mark.slow  # contests are verified over and over

MATCH, BLOCK = "match 6", "block 3"  # the match is one of the block's


@pytest.fixture(scope="session")
def named(cup):
    """The ids of what the tests below are after; other words mean themselves."""
    with changing(cup) as rows:
        (match,) = rows.execute("SELECT key FROM match WHERE id = 6 AND block_id = 3").fetchone()
        (block,) = rows.execute("SELECT key FROM block WHERE id = 3").fetchone()
    return lambda words: {MATCH: match, BLOCK: block}.get(words, words)


_MATCH_AND_ALL = """
    DELETE FROM seat WHERE match_id {0};
    DELETE FROM fault WHERE match_id {0};
    DELETE FROM match WHERE id {0};
"""
_OF_STAGE = "IN (SELECT m.id FROM match m JOIN block ON block.id = block_id WHERE stage_id = {0})"
_STAGE_AND_ALL = (
    _MATCH_AND_ALL.format(_OF_STAGE)
    + "".join(
        f"DELETE FROM {table} WHERE stage_id = {{0}};"
        for table in ("block", "pair_count", "bot_sum", "round", "rating", "entry", "commitment")
    )
    + "DELETE FROM stage WHERE id = {0}"
)

# What is done, and what one of the differences must name.
DELETED = {
    "a match": ("DELETE FROM match WHERE id = 6", BLOCK),
    "a match and all that is in it": (_MATCH_AND_ALL.format("= 6"), BLOCK),
    "a block": ("DELETE FROM block WHERE id = 3", BLOCK),
    "a block and all that is in it": (
        _MATCH_AND_ALL.format("IN (5, 6)") + "DELETE FROM block WHERE id = 3",
        BLOCK,
    ),
    "all blocks": ("DELETE FROM block", "block"),
    "all matches": ("DELETE FROM match", "match"),
    "a seat": ("DELETE FROM seat WHERE match_id = 6 AND seat = 1", MATCH),
    "the first seat": ("DELETE FROM seat WHERE match_id = 6 AND seat = 0", MATCH),
    "all seats of a match": ("DELETE FROM seat WHERE match_id = 6", MATCH),
    "a seat of a team": ("DELETE FROM seat WHERE match_id = 25 AND seat = 2", "match"),
    "a fault": ("DELETE FROM fault WHERE match_id = 6", MATCH),
    "a forgiven fault": ("DELETE FROM fault WHERE detail LIKE '%wish%' AND seat = 2", "match"),
    "all faults": ("DELETE FROM fault", MATCH),
    "a suspension": ("DELETE FROM suspension WHERE pool = 'the-game/3'", "the-game/3"),
    "all suspensions": ("DELETE FROM suspension", "sleeper"),
    "the first round": ("DELETE FROM round WHERE round = 0", "round"),
    "the last round": ("DELETE FROM round WHERE round = 1", "round"),
    "all rounds": ("DELETE FROM round", "round"),
    "a bot": ("DELETE FROM entry WHERE bot = 'ada'", "the stage's id"),
    "a version": ("DELETE FROM version WHERE rowid = 2", "cup, stage 1"),
    "the commitment": ("DELETE FROM commitment", "cup, stage 1"),
    "the contest": ("DELETE FROM contest", "stage"),
    "a count of pairs": ("DELETE FROM pair_count WHERE rowid = 2", "the count of pairs"),
    "a sum of a team": ("DELETE FROM team_sum WHERE rowid = 2", "the count of teams"),
    "a sum of a bot": ("DELETE FROM bot_sum WHERE rowid = 2", "the count of bots"),
    "a rating": ("DELETE FROM rating WHERE round = 1 AND bot = 'ada'", "the rating of ada"),
    "all ratings": ("DELETE FROM rating", "the rating of ada"),
    "all counts": ("DELETE FROM pair_count; DELETE FROM team_sum; DELETE FROM bot_sum", "count"),
    "the stage's digest": ("UPDATE stage SET digest = NULL", "the stage's digest"),
}


@pytest.mark.parametrize("what", DELETED)
def test_what_is_gone_is_missed(what, cup, named, tampered):
    """Each row follows from others, and they tell that it is not there."""
    statements, words = DELETED[what]

    report = tampered(cup, statements)

    assert report.differences
    assert any(named(words) in found for found in report.differences)


def test_a_stage_that_is_gone_from_before_another_is_missed(stages, tampered):
    """Stages are counted from 1, and the later ones say what was played before."""
    assert tampered(stages, _STAGE_AND_ALL.format(1)).differences


def test_a_last_stage_that_is_gone_without_a_trace_cannot_be_missed(stages, tampered):
    """Nothing in the file says that there was one; its published digest does."""
    assert tampered(stages, _STAGE_AND_ALL.format(2))[2:] == ((), "ok")


def _block(round_):
    """A block that was never scheduled, whole and with matches."""
    return all_of(
        copied("block", "WHERE id = 3", id=900, key="planted", round=round_, place=90),
        copied("match", "WHERE id = 5", id=901, key="01planted", block_id=900),
        copied("match", "WHERE id = 6", id=902, key="02planted", block_id=900),
        *(copied("seat", f"WHERE match_id = {at}", match_id=at + 896) for at in (5, 6)),
        *(copied("fault", f"WHERE match_id = {at}", match_id=at + 896) for at in (5, 6)),
    )


ADDED = {
    "a match": (copied("match", "WHERE id = 6", id=900, key="00planted", game=2), BLOCK),
    "the same game again": (copied("match", "WHERE id = 6", id=900, key="00planted"), BLOCK),
    "a match of no block": (
        copied("match", "WHERE id = 6", id=900, key="00planted", block_id=900),
        "row 900 of table match belongs to no block",
    ),
    "a block in the first round": (_block(0), "planted"),
    "a block in the last round": (_block(1), "planted"),
    "a block in the round after the last": (_block(2), "round 3"),
    "a block in a round much later": (_block(30), "round 31"),
    "a block in a round before the first": (_block(-1), "round"),
    "a block of no stage": (
        copied("block", "WHERE id = 3", id=900, stage_id=9),
        "row 900 of table block belongs to no stage",
    ),
    "a seat": (copied("seat", "WHERE match_id = 6 AND seat = 1", seat=2), MATCH),
    "a seat before the first": (copied("seat", "WHERE match_id = 6 AND seat = 0", seat=-1), MATCH),
    "a fault": (
        copied("fault", "WHERE match_id = 18 OR match_id = 5", match_id=6, number=1),
        MATCH,
    ),
    "a second fault": (copied("fault", "WHERE match_id = 6", number=1), MATCH),
    "a fault of no seat": (copied("fault", "WHERE match_id = 6", number=1, seat=2), MATCH),
    "a fault of a seat below 0": (copied("fault", "WHERE match_id = 6", number=1, seat=-1), MATCH),
    "a forgiven fault": (
        copied("fault", "WHERE detail LIKE '%wish%' LIMIT 1", number=7, step=2, turn=2),
        "match",
    ),
    "a suspension": (copied("suspension", "LIMIT 1", bot="ada"), "ada"),
    "a suspension after the last round": (
        copied("suspension", "LIMIT 1", bot="ada", after_round=1),
        "ada",
    ),
    "a suspension after a round that never was": (
        copied("suspension", "LIMIT 1", bot="ada", after_round=2),
        "ada",
    ),
    "a suspension before the first round": (
        copied("suspension", "LIMIT 1", bot="ada", after_round=-1),
        "ada",
    ),
    "a suspension from a game that nobody plays": (
        copied("suspension", "LIMIT 1", pool="six-nimmt/3"),
        "six-nimmt/3",
    ),
    "a suspension of a stranger": (copied("suspension", "LIMIT 1", bot="eve"), "eve"),
    "a round": (copied("round", "LIMIT 1", round=2), "round"),
    "a rating": (copied("rating", "WHERE round = 1 AND bot = 'ada'", bot="eve"), "eve"),
    "a rating in another game": (copied("rating", "LIMIT 1", game="chess"), "chess"),
    "a rating after a round that never was": (copied("rating", "LIMIT 1", round=2), "round 3"),
    "a rating before the first round": (copied("rating", "LIMIT 1", round=-1), "round 0"),
    "a bot": (copied("entry", "WHERE bot = 'ada'", bot="eve"), "the stage's id"),
    "a count of pairs": (copied("pair_count", "LIMIT 1", second="zoe"), "zoe"),
    "a count of no pairs": (copied("pair_count", "LIMIT 1", second="zoe", count=0), "zoe"),
    "a sum of a team": (copied("team_sum", "LIMIT 1", team='["eve"]'), "eve"),
    "a sum of a bot": (copied("bot_sum", "LIMIT 1", bot="eve"), "eve"),
    "a sum in another pool": (copied("bot_sum", "LIMIT 1", pool="six-nimmt/5"), "six-nimmt/5"),
    "a second secret": (copied("commitment", "", id=9), "cup, stage 1"),
}


@pytest.mark.parametrize("what", ADDED)
def test_what_was_planted_is_found(what, cup, named, tampered):
    """A row that follows from nothing is a difference."""
    change, words = ADDED[what]

    report = tampered(cup, change)

    assert report.differences
    assert any(named(words) in found for found in report.differences)


def _seats(column):
    return exchanged("seat", column, "match_id = 6 AND seat = 0", "match_id = 6 AND seat = 1")


_OTHER_POINTS = "points <> (SELECT points FROM block WHERE id = 3)"
EXCHANGED = {
    "replays": (exchanged("match", "replay", "id = 6", "id = 10"), MATCH),
    "replays in a block": (exchanged("match", "replay", "id = 5", "id = 6"), MATCH),
    "digests": (exchanged("match", "digest", "id = 6", "id = 10"), MATCH),
    "deals": (exchanged("match", "deal_seed", "id = 6", "id = 10"), MATCH),
    "ids": (exchanged("match", "key", "id = 6", "id = 10"), MATCH),
    "blocks of matches": (exchanged("match", "block_id", "id = 6", "id = 10"), MATCH),
    "games of a block": (exchanged("match", "game", "id = 5", "id = 6"), MATCH),
    "bots": (_seats("bot"), MATCH),
    "scores": (_seats("score"), MATCH),
    "places": (_seats("place"), MATCH),
    "forfeits": (_seats("forfeited"), MATCH),
    "all seats": (exchanged_rows("seat", "match_id", 5, 6), MATCH),
    "all faults": (exchanged_rows("fault", "match_id", 5, 6), MATCH),
    "all seats and faults": (
        exchanged_rows("seat", "match_id", 6, 10) + exchanged_rows("fault", "match_id", 6, 10),
        MATCH,
    ),
    "places of blocks": (exchanged("block", "place", "id = 3", "id = 4"), BLOCK),
    "bots of blocks": (exchanged("block", "bots", "id = 3", "id = 5"), BLOCK),
    "shuffles": (exchanged("block", "shuffle", "id = 3", "id = 4"), BLOCK),
    "shuffles of teams": (
        exchanged("block", "shuffle", "shuffle = 'self/0'", "shuffle = 'self/1'"),
        "the-game/3",
    ),
    "rounds": (exchanged("block", "round", "id = 3", "round = 1"), BLOCK),
    "digests of blocks": (exchanged("block", "digest", "id = 3", "id = 4"), BLOCK),
    "ids of blocks": (exchanged("block", "key", "id = 3", "id = 4"), BLOCK),
    "pools": (exchanged("block", "pool", "id = 3", "pool = 'the-game/3'"), BLOCK),
    "points of blocks": (exchanged("block", "points", "id = 3", _OTHER_POINTS), BLOCK),
    "culprits of blocks": (exchanged("block", "culprits", "id = 3", "culprits = '[]'"), BLOCK),
    "ratings": (
        exchanged("rating", "value", "round = 1 AND bot = 'ada'", "round = 1 AND bot = 'bob'"),
        "the rating of ada",
    ),
    "ratings of two rounds": (exchanged_rows("rating", "round", 0, 1), "the rating of ada"),
    "digests of counts": (exchanged("round", "counts", "round = 0", "round = 1"), "round 1"),
    "versions": (exchanged("entry", "version", "bot = 'ada'", "bot = 'bob'"), "the stage's id"),
    "contents": (exchanged("version", "content", "rowid = 1", "rowid = 2"), "version"),
    "sums": (exchanged("bot_sum", "scores", "bot = 'ada'", "bot = 'sleeper'"), "ada"),
    "two bots throughout": (
        "UPDATE seat SET bot = iif(bot = 'ada', 'bob', 'ada') WHERE bot IN ('ada', 'bob')",
        MATCH,
    ),
}
BETWEEN_STAGES = {
    "secrets": exchanged("commitment", "secret", "stage_id = 1", "stage_id = 2"),
    "drawn commitments": exchanged("commitment", "commitment", "stage_id = 1", "stage_id = 2"),
    "whole draws": exchanged("commitment", "stage_id", "stage_id = 1", "stage_id = 2"),
    "commitments": exchanged("stage", "commitment", "id = 1", "id = 2"),
    "ids": exchanged("stage", "key", "id = 1", "id = 2"),
    "terms": exchanged("stage", "terms", "id = 1", "id = 2"),
    "numbers": exchanged("stage", "number", "id = 1", "id = 2"),
    "digests": exchanged("stage", "digest", "id = 1", "id = 2"),
    "blocks": exchanged_rows("block", "stage_id", 1, 2),
    "counts": exchanged_rows("pair_count", "stage_id", 1, 2),
    "ratings": exchanged_rows("rating", "stage_id", 1, 2),
    "bots": exchanged_rows("entry", "stage_id", 1, 2),
}


@pytest.mark.parametrize("what", EXCHANGED)
def test_what_changed_places_is_found(what, cup, named, tampered):
    """True rows in the wrong places are false."""
    change, words = EXCHANGED[what]

    report = tampered(cup, change)

    assert report.differences
    assert any(named(words) in found for found in report.differences)


@pytest.mark.parametrize("what", BETWEEN_STAGES)
def test_what_changed_stages_is_found(what, stages, tampered):
    """Each stage has its own secret, bots and blocks."""
    assert tampered(stages, BETWEEN_STAGES[what]).differences
