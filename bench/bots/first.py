"""A bot by the SDK that does as little as a bot can: the first move that is legal."""

from arena_sdk import run
from arena_sdk.the_game import legal_moves


def bot(view):
    return next(legal_moves(view))


run(bot)
