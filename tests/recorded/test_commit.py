"""`arena commit`: a secret drawn before the deadline, and the stage that takes it."""

import hashlib
import json
import re
import shutil

import pytest

from tests.verify.contest import DUELS, changing
from tests.verify.contest import hold as hold_in_memory


def test_it_is_the_same_until_a_stage_takes_it(tmp_path, said):
    """Whoever asks again is told the same, and what to do with it."""
    first = said("commit", cwd=tmp_path)
    again = said("commit", cwd=tmp_path)
    document = json.loads(said("commit", "--json", cwd=tmp_path).out)

    assert first.code == 0
    assert re.fullmatch(r"[0-9a-f]{64}\n", first.out)
    assert "publish it before the deadline" in first.err
    assert again.out == first.out
    assert document["commitment"] == first.out.strip()
    assert document["drawn_at"].endswith("+00:00")


def test_it_never_shows_the_secret(tmp_path, said):
    """What is published is the hash of it."""
    done = said("commit", cwd=tmp_path)
    with changing(tmp_path / "arena.db") as rows:
        ((secret, commitment),) = rows.execute("SELECT secret, commitment FROM commitment")

    assert len(secret) == 32
    assert hashlib.sha256(secret).hexdigest() == commitment == done.out.strip()
    assert secret.hex() not in done.out + done.err


@pytest.mark.slow
@pytest.mark.xdist_group("recorded")
def test_the_next_stage_takes_it(held):
    """What was published before is what the deals of the stage come from."""
    with changing(held.folder / "arena.db") as rows:
        ((stage, drawn, secret),) = rows.execute(
            "SELECT stage.commitment, commitment.commitment, secret"
            " FROM stage JOIN commitment ON stage_id = stage.id"
        )

    assert stage == drawn == held.commitment
    assert hashlib.sha256(secret).hexdigest() == held.commitment


@pytest.mark.slow
@pytest.mark.xdist_group("recorded")
def test_the_one_after_is_another(held, tmp_path, said):
    """A secret is used once."""
    shutil.copy(held.folder / "arena.db", tmp_path)

    after = said("commit", cwd=tmp_path).out.strip()

    assert after != held.commitment
    assert said("commit", cwd=tmp_path).out.strip() == after
    assert said("verify", cwd=tmp_path).code == 0


def test_nothing_shows_the_secret_of_a_stage_that_goes_on(tmp_path, said):
    """Neither do lists, replays and checks of what was played so far."""
    hold_in_memory(tmp_path / "arena.db", "ada", "bob", plan=DUELS, blocks=3, games=5)
    with changing(tmp_path / "arena.db") as rows:
        ((secret,),) = rows.execute("SELECT secret FROM commitment")
        match, *_ = (row["key"] for row in rows.execute("SELECT key FROM match"))

    for words in (
        ("leaderboard", "--json"),
        ("matches", "--json"),
        ("replay", match),
        ("replay", match, "--json"),
        ("verify",),
        ("verify", "--json"),
        ("commit",),
    ):
        done = said(*words, cwd=tmp_path)
        assert done.code == 0
        assert secret.hex() not in done.out + done.err
