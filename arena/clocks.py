"""One bot's time: what a move and a game may take, counted by CPU or by the wall.

CPU time cannot be spoilt by a busy machine, so it is charged where it can be measured;
the wall is then a generous backstop for a bot that sleeps. Pure but for the two meters.
"""

from collections.abc import Callable

from arena.errors import BotFault, HostTrouble
from arena.heartbeat import Heartbeat
from arena.model import Limits, MoveTime

Meter = Callable[[], int | None]  # microseconds of CPU time so far; None: cannot be measured


class BotClock:
    """The clock of one bot, wound up for each game and opened for each ask."""

    def __init__(
        self, limits: Limits, now: Callable[[], float], meter: Meter, heartbeat: Heartbeat
    ) -> None:
        self._limits = limits
        self._now = now
        self._meter = meter
        self._heartbeat = heartbeat
        self._by_cpu = meter() is not None
        self._last_usec = 0
        self.asked_at = 0.0
        self.bank_ms = 0.0
        self.allowed_ms = 0.0
        self.deadline = 0.0  # when the referee should look again

    def new_game(self) -> None:
        """The bank is full; what the bot used before this is forgotten."""
        self.bank_ms = float(self._limits.game_ms)
        self._last_usec = self._meter() or 0

    def allow(self) -> tuple[int, int]:
        """What an ask tells: milliseconds for the move, never more than the bank, and the bank."""
        self.allowed_ms = min(self._limits.move_ms, self.bank_ms)
        return int(self.allowed_ms), int(self.bank_ms)

    def open(self) -> None:
        """The ask is about to be written.

        Not after the write: that wakes the bot, and on one core the kernel often runs it
        before it comes back to us.
        """
        self._heartbeat.listen()
        self.asked_at = self._now()
        self.deadline = self.asked_at + self.allowed_ms / 1000

    def look_again(self) -> BotFault | None:
        """At the deadline: late, or more wall time because CPU time is left.

        Raises HostTrouble if it is the machine that was late: its own pulse stood still for
        more than a tenth of the limit, and the bot had used less than half of its CPU time.
        A bot that burns its time, or that sleeps on a machine in order, gets no rematch.
        """
        if not self._by_cpu:
            return self._late(self._wall_ms())
        used_ms = self._cpu_ms()
        backstop_ms = 4 * self._limits.move_ms + 1000
        if used_ms >= self.allowed_ms:
            return self._late(used_ms)
        wall_ms = self._wall_ms()
        if wall_ms >= backstop_ms:
            stood_ms = self._heartbeat.worst_ms()
            if stood_ms > backstop_ms / 10 and used_ms < self.allowed_ms / 2:
                raise HostTrouble(
                    f"the referee itself was kept waiting for {stood_ms:.0f} ms"
                    f" of the {backstop_ms} ms that a bot had"
                )
            spent = (
                f"no answer after {wall_ms:.0f} of {backstop_ms} ms of real time,"
                f" with {used_ms:.0f} of {int(self.allowed_ms)} ms of CPU time used"
            )
            return BotFault("late", spent)
        more_ms = min(max(1.0, self.allowed_ms - used_ms), backstop_ms - wall_ms)
        self.deadline = self._now() + more_ms / 1000
        return None

    def close(self) -> MoveTime:
        """The answer is there: charge it. Raises BotFault if it came too late."""
        wall_ms = charged_ms = (self._now() - self.asked_at) * 1000
        cpu_ms = None
        if self._by_cpu:
            charged_ms = self._cpu_ms()
            self._last_usec += round(charged_ms * 1000)
            cpu_ms = round(charged_ms, 3)
        self.bank_ms = max(0.0, self.bank_ms - charged_ms)
        if charged_ms >= self.allowed_ms:
            raise self._late(charged_ms)
        return MoveTime(round(wall_ms, 3), cpu_ms)

    def _wall_ms(self) -> float:
        return (self._now() - self.asked_at) * 1000

    def _cpu_ms(self) -> float:
        """All that the meter rose since the last reading of this game, off turn too."""
        return ((self._meter() or 0) - self._last_usec) / 1000

    def _late(self, used_ms: float) -> BotFault:
        allowed = int(self.allowed_ms)
        whose = "" if self.allowed_ms == self._limits.move_ms else " that were left of its game"
        if self._by_cpu:
            spent = f"used {used_ms:.0f} of the {allowed} ms of CPU time{whose}"
            return BotFault("late", spent)
        return BotFault("late", f"no answer after {used_ms:.0f} of the {allowed} ms{whose}")
