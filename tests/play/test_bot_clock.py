"""The bot's clock by itself: CPU time with the wall as a backstop."""

import pytest

from arena.clocks import BotClock
from arena.errors import BotFault, HostTrouble
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


class Pulse:
    """A heartbeat that was late as long as the test says."""

    def __init__(self, stood_ms=0.0):
        self.stood_ms = stood_ms

    def listen(self):
        pass

    def worst_ms(self):
        return self.stood_ms


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def clock(time):
    clock = BotClock(LIMITS, lambda: time.wall, lambda: time.usec, Pulse())
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
    clock = BotClock(LIMITS, lambda: time.wall, lambda: None, Pulse())
    clock.new_game()
    asked(clock)
    time.pass_by(wall_ms=100)

    assert "no answer after 100 of the 100 ms" in clock.look_again().detail


BACKSTOP_MS = 4 * LIMITS.move_ms + 1000


def overrun(stood_ms, cpu_ms, meter=True):
    """What becomes of a bot that has not answered when the backstop is over."""
    time = Time()
    clock = BotClock(
        LIMITS, lambda: time.wall, (lambda: time.usec) if meter else (lambda: None), Pulse(stood_ms)
    )
    clock.new_game()
    asked(clock)
    time.pass_by(wall_ms=BACKSTOP_MS + 1, cpu_ms=cpu_ms)
    return clock.look_again()


def test_a_machine_that_stood_still_voids():
    """The pulse was late by more than a tenth of the limit and the bot had used little: void."""
    with pytest.raises(HostTrouble, match="kept waiting for 141 ms of the 1400 ms"):
        overrun(stood_ms=141, cpu_ms=49)


def test_a_sleeper_on_a_machine_in_order_is_late():
    """A tenth of the limit is not more than a tenth."""
    assert overrun(stood_ms=140, cpu_ms=49).verdict == "late"


def test_whoever_used_half_of_its_time_is_late():
    """However the machine stood: the bot had its share."""
    assert overrun(stood_ms=1400, cpu_ms=50).verdict == "late"


def test_whoever_used_all_of_its_time_is_late():
    """CPU time that was used cannot have been kept away by the machine."""
    assert overrun(stood_ms=1400, cpu_ms=100).verdict == "late"


def test_without_a_meter_nothing_is_void():
    """Nobody could say whether such a bot had its share, so it could provoke a rematch."""
    assert overrun(stood_ms=1400, cpu_ms=0, meter=False).verdict == "late"
