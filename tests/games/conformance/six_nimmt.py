"""6 nimmt!, for the tests that all games share.

What is legal is read from docs/reference/games/six-nimmt.md, whose headings are quoted.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from arena.games.six_nimmt import RULES, State
from arena.model import Map, Seat
from arena_sdk import six_nimmt as sdk
from tests.games.conformance.kit import Game, Variant, reshuffled

WORDS = ("fifth_row", "seven", "insert", "replace", "shift", "flip", "stop")
_TEN, _EIGHT, _FIVE = range(2, 11), range(2, 9), range(2, 6)


def _at(seats: range | tuple[int, ...], label: str, **given: Any) -> tuple[Variant, ...]:
    return tuple(Variant(f"{label}-{n}", given, n) for n in seats)


class SixNimmtKit:
    rules = RULES
    sdk = sdk
    variants = (
        *_at((2, 4), "default"),
        *_at(_TEN, "tactical", deck="tactical", deals=1),
        *_at(_TEN, "full", deck="full", deals=1),
        *_at((3,), "full-target", deck="full", target=40),
        *_at((3,), "target", target=1),
        *_at((5,), "deals", deals=3),
        *_at(_EIGHT, "specials", specials=True),
        *_at(_EIGHT, "insert-anywhere", specials=True, insert_anywhere=True, deals=1),
        *_at((3, 8), "specials-tactical", specials=True, deck="tactical"),
        *_at((2, 4), "specials-target", specials=True, target=66),
        *_at((3,), "anywhere-without-specials", insert_anywhere=True, deals=1),
        *_at(_TEN, "logic", logic=True, deals=1),
        *_at((3,), "logic-target", logic=True, target=20),
        *_at(_FIVE, "tournament", tournament=True),
        *_at((3,), "logic-tournament", logic=True, tournament=True),
    )
    answers: Mapping[str, Map] = {
        "choose": {"card": 1},
        "take": {"row": 0},
        "special": {"special": "shift", "card": 1, "to_row": 0},
        "swap": {"give": "stop"},
        "draft": {"card": 1},
    }
    reasons = frozenset({"target", "deals"})

    def pack(self, options: Map, seats: int) -> Counter[Any]:
        """Components and set-up; the special cards by name."""
        highest = 104 if options["deck"] == "full" else _each(options) * seats + 4
        words = 4 * WORDS if options["specials"] else ()
        return Counter[Any]((*range(1, highest + 1), *words))

    def cards(self, states: Sequence[State]) -> Counter[Any]:
        state = states[-1]
        found = Counter[Any](state.pool)
        for cards in (*state.hands, *state.rows, *state.specials, *state.markers):
            found.update(cards)
        found.update(state.special_deck)
        found.update(state.special_discards)
        if state.asks in ("special", "take", "swap"):
            # With a swap the card of the seat that is asked lies in a row already.
            waiting = state.queue[1:] if state.asks == "swap" else state.queue
            found.update(card for seat, card in state.revealed if seat in waiting)
        of_this_deal = [earlier for earlier in states if earlier.deal == state.deal]
        for earlier in of_this_deal[1:]:  # the first one tells how the last deal ended
            for event in earlier.news:
                if event["kind"] == "took":
                    found.update(event["cards"])
        return found

    def bound(self, options: Map, seats: int) -> int:
        # Without specials somebody takes a row in every deal, because the rows have room
        # for 16 of the 20 or more cards that are laid.
        deals = options["deals"] or seats * (options["target"] - 1) + 1
        draft = 10 * seats if options["logic"] or options["tournament"] else 0
        answers = 3 if options["specials"] else 1
        return int(deals) * (draft + _each(options) * (1 + answers * seats))

    def is_legal(self, view: sdk.View, move: Map) -> bool:
        """Legal moves."""
        if view.asks == "choose":
            return move["card"] in view.hand
        if view.asks == "draft":
            return move["card"] in view.pool
        if view.asks == "take":
            return move["row"] in _open(view)
        if view.asks == "swap":
            return move["give"] is None or move["give"] in view.specials
        word = move["special"]
        return word is None or (word in view.specials and _takes_effect(view, word, move))

    def candidates(self, view: sdk.View, dice: random.Random) -> Iterator[Map]:
        numbers = range(-1, 106)
        rows = range(-2, len(view.rows) + 2)
        if view.asks in ("choose", "draft"):
            yield from ({"card": card} for card in numbers)
        elif view.asks == "take":
            yield from ({"row": row} for row in rows)
        elif view.asks == "swap":
            yield from ({"give": word} for word in (None, *WORDS, "", "joker"))
        else:
            yield from ({"special": word} for word in (None, "fifth_row", "seven", "", "joker"))
            for row in rows:
                yield {"special": "insert", "row": row}
                yield {"special": "stop", "row": row}
            for card in numbers:
                yield {"special": "replace", "card": card}
                yield {"special": "flip", "card": card}
                yield from ({"special": "shift", "card": card, "to_row": row} for row in rows)

    def strange_views(self, state: State, dice: random.Random) -> Iterator[sdk.View]:
        """Somebody who holds every special there is, and somebody who must take a row."""
        if not state.options["specials"]:
            return
        for _ in range(3):
            table = self.shortened(state, dice)
            revealed = sorted((hand[0], seat) for seat, hand in enumerate(table.hands))
            table = table._replace(
                hands=tuple(hand[1:] for hand in table.hands),
                revealed=tuple((seat, card) for card, seat in revealed),
                specials=(WORDS,) * len(table.hands),
            )
            yield RULES.view(table._replace(asks="special"), dice.choice(revealed)[1])
            yield RULES.view(table._replace(asks="take"), revealed[0][1])

    def longer(self, view: sdk.View, move: Map, dice: random.Random) -> Map:
        return move

    def shortened(self, state: State, dice: random.Random) -> State:
        """Some tricks later, with a table that specials have been played on."""
        if state.asks != "choose":
            return state
        tricks = dice.randrange(1, len(state.hands[0]))
        hands = [dice.sample(hand, len(hand)) for hand in state.hands]
        laid = [
            card for cards in (*state.rows, *(hand[:tricks] for hand in hands)) for card in cards
        ]
        dice.shuffle(laid)
        state = state._replace(
            trick=state.trick + tricks, hands=tuple(tuple(sorted(hand[tricks:])) for hand in hands)
        )
        if state.options["specials"]:
            state = _with_specials_played(state, dice)
        # What does not go into the rows has been taken.
        sizes = [dice.randint(1, 6 if "seven" in marks else 5) for marks in state.markers]
        rows = [[laid.pop()] for _ in sizes]
        for row, size in zip(rows, sizes, strict=True):
            row += laid[: size - 1]
            del laid[: size - 1]
        return state._replace(rows=tuple(tuple(sorted(row)) for row in rows))

    def hidden_from(
        self, game: Game, at: int, seat: Seat, until: int, dice: random.Random
    ) -> State:
        """The other hands with the cards not dealt, the other specials with their deck."""
        state: State = game.states[at]
        if game.states[until].deal == state.deal:
            state = state._replace(seed=dice.randbytes(32))
        if game.options["logic"] or game.options["tournament"]:
            return state
        state = self._with_hands_hidden(state, game, at, seat, until, dice)
        if game.options["specials"]:
            state = _with_specials_hidden(state, game, at, seat, until, dice)
        return state

    def _with_hands_hidden(
        self, state: State, game: Game, at: int, seat: Seat, until: int, dice: random.Random
    ) -> State:
        shown = {
            getattr(move, "card", None) for moves in game.moves[at:until] for move in moves.values()
        }
        seen = self.cards(game.states[: at + 1])
        undealt = [
            card
            for card in self.pack(game.options, game.seats)
            if card not in seen and card not in WORDS
        ]
        others = [i for i in range(game.seats) if i != seat]
        places = [*(state.hands[i] for i in others), undealt]
        *hands, _ = reshuffled(places, lambda i, j: places[i][j] in shown, dice)
        made = dict(zip(others, hands, strict=True))
        return state._replace(
            hands=tuple(tuple(sorted(made.get(i, hand))) for i, hand in enumerate(state.hands))
        )

    def secrets(self, state: State, seat: Seat) -> Mapping[str, Any]:
        secrets: dict[str, Any] = {"the seed": state.seed.hex()}
        following = (seat + 1) % len(state.hands)
        if not (state.options["logic"] or state.options["tournament"]):
            secrets["the next hand"] = state.hands[following]
        if state.options["specials"]:
            secrets["the next player's specials"] = state.specials[following]
            secrets["the special deck"] = state.special_deck
        return secrets

    def quiet(self, asks: str) -> sdk.Move | None:
        """Whether a seat could play a special, or swapped none, is not told to anybody."""
        if asks == "special":
            return sdk.Special(None)
        return sdk.Swap(None) if asks == "swap" else None

    def stuck(self, state: State) -> None:
        return None


def _with_specials_played(state: State, dice: random.Random) -> State:
    words = [*WORDS] * 4
    dice.shuffle(words)
    discards = []
    markers: list[list[str]] = [[], [], [], []]
    if dice.random() < 0.25:
        words.remove("fifth_row")
        discards.append("fifth_row")
        markers.append([])
    for word in ("seven", "stop"):
        for row in dice.sample(range(len(markers)), dice.randint(0, 3)):
            words.remove(word)
            markers[row].append(word)
    held = []
    for _ in state.hands:
        size = dice.randint(1, 3)
        held.append(tuple(sorted(words[:size], key=WORDS.index)))
        del words[:size]
    left = dice.randint(0, len(words))
    return state._replace(
        markers=tuple(map(tuple, markers)),
        specials=tuple(held),
        special_deck=tuple(words[:left]),
        special_discards=(*discards, *words[left:]),
    )


def _with_specials_hidden(
    state: State, game: Game, at: int, seat: Seat, until: int, dice: random.Random
) -> State:
    used: dict[Seat, Counter[str]] = {i: Counter() for i in range(game.seats)}
    drawn: set[int] = set()
    draws = 0
    for moves in game.moves[at:until]:
        for i, move in moves.items():
            if isinstance(move, sdk.Special) and move.special is not None:
                used[i][move.special] += 1
            elif isinstance(move, sdk.Swap) and move.give is not None:
                used[i][move.give] += 1
                if i == seat:
                    drawn.add(draws)
                draws += 1
    others = [i for i in range(game.seats) if i != seat]
    # What is used on the way stays with its player: it goes to the front and is counted.
    places = [_used_first(state.specials[i], used[i]) for i in others]
    stay = [used[i].total() for i in others]
    *held, deck = reshuffled(
        [*places, state.special_deck],
        lambda i, j: j < stay[i] if i < len(stay) else j in drawn,
        dice,
    )
    made = dict(zip(others, held, strict=True))
    return state._replace(
        specials=tuple(
            tuple(sorted(made.get(i, words), key=WORDS.index))
            for i, words in enumerate(state.specials)
        ),
        special_deck=tuple(deck),
    )


def _used_first(words: Sequence[str], used: Counter[str]) -> list[str]:
    return [*used.elements(), *(Counter(words) - used).elements()]


def _each(options: Map) -> int:
    return 12 if options["specials"] else 10


def _open(view: sdk.View) -> list[int]:
    """The rows that no stop blocks."""
    return [i for i in range(len(view.rows)) if "stop" not in view.markers[i]]


def _room(view: sdk.View, row: int) -> int:
    capacity = 6 if "seven" in view.markers[row] else 5
    return capacity - len(view.rows[row])


def _takes_effect(view: sdk.View, word: str, move: Map) -> bool:
    """Special cards, line by line."""
    rows, opened = view.rows, _open(view)
    (mine,) = (card for seat, card in view.revealed if seat == view.seat)
    lower = [i for i in opened if rows[i][-1] < mine]
    goes_to = max(lower, key=lambda i: rows[i][-1]) if lower else None
    source = [i for i, row in enumerate(rows) if move.get("card") in row]
    if word == "fifth_row":
        return len(rows) == 4
    if word == "seven":
        return (
            goes_to is not None and len(rows[goes_to]) == 5 and "seven" not in view.markers[goes_to]
        )
    if word == "insert":
        if move["row"] not in opened:
            return False
        row = rows[move["row"]]
        return bool(view.options["insert_anywhere"]) or any(a < mine < b for a, b in pairwise(row))
    if word == "replace":
        return move["card"] in view.hand
    if word == "shift":
        to_row = move["to_row"]
        return (
            bool(source)
            and len(rows[source[0]]) > 1
            and to_row in opened
            and to_row != source[0]
            and _room(view, to_row) > 0
        )
    if word == "flip":
        if not source:
            return False
        taken = opened if goes_to is None else [goes_to] if _room(view, goes_to) <= 0 else []
        return source[0] in taken
    return move["row"] in opened and len(opened) > 1  # stop


KIT = SixNimmtKit()
