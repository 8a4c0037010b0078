"""The bot's clock by itself: CPU time with the wall as a backstop."""

import pytest

from arena.clocks import BotClock
from arena.errors import BotFault
from arena.model import Limits

LIMITS = Limits(move_ms=100, game_ms=250)


class Time:
    """A wall and a CPU meter that the test moves by hand."""

    def __init__(self):
        self.wall = 1000.0
        self.usec = 5_000_000

    def pass_by(self, *, wall_ms=0, cpu_ms=0):
        self.wall += wall_ms / 1000
        self.usec += cpu_ms * 1000


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def clock(time):
    clock = BotClock(LIMITS, lambda: time.wall, lambda: time.usec)
    clock.new_game()
    return clock


def asked(clock):
    told = clock.allow()
    clock.open()
    return told


def test_only_cpu_time_is_charged(clock, time):
    """A busy machine makes the wall run, not the bank."""
    asked(clock)
    time.pass_by(wall_ms=90, cpu_ms=20)

    assert clock.close() == (90, 20)
    assert asked(clock) == (100, 230)


def test_at_the_first_look_there_may_be_time_left(clock, time):
    """The wall has reached the limit, the meter has not: look again when it could have."""
    asked(clock)
    time.pass_by(wall_ms=100, cpu_ms=40)

    assert clock.look_again() is None
    assert clock.deadline == pytest.approx(time.wall + 0.060)


def test_cpu_time_used_up_is_late(clock, time):
    """The fault names what was used and what was allowed."""
    asked(clock)
    time.pass_by(wall_ms=120, cpu_ms=101)

    fault = clock.look_again()

    assert fault.verdict == "late"
    assert "used 101 of the 100 ms of CPU time" in fault.detail


def test_an_answer_that_used_too_much_is_lost(clock, time):
    """More CPU time than allowed is late even if the answer is there."""
    asked(clock)
    time.pass_by(wall_ms=60, cpu_ms=110)

    with pytest.raises(BotFault, match="used 110 of the 100 ms"):
        clock.close()


def test_a_sleeper_meets_the_backstop(clock, time):
    """Sleeping costs no CPU time: 4 * move_ms + 1000 of real time is the end."""
    asked(clock)
    time.pass_by(wall_ms=1399)
    assert clock.look_again() is None
    assert clock.deadline == pytest.approx(time.wall + 0.001)

    time.pass_by(wall_ms=2)

    assert "1400 ms of real time" in clock.look_again().detail


def test_work_off_turn_is_paid_for(clock, time):
    """What the meter rose between two asks belongs to the next one."""
    asked(clock)
    time.pass_by(cpu_ms=10)
    clock.close()
    time.pass_by(wall_ms=500, cpu_ms=70)

    asked(clock)
    time.pass_by(wall_ms=5, cpu_ms=5)

    assert clock.close().cpu_ms == 75


def test_what_was_used_before_the_game_is_forgotten(clock, time):
    """Starting up and earlier games are not charged; work on `start` is."""
    time.pass_by(cpu_ms=9999)
    clock.new_game()
    time.pass_by(cpu_ms=30)

    asked(clock)

    assert clock.close().cpu_ms == 30


def test_the_bank_is_the_limit_when_it_is_smaller(clock, time):
    """An ask never allows more than the game has left, and says whose time it was."""
    for _ in range(2):
        asked(clock)
        time.pass_by(cpu_ms=90)
        clock.close()

    assert asked(clock) == (70, 70)
    time.pass_by(wall_ms=80, cpu_ms=80)
    assert "70 ms of CPU time that were left of its game" in clock.look_again().detail


def test_where_nothing_is_measured_the_wall_counts():
    """Without a meter the wall is charged, and there is no second look."""
    time = Time()
    clock = BotClock(LIMITS, lambda: time.wall, lambda: None)
    clock.new_game()
    asked(clock)
    time.pass_by(wall_ms=100)

    assert "no answer within the 100 ms" in clock.look_again().detail
