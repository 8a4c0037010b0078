"""Reading: a match comes back as it was played, and nothing comes from another contest."""

import shutil
import sqlite3
from collections import Counter
from contextlib import closing

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from arena.counts import result_of
from arena.games import rules_named
from arena.model import MoveTime
from arena.played import PlayedBlock, played
from arena.records import states_of
from arena.replays import digest_of
from arena.standings import Checkpoint
from arena.store import BadStore, reading, writing
from tests.store.played import (
    BOTS,
    DUELS,
    blocks_of,
    open_stage,
    played_blocks,
    records_of,
)


@pytest.fixture(scope="module")
def cup(empty_cup, tmp_path_factory):
    """A contest of which everything is recorded; the file, the stage and its records."""
    db = shutil.copy(empty_cup, tmp_path_factory.mktemp("cup"))
    with writing(str(db)) as store:
        (stage,) = store.stages("cup")
        store.record(stage, played_blocks(stage)[::-1])
    records = [record for _, block in blocks_of(stage) for record in records_of(stage, block)]
    return db, stage, records


@pytest.fixture(scope="module")
def reader(cup):
    with reading(str(cup[0])) as reader:
        yield reader


def stored_blocks(reader, stage):
    """All blocks of a stage with their matches, in the order of the schedule."""
    rounds = reader.rounds_with_blocks(stage)
    rows = [row for round_ in rounds for row, _ in reader.block_rows(stage, round_)]
    return reader.records(stage, rows)


def test_these_matches_have_everything(cup):
    """What the other tests read back has all that a match can have."""
    _, _, records = cup

    assert {record.fixture.rules for record in records} == {"face-to-face", "the-game", "six-nimmt"}
    faults = [(record, fault) for record in records for fault in record.faults]
    assert {"did_not_start", "illegal"} <= {fault.verdict for _, fault in faults}
    assert any(fault.seat not in record.forfeits for record, fault in faults)  # forgiven
    assert any(len(record.faults) > 1 for record in records)
    assert any(made.stand_in for record in records for made in record.decisions)
    assert any(record.voids for record in records)
    assert any(not record.decisions for record in records)
    times = [time for record in records for time in record.times]
    assert any(time.cpu_ms is None for time in times)
    assert any(time.cpu_ms for time in times)
    assert {record.outcome.reason for record in records} >= {"fault", "stuck", "target", "all_laid"}


@pytest.fixture(scope="module")
def read(cup, reader):
    """By id: the stage and the record of every match, as they are read."""
    return {key: reader.match(key) for key in (record.fixture.id for record in cup[2])}


def test_a_match_is_read_as_it_was_played(cup, read):
    """Fixture, decisions, times, faults, forfeits, outcome, conditions and voids are the same."""
    _, stage, records = cup

    for record in records:
        of, again = read[record.fixture.id]
        assert of == stage
        assert again._replace(stderr=record.stderr) == record


def test_a_match_that_was_read_has_the_digest_that_was_stored(cup, reader, read):
    """So anybody can compute it again from the record."""
    _, stage, records = cup
    stored = {
        match.record.fixture.id: match.digest
        for _, matches in stored_blocks(reader, stage)
        for match in matches
    }

    assert {key: digest_of(record) for key, (_, record) in read.items()} == stored
    assert {record.fixture.id: digest_of(record) for record in records} == stored


def test_a_match_that_was_read_can_be_played_again(cup, read):
    """Its moves lead from its deal to its outcome."""
    for record in cup[2]:
        *_, last = states_of(read[record.fixture.id][1])
        assert rules_named(record.fixture.rules).outcome(last) == record.outcome


def test_the_end_of_stderr_is_kept(cup, read):
    """All of a bot that failed, the last 4 kB of any other, every character of it."""
    for record in cup[2]:
        for seat, bot in enumerate(record.fixture.bots):
            said = BOTS[bot][1]
            failed = any(fault.seat == seat for fault in record.faults)
            kept = said if failed else said[-4096:]
            assert read[record.fixture.id][1].stderr[seat] == kept


MILLISECONDS = st.floats(0, 86_400_000, allow_nan=False)


@given(times=st.lists(st.tuples(MILLISECONDS, st.none() | MILLISECONDS), min_size=20, max_size=60))
@settings(max_examples=8)
def test_times_are_kept_to_the_microsecond(times, cup, empty_cup, tmp_path_factory):
    """From nothing to a whole day; what was not measured stays unmeasured."""
    _, stage, _ = cup
    place, block = blocks_of(stage)[-1]
    first, *others = records_of(stage, block)
    given_times = tuple(MoveTime(*time) for time in times) * len(first.times)
    changed = first._replace(times=given_times[: len(first.times)])
    matches = tuple(map(played, [changed, *others]))
    with writing(str(shutil.copy(empty_cup, tmp_path_factory.mktemp("times")))) as store:
        store.record(stage, [PlayedBlock(block, place, matches)])

        _, read = store.match(first.fixture.id)

    for is_, was in zip(read.times, changed.times, strict=True):
        assert is_.wall_ms == pytest.approx(was.wall_ms, abs=0.000_51)
        if was.cpu_ms is None:
            assert is_.cpu_ms is None
        else:
            assert is_.cpu_ms == pytest.approx(was.cpu_ms, abs=0.000_51)
    assert read._replace(times=(), stderr=()) == first._replace(times=(), stderr=())


def test_blocks_come_in_the_order_of_the_schedule(cup, reader):
    """In whatever order they were recorded; with games, ids and digests."""
    _, stage, _ = cup
    expected = played_blocks(stage)

    stored = stored_blocks(reader, stage)

    assert [(stage.block(row), row.place) for row, _ in stored] == [
        (each.block, each.place) for each in expected
    ]
    for (_, matches), was in zip(stored, expected, strict=True):
        assert [match.record.outcome for match in matches] == [m.outcome for m in was.matches]
        assert [match.record.fixture.id for match in matches] == [m.key for m in was.matches]
        assert [match.digest for match in matches] == [m.digest for m in was.matches]


def test_the_results_of_the_blocks_of_one_pool(cup, reader):
    """Only those, in the same order, each as its games come to."""
    _, stage, _ = cup
    everything = played_blocks(stage)

    for field in stage.terms.fields:
        assert reader.block_results(stage, field.pool.text) == [
            result_of(each.block, each.games)
            for each in everything
            if each.block.pool == field.pool
        ]
    found = [
        r for field in stage.terms.fields for r in reader.block_results(stage, field.pool.text)
    ]
    assert any(result.culprits for result in found)
    assert any(not result.culprits for result in found)


def test_blocks_that_came_out_alike_are_counted_together(cup, reader):
    """Every block once, whatever it is put together with: the games are those of the matches."""
    _, stage, _ = cup
    expected = Counter(
        (each.block.pool.text, each.block.bots, _without_reason(each.games))
        for each in played_blocks(stage)
    )

    found = Counter()
    for block, games, times in reader.counted(stage):
        found[block.pool.text, block.bots, _without_reason(games)] += times

    assert found == expected


def _without_reason(games):
    return tuple((g.outcome.scores, g.outcome.places, g.forfeits) for g in games)


def test_a_later_round_comes_later(store, bots):
    """Rounds before places, though each round begins at place 0."""
    stage = open_stage(store, bots[:2], plan=DUELS, blocks=4)
    blocks = played_blocks(stage)
    store.record(stage, blocks[::-1])

    assert [(row.round, row.place) for row, _ in stored_blocks(store, stage)] == [
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
    ]
    assert store.recorded(stage, 0) == {each.block.id for each in blocks[:2]}
    assert store.recorded(stage, 1) == {each.block.id for each in blocks[2:]}


def test_results_are_those_of_the_first_bot(cup, reader):
    """Of a mirrored pair: 1 for two games won, a half for one each, 0 for none."""
    _, stage, _ = cup
    expected = []
    for played_block in played_blocks(stage):
        if played_block.block.pool.rules == "face-to-face":
            first, second = (match.outcome.scores for match in played_block.matches)
            wins = [first[0] > first[1], second[1] > second[0]]
            draws = [first[0] == first[1], second[1] == second[0]]
            score = (sum(wins) + sum(draws) / 2) / 2
            expected.append((0, played_block.block.bots, score))

    results = reader.results(stage, "face-to-face/2")

    assert results == expected
    assert {score for _, _, score in results} >= {0.0, 0.5, 1.0}


def test_a_bot_that_never_starts_is_known(cup, reader):
    """Of those that failed so often: whether they started in their first games."""
    _, stage, _ = cup

    assert reader.first_starts(stage, "face-to-face/2", 3) == {"sleeper": (False, False, False)}
    assert reader.first_starts(stage, "the-game/2", 1) == {"sleeper": (False,)}
    assert reader.first_starts(stage, "the-game/2", 2) == {}
    assert reader.first_starts(stage, "six-nimmt/5", 5) == {"sleeper": (False,) * 5}
    assert reader.first_starts(stage, "six-nimmt/5", 6) == {}


def test_a_match_is_found_by_the_beginning_of_its_id(cup, reader):
    """As much as it takes to tell it from all others; the whole id always."""
    keys = [record.fixture.id for record in cup[2]]

    for key in keys:
        assert reader.find_match(key) == key
        enough = next(n for n in range(1, 17) if sum(k.startswith(key[:n]) for k in keys) == 1)
        assert reader.find_match(key[:enough]) == key
        if enough > 1:
            with pytest.raises(BadStore, match=r"several matches begin with .*; give more"):
                reader.find_match(key[: enough - 1])


def test_an_unknown_match_is_refused(cup, reader):
    """The sentence names the file, and the command that lists them."""
    keys = [record.fixture.id for record in cup[2]]
    unknown = next(f"{n:016x}" for n in range(100) if f"{n:016x}" not in keys)

    for key in (unknown, "zoë", f"{keys[0]}0", "'; DROP TABLE match; --"):
        with pytest.raises(BadStore, match=r"there is no match .*arena\.db; `arena matches`"):
            reader.find_match(key)
    assert reader.find_match(keys[0]) == keys[0]


@pytest.mark.parametrize(
    "typed",
    [
        "{start}_{end}",
        "{start}%{end}",
        "{key}%",
        "_{key}",
        "{start}%",
    ],
)
def test_no_character_stands_for_others(typed, cup, reader):
    """What SQL takes for a wildcard is a character that no id has."""
    key = cup[2][0].fixture.id

    with pytest.raises(BadStore, match="there is no match"):
        reader.find_match(typed.format(key=key, start=key[:5], end=key[6:]))


def test_contests_do_not_mix(store, bots, db):
    """Two contests and two stages in one file: each has its own blocks, counts and matches."""
    cup = [open_stage(store, bots, plan=DUELS, number=number) for number in (1, 2)]
    league = open_stage(store, bots, plan=DUELS, contest="league")
    stages = [*cup, league]
    blocks = {stage.key: played_blocks(stage, number) for number, stage in enumerate(stages, 1)}
    for stage in stages:
        store.record(stage, blocks[stage.key])
    closed = Checkpoint(True, 1, "", ())
    store.close_round(cup[1], 0, {("face-to-face/2", "Cheat"): "it cheats"}, closed)

    assert store.contests() == ["cup", "league"]
    assert store.stages("cup") == cup
    assert store.stages("league") == [league]
    assert store.stages("nobody's") == []
    for stage in stages:
        mine = blocks[stage.key]
        found = [stage.block(row) for row, _ in stored_blocks(store, stage)]
        assert found == [each.block for each in mine]
        assert store.totals(stage) == (len(mine), 2 * len(mine))
        counts = store.counts(stage, "face-to-face/2")
        assert sum(counts.pairs.values()) == len(mine)
        assert sum(sums.blocks for sums in counts.bots.values()) == 2 * len(mine)
        for match in (match for each in mine for match in each.matches):
            assert store.match(match.key)[0].key == stage.key
    assert [bool(store.suspensions(stage)) for stage in stages] == [False, True, False]
    assert [store.closed_rounds(stage) for stage in stages] == [{}, {0: True}, {}]


def test_what_has_not_ended_is_unfinished(store, bots):
    """Of all contests, oldest first, until it is ended."""
    names = [("cup", 1), ("league", 1), ("cup", 2)]
    stages = [open_stage(store, bots, plan=DUELS, contest=name, number=n) for name, n in names]
    assert store.unfinished() == stages

    store.end_stage(stages[1])
    assert store.unfinished() == [stages[0], stages[2]]

    store.end_stage(stages[0])
    store.end_stage(stages[2])
    assert store.unfinished() == []


def test_readers_see_whole_batches(db, bots):
    """While a batch is written a reader sees what was there before, and then all of it."""
    with writing(str(db)) as store, reading(str(db)) as beside:
        stage = open_stage(store, bots, plan=DUELS)
        blocks = played_blocks(stage, 3)
        store.record(stage, blocks[:1])
        with store._to_write.begin() as connection:
            connection.exec_driver_sql("DELETE FROM pair_count")
            assert beside.totals(stage) == (1, 2)
            assert len(beside.counts(stage, "face-to-face/2").pairs) == 1
            assert len(list(beside.counted(stage))) == 1
            connection.rollback()
        rows = beside.counted(stage)
        first = next(rows)
        store.record(stage, blocks)
        assert [first, *rows] == [first]
        assert beside.totals(stage) == (3, 6)


@pytest.fixture
def copy(cup, tmp_path):
    return shutil.copy(cup[0], tmp_path / "copy.db")


def change(db, *statement):
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute(*statement)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE match SET replay = substr(replay, 2) WHERE key = ?", "moves cannot be read"),
        ("UPDATE match SET replay = x'' WHERE key = ?", "moves cannot be read"),
        ("DELETE FROM match WHERE key = ?", "1 matches"),
    ],
)
def test_a_damaged_match_is_said(statement, words, cup, copy):
    """A match that cannot be put together is a ValueError for whoever verifies."""
    _, stage, _ = cup
    pair = next(each for each in played_blocks(stage) if len(each.matches) == 2)
    one, other = (match.key for match in pair.matches)
    change(copy, statement, (one,))

    with reading(str(copy)) as reader, pytest.raises(ValueError, match=words):
        reader.match(other if "DELETE" in statement else one)


def test_a_match_is_what_is_stored_and_not_what_should_be(cup, copy):
    """Names, seed, score and faults come from the rows: whether they follow is another question."""
    key = next(record.fixture.id for record in cup[2] if record.faults)
    change(copy, "UPDATE seat SET bot = 'eve', score = 99 WHERE seat = 0")
    change(copy, "UPDATE match SET deal_seed = zeroblob(32)")
    change(copy, "UPDATE fault SET detail = 'nothing'")

    with reading(str(copy)) as reader:
        _, read = reader.match(key)

    assert read.fixture.bots[0] == "eve"
    assert read.outcome.scores[0] == 99
    assert read.fixture.deal_seed == bytes(32)
    assert {fault.detail for fault in read.faults} == {"nothing"}


READS = {
    "contests": lambda reader, stage, key: reader.contests(),
    "stages": lambda reader, stage, key: reader.stages("cup"),
    "stage": lambda reader, stage, key: reader.stage(stage.row),
    "entries": lambda reader, stage, key: reader.entries(stage.row),
    "bots": lambda reader, stage, key: reader.bots(stage),
    "totals": lambda reader, stage, key: reader.totals(stage),
    "suspensions": lambda reader, stage, key: reader.suspensions(stage),
    "counted": lambda reader, stage, key: list(reader.counted(stage)),
    "counts": lambda reader, stage, key: reader.counts(stage, "face-to-face/2"),
    "match": lambda reader, stage, key: reader.match(key),
}


@pytest.mark.parametrize(
    ("table", "what"),
    [
        ("contest", "contests"),
        ("contest", "stages"),
        ("match", "totals"),
        ("pair_count", "counts"),
        ("stage", "stages"),
        ("stage", "stage"),
        ("commitment", "stages"),
        ("entry", "entries"),
        ("version", "bots"),
        ("suspension", "suspensions"),
        ("seat", "counted"),
        ("fault", "match"),
        ("void", "match"),
    ],
)
def test_a_damaged_page_is_said(table, what, cup, copy):
    """Wherever the damage is, whoever comes upon it is told one sentence with the remedy."""
    _, stage, records = cup
    with closing(sqlite3.connect(copy)) as connection:
        asked = "SELECT rootpage FROM sqlite_master WHERE tbl_name = ?"  # its indices too
        pages = connection.execute(asked, (table,)).fetchall()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with open(copy, "r+b") as file:
        for (page,) in pages:
            file.seek((page - 1) * size)
            file.write(b"\xaa" * size)

    with (
        reading(str(copy)) as reader,
        pytest.raises(BadStore, match=r"is damaged .*; restore a copy of it"),
    ):
        READS[what](reader, stage, records[0].fixture.id)
