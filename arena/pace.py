"""What a sitting costs beside the moves of its bots: seen while a round is played. Pure.

By it is decided how many games share a process, and that decides no result.
"""

import math


class Pace:
    """The sittings of a round so far."""

    def __init__(self) -> None:
        self._sittings = self._games = 0
        self._took_s = self._moves_s = 0.0

    def add(self, took_s: float, moves_s: list[float]) -> None:
        """A sitting has ended: how long it took in all, and the moves of each of its games."""
        self._sittings += 1
        self._games += len(moves_s)
        self._took_s += took_s
        self._moves_s += sum(moves_s)

    def worth_a_start(self, most: int) -> int:
        """How many games take as long as the start of their bots; 1 while nobody knows."""
        if not self._sittings:
            return 1
        start_s = (self._took_s - self._moves_s) / self._sittings
        game_s = self._moves_s / self._games
        return max(1, min(most, math.ceil(start_s / game_s))) if game_s else most
