"""Deals out the unseen cards over and over, plays on, and does what cost least on average.

How the others play is learnt from the cards they have shown, in opponent.py.
"""

from math import ceil
from random import random
from time import perf_counter, process_time

from opponent import Opponent
from table import HIGHEST, Greedy, choose_all, play_on, table_of

from arena_sdk import run
from arena_sdk.six_nimmt import (
    REPLACE,
    Choose,
    Draft,
    Special,
    Swap,
    Take,
    cheapest_row,
    open_rows,
)

THINK_S = 0.05  # of CPU time for a move, at most
TRICKS = 4  # how many are played out; more of them add noise, and leave time for fewer worlds
ENOUGH = 8  # worlds before the worst candidates are dropped


class Sampler:
    def start(self, start):
        each = 12 if start.options["specials"] else 10
        full = start.options["deck"] == "full"
        self.deck = set(range(1, HIGHEST + 1 if full else each * start.seats + 5))
        self.seen = set()
        self.revealed = {}
        self.opponents = {seat: Opponent() for seat in range(start.seats) if seat != start.seat}

    def choose(self, view):
        _, table, greedy = self.think(view)
        look = greedy.look(table)
        # What each card would cost an opponent, to judge its choice by when it is revealed.
        self.costs = {card: greedy.choose([card], look)[1] for card in range(1, HIGHEST + 1)}

        def new_world():
            hands = self.deal(view)
            return hands, choose_all(hands, greedy, look)

        def outcome(world, card):
            hands, laid = world
            after = table.copy()
            taken = after.lay([card, *laid], card)
            kept = [other for other in view.hand if other != card]
            return taken + play_on(after, hands, kept, greedy, TRICKS - 1)

        return Choose(best(view.hand, new_world, outcome, view.clock))

    def take(self, view):
        rows, table, greedy = self.think(view)
        if not view.hand:
            return Take(cheapest_row(view))  # nothing comes after
        later = [card for _, card in view.revealed if card > view.card]

        def outcome(hands, row):
            after = table.copy()
            taken = after.take(rows.index(row), view.card)
            after.lay(later, view.card)
            return taken + play_on(after, hands, view.hand, greedy, TRICKS - 1)

        return Take(best(rows, lambda: self.deal(view), outcome, view.clock))

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
        """Remember what is out, and learn from what the others have revealed."""
        for event in view.events:
            if event["kind"] == "dealt":
                self.seen = {card for row in event["rows"] for card in row}
                for opponent in self.opponents.values():
                    opponent.new_deal()
            elif event["kind"] == "revealed":
                self.revealed = dict(event["cards"])
                self.seen.update(self.revealed.values())
                for seat, opponent in self.opponents.items():
                    opponent.watch(self.revealed[seat], self.costs)
            elif event["kind"] == "special" and event["special"] == REPLACE:
                self.seen.discard(self.revealed[event["seat"]])  # back in the hand
                self.seen.add(event["card"])
        self.seen.update(view.hand)

    def think(self, view):
        """The rows that may be taken by their last cards, the table of them, and greedy's eyes."""
        self.look(view)
        unseen = self.deck - self.seen
        for seat, opponent in self.opponents.items():
            opponent.may_hold = view.hands[seat] if view.hands else tuple(unseen)
            opponent.cards = len(view.hand)
        # Hands that were drafted are open, and then nobody has to guess.
        hidden = set() if view.hands else unseen | set(view.hand)
        rows = sorted(open_rows(view.markers), key=lambda i: view.rows[i][-1])
        greedy = Greedy(hidden, len(unseen), len(self.opponents))
        return rows, table_of(view, rows), greedy

    def deal(self, view):
        """A world: for each opponent a hand it may hold, and whether it plays like greedy."""
        if view.hands:
            return [(list(o.may_hold), o.seems_greedy()) for o in self.opponents.values()]
        pool = shuffled(self.deck - self.seen)
        world = []
        for opponent in shuffled(self.opponents.values()):
            is_greedy = opponent.seems_greedy()
            hand = opponent.draw(pool) if is_greedy else pool[: len(view.hand)]
            pool = [card for card in pool if card not in hand]
            world.append((sorted(hand), is_greedy))
        return world


def best(candidates, new_world, outcome, clock):
    """The candidate with the least outcome over the worlds that there is time for.

    All are tried in the same worlds. As the time goes by, the worst are dropped.
    """
    left, total = list(candidates), dict.fromkeys(candidates, 0)
    worlds, used, used_of = 0, 0.0, stopwatch(clock)
    while used < 1 and len(left) > 1:
        world = new_world()
        for candidate in left:
            total[candidate] += outcome(world, candidate)
        worlds += 1
        used = used_of()
        if worlds >= ENOUGH:
            keep = max(2, ceil(len(candidates) * (1 - used)))
            left = sorted(left, key=total.get)[:keep]
    return min(left, key=total.get)


def stopwatch(clock):
    """A function that tells which share of the time for this move is used.

    A game may have 150 moves: at most a sixtieth of what is left of it goes to one. Where
    real time is what counts, a busy machine must not make the bot late either.
    """
    cpu_s = max(0.001, min(THINK_S, clock.move_ms / 5000, clock.game_ms / 60000))
    real_s = max(0.001, min(clock.move_ms / 2000, clock.game_ms / 20000))
    cpu, real = process_time(), perf_counter()
    return lambda: max((process_time() - cpu) / cpu_s, (perf_counter() - real) / real_s)


def shuffled(items):
    return sorted(items, key=lambda _: random())  # quicker than random.shuffle


if __name__ == "__main__":
    run(Sampler())
