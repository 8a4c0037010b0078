"""`arena replay --debug`: the asks of a recorded match, put to a bot again."""

import pytest

from tests.recorded.contest import SIX, records_of, some_match

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("recorded")]


@pytest.fixture
def debugged(held, said):
    """What is said of a bot in a match that is like that."""

    def debug(bot, *words, **like):
        key = some_match(held, **like).fixture.id
        return said("replay", key, "--debug", bot, *words, cwd=held.folder)

    return debug


@pytest.mark.parametrize("pool", ["face-to-face/2", "the-game/2", SIX])
def test_the_same_bot_says_the_same(pool, held, said):
    """Every ask is shown with its view and answered as it was then."""
    record, seat = next(
        (record, seat)
        for record in records_of(held, pool)
        for seat, bot in enumerate(record.fixture.bots)
        if bot != "dicey" and not record.faults
    )
    bot = record.fixture.bots[seat]
    words = ("--debug", f"bots/{bot}", "--seat", seat)
    done = said("replay", record.fixture.id, *words, cwd=held.folder)
    asks = [made for made in record.decisions if made.seat == seat]

    assert done.code == 0, done.out
    assert done.out.count("the same: ") == len(asks)
    assert done.out.count(f"hand of {bot}") == len(asks)
    assert "now:" not in done.out


def test_another_bot_is_shown_with_the_difference(held, debugged):
    """What it does now, what was done then, ask by ask; exit 1."""
    done = debugged("others/backward", "--seat", 0, seats=("steady", "dicey"))

    assert done.code == 1
    assert "  now:  " in done.out
    assert "  then: " in done.out
    assert done.out.count("now:") + done.out.count("the same:") == done.out.count("ask ")


def test_a_bot_that_crashes_is_told_with_what_it_wrote(debugged):
    """At the ask at which it crashed, with its traceback; exit 1."""
    done = debugged("others/crashing", "--seat", 0, seats=("steady", "dicey"))

    assert done.code == 1
    assert done.out.count("the same: ") == 2
    assert "ZeroDivisionError" in done.out
    assert "now: gone: it ended with exit code 1" in done.out


def test_a_bot_that_broke_the_rules_breaks_them_again(debugged):
    """The same bot does the same: an illegal move then, an illegal move now, and why."""
    done = debugged("bots/cheat", seats=("steady", "cheat"))

    assert "illegal" in done.out.rpartition("ask 3")[2]
    assert done.code == 0


def test_a_fault_that_was_forgiven_is_the_same_again(held, debugged):
    """The Game: a wish that there is not, for which somebody stood in."""
    done = debugged("bots/cheat", "--seat", 0, pool="the-game/2", seats=("cheat", "cheat"))

    assert "the same: " in done.out
    assert done.code == 0


def test_the_seat_is_that_of_the_bots_name(held, debugged):
    """Else the first; --seat says otherwise."""
    seats = ("dicey", "steady")

    assert "as seat 1, steady" in debugged("bots/steady", seats=seats).out
    assert "as seat 0, dicey" in debugged("others/backward", seats=seats).out
    assert "as seat 0, dicey" in debugged("bots/steady", "--seat", 0, seats=seats).out


def test_a_bot_that_is_not_there_is_refused(held, refused):
    """Before anything is shown."""
    key = some_match(held).fixture.id

    assert "there is no bot" in refused("replay", key, "--debug", "nobody", cwd=held.folder)


def test_a_bot_that_does_not_start(held, debugged, tmp_path):
    """It is told at the first ask."""
    (tmp_path / "broken.py").write_text("import nothing_like_that\n")

    done = debugged(tmp_path / "broken.py", "--seat", 0, seats=("steady", "dicey"))

    assert done.code == 1
    assert "did_not_start" in done.out
    assert "nothing_like_that" in done.out
