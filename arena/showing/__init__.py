"""A match as the replay viewer wants it: the start, then what every step did."""

from arena.showing.document import FORMAT, replay_of, shown_states

__all__ = ["FORMAT", "replay_of", "shown_states"]
