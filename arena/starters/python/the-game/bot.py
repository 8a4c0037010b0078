"""{name}: a bot for The Game.

One method for each thing it can be asked. `wish` and `signal` are the talk of the
league `signals`; leave them out and the bot says nothing.
"""

from arena_sdk import run
from arena_sdk.the_game import KEEP_OFF, NEUTRAL, NONE, PILES, Signal, Wish, legal_moves


class Bot:
    def wish(self, view):
        """Before the first turn: how much do I want to start?"""
        return Wish(NEUTRAL)

    def signal(self, view):
        """Before another's turn: ask to keep off a pile on which I can jump back."""
        ups = view.tops[:2]
        downs = view.tops[2:]
        jumps = [top - 10 in view.hand for top in ups] + [top + 10 in view.hand for top in downs]
        return Signal(tuple(KEEP_OFF if jump else NONE for jump in jumps))

    def play(self, view):
        """My turn: the legal turn that moves the piles the least."""
        return min(legal_moves(view), key=lambda turn: cost(view, turn))


def cost(view, turn):
    """How far the piles move. A jump back comes out as -10 by itself."""
    tops = dict(zip(PILES, view.tops, strict=True))
    moved = 0
    for card, pile in turn.plays:
        moved += card - tops[pile] if pile.startswith("up") else tops[pile] - card
        tops[pile] = card
    return moved


bot = Bot()

if __name__ == "__main__":
    run(bot)
