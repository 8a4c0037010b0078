"""Another value anywhere in a database is found, or is named here with the reason why not."""

import json
import random
import re
from pathlib import Path

import pytest

from arena.plan import fields_of
from arena.stages import Terms
from arena.submissions import Submission
from tests.verify.contest import BOTS, CUP, GAMES, changing, verified
from tests.verify.tampering import change_one, leaves, with_another_leaf

pytestmark = pytest.mark.slow  # contests are verified over and over

# By table: another value in any of these columns is found.
CHECKED = {
    "contest": ("id", "name"),
    "commitment": ("commitment", "secret", "stage_id"),
    "stage": (
        "id",
        "contest_id",
        "number",
        "key",
        "commitment",
        "terms",
        "announced",
        "since",
        "digest",
    ),
    "version": ("hash", "content"),
    "entry": ("stage_id", "bot", "version", "games", "left_out"),
    "block": (
        "id",
        "stage_id",
        "key",
        "pool",
        "round",
        "place",
        "shuffle",
        "bots",
        "points",
        "culprits",
        "digest",
    ),
    "match": ("id", "key", "block_id", "game", "deal_seed", "reason", "turns", "digest", "replay"),
    "seat": ("match_id", "seat", "bot", "score", "place", "forfeited"),
    "fault": ("match_id", "number", "seat", "verdict", "turn", "step", "detail"),
    "suspension": ("stage_id", "pool", "bot", "after_round", "reason"),
    "round": ("stage_id", "round", "settled", "method", "counts"),
    "rating": (
        "stage_id",
        "round",
        "game",
        "bot",
        "rank",
        "value",
        "low",
        "high",
        "blocks",
        "forfeits",
    ),
    "pair_count": (
        "stage_id",
        "pool",
        "first",
        "second",
        "as_first",
        "as_second",
        "forfeited",
        "count",
    ),
    "team_sum": (
        "stage_id",
        "pool",
        "team",
        "games",
        "left",
        "left_squared",
        "zeros",
        "forfeits",
    ),
    "bot_sum": (
        "stage_id",
        "pool",
        "bot",
        "blocks",
        "games",
        "forfeited_blocks",
        "forfeits",
        "scores",
        "scores_squared",
        "wins",
    ),
}

# What nobody can check afterwards, and why.
_CLOCK = "a moment by the organiser's clock: nothing follows from it, and nothing vouches for it"
_MEASURED = "measured: it differs from run to run"
_SAID = "what a bot wrote is for its author, and decides nothing"
_VOID = "attempts that do not count; how often a machine fails is no part of a contest"
_BOTS_OWN = "how a bot is run follows from its files, which are checked"
_PERSON = "about the person; a bot is its name and its content"
UNCHECKED = {
    "contest": {"made_at": _CLOCK},
    "commitment": {"id": "the number of a row that no other row names", "drawn_at": _CLOCK},
    "stage": {"opened_at": _CLOCK, "ended_at": _CLOCK},
    "entry": {
        "author": _PERSON,
        "email": _PERSON,
    },
    "match": {
        "wall_ms": _MEASURED,
        "cpu_ms": _MEASURED,
        "worker": _MEASURED,
        "sitting": _MEASURED,
        "played_at": _CLOCK,
    },
    "version": {"command": _BOTS_OWN, "build": _BOTS_OWN, "image": _BOTS_OWN},
    "stderr": {"match_id": _SAID, "seat": _SAID, "text": _SAID},
    "void": {
        "id": _VOID,
        "stage_id": _VOID,
        "match": _VOID,
        "seat": _VOID,
        "cause": _VOID,
        "at": _VOID,
    },
}


def test_what_nobody_touched_is_without_difference(cup, cows, stages, longer):
    """The contests of these tests verify as they are, and are worth tampering with."""
    assert verified(cup)[2:] == verified(longer)[2:] == ((), "ok")
    assert verified(cows) == (3, 3, (), "ok")
    assert verified(stages)[2:] == ((), "ok")
    with changing(cup) as rows:
        verdicts = {row["verdict"] for row in rows.execute("SELECT verdict FROM fault")}
        (suspended,) = rows.execute("SELECT count(*) FROM suspension").fetchone()
        (forfeits,) = rows.execute("SELECT sum(forfeits) FROM team_sum").fetchone()
    assert verdicts >= {"illegal", "did_not_start"}
    assert suspended == 2
    assert forfeits > 0


def test_every_column_is_either_checked_or_named_as_unchecked(cup):
    """A new column has to be put into one of the two lists."""
    with changing(cup) as rows:
        names = rows.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        there = {name: _columns(rows, name) for (name,) in names if name != "alembic_version"}

    listed = {
        table: {*CHECKED.get(table, ()), *UNCHECKED.get(table, ())}
        for table in {*CHECKED, *UNCHECKED}
    }
    assert listed == there


def _columns(rows, table):
    return {row["name"] for row in rows.execute(f'PRAGMA table_info("{table}")')}


_PLAYING = "version IS NOT NULL"  # of entries: whoever was left out decides nothing


@pytest.mark.parametrize(
    ("table", "column"),
    # The terms have tests of their own, one for each value in them.
    [(table, column) for table in CHECKED for column in CHECKED[table] if column != "terms"],
)
def test_another_value_is_found(table, column, cup, cows, longer, tampered):
    """Another value in any row is a difference, which says in which stage it is."""
    where = _PLAYING if table == "entry" else "TRUE"
    other = cows if table in ("match", "seat", "fault") else longer if table == "stage" else cup
    for number, db in enumerate((longer if column == "since" else cup, other)):
        dice = random.Random(f"{table}.{column}.{number}")

        report = tampered(db, change_one(table, column, dice, where))

        assert report.differences, f"number {number} was not found"
        assert all(
            re.match(r"\w+, stage \d+: |row \d+ of table ", found) for found in report.differences
        )


@pytest.mark.parametrize(
    ("table", "column"),
    [
        (table, column)
        for table in UNCHECKED
        if table != "void"  # has a test of its own
        for column in UNCHECKED[table]
    ],
)
def test_what_is_measured_is_no_difference(table, column, cup, tampered):
    """Two runs of the same contest differ in these; nobody can say which is right."""
    report = tampered(cup, change_one(table, column, random.Random(table + column)))

    assert report[2:] == ((), "ok")


def test_void_attempts_are_no_difference(cup, tampered):
    """An attempt that the machine spoilt may be there or not."""
    report = tampered(
        cup,
        "INSERT INTO void (stage_id, match, seat, cause, at)"
        " SELECT 1, key, 0, 'no memory', played_at FROM match LIMIT 5",
    )

    assert report[2:] == ((), "ok")


def test_why_a_bot_was_left_out_is_taken_as_recorded(cup, tampered):
    """Like a fault it is a fact of that day; the stage's id holds those who play."""
    report = tampered(cup, change_one("entry", "left_out", random.Random(0), "version IS NULL"))

    assert report[2:] == ((), "ok")


@pytest.mark.parametrize("match", [17, 25])
def test_another_number_of_a_seat_is_found(match, cup, tampered):
    """Also of one that keeps its place in the row, and that was not thrown out."""
    assert tampered(cup, f"UPDATE seat SET seat = 7 WHERE match_id = {match} AND seat = 1")[2]


def _terms():
    bots = [Submission(name, Path(), (), GAMES) for name in BOTS]
    return Terms("cup", 1, CUP, fields_of(CUP, bots), {}).to_map()


@pytest.mark.parametrize("path", list(leaves(_terms())), ids=lambda path: ".".join(map(str, path)))
def test_other_terms_are_found(path, cup, tampered):
    """Whatever was settled before the first deal, down to the last limit, is in the stage's id."""

    def change(rows):
        (terms,) = rows.execute("SELECT terms FROM stage").fetchone()
        other = with_another_leaf(json.loads(terms), path)
        rows.execute("UPDATE stage SET terms = ?", (json.dumps(other),))

    assert tampered(cup, change).differences


@pytest.mark.parametrize("terms", ["{}", "[]", "7", "null", "{", '{"contest": "cup"}'])
def test_terms_that_are_none_are_found(terms, cup, tampered):
    """Nothing can be checked without them, and that is said of their stage."""
    (found,) = tampered(cup, f"UPDATE stage SET terms = '{terms}'").differences

    assert found.startswith("cup, stage 1: ")


def test_a_word_more_in_the_terms_is_found(cup, tampered):
    """The stage's id is the hash of all that is written there."""
    assert tampered(cup, "UPDATE stage SET terms = json_set(terms, '$.prize', 1000)").differences


@pytest.mark.parametrize("announced", ["[2]", "[4]", "[3, 4]", "[3, 30]", "[]", "3", '["3"]'])
def test_another_announcement_is_found(announced, cup, tampered):
    """How many blocks there would be was said before; a stage that has ended has played them."""
    assert tampered(cup, f"UPDATE stage SET announced = '{announced}'").differences


def test_a_stage_that_ended_cannot_become_unfinished(cup, tampered):
    """The digest of a stage is fixed at its end, so one with a digest has ended."""
    assert tampered(cup, "UPDATE stage SET ended_at = NULL").differences


def test_at_most_a_hundred_differences_are_told(stages, tampered):
    """More would say nothing new, however many stages are wrong."""

    def change(rows):
        rows.executemany(
            "INSERT INTO bot_sum VALUES (?, 'chess', ?, 1, 1, 1, 1, 1, 1, 1)",
            [(stage, f"bot{number}") for stage in (1, 2) for number in range(120)],
        )

    assert len(tampered(stages, change).differences) == 100
