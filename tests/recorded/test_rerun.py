"""`arena rerun`: a recorded match, played again by the versions that played it then."""

import json
import shutil

import pytest

from arena.cache import found
from tests.recorded.contest import some_match
from tests.verify.contest import changing

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("recorded")]


@pytest.mark.parametrize(
    "like",
    [
        {"seats": ("steady", "cheat")},
        {"pool": "the-game/2", "seats": ("steady", "steady")},
        {"pool": "the-game/2", "seats": ("cheat", "cheat")},
    ],
    ids=["with a fault", "a team", "a team with a fault"],
)
def test_bots_without_dice_play_the_same_again(like, held, said):
    """Same seeds, same limits, same sandbox: move by move."""
    done = said("rerun", some_match(held, **like).fixture.id, cwd=held.folder)

    assert done.code == 0, done.out
    assert done.out.startswith("the same, move by move: ")


def test_a_bot_with_dice_of_its_own_plays_otherwise(held, said):
    """The first move that differs is shown, then and now; exit 1."""
    key = some_match(held, seats=("dicey", "steady")).fixture.id
    done = said("rerun", key, cwd=held.folder)
    document = json.loads(said("rerun", key, "--json", cwd=held.folder).out)

    assert done.code == 1
    assert "the first difference is at step " in done.out
    assert "  then: dicey " in done.out
    assert "  now: dicey " in done.out
    assert document["id"] == key
    assert document["same"] is False
    assert type(document["step"]) is int
    assert len(document["outcome"]["scores"]) == 2
    assert document["faults"] == []


@pytest.fixture
def elsewhere(held, tmp_path):
    """The database alone, on a machine that never saw the bots."""
    shutil.copy(held.folder / "arena.db", tmp_path)
    _forget_versions(tmp_path / "arena.db")
    yield tmp_path
    _forget_versions(tmp_path / "arena.db")


def _forget_versions(db):
    """No other test has bots with this content."""
    with changing(db) as rows:
        versions = [row["version"] for row in rows.execute("SELECT version FROM entry")]
    for version in versions:
        if (kept := found("version", version)) is not None:
            shutil.rmtree(kept)


def test_versions_come_from_the_database(held, elsewhere, said):
    """Whatever became of the folder with the bots."""
    key = some_match(held, seats=("steady", "cheat")).fixture.id

    assert said("rerun", key, cwd=elsewhere).code == 0


def test_a_bot_that_was_changed_since_plays_as_it_was(held, elsewhere, said):
    """A match is played by versions, not by names."""
    (elsewhere / "bots" / "steady").mkdir(parents=True)
    (elsewhere / "bots" / "steady" / "bot.py").write_text("raise SystemExit(1)\n")
    key = some_match(held, seats=("steady", "cheat")).fixture.id

    assert said("rerun", key, cwd=elsewhere).code == 0


def exchange_content(db):
    """Steady's files under the hash of cheat's."""
    with changing(db) as rows:
        rows.execute(
            "UPDATE version SET content ="
            " (SELECT content FROM version JOIN entry ON version = hash WHERE bot = 'steady')"
            " WHERE hash = (SELECT version FROM entry WHERE bot = 'cheat')"
        )


def test_content_that_was_exchanged_is_not_played(held, elsewhere, said):
    """A version is the hash of its content: other content is another version."""
    exchange_content(elsewhere / "arena.db")
    key = some_match(held, seats=("steady", "cheat")).fixture.id

    assert said("rerun", key, cwd=elsewhere).code == 2


def test_content_that_was_exchanged_does_not_stay(held, elsewhere, said):
    """Whoever looked at a forged database still has the true bots in all others."""
    key = some_match(held, seats=("steady", "cheat")).fixture.id
    exchange_content(elsewhere / "arena.db")
    said("rerun", key, cwd=elsewhere)

    assert said("rerun", key, cwd=held.folder).code == 0


@pytest.mark.parametrize("content", ["x'00'", "x''", "'text'"])
def test_content_that_is_damaged_is_refused(content, held, elsewhere, refused):
    """The sentence says whose it is."""
    with changing(elsewhere / "arena.db") as rows:
        rows.execute(f"UPDATE version SET content = {content}")
    key = some_match(held, seats=("steady", "cheat")).fixture.id

    refused("rerun", key, cwd=elsewhere)


def test_a_record_of_house_bots(record_file, said, tmp_path):
    """They are known without a database."""
    done = said("rerun", record_file, cwd=tmp_path)

    assert done.code == 0, done.out + done.err
    assert done.out.startswith("the same")


def test_a_record_of_other_bots_is_refused(held, said, refused, tmp_path):
    """A record file names versions and does not have them."""
    key = some_match(held, seats=("steady", "cheat")).fixture.id
    (tmp_path / "match.json").write_text(said("replay", key, "--json", cwd=held.folder).out)

    assert "is not at hand" in refused("rerun", "match.json", cwd=tmp_path)


def test_a_record_without_conditions_is_refused(record_file, refused, tmp_path):
    """Nobody knows under which limits it was played."""
    record = json.loads(record_file.read_text())
    (tmp_path / "match.json").write_text(json.dumps({**record, "conditions": None}))

    assert "does not say under which limits" in refused("rerun", "match.json", cwd=tmp_path)


def test_a_game_that_went_on_differs_where_it_had_ended(record_file, said, tmp_path):
    """A fault ended it then; the first difference is the move that was not made."""
    record = json.loads(record_file.read_text())
    moves = [made for made in record["moves"] if made["step"] < 6]
    late = {"seat": 1, "verdict": "late", "turn": 3, "detail": "", "step": 6}
    record.update(moves=moves, times=record["times"][:5], turns=5, faults=[late], forfeits=[1])
    record["outcome"] = {"scores": [1, 0], "places": [1, 2], "reason": "fault"}
    (tmp_path / "match.json").write_text(json.dumps(record))

    done = said("rerun", "match.json", "--json", cwd=tmp_path)

    assert done.code == 1
    assert json.loads(done.out)["step"] == 6
