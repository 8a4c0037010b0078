"""Chooses a turn: makes every turn worth a thought and prices the table that it leaves.

A price says how much harder the rest of the game has become; the lowest one wins. What
the turn itself looked like does not matter. Piles are numbers here, in the order of PILES.
"""

from itertools import accumulate
from typing import NamedTuple

BASES = (1, 1, 100, 100)
JUMP = -10
NEAR = 4  # small_steps says: "I hold a card at most this far ahead"
SMALL = 6  # turns with many larger steps are not looked at: there are too many of them


class Weights(NamedTuple):
    """What a table is charged for, or credited with; README.md says more about it."""

    behind: float = 1.3  # an unseen card that the better pile of a direction has passed
    behind_worse: float = 0.3  # the same for the worse pile
    worse: float = 0.37  # a step of the worse pile
    better: float = 0.001  # a step of the better pile, times its distance from the base
    lost: float = 0.6  # an unseen card that fits nowhere
    own_lost: float = 5.3  # a card kept that fits nowhere
    known_jump: float = 10  # credit: another seat has signalled that it can jump here
    chance: float = 2  # credit: the card that could jump here is unseen
    density: float = 0.04  # a jump is worth so much more for each unseen card it brings back
    pair: float = 4.2  # credit: two cards ten apart are kept
    pair_step: float = 0.1  # less so much for each step to the pair
    passed: float = 2  # a card that another seat has close ahead may have been passed
    card: float = 1.2  # credit for a card laid: the next one can be drawn
    last_card: float = 2.1  # the same three once the draw pile is empty
    last_lost: float = 3.2
    last_own_lost: float = 6


# Both rows were tuned in self-play by CMA-ES, then rounded. Two to five seats share one,
# and so do both leagues.
TEAM = Weights()
ALONE = TEAM._replace(
    behind=1.7,
    behind_worse=0.6,
    worse=0.29,
    better=0.0011,
    lost=1.1,
    own_lost=5.9,
    chance=2.1,
    density=0.03,
    pair=2.3,
    pair_step=0.11,
    card=0.8,
    last_card=1.8,
    last_lost=2,
    last_own_lost=4.5,
)


class Table(NamedTuple):
    """What a player knows before the turn, apart from the own hand."""

    tops: tuple[int, ...]
    unseen: frozenset[int]  # in another hand, or still to be drawn
    known: frozenset[int]  # unseen cards that are in another hand for sure
    near: tuple[bool, ...]  # for each pile, whether somebody holds a card close ahead
    deck: int


def step(p, top, card):
    """How far a card moves a pile; a jump back comes out as -10."""
    return card - top if p < 2 else top - card


def jump_card(p, top):
    """The only card that turns this pile back."""
    return top - 10 if p < 2 else top + 10


def jump_cards(tops):
    return [jump_card(p, top) for p, top in enumerate(tops)]


def best_turn(hand, table, need, weights):
    """The plays, as (card, pile), of the turn with the lowest price."""
    pricing = Pricing(table, weights)
    return min(turns(hand, table.tops, need), key=lambda turn: pricing.price(*turn))[0]


def turns(hand, tops, need, plays=(), large=0):
    """Every turn with few large steps, as (plays, cards kept, tops after it).

    The piles are filled one after the other: they do not touch each other, so another
    order of the same plays leaves the same table. Every turn of just `need` cards is here.
    """
    most = need if len(plays) < need else min(need, 2)
    for p in range(plays[-1][1] if plays else 0, len(tops)):
        for card in hand:
            ahead = step(p, tops[p], card)
            if ahead <= 0 and ahead != JUMP:
                continue
            larger = large + (ahead > SMALL)
            if larger > most:
                continue
            kept = tuple(other for other in hand if other != card)
            after = (*tops[:p], card, *tops[p + 1 :])
            turn = (*plays, (card, p))
            if len(turn) >= need:
                yield turn, kept, after
            yield from turns(kept, after, need, turn, larger)


class Pricing:
    """Prices of the tables that a turn can leave."""

    def __init__(self, table, weights):
        w = self.weights = weights
        self.table = table
        if table.deck:
            self.card, self.lost, self.own_lost = w.card, w.lost, w.own_lost
        else:
            self.card, self.lost, self.own_lost = w.last_card, w.last_lost, w.last_own_lost
        # below[c]: how many unseen cards are lower than c.
        self.below = [0, *accumulate(card in table.unseen for card in range(101))]
        self.prices_of_tops = {}  # many turns leave the same tops

    def price(self, plays, kept, tops):
        if tops not in self.prices_of_tops:
            self.prices_of_tops[tops] = self.price_of_tops(tops)
        price = self.prices_of_tops[tops] - self.card * len(plays)
        low, high = min(tops[:2]), max(tops[2:])
        for card in kept:
            if high < card < low and card not in jump_cards(tops):
                price += self.own_lost
            if card + 10 in kept:
                price -= self.worth_of_pair(tops, card)
        return price

    def price_of_tops(self, tops):
        """The part of a price that does not depend on the cards kept."""
        w, table, below = self.weights, self.table, self.below
        unseen = below[-1]
        (low, far_up), (far_down, high) = sorted(tops[:2]), sorted(tops[2:])
        price = w.behind * (below[low] + unseen - below[high + 1])
        price += w.behind_worse * (below[far_up] + unseen - below[far_down + 1])
        price += w.worse * (far_up - 1 + 100 - far_down)
        price += w.better * ((low - 1) ** 2 + (100 - high) ** 2)
        jumps = jump_cards(tops)
        lost = max(0, below[low] - below[high + 1])
        lost -= sum(high < card < low for card in table.unseen.intersection(jumps))
        price += self.lost * lost
        for p, card in enumerate(jumps):
            if card in table.unseen:
                back = abs(below[tops[p]] - below[card])
                credit = w.known_jump if card in table.known else w.chance
                price -= credit * (1 + w.density * back)
            if table.near[p]:
                ahead = step(p, table.tops[p], tops[p])
                price += w.passed * min(1, max(0, ahead) / NEAR)
        return price

    def worth_of_pair(self, tops, card):
        """Two cards ten apart cost one step: out with the far one, back with the near one."""
        steps = [step(p, top, card if p < 2 else card + 10) for p, top in enumerate(tops)]
        nearest = min((ahead for ahead in steps if ahead > 0), default=100)
        return max(0, self.weights.pair - self.weights.pair_step * nearest)
