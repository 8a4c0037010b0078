"""`arena replay`: a recorded match by its id, by the beginning of it, or from a file."""

import json
from collections import Counter

import pytest

from tests.recorded.contest import SIX, some_match
from tests.verify.contest import DUELS
from tests.verify.contest import hold as hold_in_memory

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("recorded")]


def test_a_match_by_its_id(held, said):
    """All moves in order, each with its times; how it was played; how it ended."""
    record = some_match(held, seats=("dicey", "steady"))
    done = said("replay", record.fixture.id, cwd=held.folder)

    assert done.code == 0
    assert f"match {record.fixture.id}" in done.out
    assert record.fixture.deal_seed.hex() in done.out
    assert "unsafe, start_ms=60000, move_ms=20000" in done.out
    lines = iter(done.out.splitlines())
    for made in record.decisions:
        card, pile = made.move["plays"][0]
        bot = record.fixture.bots[made.seat]
        assert any(f"{bot:<6}  {card} on {pile}" in line and " ms" in line for line in lines)
    assert any(line.startswith("dicey ") and ", steady " in line for line in lines)


def test_a_match_by_the_beginning_of_its_id(held, said):
    """As much of it as no other match begins with."""
    record = some_match(held)
    whole = said("replay", record.fixture.id, cwd=held.folder)

    assert said("replay", record.fixture.id[:10], cwd=held.folder) == whole


@pytest.mark.parametrize("pool", ["the-game/2", SIX])
def test_matches_of_other_games(pool, held, said):
    """Each in the words of its game."""
    record = some_match(held, pool=pool)
    done = said("replay", record.fixture.id, cwd=held.folder)

    assert done.code == 0
    assert ("would start: " if "the-game" in pool else "chooses ") in done.out


def test_a_fault_stands_where_it_happened_with_what_the_bot_wrote(held, said):
    """Its author learns verdict, ask and detail, and sees the end of the own stderr."""
    record = some_match(held, seats=("steady", "cheat"))
    out = said("replay", record.fixture.id, cwd=held.folder).out

    assert "cheat (seat 1): illegal at its ask 3: " in out
    assert "stderr of cheat ended with:" in out
    assert "| now I cheat" in out
    assert "(a bot failed)" in out


def test_one_seat_alone(held, said):
    """Ask for ask with view, events and answer; nothing of what the other wrote."""
    record = some_match(held, seats=("steady", "cheat"))
    steady, cheat = (
        said("replay", record.fixture.id, "--seat", seat, cwd=held.folder).out for seat in (0, 1)
    )

    assert "hand of steady" in steady
    assert "hand of cheat" not in steady
    assert "now I cheat" not in steady
    assert "laid 0 cards" not in steady
    assert "hand of cheat" in cheat
    assert "illegal at its ask 3" in cheat
    assert "now I cheat" in cheat


@pytest.mark.parametrize(("bot", "seat"), [("steady", 0), ("cheat", 1)])
def test_a_seat_by_the_name_of_its_bot(bot, seat, held, said):
    """As by its number."""
    key = some_match(held, seats=("steady", "cheat")).fixture.id
    by_number = said("replay", key, "--seat", seat, cwd=held.folder)

    assert by_number.code == 0
    assert said("replay", key, "--seat", bot, cwd=held.folder) == by_number


@pytest.mark.parametrize("words", [("--debug", "others/backward"), ("--seat", "steady")])
def test_json_is_the_whole_record_or_nothing(words, held, refused):
    """What would be left out of it is refused."""
    key = some_match(held, seats=("steady", "cheat")).fixture.id

    told = refused("replay", key, "--json", *words, cwd=held.folder)

    assert "--json prints the whole record" in told


def test_json_is_a_record(held, said, tmp_path):
    """It can be written to a file and shown from there, with what the bots wrote."""
    record = some_match(held, seats=("steady", "cheat"))
    document = said("replay", record.fixture.id, "--json", cwd=held.folder).out
    (tmp_path / "match.json").write_text(document)

    assert json.loads(document)["id"] == record.fixture.id
    assert json.loads(document)["stderr"] == list(record.stderr)
    shown = said("replay", "match.json", cwd=tmp_path)
    assert shown == said("replay", record.fixture.id, cwd=held.folder)


def test_a_record_file_needs_no_database(record_file, said, tmp_path):
    """From `arena play --replay`, or from anybody."""
    for words in ((), ("--seat", 1), ("--json",)):
        done = said("replay", record_file, *words, cwd=tmp_path)
        assert (done.code, done.err) == (0, "")
        assert "greedy" in done.out


@pytest.mark.parametrize("command", ["replay", "rerun"])
def test_an_unknown_id_is_refused(command, held, refused):
    """The sentence says what lists those that there are."""
    assert "`arena matches` lists them" in refused(command, "ffffffffffffffff0", cwd=held.folder)


@pytest.mark.parametrize("command", ["replay", "rerun"])
def test_an_ambiguous_beginning_is_refused(command, refused, said, tmp_path):
    """More of the id is asked for."""
    hold_in_memory(tmp_path / "arena.db", "ada", "bob", plan=DUELS, blocks=9)
    listed = json.loads(said("matches", "--json", cwd=tmp_path).out)["matches"]
    # 18 matches, whose ids begin with one of 16 digits.
    ((digit, _),) = Counter(match["id"][0] for match in listed).most_common(1)

    assert "give more of the id" in refused(command, digit, cwd=tmp_path)


@pytest.mark.parametrize("command", ["replay", "rerun"])
def test_no_id_at_all_is_refused(command, held, refused):
    """As of a variable that is not set."""
    assert "which match?" in refused(command, "", cwd=held.folder)


def test_signs_that_a_database_would_understand_mean_nothing(held, refused):
    """No id has them, so nothing begins with them."""
    key = some_match(held).fixture.id

    for strange in ("%", f"{key}%", f"{key[:8]}_{key[8:]}"):
        assert "there is no match" in refused("replay", strange, cwd=held.folder)


@pytest.mark.parametrize("seat", [-1, 2, 99, "nobody", ""])
def test_a_seat_that_is_not_there_is_refused(seat, record_file, refused, tmp_path):
    """The sentence says which there are."""
    words = refused("replay", record_file, f"--seat={seat}", cwd=tmp_path)

    assert f"--seat is {seat}; the seats are 0 (greedy), 1 (greedy)" in words


@pytest.mark.parametrize("command", ["leaderboard", "matches", "verify", "replay x", "rerun x"])
def test_without_a_database_nothing_can_be_asked(command, refused, tmp_path):
    """And none is made."""
    assert "there is no database arena.db" in refused(*command.split(), cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["leaderboard", "matches", "replay x", "rerun x"])
def test_a_database_in_which_nothing_was_played(command, refused, said, tmp_path):
    """`arena commit` may have made it."""
    said("commit", cwd=tmp_path)

    words = refused(*command.split(), cwd=tmp_path)

    assert "nothing has been played yet" in words or "there is no match 'x'" in words


def test_a_database_in_which_nothing_was_played_verifies(said, tmp_path):
    """There is nothing to check, and it says so."""
    said("commit", cwd=tmp_path)

    done = said("verify", cwd=tmp_path)

    assert done.code == 0
    assert "0 matches checked, commitment: nothing to check" in done.out
