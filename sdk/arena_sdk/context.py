"""What comes with every view, whatever the game: the clock and the public events."""

from __future__ import annotations

from arena_sdk.typed import Any, NamedTuple

Event = dict[str, Any]


class Clock(NamedTuple):
    """What is left, in the clock that is enforced (`limits.clock` of the hello)."""

    move_ms: int
    game_ms: int
