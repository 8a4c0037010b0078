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

    with pytest.raises(BadRecord, match="had to act"):
        replayed(document)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda d: d.clear(), "no record"),
        (lambda d: d.update(format="arena-record/9"), "no record"),
        (lambda d: d.pop("seats"), "damaged"),
        (lambda d: d.update(deal_seed="xyz"), "damaged"),
        (lambda d: d["moves"][0].update(colour="red"), "damaged"),
    ],
)
async def test_a_damaged_document_is_refused(damage, words, document):
    """Something that is no record is refused with a sentence, not a traceback."""
    damage(document)

    with pytest.raises(BadRecord, match=words):
        replayed(document)
