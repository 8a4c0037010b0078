"""A forger who writes all digests anew: what follows from the secret and the rules still tells."""

import hashlib
import json
import random
import shutil

import pytest

from arena.checkpoints import checkpoint
from arena.counts import Game, result_of
from arena.gathering import Recorded
from arena.replays import digest_of
from arena.stages import block_digest, stage_digest
from arena.store import reading, writing
from tests.verify.contest import changing, verified
from tests.verify.tampering import change_replay, copied, other_card, tamper

pytestmark = pytest.mark.slow  # contests are verified over and over

HONEST = 17  # a match of Face to Face without a fault
FAULTY = 6  # one that a bot in seat 0 lost by an illegal move, at its ask 3 and at step 5


def write_digests(db):
    """All digests anew, from the matches up to the stage."""
    with reading(str(db)) as store:
        (stage,) = store.stages("cup")
        ids = [row for number in (0, 1) for row, _ in store.block_rows(stage, number)]
        blocks = store.records(stage, ids)
    whole = []
    with changing(db) as rows:
        for block, matches in blocks:
            digests = [digest_of(match.record) for match in matches]
            keys = [match.record.fixture.id for match in matches]
            rows.executemany(
                "UPDATE match SET digest = ? WHERE key = ?", zip(digests, keys, strict=True)
            )
            whole.append((block.key, block_digest(digests)))
            rows.execute("UPDATE block SET digest = ? WHERE id = ?", (whole[-1][1], block.id))
        rows.execute("UPDATE stage SET digest = ?", (stage_digest(whole),))


def write_results(db):
    """What every block came to anew, from its matches."""
    with reading(str(db)) as store:
        (stage,) = store.stages("cup")
        ids = [row for number in (0, 1) for row, _ in store.block_rows(stage, number)]
        blocks = store.records(stage, ids)
    with changing(db) as rows:
        for block, matches in blocks:
            games = [Game(match.record.outcome, match.record.forfeits) for match in matches]
            result = result_of(stage.block(block), games)
            rows.execute(
                "UPDATE block SET points = ?, culprits = ? WHERE id = ?",
                (json.dumps(result.points), json.dumps(result.culprits), block.id),
            )


def write_checkpoints(db):
    """How all stood after each round anew, as if nothing had been played later."""
    past = shutil.copy(db, db.parent / "past.db")
    for number in (1, 0):
        with changing(past) as rows:
            rows.execute("DELETE FROM block WHERE round > ?", (number,))
            rows.execute("DELETE FROM suspension WHERE after_round > ?", (number,))
        with writing(str(past)) as store:
            stages = store.stages("cup")
            store.count_anew(*stages)
            found = checkpoint(Recorded(store), stages)
        with changing(db) as rows:
            rows.execute("UPDATE round SET counts = ? WHERE round = ?", (found.counts, number))
            rows.execute("DELETE FROM rating WHERE round = ?", (number,))
            rows.executemany(
                "INSERT INTO rating VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [(number, *rating) for rating in found.ratings],
            )


@pytest.fixture
def forged(cup, tmp_path):
    """What is found in a copy after a change and new digests."""

    def found(change):
        copy = tmp_path / "copy.db"
        shutil.copy(cup, copy)
        tamper(copy, change)
        write_digests(copy)
        return verified(copy)

    return found


def test_the_matches_are_what_these_tests_take_them_for(cup):
    """One without a fault, one with the fault that is named above."""
    with changing(cup) as rows:
        faults = rows.execute(
            "SELECT match_id, seat, turn, step FROM fault WHERE match_id IN (?, ?)",
            (HONEST, FAULTY),
        )
        assert [tuple(row) for row in faults] == [(FAULTY, 0, 3, 5)]


def test_the_digests_of_an_honest_contest_are_these(forged):
    """Written anew where nothing was changed they are the same."""
    assert forged("")[2:] == ((), "ok")


def _moves(change):
    return change_replay(HONEST, change)


FORGED = {
    "scores": f"UPDATE seat SET score = 1 - score WHERE match_id = {HONEST}",
    "places": f"UPDATE seat SET place = 1 WHERE match_id = {HONEST}",
    "a reason": f"UPDATE match SET reason = 'fault' WHERE id = {HONEST}",
    "a forfeit": f"UPDATE seat SET forfeited = 1 WHERE match_id = {HONEST} AND seat = 0",
    "no forfeit": f"UPDATE seat SET forfeited = 0 WHERE match_id = {FAULTY}",
    "a deal": f"UPDATE match SET deal_seed = zeroblob(32) WHERE id = {HONEST}",
    "half a deal": f"UPDATE match SET deal_seed = substr(deal_seed, 1, 16) WHERE id = {HONEST}",
    "a bot": f"UPDATE seat SET bot = 'cheat' WHERE match_id = {HONEST} AND seat = 0",
    "a number of turns": f"UPDATE match SET turns = 2 WHERE id = {HONEST}",
    "a fault less": f"DELETE FROM fault WHERE match_id = {FAULTY}",
    "a fault more": copied("fault", f"WHERE match_id = {FAULTY}", match_id=HONEST),
    "a fault at another step": f"UPDATE fault SET step = 4 WHERE match_id = {FAULTY}",
    "a fault of the other": f"UPDATE fault SET seat = 1 - seat WHERE match_id = {FAULTY}",
    "a card": _moves(lambda moves, _: other_card(moves, random.Random(4))),
    "a move less": _moves(lambda moves, times: (moves.pop(), times.pop())),
    "what was asked": _moves(lambda moves, _: moves[2].__setitem__(2, "choose")),
    "a stand-in": _moves(lambda moves, _: moves[2].__setitem__(4, True)),
}


@pytest.mark.parametrize("what", FORGED)
def test_digests_written_anew_do_not_hide_it(what, forged):
    """Deals, moves, outcomes and what follows from a fault are computed again."""
    report = forged(FORGED[what])

    assert any(": match " in found for found in report.differences)


def test_only_a_published_digest_vouches_for_the_words_of_a_fault(forged):
    """That a bot was late cannot be played again: whoever may write all digests can say so."""
    report = forged(f"UPDATE fault SET verdict = 'late', detail = 'slow' WHERE match_id = {FAULTY}")

    assert report[2:] == ((), "ok")


def test_another_secret_with_its_own_commitment_is_found(forged):
    """The stage's id holds the commitment, and all cards come from the secret."""
    secret = bytes(32)
    commitment = hashlib.sha256(secret).hexdigest()

    report = forged(
        f"UPDATE commitment SET secret = x'{secret.hex()}', commitment = '{commitment}';"
        f"UPDATE stage SET commitment = '{commitment}'"
    )

    assert any("the stage's id" in found for found in report.differences)
    assert any("deal_seed does not follow" in found for found in report.differences)


def test_another_winner_throughout_is_found(cup, tmp_path):
    """Scores, places, counts, ratings and digests that all agree do not agree with the moves."""
    copy = tmp_path / "copy.db"
    shutil.copy(cup, copy)
    tamper(copy, f"UPDATE seat SET score = 1 - score, place = 3 - place WHERE match_id = {HONEST}")
    write_digests(copy)
    write_results(copy)
    write_checkpoints(copy)
    with writing(str(copy)) as store:
        store.count_anew(*store.stages("cup"))

    (found,) = verified(copy).differences

    assert "the moves lead to" in found
