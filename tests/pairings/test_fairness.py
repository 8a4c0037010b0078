"""Secret, commitment, stage and seeds: fixed by what is published, and by nothing else."""

import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from arena import fairness

SECRET = bytes(range(32))
STAGE = fairness.stage_id(fairness.commitment(SECRET), {"blocks": 10}, {"ada": "11", "bob": "22"})


def test_the_commitment_is_the_hash_of_the_secret():
    """Anybody can check it with one command once the secret is revealed."""
    assert fairness.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert len(fairness.new_secret()) == 32
    assert fairness.new_secret() != fairness.new_secret()


def test_a_stage_is_its_plan_and_its_bots():
    """Another plan, another content of one bot, another secret: another stage."""
    commitment = fairness.commitment(SECRET)
    others = {
        fairness.stage_id(commitment, {"blocks": 11}, {"ada": "11", "bob": "22"}),
        fairness.stage_id(commitment, {"blocks": 10}, {"ada": "12", "bob": "22"}),
        fairness.stage_id(commitment, {"blocks": 10}, {"ada": "11"}),
        fairness.stage_id("00", {"blocks": 10}, {"ada": "11", "bob": "22"}),
    }

    assert len(others | {STAGE}) == 5
    again = fairness.stage_id(commitment, {"blocks": 10}, {"bob": "22", "ada": "11"})
    assert again == STAGE  # the order in which bots were found says nothing


def test_a_deal_can_be_worked_out_in_three_lines():
    """HMAC-SHA256 under the secret, of the words with their lengths before them."""
    words = ["deal", STAGE, "face-to-face/2", "shuffle"]
    message = "".join(f"{len(word)}:{word}" for word in words).encode()

    expected = hmac.new(SECRET, message, "sha256").digest()

    assert fairness.deal_seed(SECRET, STAGE, "face-to-face/2", "shuffle") == expected


@given(st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5)), min_size=2, unique=True))
def test_no_two_pools_and_shuffles_share_cards(pairs):
    """Words cannot flow into each other: ("ab", "c") is not ("a", "bc")."""
    seeds = [fairness.deal_seed(SECRET, STAGE, pool, shuffle) for pool, shuffle in pairs]

    assert len(set(seeds)) == len(seeds)


def test_a_bots_own_seed_is_its_own():
    """Other for each seat and game, below 2^53, and no part of the deal's."""
    games = [(game, seat) for game in (0, 1) for seat in (0, 1)]
    seeds = [fairness.bot_seed(SECRET, STAGE, "b", game, seat) for game, seat in games]
    deal = fairness.deal_seed(SECRET, STAGE, "b", "b")

    assert len(set(seeds)) == 4
    assert all(0 <= seed < 2**53 for seed in seeds)
    assert all(seed.to_bytes(8, "big")[1:] not in deal for seed in seeds)


def test_an_experiment_can_be_repeated():
    """`--seed 7` is the same secret everywhere, and no secret at all."""
    assert fairness.experiment_secret(7) == hashlib.sha256(b"7").digest()


def test_the_canonical_form_is_one():
    """Keys in order, nothing between, letters beyond ASCII by their number."""
    assert fairness.canonical({"b": [1, None], "a": "ä"}) == b'{"a":"\\u00e4","b":[1,null]}'
