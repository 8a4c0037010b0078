"""Greedy at Face to Face: two cards, as little ground lost (or given away) as possible."""

from arena_sdk.face_to_face import (
    OPP_DOWN,
    OPP_UP,
    OWN_UP,
    TARGETS,
    Play,
    Turn,
    can_lay,
    can_place,
    tops_of,
)


class Player:
    def __init__(self, start):
        pass

    def play(self, view):
        cards = view.need
        # Once nothing is left to draw, laying the whole hand wins.
        if view.own.deck == 0 and can_lay(view.hand, tops_of(view), len(view.hand)):
            cards = len(view.hand)
        _, order = cheapest(view.hand, tops_of(view), cards, cards > 1, {})
        return Turn(tuple(Play(card, TARGETS[target]) for target, card in order))


def cheapest(hand, tops, cards, may_help, known):
    """The least sum of costs, and among equals the smallest list of (target, card).

    None if so many cards cannot be laid. Positions are looked up once solved.
    """
    if cards == 0:
        return 0, []
    position = (hand, tops, may_help)
    if position not in known:
        turns = []
        for i, card in enumerate(hand):
            for t, target in enumerate(TARGETS):
                helps = target in (OPP_UP, OPP_DOWN)
                if (helps and not may_help) or not can_place(tops[t], card, target):
                    continue
                after = (*tops[:t], card, *tops[t + 1 :])
                rest = cheapest(
                    hand[:i] + hand[i + 1 :], after, cards - 1, may_help and not helps, known
                )
                if rest is not None:
                    turns.append((cost(tops[t], card, target) + rest[0], [(t, card), *rest[1]]))
        known[position] = min(turns, default=None)
    return known[position]


def cost(top, card, target):
    """On own piles the gap, which is -10 for a jump; on the others the size of the help."""
    return card - top if target in (OWN_UP, OPP_DOWN) else top - card
