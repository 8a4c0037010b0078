"""{name}: a bot for The Game: Face to Face.

It is asked for one thing: which cards to lay, in which order. `legal_moves(view)` lists
every legal turn of two cards; this bot takes the one that moves its piles the least.
"""

from arena_sdk import run
from arena_sdk.face_to_face import legal_moves


def bot(view):
    return min(legal_moves(view), key=lambda turn: cost(view, turn))


def cost(view, turn):
    """How much room a turn uses up. A jump back by ten gives room, so it counts -10."""
    tops = {
        "own_up": view.own.up,
        "own_down": view.own.down,
        "opp_up": view.opp.up,
        "opp_down": view.opp.down,
    }
    used = 0
    for card, target in turn.plays:
        step = abs(card - tops[target])
        jumps = (target == "own_up") == (card < tops[target])
        if target in ("own_up", "own_down"):
            used += -step if jumps else step
        else:
            used += step  # on the opponent's piles it is room given away
        tops[target] = card
    return used


if __name__ == "__main__":
    run(bot)
