"""The referee's pulse, in virtual time."""

import trio

from arena.heartbeat import Heartbeat


async def test_a_pulse_in_time_is_not_late(autojump_clock, nursery):
    """While everything runs as it should, no beat is late."""
    heartbeat = Heartbeat()
    nursery.start_soon(heartbeat.beat)
    await trio.sleep(10)

    assert heartbeat.worst_ms() < 1
    nursery.cancel_scope.cancel()


async def test_the_longest_standstill_is_remembered(mock_clock, nursery):
    """Time that passes at once, as when the process was stopped, shows in the next beat."""
    heartbeat = Heartbeat()
    nursery.start_soon(heartbeat.beat)
    await trio.testing.wait_all_tasks_blocked()
    mock_clock.jump(0.52)
    await trio.testing.wait_all_tasks_blocked()
    mock_clock.jump(0.03)
    await trio.testing.wait_all_tasks_blocked()

    assert round(heartbeat.worst_ms()) == 500
    heartbeat.listen()
    assert heartbeat.worst_ms() == 0
    nursery.cancel_scope.cancel()


async def test_a_beat_that_is_overdue_counts_at_once(mock_clock, nursery):
    """Whoever asks before the late beat was had still hears of it."""
    heartbeat = Heartbeat()
    nursery.start_soon(heartbeat.beat)
    await trio.testing.wait_all_tasks_blocked()
    mock_clock.jump(0.3)

    assert round(heartbeat.worst_ms()) == 280
    nursery.cancel_scope.cancel()
