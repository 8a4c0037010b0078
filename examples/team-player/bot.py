"""Plans whole turns of The Game, counts what is still unseen, gives signals and reads them.

This file remembers and talks; planning.py chooses the turn.
"""

from planning import ALONE, BASES, JUMP, NEAR, TEAM, Table, best_turn, jump_card, step

from arena_sdk import run
from arena_sdk.the_game import (
    EAGER,
    KEEP_OFF,
    NEUTRAL,
    NONE,
    PILES,
    RELUCTANT,
    SMALL_STEPS,
    Play,
    Signal,
    Turn,
    Wish,
)


class TeamPlayer:
    def start(self, start):
        self.seat = start.seat
        self.weights = ALONE if start.seats == 1 else TEAM
        self.tops = list(BASES)
        self.unseen = set(range(2, 100))
        self.known = set()  # cards that other seats have given away by a signal

    def wish(self, view):
        """Start if the first cards lie close to the ends, where they cost little."""
        steps = sorted(min(card - 1, 100 - card) for card in view.hand)
        cost = sum(steps[: view.need]) / view.need
        return Wish(EAGER if cost <= 3 else NEUTRAL if cost <= 8 else RELUCTANT)

    def signal(self, view):
        self.remember(view)
        return Signal(tuple(request(view.hand, p, top) for p, top in enumerate(view.tops)))

    def play(self, view):
        self.remember(view)
        table = Table(
            tops=view.tops,
            unseen=frozenset(self.unseen),
            known=frozenset(self.unseen & self.known),
            near=self.near(view),
            deck=view.deck,
        )
        plays = best_turn(view.hand, table, view.need, self.weights)
        return Turn(tuple(Play(card, PILES[p]) for card, p in plays))

    def remember(self, view):
        """Follow the public events: what was laid, and who asked to keep off which top."""
        for event in view.events:
            if event["kind"] == "played":
                for card, pile in event["plays"]:
                    self.tops[PILES.index(pile)] = card
                    self.unseen.discard(card)
            elif event["kind"] == "signalled" and event["seat"] != self.seat:
                for p, token in enumerate(event["signals"]):
                    if token == KEEP_OFF:
                        self.known.add(jump_card(p, self.tops[p]))
        self.unseen.difference_update(view.hand)

    def near(self, view):
        """For each pile, whether another seat that holds cards wants small steps there."""
        said = [
            signals
            for seat, signals in enumerate(view.signals or ())
            if signals and view.hands[seat] and seat != self.seat
        ]
        return tuple(any(told[p] == SMALL_STEPS for told in said) for p in range(len(PILES)))


def request(hand, p, top):
    """Keep off what I can jump on; no large step where a card of mine lies close ahead."""
    steps = [step(p, top, card) for card in hand]
    if JUMP in steps:
        return KEEP_OFF
    return SMALL_STEPS if any(0 < ahead <= NEAR for ahead in steps) else NONE


if __name__ == "__main__":
    run(TeamPlayer())
