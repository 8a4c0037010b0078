"""Greedy at Face to Face: two cards, as little ground lost (or given away) as possible."""

from arena_sdk.face_to_face import (
    OPP_DOWN,
    OPP_UP,
    OWN_UP,
    TARGETS,
    Play,
    Turn,
    can_place,
    legal_moves,
    tops_of,
)


class Player:
    def __init__(self, start):
        pass

    def play(self, view):
        if view.own.deck == 0:
            whole = lay_all(view.hand, tops_of(view), may_help=len(view.hand) > 1)
            if whole is not None:
                return Turn(whole)
        tops = tops_of(view)
        return min(legal_moves(view), key=lambda turn: (cost(tops, turn), order(turn)))


def cost(tops, turn):
    """The sum of the gaps on own piles (a jump is -10) and of the help on the others."""
    top = dict(zip(TARGETS, tops, strict=True))
    total = 0
    for card, target in turn.plays:
        up = target in (OWN_UP, OPP_DOWN)  # where a higher card costs
        total += card - top[target] if up else top[target] - card
        top[target] = card
    return total


def order(turn):
    """Among equals the smallest list of (target, card)."""
    return [(TARGETS.index(target), card) for card, target in turn.plays]


def lay_all(hand, tops, may_help, hopeless=None):
    """An order that lays the whole hand, or None. Positions that failed are not tried twice."""
    if not hand:
        return ()
    hopeless = set() if hopeless is None else hopeless
    position = (hand, tops, may_help)
    if position in hopeless:
        return None
    for i, card in enumerate(hand):
        for t, target in enumerate(TARGETS):
            helps = target in (OPP_UP, OPP_DOWN)
            if (helps and not may_help) or not can_place(tops[t], card, target):
                continue
            after = (*tops[:t], card, *tops[t + 1 :])
            rest = lay_all(hand[:i] + hand[i + 1 :], after, may_help and not helps, hopeless)
            if rest is not None:
                return (Play(card, target), *rest)
    hopeless.add(position)
    return None
