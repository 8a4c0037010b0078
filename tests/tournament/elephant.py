"""A bot that never forgets: it breaks the rules once it is dealt cards that it has seen before.

Its process lives through several games, and knows a deal again from both sides:

- its own hand at the start is one that it held at the start of an earlier deal, or, in
  6 nimmt!, one that somebody else played out card by card;
- in the games with piles, what another seat laid then it is dealt itself now, or what it
  was dealt itself then another seat lays now. Eight cards that fit while few have been
  dealt are no chance: that happens in one of a hundred thousand shuffles.

It lays exactly as many cards as it must: so in The Game a seat draws the same cards of the
same shuffle, whatever is laid. On stderr it says which game of its process this is, and what
it knows again.
"""

import sys

from arena_sdk import run
from arena_sdk.bot import game_module

ENOUGH = 8  # cards that fit
FEW_DEALT = 30  # cards; once all are dealt, everything fits
ONE_DRAW = 2  # cards

# By ask: a kind of move, and an argument that no rule allows.
FORBIDDEN = {
    "play": ("Turn", ()),
    "signal": ("Signal", ()),
    "wish": ("Wish", "another deal"),
    "choose": ("Choose", 0),
    "take": ("Take", 99),
}


class Memory:
    """What was seen of one game."""

    def __init__(self):
        self.hands = set()  # whole hands
        self.dealt = {}  # cards dealt to the bot → which they were
        self.laid = {}  # seat → {cards dealt to it → which it had laid then}


class Elephant:
    def __init__(self):
        self.games = []

    def start(self, start):
        self.rules = start.rules
        self.module = game_module(start.rules)
        self.earlier = [game for rules, game in self.games if rules == start.rules]
        self.now = Memory()
        self.games.append((start.rules, self.now))
        self.is_new = True  # nothing of this deal has been seen
        self.counts = {}  # seat → cards dealt to it
        self.shown = {}  # seat → cards of this deal of 6 nimmt!
        self.knows = ""
        print("game", len(self.games), file=sys.stderr, flush=True)

    def __call__(self, view):
        if self.rules == "six-nimmt":
            self.look_at_rows(view)
        else:
            self.look_at_piles(view)
        if self.knows:
            print("known again:", self.knows, file=sys.stderr, flush=True)
            kind, argument = FORBIDDEN[view.asks]
            return getattr(self.module, kind)(argument)
        return next(iter(self.module.legal_moves(view)))

    def over(self, over):
        self.hear(over.events)
        self.hear([{"kind": "dealt"}])  # what was shown of the last deal is whole

    def take_hand(self, hand):
        if any(hand in game.hands for game in self.earlier):
            self.knows = f"the hand {hand}"
        self.now.hands.add(hand)

    def look_at_rows(self, view):
        self.hear(view.events)
        if view.trick == 1 and view.asks == "choose":
            self.take_hand(view.hand)

    def look_at_piles(self, view):
        if self.is_new:
            self.is_new = False
            self.take_hand(view.hand)
            self.full = len(view.hand)
        self.hear(view.events)
        mine = frozenset(view.hand).union(*self.now.dealt.values())
        self.now.dealt[len(mine)] = mine
        for game in self.earlier:
            if any(fits(laid, self.now.dealt) for laid in game.laid.values()):
                self.knows = "another had my cards"
            if any(fits(laid, game.dealt) for laid in self.now.laid.values()):
                self.knows = "another has what were my cards"

    def hear(self, events):
        for event in events:
            if event["kind"] == "played":
                seat = event["seat"]
                laid = self.now.laid.setdefault(seat, {})
                count = self.counts.get(seat, self.full)
                cards = {card for card, _ in event["plays"]}
                laid[count] = frozenset(cards).union(*laid.values())
                self.counts[seat] = count + event["drew"]
            elif event["kind"] == "revealed":
                for seat, card in event["cards"]:
                    self.shown.setdefault(seat, set()).add(card)
            elif event["kind"] == "dealt":
                self.now.hands.update(tuple(sorted(cards)) for cards in self.shown.values())
                self.shown = {}


def fits(laid, dealt):
    """Whether somebody's cards may have come from these: by the time that so many were dealt."""
    return any(
        len(cards) >= ENOUGH and cards <= dealt.get(at, frozenset())
        for count, cards in laid.items()
        for at in range(count, min(count + ONE_DRAW, FEW_DEALT) + 1)
    )


if __name__ == "__main__":
    run(Elephant())
