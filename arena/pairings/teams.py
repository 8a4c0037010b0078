"""Teams of a co-operative game: everybody with copies of itself, and mixed.

All teams of one shuffle belong to one round, which is the cluster of the errors. In a mixed
round each seat has one order of the bots, so every bot holds every seat once.
"""

from collections.abc import Sequence

from arena.games.chance import shuffled


def self_play(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """One team for each bot, of that bot alone."""
    return [(bot,) * seats for bot in bots]


def mixed(bots: Sequence[str], seats: int, seed: bytes, round_: int) -> list[tuple[str, ...]]:
    """As many teams as bots; there must be as many bots as seats.

    The columns are one random order of the bots, moved on by different steps: each bot is in
    each seat once, and no team holds a bot twice.
    """
    order = shuffled(seed, f"order/{round_}", range(len(bots)))
    steps = shuffled(seed, f"steps/{round_}", range(len(bots)))[:seats]
    return [
        tuple(bots[order[(team + step) % len(order)]] for step in steps)
        for team in range(len(order))
    ]
