"""Greedy at 6 nimmt!: the card that is expected to cost the fewest heads in this trick."""

from math import comb

from arena_sdk.six_nimmt import (
    CAPACITY,
    SEVEN,
    Choose,
    Draft,
    Special,
    Swap,
    Take,
    cheapest_row,
    forced_row,
    heads_of,
)

HEADS_A_CARD = 171 / 104  # all heads over all cards


class Player:
    def __init__(self, start):
        self.others = start.seats - 1
        each = 12 if start.options["specials"] else 10
        full = start.options["deck"] == "full"
        self.deck = set(range(1, 105 if full else each * start.seats + 5))
        self.seen = set()

    def choose(self, view):
        self.look(view)
        unseen = self.deck - self.seen
        # Among equals the highest card.
        return Choose(min(view.hand, key=lambda card: (self.cost(view, card, unseen), -card)))

    def take(self, view):
        self.look(view)
        return Take(cheapest_row(view))

    def draft(self, view):
        return Draft(min(view.pool))

    # Never one of the special cards; but every ask brings events, and they come only once.
    def special(self, view):
        self.look(view)
        return Special(None)

    def swap(self, view):
        self.look(view)
        return Swap(None)

    def look(self, view):
        """Remember every card that was on the table in this deal."""
        for event in view.events:
            if event["kind"] == "dealt":
                self.seen = {card for row in event["rows"] for card in row}
            elif event["kind"] == "revealed":
                self.seen.update(card for _, card in event["cards"])
            elif event["kind"] in ("placed", "took"):
                self.seen.add(event["card"])  # new if somebody replaced the one revealed
        self.seen.update(view.hand)
        for hand in view.hands:  # open only after a draft
            self.seen.update(hand)

    def cost(self, view, card, unseen):
        row = forced_row(view.rows, view.markers, card)
        if row is None:
            return heads_of(view.rows[cheapest_row(view)])
        heads = heads_of(view.rows[row])
        free = CAPACITY + (SEVEN in view.markers[row]) - len(view.rows[row])
        if free <= 0:
            return heads
        between = sum(view.rows[row][-1] < other < card for other in unseen)
        p = between / len(unseen) if unseen else 0.0
        return at_least(self.others, p, free) * (heads + free * HEADS_A_CARD)


def at_least(n, p, k):
    """The chance that n tries of chance p succeed k times or more."""
    return sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))
