"""Who plays whom, in which seat, on which deal. Pure: the same arguments, the same fixtures."""

from arena.pairings.numbered import numbered_fixture, rotated

__all__ = ["numbered_fixture", "rotated"]
