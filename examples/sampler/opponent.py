"""What the sampler believes of an opponent: how it plays, and what it may hold.

Two models explain the cards it reveals: it chooses like greedy, or at random. If like
greedy, the choice also says that it held no card that looked better.
"""

from random import random

from table import HIGHEST

SLIP = 0.05  # how often a greedy opponent is thought to play any card after all
SURE = 400.0  # odds are never believed beyond this


class Opponent:
    def __init__(self):
        self.odds = 1.0  # greedy to random
        self.may_hold = ()
        self.cards = 0

    def new_deal(self):
        self.weight = [1.0] * (HIGHEST + 1)

    def watch(self, shown, costs):
        """It has revealed this card, when greedy would have seen these costs."""
        limit = (costs[shown], -shown)
        better = [card for card in self.may_hold if (costs[card], -card) < limit]
        # Greedy chooses it if none of its other cards is better, random one time in `cards`.
        share = len(better) / len(self.may_hold)
        chosen = (1 - SLIP) * (1 - share) ** (self.cards - 1) * self.cards
        self.odds = min(SURE, max(1 / SURE, self.odds * (chosen + SLIP)))
        # A greedy player holds a better card only if this one was a slip.
        for card in better:
            self.weight[card] *= SLIP / (chosen + SLIP)

    def seems_greedy(self):
        return random() * (1 + self.odds) < self.odds

    def draw(self, pool):
        """A hand from this shuffled pool, of cards that a greedy player may still hold."""
        weight = self.weight
        likely = [card for card in pool if random() < weight[card]]
        if len(likely) < self.cards:
            likely += [card for card in pool if card not in likely]
        return likely[: self.cards]
