"""Greedy at 6 nimmt! decides exactly as described, ties included.

The house bots are the yardsticks of every table: a change here moves everybody's rating.
"""

import random
from fractions import Fraction
from math import comb

import pytest

from arena_sdk import six_nimmt
from arena_sdk.messages import Map
from tests.house.bots import greedy_bot, random_bot
from tests.house.views import (
    dealt,
    nimmt_player,
    nimmt_view,
    revealed,
    said,
)

LOW_ROWS = [[20, 21, 22, 23], [61], [71], [81]]  # heads 10, 1, 1, 1
LOW_EVENTS = (dealt(20, 61, 71, 81), revealed(21, 22), revealed(23))


def chosen(hand: list[int], rows: list[list[int]], *events: Map, seats: int = 2) -> int:
    card: int = nimmt_player(seats).choose(nimmt_view(hand, rows, events=events)).card
    return card


def test_nimmt_greedy_weighs_the_chance_that_a_row_fills_up() -> None:
    """One free place, nine of 95 unseen cards go there first: 9/95 * (10 + 171/104) > 1."""
    assert chosen([1, 33], LOW_ROWS, *LOW_EVENTS) == 1


def test_nimmt_greedy_remembers_what_it_saw() -> None:
    """Eight of 94 are worth less than the one head that a low card costs."""
    assert chosen([1, 33], LOW_ROWS, *LOW_EVENTS, revealed(24)) == 33


def test_nimmt_greedy_remembers_from_ask_to_ask() -> None:
    """Events come once; a card seen at an earlier ask counts as much as one seen now."""
    player = nimmt_player()
    player.take(nimmt_view([1, 33], LOW_ROWS, asks="take", events=(*LOW_EVENTS, revealed(24))))

    assert player.choose(nimmt_view([1, 33], LOW_ROWS)).card == 33


@pytest.mark.parametrize("asks", ["special", "swap"])
def test_nimmt_greedy_looks_when_it_declines(asks: str) -> None:
    """What an ask for a special or a swap brings is remembered, and the answer is none."""
    player = nimmt_player(specials=True)
    view = nimmt_view([1, 33], LOW_ROWS, asks=asks, events=(*LOW_EVENTS, revealed(24)))
    declined = getattr(player, asks)(view)

    assert declined == (six_nimmt.Special(None) if asks == "special" else six_nimmt.Swap(None))
    assert player.choose(nimmt_view([1, 33], LOW_ROWS)).card == 33


@pytest.mark.parametrize("kind", ["placed", "took"])
def test_nimmt_greedy_sees_the_card_that_replaced_another(kind: str) -> None:
    """A card laid by `replace` was never revealed, and lies there for all to see."""
    assert chosen([1, 33], LOW_ROWS, *LOW_EVENTS, {"kind": kind, "card": 24}) == 33


def test_nimmt_greedy_forgets_at_a_new_deal() -> None:
    """All cards are shuffled again, so nothing of the last deal is known any more."""
    events = (dealt(1, 2, 3, 4), revealed(24, 25), revealed(26, 27))

    assert chosen([1, 33], LOW_ROWS, *events, *LOW_EVENTS) == 1


def test_nimmt_greedy_counts_a_card_to_come_as_171_heads_in_104() -> None:
    """8/93 * (10 + 171/104) is just above one head and 6/88 * (13 + 171/104) just below."""
    seen = (*LOW_EVENTS, revealed(24, 104))
    assert chosen([1, 33], LOW_ROWS, *seen) == 1

    rows = [[11, 12, 15, 22], [61], [71], [81]]
    seen = (dealt(11, 61, 71, 81), revealed(12, 15), revealed(22), revealed(*range(91, 98)))
    assert chosen([1, 29], rows, *seen) == 29


@pytest.mark.parametrize(
    ("options", "card"),
    [({"deck": "tactical"}, 1), ({"deck": "tactical", "specials": True}, 24), ({}, 24)],
)
def test_nimmt_greedy_knows_its_deck(options: Map, card: int) -> None:
    """One unseen card before its own is much among 15 of 24; with specials there are 28 cards."""
    rows = [[10, 11, 20, 22], [2], [3], [4]]  # heads 16, 1, 1, 1
    events = (dealt(10, 2, 3, 4), revealed(11, 20), revealed(22))

    assert nimmt_player(**options).choose(nimmt_view([1, 24], rows, events=events)).card == card


def test_nimmt_greedy_pays_a_full_row_in_full() -> None:
    """No free place costs all heads of the row; a cheaper row for a low card is preferred."""
    rows = [[22, 23, 24, 26, 27], [61], [71], [81]]  # 5 + 1 + 1 + 1 + 1
    events = (dealt(22, 61, 71, 81), revealed(23, 24), revealed(26, 27))

    assert chosen([1, 28], rows, *events) == 1
    assert chosen([28, 62], rows, *events) == 62


def test_nimmt_greedy_pays_the_cheapest_row_for_a_low_card() -> None:
    """Too low for all rows costs the heads of the cheapest: three, and a full row costs five."""
    rows = [[30], [41, 42, 43, 46, 47], [50], [60]]
    events = (dealt(30, 41, 50, 60), revealed(42, 43), revealed(46, 47))

    assert chosen([9, 48], rows, *events) == 9
    assert chosen([9, 48], [[33, 35], *rows[1:2], [55], [66]], *events) == 48


def test_nimmt_greedy_breaks_ties_by_the_highest_card() -> None:
    """Equal costs, 0 or not: the highest card goes."""
    rows = [[10], [20], [30], [40]]

    assert chosen([11, 21, 31], rows, dealt(10, 20, 30, 40)) == 31
    assert chosen([3, 5, 7], rows, dealt(10, 20, 30, 40)) == 7
    # With two at the table nobody can fill four places, or two.
    assert chosen([11, 39, 103], rows, dealt(10, 20, 30, 40)) == 103


def nimmt_costs(
    hand: list[int], rows: list[list[int]], seen: set[int], deck: range, players: int
) -> dict[int, Fraction]:
    """The described costs once more, in exact numbers."""
    unseen = set(deck) - seen
    heads = [Fraction(sum(map(six_nimmt.heads, row))) for row in rows]
    costs = {}
    for card in hand:
        tails = {row[-1]: i for i, row in enumerate(rows) if row[-1] < card}
        if not tails:
            costs[card] = min(heads)
            continue
        tail = max(tails)
        row = tails[tail]
        free = 5 - len(rows[row])
        if free == 0:
            costs[card] = heads[row]
            continue
        p = Fraction(sum(tail < other < card for other in unseen), len(unseen))
        full = sum(
            comb(players - 1, i) * p**i * (1 - p) ** (players - 1 - i) for i in range(free, players)
        )
        costs[card] = full * (heads[row] + free * Fraction(171, 104))
    return costs


@pytest.mark.parametrize("players", [2, 3, 4, 6, 10])
def test_nimmt_greedy_minimises_the_described_cost(players: int) -> None:
    """On any table: P(Bin(n-1, p) >= s) * (heads + s * 171/104), least cost, highest card."""
    dice = random.Random(players)
    deck = range(1, 105)
    for _ in range(150):
        cards = dice.sample(deck, 40)
        rows = [sorted(cards[4 + 5 * i : 4 + 5 * i + dice.randint(1, 5)]) for i in range(4)]
        on_table = {card for row in rows for card in row}
        others = [card for card in cards[24:30] if card not in on_table]
        hand = cards[30 : 30 + dice.randint(1, 10)]
        seen = {*on_table, *others, *hand}
        costs = nimmt_costs(hand, rows, seen, deck, players)
        best = min(hand, key=lambda card: (costs[card], -card))

        events = (dealt(*on_table), revealed(*others))
        assert chosen(hand, rows, *events, seats=players) == best


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize(
    ("rows", "row"),
    [
        ([[20], [30], [41], [50]], 2),
        ([[10], [20], [30], [40]], 0),
        ([[55], [11, 12], [22, 23], [44, 45]], 1),
        ([[91, 92, 93], [94, 96, 97], [98, 101], [95, 103]], 2),
        ([[40, 41], [50], [60], [31, 32, 33]], 1),
    ],
)
def test_both_take_the_cheapest_row(
    bot: str, rows: list[list[int]], row: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row with the fewest heads, the lowest index among equals."""
    player = random_bot() if bot == "random" else greedy_bot(monkeypatch)

    view = nimmt_view([], rows, asks="take").to_map()
    assert said(player, "six-nimmt", "take", view) == {"row": row}


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_neither_plays_or_swaps_special_cards(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for a special or a swap, both decline."""
    player = random_bot() if bot == "random" else greedy_bot(monkeypatch)

    view = nimmt_view([5, 6], [[1], [2], [3], [4]]).to_map()
    assert said(player, "six-nimmt", "special", view) == {"special": None}
    assert said(player, "six-nimmt", "swap", view) == {"give": None}
