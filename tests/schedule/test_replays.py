"""Replays: a match packed small, read back whole, with a digest of what it is."""

import json
import zlib
from contextlib import suppress

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena import fairness
from arena.model import (
    Conditions,
    Decision,
    Fault,
    Fixture,
    Guarantees,
    Limits,
    MatchRecord,
    MoveTime,
    Outcome,
    Void,
)
from arena.played import PlayedMatch, played
from arena.replays import digest_of, pack, unpack


def moves_of(record):
    """The packed moves of a match, without its digest."""
    return pack(record)[1]


FIXTURE = Fixture(
    id="0123456789abcdef",
    rules="face-to-face",
    options={"hand": 6},
    bots=("ada", "bob"),
    deal_seed=bytes(range(32)),
    bot_seeds=(1, 2),
)
DECISIONS = (
    Decision(1, 0, "turn", {"kind": "turn", "plays": [[3, "own_up"], [9, "opp_up"]]}),
    Decision(2, 1, "turn", {"kind": "turn", "plays": [[58, "own_down"]]}, stand_in=True),
)
RECORD = MatchRecord(
    fixture=FIXTURE,
    decisions=DECISIONS,
    times=(MoveTime(1.5, 0.25), MoveTime(2.0)),
    faults=(Fault(1, "late", 1, "no answer", 2),),
    outcome=Outcome((1, 0), (1, 2), "fault"),
    forfeits=(1,),
    stderr=("", "oh"),
)

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-999, 999) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
MOVES = st.dictionaries(st.text(max_size=5), PLAIN, max_size=3)
DECIDED = st.builds(
    Decision, st.integers(1, 99), st.integers(0, 9), st.text(max_size=6), MOVES, st.booleans()
)
TIMED = st.builds(MoveTime, st.floats(0, 1e7), st.none() | st.floats(0, 1e7))


@settings(max_examples=30)
@given(st.lists(st.tuples(DECIDED, TIMED), max_size=6))
def test_what_was_packed_is_unpacked(steps):
    """Every decision as it was, and its times to the microsecond."""
    record = RECORD._replace(
        decisions=tuple(made for made, _ in steps), times=tuple(time for _, time in steps)
    )

    moves = unpack(moves_of(record))

    assert moves.decisions == record.decisions
    assert len(moves.times) == len(record.times)
    for found, time in zip(moves.times, record.times, strict=True):
        assert found.wall_ms == pytest.approx(time.wall_ms, abs=0.0006)
        if time.cpu_ms is None:
            assert found.cpu_ms is None
        else:
            assert found.cpu_ms == pytest.approx(time.cpu_ms, abs=0.0006)


@settings(max_examples=20)
@given(st.lists(st.tuples(DECIDED, TIMED), max_size=4))
def test_packing_again_changes_nothing(steps):
    """What was read back packs to the same bytes, and has the same digest."""
    record = RECORD._replace(
        decisions=tuple(made for made, _ in steps), times=tuple(time for _, time in steps)
    )
    moves = unpack(moves_of(record))

    again = record._replace(decisions=moves.decisions, times=moves.times)

    assert moves_of(again) == moves_of(record)
    assert digest_of(again) == digest_of(record)


def test_time_that_was_not_measured_is_not_zero():
    """None stays None, and nothing stays nothing."""
    times = (MoveTime(0.0, None), MoveTime(0.0, 0.0))

    assert unpack(moves_of(RECORD._replace(times=times))).times == times


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"moves",
        moves_of(RECORD)[:-1],
        moves_of(RECORD)[1:],
        zlib.compress(b"\xff"),
        zlib.compress(b"{"),
        zlib.compress(b"7"),
        zlib.compress(b"null"),
        zlib.compress(b"[[]]"),
        zlib.compress(b"[[], [], []]"),
        zlib.compress(b"[[[1, 0]], []]"),
        zlib.compress(b"[[7], []]"),
        zlib.compress(b"[[], [[1]]]"),
        zlib.compress(b'[[], [["x", null]]]'),
    ],
)
def test_damaged_moves_are_noticed(damaged):
    """One kind of error, whatever is wrong."""
    with pytest.raises(ValueError):  # noqa: PT011 - the sentence is zlib's or json's own
        unpack(damaged)


@given(st.data())
def test_a_bit_that_flips_is_noticed(data):
    """Either it cannot be read, or it is read as the same."""
    packed = bytearray(moves_of(RECORD))
    at = data.draw(st.integers(0, 8 * len(packed) - 1))
    packed[at // 8] ^= 1 << at % 8

    with suppress(ValueError):
        assert unpack(bytes(packed)) == unpack(moves_of(RECORD))


@given(PLAIN)
def test_no_document_is_taken_for_moves_with_an_error_of_another_kind(document):
    """Whoever writes into the database is told so, and sees no traceback."""
    with suppress(ValueError):
        unpack(zlib.compress(json.dumps(document).encode()))


@pytest.mark.parametrize(
    "document", [f"[[], [[{10**400}, null]]]", "[" * 100_000], ids=["huge", "deep"]
)
def test_documents_beyond_all_measure_are_noticed(document):
    """A number too large for a time, and brackets without end."""
    with pytest.raises(ValueError):  # noqa: PT011
        unpack(zlib.compress(document.encode()))


OTHER_FIXTURES = [
    FIXTURE._replace(id="0123456789abcdee"),
    FIXTURE._replace(rules="the-game"),
    FIXTURE._replace(options={"hand": 7}),
    FIXTURE._replace(bots=("bob", "ada")),
    FIXTURE._replace(deal_seed=bytes(32)),
    FIXTURE._replace(bot_seeds=(2, 1)),
]
OTHER_DECISIONS = [
    DECISIONS[0]._replace(step=2),
    DECISIONS[0]._replace(seat=1),
    DECISIONS[0]._replace(asks="wish"),
    DECISIONS[0]._replace(move={"kind": "turn", "plays": [[3, "own_up"], [9, "own_up"]]}),
    DECISIONS[0]._replace(stand_in=True),
]
OTHER_FAULTS = [
    RECORD.faults[0]._replace(**change)
    for change in (
        {"seat": 0},
        {"verdict": "gone"},
        {"turn": 2},
        {"detail": "no"},
        {"step": 3},
    )
]


@pytest.mark.parametrize(
    "changed",
    [
        *[RECORD._replace(fixture=fixture) for fixture in OTHER_FIXTURES],
        *[RECORD._replace(decisions=(made, DECISIONS[1])) for made in OTHER_DECISIONS],
        RECORD._replace(decisions=DECISIONS[:1]),
        RECORD._replace(decisions=DECISIONS[::-1]),
        *[RECORD._replace(faults=(fault,)) for fault in OTHER_FAULTS],
        RECORD._replace(faults=()),
        RECORD._replace(forfeits=()),
        RECORD._replace(outcome=RECORD.outcome._replace(scores=(1, 1))),
        RECORD._replace(outcome=RECORD.outcome._replace(places=(1, 1))),
        RECORD._replace(outcome=RECORD.outcome._replace(reason="stuck")),
    ],
)
def test_any_other_match_has_another_digest(changed):
    """Fixture, moves, faults and outcome: whatever a match is."""
    assert digest_of(changed) != digest_of(RECORD)


def test_the_digest_is_that_of_one_map():
    """Whoever writes the map of docs/reference/fairness.md down canonically gets the digest."""
    plain = {
        "id": FIXTURE.id,
        "game": FIXTURE.rules,
        "options": FIXTURE.options,
        "bots": list(FIXTURE.bots),
        "deal_seed": FIXTURE.deal_seed.hex(),
        "bot_seeds": list(FIXTURE.bot_seeds),
        "moves": [[*made] for made in RECORD.decisions],
        "faults": [[*fault] for fault in RECORD.faults],
        "forfeits": list(RECORD.forfeits),
        "outcome": RECORD.outcome.to_map(),
    }

    assert digest_of(RECORD) == pack(RECORD)[0] == fairness.digest(plain)


@pytest.mark.parametrize(
    "measured",
    [
        RECORD._replace(times=(MoveTime(9.0, 9.0), MoveTime(9.0))),
        RECORD._replace(stderr=("", "")),
        RECORD._replace(voids=(Void("asleep", 1),)),
        RECORD._replace(conditions=Conditions("docker", Guarantees(), Limits(), ("1", "2"))),
    ],
    ids=["times", "stderr", "voids", "conditions"],
)
def test_what_was_measured_is_no_part_of_the_digest(measured):
    """The same match on a slower machine is the same match."""
    assert digest_of(measured) == digest_of(RECORD)


def test_a_worker_hands_over_what_is_stored():
    """Moves counted, times added up, the digest and the packed moves of the very record."""
    match = played(RECORD)

    assert (match.key, match.deal_seed) == (FIXTURE.id, FIXTURE.deal_seed)
    assert (match.outcome, match.forfeits) == (RECORD.outcome, RECORD.forfeits)
    assert (match.turns, match.wall_ms, match.cpu_ms) == (2, 3.5, 0.25)
    assert match.digest == digest_of(RECORD)
    assert unpack(match.replay).decisions == DECISIONS


def test_cpu_time_that_nobody_measured_is_not_zero():
    """Where the sandbox cannot say, nothing is said."""
    assert played(RECORD._replace(times=(MoveTime(1.0), MoveTime(2.0)))).cpu_ms is None


def test_a_bot_that_failed_keeps_all_it_wrote():
    """The others the end of it, so that a chatty bot does not fill the disk."""
    long = "x" * 5000 + "end"

    quiet, failed = played(RECORD._replace(stderr=(long, long))).stderr

    assert failed == long
    assert len(quiet) == 4096
    assert quiet.endswith("end")


def test_a_match_is_the_same_at_the_other_end_of_the_pipe():
    """msgpack makes lists of all tuples; read back they are what they were."""
    match = played(RECORD._replace(voids=(Void("asleep"), Void("no memory", 1))))._replace(
        worker=3, sitting=17
    )

    again = PlayedMatch.from_wire(msgpack.unpackb(msgpack.packb(match.to_wire())))

    assert again == match
    assert type(again.outcome) is Outcome
    assert {type(fault) for fault in again.faults} == {Fault}
    assert {type(void) for void in again.voids} == {Void}
