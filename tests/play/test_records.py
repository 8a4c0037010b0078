"""A record as a document: read back, played again, and caught when it lies."""

import json

import pytest

from arena.errors import BadRecord
from arena.records import from_map, states_of, to_map
from tests.play.memory import honest, referee


@pytest.fixture
async def document(autojump_clock):
    record, _ = await referee("the-game", [honest(), honest()])
    return json.loads(json.dumps(to_map(record)))


FAULT = {"seat": 0, "verdict": "late", "turn": 1, "detail": "", "step": 1}


def replayed(document):
    return list(states_of(from_map(document)))


async def test_a_record_survives_json(document):
    """Written and read again, a record is the same record and replays."""
    assert to_map(from_map(document)) == document
    assert replayed(document)[-1].reason == document["outcome"]["reason"]


async def test_another_outcome_is_noticed(document):
    """A record whose outcome does not follow from its moves is refused."""
    document["outcome"]["scores"] = [0, 0]

    with pytest.raises(BadRecord, match="the moves lead to"):
        replayed(document)


async def test_another_deal_is_noticed(document):
    """Under another seed the recorded moves are no longer legal."""
    document["deal_seed"] = "00" * 32

    with pytest.raises(BadRecord, match="seat"):
        replayed(document)


async def test_a_changed_move_is_noticed(document):
    """A move that the rules refuse at that point is named with its step and seat."""
    turn = next(move for move in document["moves"] if move["asks"] == "play")
    turn["move"]["plays"][0][0] = 1

    with pytest.raises(BadRecord, match=f"step {turn['step']}, seat {turn['seat']}: laid 1"):
        replayed(document)


async def test_a_missing_move_is_noticed(document):
    """Every seat that had to act must have a move."""
    del document["moves"][0]
    del document["times"][0]
    document["turns"] -= 1

    with pytest.raises(BadRecord, match="had to act"):
        replayed(document)


async def test_a_planted_move_is_noticed(document):
    """A step that the game does not have, or has once, cannot be slipped in."""
    planted = {**document["moves"][0], "move": {"wish": "eager"}}
    document["moves"].insert(0, planted)
    document["times"].insert(0, document["times"][0])
    document["turns"] += 1

    with pytest.raises(BadRecord, match="had to act"):
        replayed(document)


async def test_a_gap_in_the_steps_is_noticed(document):
    """Steps are counted 1, 2, 3 … without a gap."""
    for move in document["moves"][4:]:
        move["step"] += 1

    with pytest.raises(BadRecord, match="no moves"):
        replayed(document)


async def test_moves_behind_the_end_are_noticed(document):
    """Nothing can follow the end of the game."""
    last = document["moves"][-1]
    document["moves"].append({**last, "step": last["step"] + 1})
    document["times"].append(document["times"][-1])
    document["turns"] += 1

    with pytest.raises(BadRecord, match="the game is over"):
        replayed(document)


async def test_a_bots_move_cannot_pass_for_the_stand_in(document):
    """`stand_in` stands where a fault took the bot away, and nowhere else."""
    document["moves"][0]["stand_in"] = True

    with pytest.raises(BadRecord, match="no move of a bot"):
        replayed(document)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda d: d.clear(), "no record"),
        (lambda d: d.update(format="arena-record/9"), "no record"),
        (lambda d: d.pop("seats"), "damaged"),
        (lambda d: d.update(deal_seed="xyz"), "damaged"),
        (lambda d: d.update(turns=0), "belong together"),
        (lambda d: d["times"].pop(), "belong together"),
        (lambda d: d["moves"][0].update(move=[]), "damaged"),
        (lambda d: d["moves"][0].update(step="one"), "damaged"),
        (lambda d: d["moves"][0].update(seat=7), "no seat 7"),
        (lambda d: d.update(options=[]), "damaged"),
        (lambda d: d.update(faults=[FAULT | {"step": -3}]), "fault"),
        (lambda d: d.update(faults=[FAULT | {"verdict": "bored"}]), "bored"),
        (lambda d: d["moves"][0].update(colour="red"), "damaged"),
    ],
)
async def test_a_damaged_document_is_refused(damage, words, document):
    """Something that is no record is refused with a sentence, not a traceback."""
    damage(document)

    with pytest.raises(BadRecord, match=words):
        replayed(document)
