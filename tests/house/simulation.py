"""The three games and the two yardsticks once more, in plain loops over plain numbers.

Written from the rules and from the description of the bots, and sharing no line with
them: if a mean of the engine and a mean of this file agree, the same misreading would
have to be in both. An order of cards comes in, a number comes out.
"""

import random
from collections.abc import Callable, Iterator

# The Game: piles 0 and 1 go up from 1, piles 2 and 3 go down from 100.

Plays = list[tuple[int, int]]  # (pile, card)
TeamPolicy = Callable[[list[int], list[int], int], Plays | None]


def team_fits(pile: int, top: int, card: int) -> bool:
    if pile < 2:
        return card > top or card == top - 10
    return card < top or card == top + 10


def team_step(pile: int, top: int, card: int) -> int:
    return card - top if pile < 2 else top - card


def team_turns(hand: list[int], tops: list[int], need: int) -> Iterator[Plays]:
    """Every turn of exactly `need` cards."""
    if need == 0:
        yield []
        return
    for card in hand:
        for pile in range(4):
            if team_fits(pile, tops[pile], card):
                left = [other for other in hand if other != card]
                after = tops.copy()
                after[pile] = card
                for rest in team_turns(left, after, need - 1):
                    yield [(pile, card), *rest]


def team_cost(plays: Plays, tops: list[int]) -> int:
    tops = tops.copy()
    total = 0
    for pile, card in plays:
        total += team_step(pile, tops[pile], card)
        tops[pile] = card
    return total


def greedy_team(hand: list[int], tops: list[int], need: int) -> Plays | None:
    left, now, plays = hand.copy(), tops.copy(), []
    for _ in range(need):
        best = None
        for pile in range(4):
            for card in left:
                if team_fits(pile, now[pile], card):
                    candidate = (team_step(pile, now[pile], card), pile, card)
                    if best is None or candidate < best:
                        best = candidate
        if best is None:
            turns = team_turns(hand, tops, need)
            return min(turns, key=lambda turn: (team_cost(turn, tops), turn), default=None)
        _, pile, card = best
        plays.append((pile, card))
        left.remove(card)
        now[pile] = card
    return plays


def random_team(dice: random.Random) -> TeamPolicy:
    def policy(hand: list[int], tops: list[int], need: int) -> Plays | None:
        turns = list(team_turns(hand, tops, need))
        return dice.choice(turns) if turns else None

    return policy


def the_game(order: list[int], seats: int, policy: TeamPolicy, *, expert: bool = False) -> int:
    """How many cards are left when seat 0 begins and all seats follow one policy."""
    size = {1: 8, 2: 7}.get(seats, 6)
    hands = [order[seat * size : (seat + 1) * size] for seat in range(seats)]
    deck = order[seats * size :]
    tops = [1, 1, 100, 100]
    seat = 0
    while any(hands):
        hand = hands[seat]
        if hand:
            need = (3 if expert else 2) if deck else 1
            plays = policy(hand, tops, need)
            if plays is None:
                break
            for pile, card in plays:
                tops[pile] = card
                hand.remove(card)
            for _ in plays:
                if deck:
                    hand.append(deck.pop(0))
        seat = (seat + 1) % seats
    return len(deck) + sum(len(hand) for hand in hands)


# Face to Face: targets 0 and 1 are the own piles, up and down, 2 and 3 the opponent's.

DuelPolicy = Callable[[list[int], list[int], int], Plays | None]


def duel_fits(target: int, top: int, card: int) -> bool:
    if target == 0:
        return card > top or card == top - 10
    if target == 1:
        return card < top or card == top + 10
    return card < top if target == 2 else card > top


def duel_cost(target: int, top: int, card: int) -> int:
    """Ground lost on an own pile, a jump being -10, or ground given to the opponent."""
    if target < 2 and abs(card - top) == 10 and ((card < top) == (target == 0)):
        return -10
    return abs(card - top)


def pairs(hand: list[int], tops: list[int]) -> Iterator[tuple[int, Plays]]:
    """Every turn of two cards, with its cost."""
    for first in hand:
        for target in range(4):
            if not duel_fits(target, tops[target], first):
                continue
            after = tops.copy()
            after[target] = first
            for second in hand:
                for other in range(2 if target >= 2 else 4):
                    if second != first and duel_fits(other, after[other], second):
                        cost = duel_cost(target, tops[target], first)
                        cost += duel_cost(other, after[other], second)
                        yield cost, [(target, first), (other, second)]


def lay_everything(hand: list[int], tops: list[int], helped: bool = False) -> Plays | None:
    if not hand:
        return []
    for card in hand:
        for target in range(2 if helped else 4):
            if duel_fits(target, tops[target], card):
                after = tops.copy()
                after[target] = card
                left = [other for other in hand if other != card]
                rest = lay_everything(left, after, helped or target >= 2)
                if rest is not None:
                    return [(target, card), *rest]
    return None


def greedy_duel(hand: list[int], tops: list[int], deck: int) -> Plays | None:
    if deck == 0 and len(hand) >= 2:
        everything = lay_everything(hand, tops)
        if everything is not None:
            return everything
    best = min(pairs(hand, tops), default=None)
    return None if best is None else best[1]


def random_duel(dice: random.Random) -> DuelPolicy:
    def policy(hand: list[int], tops: list[int], deck: int) -> Plays | None:
        turns = [turn for _, turn in pairs(hand, tops)]
        return dice.choice(turns) if turns else None

    return policy


def face_to_face(orders: list[list[int]], policies: list[DuelPolicy]) -> int:
    """The seat that wins; seat 0 begins."""
    hands = [order[:6] for order in orders]
    decks = [order[6:] for order in orders]
    piles = [[1, 60], [1, 60]]
    me = 0
    while True:
        other = 1 - me
        plays = policies[me](hands[me], piles[me] + piles[other], len(decks[me]))
        if plays is None:
            return other
        helped = False
        for target, card in plays:
            hands[me].remove(card)
            if target < 2:
                piles[me][target] = card
            else:
                piles[other][target - 2] = card
                helped = True
        if not hands[me] and not decks[me]:
            return me
        wanted = 6 - len(hands[me]) if helped else 2
        for _ in range(wanted):
            if decks[me]:
                hands[me].append(decks[me].pop(0))
        me = other


# 6 nimmt!: one deal of the basic game.

NimmtPolicy = Callable[[list[int], list[list[int]], set[int], int], int]


def bull_heads(card: int) -> int:
    if card == 55:
        return 7
    for divisor, heads in ((11, 5), (10, 3), (5, 2)):
        if card % divisor == 0:
            return heads
    return 1


def row_heads(row: list[int]) -> int:
    return sum(bull_heads(card) for card in row)


def row_for(rows: list[list[int]], card: int) -> int | None:
    fitting = [(row[-1], i) for i, row in enumerate(rows) if row[-1] < card]
    return max(fitting)[1] if fitting else None


def cheapest(rows: list[list[int]]) -> int:
    return min((row_heads(row), i) for i, row in enumerate(rows))[1]


def chance_of(tries: int, p: float, wanted: int) -> float:
    """That so many tries or more succeed: the chances of 0, 1, … successes, try by try."""
    chances = [1.0] + [0.0] * tries
    for _ in range(tries):
        for i in range(tries, 0, -1):
            chances[i] = chances[i] * (1 - p) + chances[i - 1] * p
        chances[0] *= 1 - p
    return sum(chances[wanted:])


def nimmt_cost(rows: list[list[int]], card: int, unseen: set[int], players: int) -> float:
    i = row_for(rows, card)
    if i is None:
        return row_heads(rows[cheapest(rows)])
    free = 5 - len(rows[i])
    if free == 0:
        return row_heads(rows[i])
    between = len([other for other in unseen if rows[i][-1] < other < card])
    p = between / len(unseen) if unseen else 0.0
    return chance_of(players - 1, p, free) * (row_heads(rows[i]) + free * 171 / 104)


def greedy_nimmt(hand: list[int], rows: list[list[int]], unseen: set[int], players: int) -> int:
    best = min((nimmt_cost(rows, card, unseen, players), -card) for card in hand)
    return -best[1]


def random_nimmt(dice: random.Random) -> NimmtPolicy:
    return lambda hand, rows, unseen, players: dice.choice(hand)


def six_nimmt(order: list[int], policies: list[NimmtPolicy], deck: set[int]) -> list[int]:
    """The heads of each seat after one deal; `order` holds hand after hand, then four rows."""
    players = len(policies)
    hands = [order[seat * 10 : (seat + 1) * 10] for seat in range(players)]
    rows = [[card] for card in order[players * 10 : players * 10 + 4]]
    shown = {card for row in rows for card in row}
    known = [set(hand) for hand in hands]
    heads = [0] * players
    for _ in range(10):
        laid = []
        for seat, policy in enumerate(policies):
            card = policy(hands[seat], rows, deck - shown - known[seat], players)
            laid.append((card, seat))
        for card, seat in sorted(laid):
            hands[seat].remove(card)
            shown.add(card)
            i = row_for(rows, card)
            if i is None:
                i = cheapest(rows)
            elif len(rows[i]) < 5:
                rows[i].append(card)
                continue
            heads[seat] += row_heads(rows[i])
            rows[i] = [card]
    return heads
