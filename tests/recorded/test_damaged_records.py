"""Records that somebody changed, or that did not arrive whole: a sentence, never a traceback."""

import json
import shutil

import pytest

from tests.recorded.contest import some_match
from tests.verify.contest import changing
from tests.verify.tampering import change_replay

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("recorded")]


def _first_move(**changes):
    return lambda record: record["moves"][0].update(changes)


# What is done to the document, all but the first few by somebody who can write JSON.
FILES = {
    "nothing in it": lambda record: "",
    "text": lambda record: "a record",
    "half of it": lambda record: json.dumps(record)[:2000],
    "a list": lambda record: "[]",
    "a number": lambda record: "7",
    "too deep": lambda record: "[" * 100_000,
    "no UTF-8": lambda record: b"\xff\xfe{}",
    "another format": lambda record: record.update(format="arena-record/9"),
    "no seats": lambda record: record.update(seats=[]),
    "three seats": lambda record: record["seats"].append({"seat": 2, "bot": "x"}),
    "no moves": lambda record: record.update(moves=[], times=[], turns=0),
    "another game": lambda record: record.update(game="chess"),
    "another option": lambda record: record.update(options={"hand": 99}),
    "half a seed": lambda record: record.update(deal_seed="00"),
    "another seed": lambda record: record.update(deal_seed="00" * 32),
    "another card": _first_move(move={"plays": [[1, "own_up"], [2, "own_up"]]}),
    "another question": _first_move(asks="take"),
    "an unknown question": _first_move(asks="?"),
    "another seat": _first_move(seat=1),
    "another step": _first_move(step=5),
    "another outcome": lambda record: record["outcome"].update(scores=[1, 1]),
    "another reason": lambda record: record["outcome"].update(reason="boredom"),
    "words as times": lambda record: record["times"][0].update(wall_ms="long"),
    "no times": lambda record: record["times"][0].update(wall_ms=None),
    "words as CPU times": lambda record: record["times"][0].update(cpu_ms="long"),
    "stderr is a number": lambda record: record.update(stderr=5),
    "stderr is a word": lambda record: record.update(stderr="x"),
    "stderr of one bot": lambda record: record.update(stderr=["x"]),
    "a fault": lambda record: record.update(
        faults=[{"seat": 0, "verdict": "late", "turn": 1, "detail": "", "step": 1}]
    ),
    "a fault without words": lambda record: record.update(
        faults=[{"seat": 0, "verdict": "late", "turn": None, "detail": None, "step": 1}]
    ),
    "a void without words": lambda record: record.update(voids=[{"cause": None}]),
    "no conditions": lambda record: record.update(conditions={}),
    "one version": lambda record: record["conditions"].update(versions=["x"]),
    "no time at all": lambda record: record["conditions"]["limits"].update(move_ms="x"),
    "another sandbox": lambda record: record["conditions"].update(sandbox="jail"),
    "no dice": lambda record: record.update(bot_seeds=[]),
    "large dice": lambda record: record.update(bot_seeds=[2**70, -1]),
}


@pytest.mark.parametrize("what", FILES)
def test_a_damaged_file_ends_in_a_sentence(what, record_file, said, tmp_path):
    """Shown as far as it can be, or refused in one sentence that names what is wrong."""
    record = json.loads(record_file.read_text())
    damaged = FILES[what](record)
    file = tmp_path / "damaged.json"
    if isinstance(damaged, bytes):
        file.write_bytes(damaged)
    else:
        file.write_text(damaged if isinstance(damaged, str) else json.dumps(record))

    for words in ((), ("--seat", 0), ("--json",)):
        done = said("replay", file, *words, cwd=tmp_path)
        assert done.code in (0, 2), done.err
        assert done.code == 0 or done.err.count("\n") == 1


@pytest.mark.parametrize("what", ["another seed", "another card", "another outcome", "half of it"])
def test_what_does_not_follow_is_refused(what, record_file, said, tmp_path):
    """Nobody is shown a match that cannot have been."""
    record = json.loads(record_file.read_text())
    damaged = FILES[what](record)
    (tmp_path / "damaged.json").write_text(damaged or json.dumps(record))

    assert said("replay", "damaged.json", cwd=tmp_path).code == 2


@pytest.mark.parametrize("what", ["another sandbox", "no time at all", "no dice", "large dice"])
def test_what_cannot_be_played_is_refused(what, record_file, refused, tmp_path):
    """A match is not played again under conditions that there cannot be."""
    record = json.loads(record_file.read_text())
    FILES[what](record)
    (tmp_path / "damaged.json").write_text(json.dumps(record))

    refused("rerun", "damaged.json", cwd=tmp_path)


_ESCAPE = "\x1b]0;mine\x07"


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record.update(id=_ESCAPE),
        lambda record: record["seats"][0].update(bot=_ESCAPE),
        lambda record: record["conditions"].update(sandbox=_ESCAPE),
        lambda record: record["conditions"]["limits"].update(move_ms=_ESCAPE),
        lambda record: record["moves"][0].update(asks=_ESCAPE),
        lambda record: record.update(stderr=[_ESCAPE, _ESCAPE]),
        lambda record: record.update(voids=[{"cause": _ESCAPE}]),
    ],
    ids=["id", "bot", "sandbox", "limits", "asks", "stderr", "void"],
)
def test_a_file_cannot_write_on_the_terminal(change, record_file, said, tmp_path):
    """A record comes from strangers, and a terminal obeys what it is shown."""
    record = json.loads(record_file.read_text())
    change(record)
    (tmp_path / "strange.json").write_text(json.dumps(record))

    for words in ((), ("--seat", 0)):
        done = said("replay", "strange.json", *words, cwd=tmp_path)
        assert "\x1b" not in done.out + done.err


def test_a_file_that_is_too_large_is_refused(refused, tmp_path):
    """Nobody waits for a gigabyte to be read."""
    with (tmp_path / "large.json").open("wb") as file:
        file.truncate(100 * 1024 * 1024)

    assert "too large" in refused("replay", "large.json", cwd=tmp_path)


# Rows that are damaged: {0} is the row of a match.
ROWS = {
    "reason": "UPDATE match SET reason = 'boredom' WHERE id = {0}",
    "replay": "UPDATE match SET replay = x'00' WHERE id = {0}",
    "no seats": "DELETE FROM seat WHERE match_id = {0}",
    "one seat": "DELETE FROM seat WHERE match_id = {0} AND seat = 1",
    "a stranger": "UPDATE seat SET bot = 'eve' WHERE match_id = {0} AND seat = 1",
    "fault of no seat": "UPDATE fault SET seat = 9 WHERE match_id = {0}",
    "verdict": "UPDATE fault SET verdict = 'bored' WHERE match_id = {0}",
    "game": "UPDATE match SET game = 7 WHERE id = {0}",
    "pool": "UPDATE block SET pool = 'chess/2'",
    "bots of the block": "UPDATE block SET bots = '[]'",
    "no block": "UPDATE match SET block_id = 999 WHERE id = {0}",
    "no commitment": "DELETE FROM commitment",
    "terms": "UPDATE stage SET terms = '{{}}'",
    "no entries": "DELETE FROM entry",
    "no versions": "DELETE FROM version",
    "content": "UPDATE version SET content = x'00'",
    "a moment": "UPDATE match SET played_at = 'yesterday'",
}


@pytest.fixture
def spoilt(held, tmp_path):
    """A copy of the contest in which somebody spoilt a match with a fault; its id."""

    def spoil(change):
        shutil.copy(held.folder / "arena.db", tmp_path)
        key = some_match(held, seats=("steady", "cheat")).fixture.id
        with changing(tmp_path / "arena.db") as rows:
            (row,) = rows.execute("SELECT id FROM match WHERE key = ?", (key,)).fetchone()
            if isinstance(change, str):
                rows.executescript(change.format(row))
            else:
                change_replay(row, change)(rows)
        return key

    return spoil


@pytest.mark.parametrize("what", ROWS)
def test_a_damaged_row_ends_in_a_sentence(what, spoilt, said, tmp_path):
    """Whatever is asked about a match that is damaged, the answer is no traceback."""
    key = spoilt(ROWS[what])

    for words in (("replay", key), ("replay", key, "--seat", 1)):
        done = said(*words, cwd=tmp_path)
        assert done.code in (0, 2), (words, done.err)


@pytest.mark.parametrize(
    "change",
    [
        lambda _, times: times.clear(),
        lambda _, times: times[0].__setitem__(0, None),
        lambda moves, _: moves[0].__setitem__(2, "take"),
        lambda moves, _: moves[0].__setitem__(3, {}),
    ],
    ids=["no times", "nothing as a time", "another question", "no move"],
)
def test_a_damaged_replay_ends_in_a_sentence(change, spoilt, said, tmp_path):
    """What was packed can be unpacked, and is not what it should be."""
    key = spoilt(change)

    for words in ((), ("--seat", 0), ("--json",)):
        done = said("replay", key, *words, cwd=tmp_path)
        assert done.code in (0, 2), (words, done.err)
