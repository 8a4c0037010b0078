"""The rows as the sampler plays on in its head: quick, and without special cards.

The rows are kept in the order of their last cards. A card that joins its row leaves that
order as it is, so bisection finds the row of a card, and the cards of a hand for a row.
"""

from bisect import bisect
from math import comb
from random import random

from arena_sdk.six_nimmt import CAPACITY, SEVEN, heads, heads_of

HIGHEST = 104
HEADS = [0, *map(heads, range(1, HIGHEST + 1))]
HEADS_A_CARD = sum(HEADS) / HIGHEST


class Table:
    def __init__(self, ends, free, prices):
        self.ends = ends  # the last cards
        self.free = free  # how many cards may still join
        self.prices = prices  # the heads in each row

    def copy(self):
        return Table(self.ends[:], self.free[:], self.prices[:])

    def lay(self, cards, own):
        """These cards are laid by all players; returns the heads that the own one takes."""
        ends, free, prices = self.ends, self.free, self.prices
        taken = 0
        for card in sorted(cards):
            row = bisect(ends, card) - 1
            if row < 0:
                price = self.take(prices.index(min(prices)), card)
            elif free[row]:
                ends[row] = card
                free[row] -= 1
                prices[row] += HEADS[card]
                continue
            else:
                price = prices[row]
                ends[row] = card
                free[row] = CAPACITY - 1
                prices[row] = HEADS[card]
            if card == own:
                taken = price
        return taken

    def take(self, row, card):
        """A card too low for all rows takes this one; its own row is then the lowest."""
        price = self.prices.pop(row)
        del self.ends[row], self.free[row]
        self.ends.insert(0, card)
        self.free.insert(0, CAPACITY - 1)
        self.prices.insert(0, HEADS[card])
        return price


def table_of(view, rows):
    """The table of a view: these of its rows, already in the order of their last cards."""
    return Table(
        [view.rows[i][-1] for i in rows],
        [max(0, CAPACITY + (SEVEN in view.markers[i]) - len(view.rows[i])) for i in rows],
        [heads_of(view.rows[i]) for i in rows],
    )


class Greedy:
    """The house bot greedy, seen from outside: it plays the card with the least expected cost.

    It counts the cards it has not seen between the row and its card. Those are all but
    the table's and its own. None of its own lies in between, if its card is the lowest
    of those that go to the row; and a higher one is at best as good.
    """

    def __init__(self, hidden, unseen, others):
        """The cards that do not lie open, and how many of them one player has not seen."""
        self.others = others
        self.below = [0]
        for card in range(HIGHEST + 1):
            self.below.append(self.below[-1] + (card in hidden))
        # chance[free][between]: that the others fill so many free places.
        shares = [min(1.0, n / max(1, unseen)) for n in range(len(hidden) + 1)]
        self.chance = [[at_least(others, p, free) for p in shares] for free in range(CAPACITY + 1)]
        self.filling = [free * HEADS_A_CARD for free in range(CAPACITY + 1)]

    def look(self, table):
        """What the choice depends on: the same for all players, so it is worked out once."""
        ends, below, chance = table.ends, self.below, self.chance
        nexts = [*ends[1:], HIGHEST + 1]
        rows = [
            (below[end], after, chance[free], price + self.filling[free], 0 < free <= self.others)
            for end, after, free, price in zip(ends, nexts, table.free, table.prices, strict=True)
        ]
        return ends[0], min(table.prices), rows

    def choose(self, hand, look):
        """The card of a sorted hand and its expected cost; the highest card among equals."""
        lowest, cheapest, rows = look
        first = bisect(hand, lowest)
        best, least = (hand[first - 1], cheapest) if first else (0, HIGHEST)
        below, size = self.below, len(hand)
        for below_end, after, chance, price, is_risk in rows:
            if first == size:
                break
            stop = bisect(hand, after, first)
            if stop > first:
                cost = chance[below[hand[first]] - below_end] * price
                if cost <= least:
                    # If the row is full or cannot be filled, all its cards are equal; else
                    # those that follow the closest without a hidden one in between.
                    last = stop - 1
                    if is_risk:
                        last = first
                        while last + 1 < stop and below[hand[last + 1]] <= below[hand[last]] + 1:
                            last += 1
                    best, least = hand[last], cost
                first = stop
        return best, least


def at_least(n, p, k):
    """The chance that n tries of chance p succeed k times or more."""
    return sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))


def choose_all(hands, greedy, look):
    """A card from every hand (and whether it is played like greedy's), which loses it."""
    cards = []
    for hand, is_greedy in hands:
        if is_greedy:
            card = greedy.choose(hand, look)[0]
            hand.remove(card)
        else:
            card = hand.pop(int(random() * len(hand)))
        cards.append(card)
    return cards


def play_on(table, hands, own, greedy, tricks):
    """The heads of so many tricks more, if the own hand is played like greedy's."""
    own = list(own)
    hands = [(hand[:], is_greedy) for hand, is_greedy in hands]
    taken = 0
    for _ in range(min(tricks, len(own))):
        look = greedy.look(table)
        card = greedy.choose(own, look)[0]
        own.remove(card)
        taken += table.lay([card, *choose_all(hands, greedy, look)], card)
    return taken
