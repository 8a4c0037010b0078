"""The moves of a match, inside the packed replay, and damage that nobody meant."""

import json
import random
import zlib

import pytest

from arena.errors import OrganiserError
from arena.replays import unpack
from arena.versions import hash_of_packed
from tests.verify.contest import changing, verified
from tests.verify.tampering import change_one, change_replay, flipped, other_card, tamper

pytestmark = pytest.mark.slow  # contests are verified over and over


def _other_word(moves, dice):
    made = dice.choice([made for made in moves if made[3].keys() & {"plays", "wish", "row"}])
    if "plays" in made[3]:
        made[3]["plays"][0][1] = "down_3"
    elif "wish" in made[3]:
        made[3]["wish"] = "eager" if made[3]["wish"] != "eager" else "reluctant"
    else:
        made[3]["row"] = (made[3]["row"] + 1) % 4


def _turn_stand_in(moves, dice):
    made = dice.choice(moves)
    made[4] = not made[4]


def _add_one(place):
    def add(moves, dice):
        dice.choice(moves)[place] += 1

    return add


# What is done to a list of [step, seat, asks, move, stand_in].
MOVES = {
    "another card": other_card,
    "another pile, wish or row": _other_word,
    "another step": _add_one(0),
    "another seat": _add_one(1),
    "something else was asked": lambda moves, dice: dice.choice(moves).__setitem__(2, "draft"),
    "a stand-in or not": _turn_stand_in,
    "a key more": lambda moves, dice: dice.choice(moves)[3].update(psst=1),
    "an empty move": lambda moves, dice: dice.choice(moves)[3].clear(),
    "a list as a move": lambda moves, dice: dice.choice(moves).__setitem__(3, [1]),
    "text as a step": lambda moves, dice: dice.choice(moves).__setitem__(0, "one"),
    "nothing as a seat": lambda moves, dice: dice.choice(moves).__setitem__(1, None),
    "a move less": lambda moves, dice: moves.pop(dice.randrange(len(moves))),
    "a move twice": lambda moves, dice: moves.insert(0, dice.choice(moves)),
    "the first move last": lambda moves, dice: moves.append(moves.pop(0)),
    "no moves": lambda moves, dice: moves.clear(),
}


def _some_match(db, dice):
    """(row, id) of a match with moves."""
    with changing(db) as rows:
        return dice.choice(rows.execute("SELECT id, key FROM match WHERE turns > 5").fetchall())


@pytest.mark.parametrize("what", MOVES)
def test_another_move_is_found(what, cup, cows, tampered):
    """Anything else in the moves is a difference of the match that they belong to."""
    for number, db in enumerate((cup, cows)):
        dice = random.Random(f"{what} {number}")
        row, key = _some_match(db, dice)
        change = change_replay(row, lambda moves, _, dice=dice: MOVES[what](moves, dice))

        report = tampered(db, change)

        assert any(f"match {key}: " in found for found in report.differences), number


def test_other_times_are_no_difference(cup, tampered):
    """What a move took was measured once, and the outcome does not follow from it."""

    def slower(_, times):
        times[:] = [[wall + 1_000_000, 7] for wall, _ in times]

    assert tampered(cup, change_replay(17, slower))[2:] == ((), "ok")


TIMES = {
    "none": lambda _, times: times.clear(),
    "one less": lambda _, times: times.pop(),
    "one more": lambda _, times: times.append([1, 1]),
    "half a time": lambda _, times: times[0].pop(),
    "a word": lambda _, times: times[0].__setitem__(0, "long"),
}


@pytest.mark.parametrize("what", TIMES)
def test_times_that_do_not_belong_to_the_moves_are_found(what, cup, tampered):
    """One for each move: with another number of them a match cannot even be shown."""
    assert tampered(cup, change_replay(17, TIMES[what])).differences


def test_the_same_moves_packed_otherwise_are_no_difference(cup, tampered):
    """The digest is of what was played, not of how it is stored."""

    def change(rows):
        for row in rows.execute("SELECT id, replay FROM match").fetchall():
            spaced = json.dumps(json.loads(zlib.decompress(row["replay"])), indent=2).encode()
            rows.execute(
                "UPDATE match SET replay = ? WHERE id = ?", (zlib.compress(spaced, 0), row["id"])
            )

    assert tampered(cup, change)[2:] == ((), "ok")


@pytest.mark.parametrize(
    ("table", "column", "read"),
    [("match", "replay", unpack), ("version", "content", hash_of_packed)],
)
def test_a_flipped_bit_in_packed_data_is_found(table, column, read, cup, tmp_path):
    """Unless it unpacks to the same: some bits at the end of a stream mean nothing."""
    whole = cup.read_bytes()
    copy = tmp_path / "copy.db"
    honest = _unpacked(cup, table, column, read)
    for number in range(12):
        copy.write_bytes(whole)
        tamper(copy, change_one(table, column, random.Random(f"{table} {number}")))
        is_same = _unpacked(copy, table, column, read) == honest

        assert is_same == (not verified(copy).differences), number


def _unpacked(db, table, column, read):
    def or_damaged(data):
        try:
            return read(data)
        except ValueError:
            return None

    with changing(db) as rows:
        return [or_damaged(data) for (data,) in rows.execute(f'SELECT "{column}" FROM "{table}"')]


@pytest.mark.parametrize(
    "damage", ["x''", "x'00'", "substr(replay, 1, 20)", "'moves'", "zeroblob(40)"]
)
def test_a_replay_that_cannot_be_unpacked_is_named(damage, cup, tampered):
    """It is a difference of its match, whatever is left of it."""
    _, key = _some_match(cup, random.Random(damage))

    report = tampered(cup, f"UPDATE match SET replay = {damage} WHERE key = '{key}'")

    assert any(key in found for found in report.differences)


def test_a_damaged_match_does_not_hide_the_next(cup, tampered):
    """What comes after something unreadable is checked all the same."""
    report = tampered(
        cup,
        "UPDATE match SET replay = x'00' WHERE id = 2; UPDATE match SET turns = 99 WHERE id = 40",
    )

    assert any("not 99" in found for found in report.differences)


@pytest.mark.slow
def test_a_flipped_bit_anywhere_in_the_file_ends_in_a_sentence(cup, tmp_path):
    """In the rows, in the indices, in the header: found, harmless, or said to be damaged."""
    whole = cup.read_bytes()
    copy = tmp_path / "copy.db"
    ended = {}
    for number in range(30):
        copy.write_bytes(flipped(whole, random.Random(number)))
        try:
            verified(copy)
        except OrganiserError:
            pass
        except Exception as bug:
            ended[number] = repr(bug)

    assert ended == {}
