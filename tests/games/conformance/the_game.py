"""The Game, for the tests that all games share.

What is legal is read from docs/reference/games/the-game.md, whose headings are quoted.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from arena.games.the_game import RULES, State
from arena.model import Map, Seat
from arena_sdk import the_game as sdk
from tests.games.conformance import piles
from tests.games.conformance.kit import Game, Variant, reshuffled
from tests.games.conformance.piles import Plays

PILES = ("up_1", "up_2", "down_1", "down_2")
TOKENS = ("none", "small_steps", "keep_off")
WISHES = ("eager", "neutral", "reluctant")
_VARIANTS: dict[str, Map] = {
    "plain": {},
    "expert": {"expert": True},
    "expert-minus": {"expert_minus": True},
}


class TheGameKit:
    rules = RULES
    sdk = sdk
    variants = (
        *(
            Variant(f"{league}-{label}-{seats}", {"league": league, **given}, seats)
            for league in ("signals", "silent")
            for label, given in _VARIANTS.items()
            for seats in range(1, 6)
        ),
        Variant("default-3", {}, 3),
        Variant("both-experts-3", {"expert": True, "expert_minus": True}, 3),
    )
    answers: Mapping[str, Map] = {
        "wish": {"wish": "eager"},
        "signal": {"signals": ["none", "small_steps", "keep_off", "none"]},
        "play": {"plays": [[2, "up_1"], [99, "down_1"]]},
    }
    reasons = frozenset({"all_laid", "stuck"})

    def pack(self, options: Map, seats: int) -> Counter[Any]:
        return Counter(range(2, 100))

    def cards(self, states: Sequence[State]) -> Counter[Any]:
        found = Counter[Any](states[-1].deck)
        for hand in states[-1].hands:
            found.update(hand)
        for state in states:
            for event in state.news:
                if event["kind"] == "played":
                    found.update(card for card, _ in event["plays"])
        return found

    def bound(self, options: Map, seats: int) -> int:
        """Every turn lays a card, with signals before it; the wishes come first."""
        return 1 + 98 * (2 if options["league"] == "signals" else 1)

    def is_legal(self, view: sdk.View, move: Map) -> bool:
        """Turn, and Signals."""
        if view.asks == "wish":
            return move["wish"] in WISHES
        if view.asks == "signal":
            signals = move["signals"]
            return len(signals) == 4 and all(token in TOKENS for token in signals)
        return len(move["plays"]) >= _need(view) and _can_lay(view, move["plays"])

    def candidates(self, view: sdk.View, dice: random.Random) -> Iterator[Map]:
        if view.asks == "wish":
            words = (*WISHES, "EAGER", "", "none", "start")
            return iter([{"wish": word} for word in words])
        if view.asks == "signal":
            words = (*TOKENS, "jump_here")
            lengths = (0, 1, 3, 4, 5)
            return iter(
                [{"signals": list(said)} for n in lengths for said in product(words, repeat=n)]
            )
        return piles.candidates(
            view.hand, PILES, lambda plays: _can_lay(view, plays), _need(view), dice
        )

    def strange_views(self, state: State, dice: random.Random) -> Iterator[sdk.View]:
        """Any tops, and any hand."""
        for _ in range(3):
            hand = dice.sample(range(2, 100), dice.randint(1, len(state.hands[0])))
            view = RULES.view(state, 0)._replace(
                asks="play",
                hand=tuple(sorted(hand)),
                tops=tuple(dice.randint(1, 100) for _ in PILES),
                deck=dice.randint(0, 1),
            )
            yield view._replace(need=_need(view))

    def longer(self, view: sdk.View, move: Map, dice: random.Random) -> Map:
        if view.asks != "play":
            return move
        return piles.longer(
            move["plays"], view.hand, PILES, lambda plays: _can_lay(view, plays), dice
        )

    def shortened(self, state: State, dice: random.Random) -> State:
        if dice.random() < 0.5:
            return state._replace(deck=state.deck[: dice.randint(0, 8)])
        kept = [dice.randint(seat == 0, len(hand)) for seat, hand in enumerate(state.hands)]
        hands = (hand[:size] for hand, size in zip(state.hands, kept, strict=True))
        return state._replace(deck=(), hands=tuple(hands))

    def hidden_from(
        self, game: Game, at: int, seat: Seat, until: int, dice: random.Random
    ) -> State:
        """The other hands and the draw pile, all together."""
        state: State = game.states[at]
        shown = {card for later in game.states[at : until + 1] for card in later.hands[seat]}
        for moves in game.moves[at:until]:
            for move in moves.values():
                if isinstance(move, sdk.Turn):
                    shown.update(card for card, _ in move.plays)
        others = [i for i in range(game.seats) if i != seat]
        places = [*(state.hands[i] for i in others), state.deck]
        *hands, deck = reshuffled(places, lambda i, j: places[i][j] in shown, dice)
        made = dict(zip(others, hands, strict=True))
        return state._replace(
            hands=tuple(tuple(sorted(made.get(i, hand))) for i, hand in enumerate(state.hands)),
            deck=tuple(deck),
        )

    def secrets(self, state: State, seat: Seat) -> Mapping[str, Any]:
        secrets: dict[str, Any] = {"the draw pile": state.deck}
        if len(state.hands) > 1:
            secrets["the next hand"] = state.hands[(seat + 1) % len(state.hands)]
        return secrets

    def quiet(self, asks: str) -> None:
        return None

    def stuck(self, state: State) -> Seat | None:
        return state.to_play if state.reason == "stuck" else None


def _need(view: sdk.View) -> int:
    """Turn, and the options for experts."""
    if view.deck == 0:
        return 1
    return 3 if view.options["expert"] or view.options["expert_minus"] else 2


def _tops(view: sdk.View) -> dict[Any, int]:
    return dict(zip(PILES, view.tops, strict=True))


def _can_lay(view: sdk.View, plays: Plays) -> bool:
    """Legal placement: whether these cards can be laid in this order, be they enough or not."""
    tops = _tops(view)
    hand = set(view.hand)
    for play in plays:
        if len(play) != 2 or play[0] not in hand or play[1] not in tops:
            return False
        card, pile = int(play[0]), play[1]
        top = tops[pile]
        if pile in ("up_1", "up_2"):
            fits = card > top or card == top - 10
        else:
            fits = card < top or card == top + 10
        if not fits:
            return False
        hand.remove(card)
        tops[pile] = card
    return True


KIT = TheGameKit()
