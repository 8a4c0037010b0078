"""Greedy at The Game: card by card the smallest step, a jump back counting as -10."""

from arena_sdk.the_game import DOWN_1, PILES, Play, Turn, can_place, legal_moves


class Player:
    def __init__(self, start):
        pass

    def play(self, view):
        hand, tops, plays = set(view.hand), list(view.tops), []
        while len(plays) < view.need:
            steps = [
                (step(p, tops[p], card), p, card)
                for p, pile in enumerate(PILES)
                for card in hand
                if can_place(tops[p], card, pile)
            ]
            if not steps:
                return cheapest(view)
            _, p, card = min(steps)
            plays.append(Play(card, PILES[p]))
            hand.remove(card)
            tops[p] = card
        return Turn(tuple(plays))


def step(p, top, card):
    """How far a card moves a pile; a jump back comes out as -10 by itself."""
    return card - top if p < PILES.index(DOWN_1) else top - card


def cheapest(view):
    """The smallest sum of steps over whole turns: step by step ended in a dead end."""

    def cost(turn):
        tops, total, order = list(view.tops), 0, []
        for card, pile in turn.plays:
            p = PILES.index(pile)
            total += step(p, tops[p], card)
            tops[p] = card
            order.append((p, card))
        return total, order

    return min(legal_moves(view), key=cost)
