"""Recording: whole blocks or nothing, once, and counts that are those of the matches."""

import importlib
import os
import shutil
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta, timezone

import hypothesis.strategies as st
import pytest
import sqlalchemy as sa
from hypothesis import given, settings

from arena.counts import BotSum, Game, TeamSum, bot_sums, pair_count, team_sum
from arena.model import Void
from arena.standings import Checkpoint, Rating
from arena.store import BadStore, reading, writing
from arena.store.tables import MEASURED
from tests.plain_user import CHECKOUT
from tests.store.played import (
    bots_in,
    open_stage,
    played_blocks,
    rows_of,
)

pytestmark = pytest.mark.slow  # processes are killed and disks filled

# The name `arena.store.writing` is that of a function too.
MODULE = importlib.import_module("arena.store.writing")


@pytest.fixture
def stage(store, bots):
    return open_stage(store, bots)


@pytest.fixture
def blocks(stage):
    return played_blocks(stage)


def counts(store, stage):
    """All running counts, by pool."""
    return {field.pool.text: store.counts(stage, field.pool.text) for field in stage.terms.fields}


def expected_counts(stage, blocks):
    """The same, added up here from what each block comes to."""
    found = {}
    for field in stage.terms.fields:
        pairs, teams, bots = Counter(), {}, {}
        for played in blocks:
            if played.block.pool != field.pool:
                continue
            games = [Game(match.outcome, match.forfeits) for match in played.matches]
            if pair := pair_count(played.block, games):
                pairs[pair] += 1
            if team := team_sum(played.block, games):
                _add(teams, team)
            for sums in bot_sums(played.block, games):
                _add(bots, sums)
        found[field.pool.text] = (
            dict(pairs),
            [TeamSum(who, *sums) for who, sums in sorted(teams.items())],
            {who: BotSum(who, *sums) for who, sums in sorted(bots.items())},
        )
    return found


def _add(sums, more):
    who, *values = more
    before = sums.get(who, [0] * len(values))
    sums[who] = [old + new for old, new in zip(before, values, strict=True)]


def test_a_batch_is_recorded_with_its_counts(store, stage, blocks):
    """Every block with every match, and the counts that they come to."""
    store.record(stage, blocks)

    assert store.totals(stage) == (len(blocks), sum(len(played.matches) for played in blocks))
    assert store.recorded(stage, 0) == {played.block.id for played in blocks}
    assert store.recorded(stage, 1) == set()
    assert counts(store, stage) == expected_counts(stage, blocks)


def test_nothing_is_recorded_of_no_blocks(store, stage, db):
    """An empty batch is no error."""
    before = rows_of(db)

    store.record(stage, [])

    assert rows_of(db) == before
    assert store.totals(stage) == (0, 0)


def _without_a_score(played):
    match = played.matches[-1]
    outcome = match.outcome._replace(scores=(*match.outcome.scores[:-1], None))
    return played._replace(matches=(*played.matches[:-1], match._replace(outcome=outcome)))


def _with_half_a_surrogate(played):
    match = played.matches[-1]
    said = ("\ud800", *match.stderr[1:])
    return played._replace(matches=(*played.matches[:-1], match._replace(stderr=said)))


def _with_anothers_key(played):
    first, *others = played.matches
    return played._replace(matches=(first, *(other._replace(key=first.key) for other in others)))


SPOILT = {
    "no score": (_without_a_score, sa.exc.IntegrityError),
    "text that is none": (_with_half_a_surrogate, UnicodeEncodeError),
    "two matches of one id": (_with_anothers_key, sa.exc.IntegrityError),
}


@pytest.mark.parametrize("case", SPOILT)
def test_a_batch_that_fails_in_the_middle_leaves_nothing(case, store, stage, blocks, db):
    """Neither the blocks before the bad one, nor the rows before the bad row, nor counts."""
    spoil, raised = SPOILT[case]
    store.record(stage, blocks[:5])
    before = rows_of(db)
    pair = next(at for at in range(5, len(blocks)) if len(blocks[at].matches) > 1)

    with pytest.raises(raised):
        store.record(stage, [*blocks[5:pair], spoil(blocks[pair]), *blocks[pair + 1 :]])

    assert rows_of(db) == before
    store.record(stage, blocks)
    assert counts(store, stage) == expected_counts(stage, blocks)


@pytest.mark.parametrize("raised", [RuntimeError, KeyboardInterrupt])
def test_blocks_without_their_counts_are_not_recorded(
    raised, store, stage, blocks, db, monkeypatch
):
    """Rows and counts are one transaction, also for whoever presses Ctrl-C between them."""
    store.record(stage, blocks[:3])
    before = rows_of(db)

    def fails(*_):
        raise raised

    with monkeypatch.context() as patch:
        patch.setattr(MODULE, "add_counts", fails)
        with pytest.raises(raised):
            store.record(stage, blocks)

    assert rows_of(db) == before
    store.record(stage, blocks)
    assert counts(store, stage) == expected_counts(stage, blocks)


def test_a_block_is_recorded_once(store, stage, blocks, db):
    """Played again, by whichever worker, it is left as it is, and not counted again."""
    store.record(stage, blocks[:6])
    before = rows_of(db)
    again = [
        played._replace(matches=tuple(m._replace(worker=9, wall_ms=1.0) for m in played.matches))
        for played in blocks
    ]

    store.record(stage, again[:6])
    assert rows_of(db) == before

    store.record(stage, again)
    assert store.totals(stage)[0] == len(blocks)
    assert counts(store, stage) == expected_counts(stage, blocks)


def test_a_block_may_be_in_a_batch_twice(store, stage, blocks):
    """It is stored and counted once, as if it came in two batches."""
    store.record(stage, [*blocks, blocks[0]])

    assert counts(store, stage) == expected_counts(stage, blocks)


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """A database with a stage of which nothing is recorded; the stage, and its blocks.

    Everybody meets twice, so that counts of equal pairs are added up.
    """
    folder = tmp_path_factory.mktemp("opened")
    with writing(str(folder / "arena.db")) as store:
        stage = open_stage(store, bots_in(folder / "bots", ["Cheat", "ada", "sleeper"]), blocks=2)
    return folder / "arena.db", stage, played_blocks(stage)


def facts(db):
    """What is stored but for what two runs may differ in: rows are named by keys, not numbers."""
    measured = {**MEASURED, "void": ("id", "at")}
    tables = rows_of(db)
    keys = {
        f"{name}_id": {row["id"]: row["key"] for row in tables[name]} for name in ("block", "match")
    }
    return {
        name: sorted(
            (
                {
                    column: keys[column][value] if column in keys else value
                    for column, value in row.items()
                    if column not in measured.get(name, ())
                }
                for row in rows
            ),
            key=repr,
        )
        for name, rows in tables.items()
    }


@pytest.fixture(scope="module")
def unbroken(opened, tmp_path_factory):
    """The facts of a run that recorded everything at once."""
    source, stage, blocks = opened
    db = shutil.copy(source, tmp_path_factory.mktemp("unbroken"))
    with writing(str(db)) as store:
        store.record(stage, blocks)
    return facts(db)


BLOCKS = 14


@given(
    batches=st.lists(st.lists(st.integers(0, BLOCKS - 1), unique=True), max_size=4),
    rest=st.permutations(range(BLOCKS)),
)
@settings(max_examples=12)
def test_order_and_repetition_do_not_matter(batches, rest, opened, unbroken, tmp_path_factory):
    """However blocks come, the counts are those of the matches, and the facts in the end equal."""
    source, stage, blocks = opened
    assert len(blocks) == BLOCKS
    db = shutil.copy(source, tmp_path_factory.mktemp("any"))
    there = set()
    with writing(str(db)) as store:
        for batch in (*batches, rest):
            store.record(stage, [blocks[at] for at in batch])
            there.update(batch)
            assert counts(store, stage) == expected_counts(stage, [blocks[at] for at in there])
        before = rows_of(db)
        store.count_anew(stage)
        assert rows_of(db) == before

    assert facts(db) == unbroken


def test_wrong_counts_are_counted_anew(store, stage, blocks, bots, db):
    """Whatever somebody did to the counts, they become those of the matches again."""
    store.record(stage, blocks)
    other = open_stage(store, bots, contest="other")
    store.record(other, played_blocks(other, 2))
    before = rows_of(db)
    with store._to_write.begin() as connection:
        connection.exec_driver_sql("UPDATE pair_count SET count = count + 7 WHERE stage_id = 1")
        connection.exec_driver_sql("DELETE FROM team_sum")
        connection.exec_driver_sql(
            "INSERT INTO bot_sum VALUES (1, 'six-nimmt/5', 'ghost', 1, 1, 0, 0, 0, 0, 1)"
        )
    assert rows_of(db) != before

    store.count_anew(stage)

    assert rows_of(db) == before


def test_times_are_kept_in_utc(store, stage, db, monkeypatch):
    """A moment of another zone is stored as the same moment, and read as an aware one."""
    east = timezone(timedelta(hours=5, minutes=30))
    moment = datetime(2026, 3, 1, 1, 2, 3, 456789, tzinfo=east)
    monkeypatch.setattr(MODULE, "_now", lambda: moment)

    _, drawn_at = store.drawn_commitment()
    ended = store.end_stage(stage)

    assert drawn_at == ended.ended_at == moment
    assert drawn_at.tzinfo is ended.ended_at.tzinfo is UTC
    assert drawn_at.hour == 19
    assert rows_of(db)["stage"][0]["ended_at"] == "2026-02-28 19:32:03.456789"


def test_a_time_without_a_zone_is_refused(store, stage, blocks, db, monkeypatch):
    """Nobody could say later which moment was meant."""
    before = rows_of(db)
    monkeypatch.setattr(MODULE, "_now", lambda: datetime(2026, 3, 1))

    for write in (store.drawn_commitment, lambda: store.record(stage, blocks)):
        with pytest.raises(sa.exc.StatementError, match="no time zone"):
            write()

    assert rows_of(db) == before


def test_a_round_is_closed_with_its_suspensions(store, stage):
    """Both or none: a round that was closed before is not closed again."""
    pools = [field.pool.text for field in stage.terms.fields]
    open_, settled = (Checkpoint(is_over, 1, "", ()) for is_over in (False, True))
    store.close_round(stage, 0, {(pools[0], "Cheat"): "it cheats"}, open_)
    store.close_round(stage, 1, {(pools[1], "ada"): "b", (pools[0], "ada"): "a"}, settled)

    with pytest.raises(sa.exc.IntegrityError):
        store.close_round(stage, 1, {(pools[2], "bob"): "c"}, open_)

    assert store.closed_rounds(stage) == {0: False, 1: True}
    rows = [(r.after_round, r.pool, r.bot, r.reason) for r in store.suspensions(stage)]
    assert rows == [
        (0, pools[0], "Cheat", "it cheats"),
        *sorted([(1, pools[0], "ada", "a"), (1, pools[1], "ada", "b")]),
    ]


def test_a_round_is_closed_with_its_ratings(store, stage, db):
    """They are read as they were written; a round that cannot be closed leaves none behind."""
    ada = Rating("face-to-face", "ada", 1, 1500.25, 1400.5, 1600.0, 4, 0)
    bob = Rating("the-game", "bob", None, None, None, None, 0, 2)
    first = Checkpoint(False, 1, "ab" * 32, (ada, bob))
    second = Checkpoint(True, 2, "cd" * 32, (ada._replace(rank=2),))
    store.close_round(stage, 0, {}, first)
    store.close_round(stage, 1, {}, second)
    before = rows_of(db)

    with pytest.raises(sa.exc.IntegrityError):
        store.close_round(stage, 2, {}, first._replace(ratings=(ada, ada)))

    assert rows_of(db) == before
    assert [store.checkpoint(stage, round_) for round_ in (0, 1)] == [first, second]


def test_void_attempts_are_written_down(store, stage, blocks, db):
    """In their order, also if the match is never played; those before a match come first."""
    played = next(each for each in blocks if each.matches[0].voids)
    key = played.matches[0].key
    store.record_voids(stage, key, [Void("no memory", 0), Void("no power")])
    store.record_voids(stage, "0" * 16, [Void("never played")])
    store.record(stage, [played])

    _, record = store.match(key)

    assert record.voids == (
        Void("no memory", 0),
        Void("no power"),
        *played.matches[0].voids,
    )
    assert "never played" in [row["cause"] for row in rows_of(db)["void"]]


def limit(store, pages):
    """So many pages more can be written, as on a disk that is nearly full."""
    with store._to_write.connect() as connection:
        used = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {used + pages}")


@pytest.mark.parametrize("pages", [0, 3, 20])
def test_a_full_disk_is_said(pages, store, stage, blocks, db):
    """What was recorded is safe and can be read; with more room the run goes on."""
    store.record(stage, blocks[:8])
    before = rows_of(db)
    limit(store, pages)

    with pytest.raises(BadStore, match="is full; make room, then `arena resume`"):
        store.record(stage, blocks)

    assert rows_of(db) == before
    with reading(str(db)) as reader:
        assert counts(reader, stage) == expected_counts(stage, blocks[:8])
    limit(store, 1_000_000)
    store.record(stage, blocks)
    assert counts(store, stage) == expected_counts(stage, blocks)


FILLS_A_DISK = """
import subprocess, sys
from pathlib import Path
from arena.store import BadStore, reading, writing
from tests.store.played import bots_in, open_stage, played_blocks

home, disk = Path(sys.argv[1]), Path(sys.argv[2])
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=500k", "none", disk], check=True)
recorded = []
try:
    with writing(str(disk / "arena.db")) as store:
        stage = open_stage(store, bots_in(home / "bots"))
        for played in played_blocks(stage):
            store.record(stage, [played])
            recorded.append(played)
except BadStore as problem:
    print(problem)
with reading(str(disk / "arena.db")) as reader:
    stored = [reader.match_keys(row) for row, _ in reader.block_rows(stage, 0)]
    assert stored == [[match.key for match in played.matches] for played in recorded]
    for played in recorded:
        for match in played.matches:
            assert reader.match(match.key)[1].outcome == match.outcome
print(len(recorded))
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_disk_that_is_really_full(tmp_path):
    """The same on a disk of 500 kB: one sentence, and all that was recorded can be read."""
    disk = tmp_path / "disk"
    disk.mkdir()

    in_its_own_mounts = ("unshare", "--mount", "--propagation", "private")
    done = subprocess.run(
        [*in_its_own_mounts, sys.executable, "-c", FILLS_A_DISK, tmp_path, disk],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    said, recorded = done.stdout.splitlines()
    assert said.startswith(f"the disk of {disk / 'arena.db'} is full; make room")
    assert 0 < int(recorded) < 16


DIES_IN_THE_MIDDLE = """
import importlib, sys
from arena.store import writing
from tests.store.played import played_blocks

def waits(*_):
    print("in the middle", flush=True)
    sys.stdin.read()

with writing(sys.argv[1]) as store:
    (stage,) = store.stages("cup")
    blocks = played_blocks(stage)
    store.record(stage, blocks[:4])
    importlib.import_module("arena.store.writing").add_counts = waits
    store.record(stage, blocks)
"""


def test_a_killed_run_loses_only_what_was_in_flight(opened, unbroken, tmp_path):
    """What it had recorded is there, nothing of the rest; the next run ends with the same facts."""
    source, stage, blocks = opened
    db = shutil.copy(source, tmp_path)
    run = subprocess.Popen(
        [sys.executable, "-c", DIES_IN_THE_MIDDLE, db],
        cwd=CHECKOUT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with run:
        assert run.stdout.readline() == "in the middle\n"
        run.kill()

    with writing(str(db)) as store:
        assert store.recorded(stage, 0) == {played.block.id for played in blocks[:4]}
        assert counts(store, stage) == expected_counts(stage, blocks[:4])
        store.record(stage, blocks)

    assert facts(db) == unbroken
