"""The referee's own pulse: how late it wakes up when the machine lets it wait.

A bot that misses the backstop of real time may have been kept from running by the machine.
The pulse tells: it beats in the same process, on the same core, and no bot can touch it.
"""

import trio

_BEAT_S = 0.02


class Heartbeat:
    """Beats while `beat` runs."""

    def __init__(self) -> None:
        self._due = float("inf")
        self._worst_s = 0.0

    async def beat(self) -> None:
        """For ever; run it in a nursery."""
        while True:
            self._due = trio.current_time() + _BEAT_S
            await trio.sleep_until(self._due)
            self._worst_s = max(self._worst_s, trio.current_time() - self._due)

    def listen(self) -> None:
        """Forget what was; `worst_ms` is about the time from here."""
        self._worst_s = 0.0

    def worst_ms(self) -> float:
        """The longest that a beat was late, one that is overdue right now included."""
        return max(self._worst_s, trio.current_time() - self._due, 0.0) * 1000
