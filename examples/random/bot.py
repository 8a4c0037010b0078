"""Plays any legal move, each as likely as the others: the least a bot must beat.

Of turns it considers those of exactly the required number of cards. A row that has to
be taken is the cheapest one, and special cards are left alone.
"""

import random

from arena_sdk import run
from arena_sdk.bot import game_module


class Random:
    def start(self, start):
        self.legal_moves = game_module(start.rules).legal_moves

    def play(self, view):
        return random.choice(list(self.legal_moves(view)))

    choose = draft = play

    def take(self, view):
        from arena_sdk.six_nimmt import Take, cheapest_row

        return Take(cheapest_row(view))


if __name__ == "__main__":
    run(Random())
