"""Plans whole turns at Face to Face and judges only where they lead.

Every position that a turn of any length can reach is found once and gets a value: what
the cards in hand and the cards still to come will cost, on both sides, and how many
cards the hand has after the draw. README.md says where the weights come from.
"""

from heapq import nlargest

from arena_sdk import run
from arena_sdk.face_to_face import TARGETS, Play, Turn, can_place, legal_moves, tops_of

CARDS = frozenset(range(2, 60))
DRAW = 2  # the draw after a turn without help
OWN_PILES, ALL_PILES = range(2), range(4)

# What one card costs: the numbers of a pile that it uses up, but never more than FAR.
FAR = 21
JUMP = -9  # goes back ten
DEAD = 24  # fits no pile

# A full pile has used 58 numbers. Its last numbers are worth more than its first.
OWN_USED, OWN_USED_SQUARED = 0.9, 0.012
OPP_USED_SQUARED = 0.014

# The mean cost of the cards not seen yet, and the chance that one of them is a jump.
OWN_TO_COME, OWN_JUMPS = 2.0, 20
OPP_TO_COME, OPP_JUMPS = 4.5, 30

HELD = (0.35, 0.25, 0.15)  # times the costs of the held cards, cheapest first
KEPT = 1.5  # for each card that is not laid: the game is a race too
MISSING = 5.5  # for each card that the hand lacks after the draw
LOST = 1000
WON = 10_000

# So many positions are carried on from one card to the next, the best ones. A hand of six
# seldom has more; a hand of ten has thousands, and would take seconds without this.
WIDTH = 100


class Planner:
    def start(self, start):
        self.own_seen = set()
        self.opp_seen = set()

    def play(self, view):
        self.own_seen.update(view.hand)
        for event in view.events:
            if event["kind"] == "played" and event["seat"] != view.seat:
                self.opp_seen.update(card for card, _ in event["plays"])
        return best_turn(view, Judge(view, CARDS - self.own_seen, CARDS - self.opp_seen))


def best_turn(view, judge):
    """The turn that leads to the best position; all turns grow by one card at a time."""
    best, order = None, None
    layer = {(view.hand, tops_of(view), False): ()}
    for laid in range(1, len(view.hand) + 1):
        layer = one_card_more(layer)
        values = {position: judge.value(*position) for position in layer}
        for position, value in values.items():
            only_helped = laid == 1 and position[2]  # one card must go on an own pile
            if laid >= view.need and not only_helped and (best is None or value > best):
                best, order = value, layer[position]
        if len(layer) > WIDTH:
            layer = {position: layer[position] for position in nlargest(WIDTH, values, values.get)}
    if order is None:  # a large hand, of which many must be laid: no good way was found
        return next(legal_moves(view))
    return Turn(tuple(Play(card, TARGETS[t]) for card, t in order))


def one_card_more(layer):
    """Every position one card later, each with one of the orders that lead there."""
    after = {}
    for (hand, tops, helped), order in layer.items():
        for i, card in enumerate(hand):
            for t in OWN_PILES if helped else ALL_PILES:
                if can_place(tops[t], card, TARGETS[t]):
                    new_tops = (*tops[:t], card, *tops[t + 1 :])
                    position = (hand[:i] + hand[i + 1 :], new_tops, helped or t not in OWN_PILES)
                    if position not in after:
                        after[position] = (*order, (card, t))
    return after


class Judge:
    """What a position is worth to the player who has just laid and is going to draw."""

    def __init__(self, view, own_to_come, opp_to_come):
        self.view = view
        self.own_to_come = own_to_come
        self.opp_to_come = opp_to_come  # the opponent's hand is among them
        self.known = {}  # many positions share their tops

    def value(self, hand, tops, helped):
        deck, options = self.view.own.deck, self.view.options
        left = len(hand) + deck
        if left == 0:
            return WON
        room = options["hand"] - len(hand)
        draws = min(deck, room if helped else min(DRAW, room))
        own_worth, costs = self.own_side(*tops[:2])
        held = sorted([costs[card] for card in hand])
        value = own_worth - self.opp_side(*tops[2:])
        value -= KEPT * len(hand) + MISSING * (room - draws)
        value -= sum(cost * HELD[min(i, 2)] for i, cost in enumerate(held))
        last_card_wins = left == 1 and options["single_last_card"] == "win_if_playable"
        playable = sum(cost < DEAD for cost in held)
        if playable + draws < (1 if last_card_wins else options["min_cards"]):
            value -= LOST
        return value

    def own_side(self, up, down):
        """The worth of the own piles, and what each card of the hand would cost on them."""
        if (up, down) not in self.known:
            worth = -OWN_USED * (up - 1 + 60 - down) - OWN_USED_SQUARED * squares(up, down)
            worth -= OWN_TO_COME * mean_cost(self.own_to_come, up, down)
            worth += OWN_JUMPS * jump_chance(self.own_to_come, up, down)
            costs = {card: cost(card, up, down) for card in self.view.hand}
            self.known[up, down] = worth, costs
        return self.known[up, down]

    def opp_side(self, up, down):
        """The worth of the opponent's piles to the opponent."""
        if ("opp", up, down) not in self.known:
            worth = -OPP_USED_SQUARED * squares(up, down)
            worth -= OPP_TO_COME * mean_cost(self.opp_to_come, up, down)
            worth += OPP_JUMPS * jump_chance(self.opp_to_come, up, down)
            self.known["opp", up, down] = worth
        return self.known["opp", up, down]


def cost(card, up, down):
    """What laying a card would cost its owner, on the better of two own piles."""
    if card in (up - 10, down + 10):
        return JUMP
    if card > up:
        return min(card - up, down - card if card < down else FAR, FAR)
    return min(down - card, FAR) if card < down else DEAD


def mean_cost(cards, up, down):
    return sum(cost(card, up, down) for card in cards) / max(len(cards), 1)


def jump_chance(cards, up, down):
    """How likely a jump is among the next cards; the 4 keeps the last cards from counting all."""
    return ((up - 10 in cards) + (down + 10 in cards)) / (len(cards) + 4)


def squares(up, down):
    return (up - 1) ** 2 + (60 - down) ** 2


if __name__ == "__main__":
    run(Planner())
