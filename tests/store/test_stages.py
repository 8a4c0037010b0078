"""Stages: the secret that was fixed before, the id that binds it all, the bots as they were."""

import hashlib
import shutil
from datetime import UTC, timedelta

import pytest
import sqlalchemy as sa

from arena import cache, fairness
from arena.pairings.blocks import fixtures_of
from arena.plan import fields_of
from arena.stages import Entered, Terms, key_of, stage_digest
from arena.store import writing
from arena.versions import content_hash
from tests.store.played import (
    DUELS,
    PLAN,
    blocks_of,
    bots_in,
    entered,
    open_stage,
    played_blocks,
    rows_of,
)

SECRET = DUELS._replace(experiment=None)


def test_a_commitment_is_drawn_once(db):
    """Asked again, or in another run, it is the same one of the same moment."""
    with writing(str(db)) as store:
        first = store.drawn_commitment()
        assert store.drawn_commitment() == first

    with writing(str(db)) as store:
        assert store.drawn_commitment() == first
    assert [row["commitment"] for row in rows_of(db)["commitment"]] == [first[0]]


def test_a_stage_takes_the_commitment_that_was_drawn(store, bots):
    """What was published before is what the stage's secret hashes to; the next one is new."""
    published, _ = store.drawn_commitment()

    stage = open_stage(store, bots, plan=SECRET)

    assert stage.commitment == published
    assert hashlib.sha256(stage.secret).hexdigest() == published
    following, _ = store.drawn_commitment()
    assert following != published
    assert open_stage(store, bots, plan=SECRET, number=2).commitment == following


def test_a_stage_draws_a_commitment_where_nobody_did(store, bots):
    """Two stages never share a secret."""
    one, two = (open_stage(store, bots, plan=SECRET, number=number) for number in (1, 2))

    assert one.secret != two.secret
    assert len(one.secret) == len(two.secret) == 32
    for stage in (one, two):
        assert fairness.commitment(stage.secret) == stage.commitment


def test_an_experiment_has_the_secret_of_its_number(store, bots):
    """Its secret is SHA-256 of the number; what was drawn for a contest is not spent on it."""
    published, _ = store.drawn_commitment()

    stage = open_stage(store, bots, plan=DUELS._replace(experiment=42))

    assert stage.secret == hashlib.sha256(b"42").digest()
    assert stage.commitment == hashlib.sha256(stage.secret).hexdigest()
    assert store.drawn_commitment()[0] == published
    assert open_stage(store, bots, plan=SECRET, number=2).commitment == published


def test_an_experiment_can_be_repeated(store, bots, tmp_path):
    """The same number, plan and bots give the same stage in another database."""
    stage = open_stage(store, bots)
    with writing(str(tmp_path / "other.db")) as other:
        again = open_stage(other, bots)

    assert again.key == stage.key
    assert _deals(again) == _deals(stage)


def test_no_stage_deals_what_another_dealt(store, bots):
    """Not even two experiments with the same number."""
    one, two = (open_stage(store, bots, number=number) for number in (1, 2))

    assert one.secret == two.secret
    assert not _deals(one) & _deals(two)


def _deals(stage):
    blocks = [block for _, block in blocks_of(stage)]
    return {fixtures_of(block, stage.secret, stage.key)[0].deal_seed for block in blocks}


def test_the_id_follows_from_what_is_stored(store, bots):
    """Commitment, terms and versions as they are read give the id that was announced."""
    stage = open_stage(store, bots, plan=SECRET)

    assert key_of(stage.commitment, stage.terms, stage.versions) == stage.key
    assert stage.versions == {bot.name: bot.version for bot in bots}


CHANGES = {
    "commitment": lambda c, t, v: (fairness.commitment(b"other"), t, v),
    "contest": lambda c, t, v: (c, t._replace(contest="other"), v),
    "number": lambda c, t, v: (c, t._replace(number=2), v),
    "plan": lambda c, t, v: (c, t._replace(plan=t.plan._replace(sitting=1)), v),
    "limits": lambda c, t, v: (
        c,
        t._replace(plan=t.plan._replace(limits=t.plan.limits._replace(move_ms=301))),
        v,
    ),
    "fields": lambda c, t, v: (c, t._replace(fields=()), v),
    "what was played": lambda c, t, v: (c, t._replace(before={"x": {("ada", "bob"): 1}}), v),
    "a version": lambda c, t, v: (c, t, {**v, "ada": "0" * 64}),
    "a name": lambda c, t, v: (c, t, {**v, "eve": v["ada"]}),
    "a bot that is gone": lambda c, t, v: (c, t, {n: h for n, h in v.items() if n != "ada"}),
}


@pytest.fixture(scope="module")
def stage(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stage")
    with writing(str(folder / "arena.db")) as store:
        return open_stage(store, bots_in(folder / "bots"), plan=SECRET)


@pytest.mark.parametrize("what", CHANGES)
def test_the_id_binds_everything(what, stage):
    """Whatever is changed after the fact gives another id."""
    changed = CHANGES[what](stage.commitment, stage.terms, dict(stage.versions))

    assert key_of(*changed) != stage.key


def test_terms_are_read_as_they_were_settled(store, bots):
    """Options that are null or a list, floats, guarantees and what was played survive."""
    plan = PLAN._replace(
        options={"deals": 3, "target": None},
        seats=(3, 4),
        until_settled=2,
        hours=1.5,
        packages=("numpy==2.1", "jax"),
        cross_play=2,
        challenger="Zoë",
    )
    played = {("ada", "bob"): 3, ("Zoë",): 8, ("mixed",): 1}
    terms = Terms("Größter Cup", 3, plan, fields_of(plan, bots), {"face-to-face/2": played})

    stage = store.open_stage(terms, 10, [entered(bot) for bot in bots])

    assert stage.terms == terms
    assert store.stages("Größter Cup") == [stage]


def test_a_stage_is_opened_now(store, bots):
    """Its moments are aware, in UTC, and in order."""
    _, drawn_at = store.drawn_commitment()
    stage = open_stage(store, bots, plan=SECRET)
    ended = store.end_stage(stage)

    for moment in (drawn_at, stage.opened_at, ended.ended_at):
        assert moment.utcoffset() == timedelta(0)
        assert moment.tzinfo is UTC
    assert drawn_at <= stage.opened_at <= ended.ended_at
    assert stage.ended_at is None


def test_who_was_left_out_is_written_down(store, bots):
    """With the reason; it does not play, and the id does not know it."""
    cheat, *playing, sleeper = bots
    broken = sleeper._replace(version="")

    stage = open_stage(
        store,
        playing,
        left_out=[Entered(cheat, "it cheats"), Entered(broken, "its files make no bot")],
    )

    assert set(stage.versions) == {bot.name for bot in playing}
    assert {entry.bot: (entry.version, entry.left_out) for entry in store.entries(stage.row)} == {
        **{bot.name: (bot.version, None) for bot in playing},
        "Cheat": (cheat.version, "it cheats"),
        "sleeper": (None, "its files make no bot"),
    }
    assert [entry.bot for entry in store.entries(stage.row)] == sorted(
        bot.name for bot in (*playing, cheat, broken)
    )


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    """Versions are unpacked here and not in the cache of this machine."""
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setattr(cache, "cache_folder", lambda: folder)
    return folder


def test_a_bot_outlives_its_folder(store, bots, own_cache, tmp_path):
    """What it was then is kept with its matches: every file, its command and its author."""
    bots[0] = bots[0]._replace(image="python:3.12-slim")
    stage = open_stage(store, bots)
    files = {bot.name: bot.files() for bot in bots}
    shutil.rmtree(tmp_path / "bots")

    restored = store.bots(stage)

    assert list(restored) == sorted(bot.name for bot in bots)
    for bot in bots:
        again = restored[bot.name]
        assert again.files() == files[bot.name]
        assert content_hash(again.files()) == bot.version == stage.versions[bot.name]
        assert again == bot._replace(folder=again.folder)
        assert again.folder.is_relative_to(own_cache)


def test_a_bot_is_the_one_of_its_stage(store, bots, own_cache, tmp_path):
    """A later version does not take the place of the one that played before."""
    first = open_stage(store, bots)
    (tmp_path / "bots" / "ada" / "bot.py").write_text("print('better')\n")
    ada = next(bot for bot in bots if bot.name == "ada")
    better = ada._replace(version=content_hash(ada.files()))
    second = open_stage(store, [better if bot is ada else bot for bot in bots], number=2)

    old, new = store.bots(first)["ada"], store.bots(second)["ada"]

    assert (old.version, new.version) == (ada.version, better.version)
    assert dict(old.files())["bot.py"] == b"print('ada')\n"
    assert dict(new.files())["bot.py"] == b"print('better')\n"


def test_equal_content_is_kept_once(store, bots, db, own_cache):
    """Two bots with the same files are two bots, and one version."""
    twin = bots[0]._replace(name="twin", author="somebody else")
    stage = open_stage(store, [*bots, twin])
    open_stage(store, [*bots, twin], number=2)

    assert len(rows_of(db)["version"]) == len(bots)
    both = store.bots(stage)
    assert both["twin"].version == both[bots[0].name].version
    assert both["twin"].author == "somebody else"
    assert both[bots[0].name].author == bots[0].author


def test_a_bot_that_was_left_out_is_not_restored(store, bots, own_cache):
    """Only those who play come back."""
    stage = open_stage(store, bots[:3], left_out=[Entered(bots[3], "no")])

    assert set(store.bots(stage)) == {bot.name for bot in bots[:3]}


def test_more_blocks_are_announced_behind_those_before(store, bots):
    """What was announced stays; the id does not change."""
    stage = open_stage(store, bots, blocks=4)
    more = store.announce(stage, 10)

    assert stage.announced == (4,)
    assert more == stage._replace(announced=(4, 10), since=(1,))
    assert store.announce(more, 12).announced == (4, 10, 12)
    assert store.stages("cup")[0].announced == (4, 10, 12)


def test_a_stage_that_cannot_be_opened_leaves_nothing(store, bots, db):
    """Two bots of one name: no contest, no stage, and the commitment is still to be had."""
    drawn = store.drawn_commitment()
    before = rows_of(db)
    terms = Terms("cup", 1, SECRET, fields_of(SECRET, bots), {})
    twice = [Entered(bot) for bot in (*bots, bots[0])]

    with pytest.raises(sa.exc.IntegrityError):
        store.open_stage(terms, 1, twice)

    assert rows_of(db) == before
    assert store.drawn_commitment() == drawn


def test_the_same_stage_is_not_opened_twice(store, bots, db):
    """An id is there once: the same experiment needs another number of the stage."""
    open_stage(store, bots)
    before = rows_of(db)

    with pytest.raises(sa.exc.IntegrityError, match="stage"):
        open_stage(store, bots)

    assert rows_of(db) == before


def test_the_end_fixes_a_digest_of_all_blocks(store, bots):
    """Over ids and digests in the order of the schedule, in whatever order they were stored."""
    stage = open_stage(store, bots)
    blocks = played_blocks(stage)
    store.record(stage, blocks[::-2])
    store.record(stage, blocks[::-1])

    ended = store.end_stage(stage)

    expected = [
        (played.block.id, fairness.digest([match.digest for match in played.matches]))
        for played in blocks
    ]
    assert store.block_digests(stage) == expected
    assert ended.digest == stage_digest(expected)
    assert ended.ended_at is not None
    assert stage.digest is None
