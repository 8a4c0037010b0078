"""When a bot is taken out because it keeps failing: the rule that is announced beforehand.

Looked at between rounds only, for each pool alone, and computed from nothing but results.
"""

from typing import NamedTuple

STARTS = 3  # a bot that fails so many first starts is out
FAILED_START = ("did_not_start", "bad_handshake")  # verdicts
ENOUGH_BLOCKS = 40
MOST_FORFEITS = 0.05  # of its blocks

RULE = (
    f"a bot is suspended from a game after a round if it failed its first {STARTS} starts,"
    f" or forfeited more than {MOST_FORFEITS:.0%} of {ENOUGH_BLOCKS} or more blocks"
)


class Conduct(NamedTuple):
    """How a bot behaved in a pool so far."""

    blocks: int
    forfeited_blocks: int
    first_starts: tuple[bool, ...]  # of its first games, in the order of the schedule: it started


def why_suspended(conduct: Conduct) -> str | None:
    """The reason, or None if it plays on."""
    if len(conduct.first_starts) == STARTS and not any(conduct.first_starts):
        return f"its first {STARTS} starts failed"
    share = conduct.forfeited_blocks / conduct.blocks if conduct.blocks else 0.0
    if conduct.blocks >= ENOUGH_BLOCKS and share > MOST_FORFEITS:
        return f"it forfeited {conduct.forfeited_blocks} of {conduct.blocks} blocks"
    return None
