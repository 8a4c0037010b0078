"""Face to Face, for the tests that all games share.

What is legal is read from docs/reference/games/face-to-face.md, whose headings are quoted.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arena.games.face_to_face import RULES, State
from arena.model import Map, Seat
from arena_sdk import face_to_face as sdk
from tests.games.conformance import piles
from tests.games.conformance.kit import Game, Variant, reshuffled
from tests.games.conformance.piles import Plays

TARGETS = ("own_up", "own_down", "opp_up", "opp_down")


class FaceToFaceKit:
    rules = RULES
    sdk = sdk
    variants = (
        Variant("default", {}, 2),
        Variant("last-card", {"single_last_card": "win_if_playable"}, 2),
        Variant("loses", {"single_last_card": "loses"}, 2),
        Variant("one", {"min_cards": 1}, 2),
        Variant("one-last-card", {"min_cards": 1, "single_last_card": "win_if_playable"}, 2),
        Variant("three", {"min_cards": 3}, 2),
        Variant("three-last-card", {"min_cards": 3, "single_last_card": "win_if_playable"}, 2),
        Variant("four", {"min_cards": 4}, 2),
        Variant("hand-1", {"hand": 1, "min_cards": 1}, 2),
        Variant("hand-2", {"hand": 2}, 2),
        Variant("hand-3-all", {"hand": 3, "min_cards": 3}, 2),
        Variant("hand-9", {"hand": 9}, 2),
        Variant("hand-10", {"hand": 10, "min_cards": 1}, 2),
    )
    answers: Mapping[str, Map] = {"play": {"plays": [[2, "own_up"], [59, "own_down"]]}}
    reasons = frozenset({"all_laid", "stuck"})

    def pack(self, options: Map, seats: int) -> Counter[Any]:
        return Counter((seat, card) for seat in range(seats) for card in range(2, 60))

    def cards(self, states: Sequence[State]) -> Counter[Any]:
        found = Counter[Any]()
        for seat, side in enumerate(states[-1].sides):
            found.update((seat, card) for card in (*side.hand, *side.deck))
        for state in states:
            for event in state.news:
                found.update((event["seat"], card) for card, _ in event["plays"])
        return found

    def bound(self, options: Map, seats: int) -> int:
        return seats * 58 // int(options["min_cards"]) + seats

    def is_legal(self, view: sdk.View, move: Map) -> bool:
        """Turn, step 2."""
        plays = move["plays"]
        return (
            len(plays) >= _need(view)
            and _can_lay(view, plays)
            and any(target in ("own_up", "own_down") for _, target in plays)
        )

    def candidates(self, view: sdk.View, dice: random.Random) -> Iterator[Map]:
        return piles.candidates(
            view.hand, TARGETS, lambda plays: _can_lay(view, plays), _need(view), dice
        )

    def strange_views(self, state: State, dice: random.Random) -> Iterator[sdk.View]:
        """Any tops, and any hand."""
        for _ in range(3):
            up, down, their_up, their_down = (dice.randint(1, 60) for _ in range(4))
            hand = dice.sample(range(2, 60), dice.randint(1, state.options["hand"]))
            view = RULES.view(state, 0)._replace(
                hand=tuple(sorted(hand)),
                own=sdk.Own(up, down, dice.randint(0, 1)),
                opp=sdk.Opponent(their_up, their_down, 0, 1),
            )
            yield view._replace(need=_need(view))

    def longer(self, view: sdk.View, move: Map, dice: random.Random) -> Map:
        return piles.longer(
            move["plays"], view.hand, TARGETS, lambda plays: _can_lay(view, plays), dice
        )

    def shortened(self, state: State, dice: random.Random) -> State:
        if dice.random() < 0.5:
            sides = (side._replace(deck=side.deck[: dice.randint(0, 8)]) for side in state.sides)
        else:
            # Seat 0 is on turn and must be able to lay enough; seat 1 may have one card.
            fewest = (state.options["min_cards"], 1)
            sides = (
                side._replace(deck=(), hand=side.hand[: few + dice.choice((0, 1, 58))])
                for few, side in zip(fewest, state.sides, strict=True)
            )
        first, second = sides
        return state._replace(sides=(first, second))

    def hidden_from(
        self, game: Game, at: int, seat: Seat, until: int, dice: random.Random
    ) -> State:
        """The own draw pile, and the opponent's hand and draw pile together."""
        state: State = game.states[at]
        me, other = state.sides[seat], state.sides[1 - seat]
        drawn = {card for later in game.states[at : until + 1] for card in later.sides[seat].hand}
        laid = {
            card
            for moves in game.moves[at:until]
            for card, _ in (moves[1 - seat].plays if 1 - seat in moves else ())
        }
        (deck,) = reshuffled([me.deck], lambda _, j: me.deck[j] in drawn, dice)
        theirs = [other.hand, other.deck]
        hand, their_deck = reshuffled(theirs, lambda i, j: theirs[i][j] in laid, dice)
        sides = [
            me._replace(deck=tuple(deck)),
            other._replace(hand=tuple(sorted(hand)), deck=tuple(their_deck)),
        ]
        return state._replace(sides=(sides[0], sides[1]) if seat == 0 else (sides[1], sides[0]))

    def secrets(self, state: State, seat: Seat) -> Mapping[str, Any]:
        me, other = state.sides[seat], state.sides[1 - seat]
        return {
            "the opponent's hand": other.hand,
            "the opponent's draw pile": other.deck,
            "the own draw pile": me.deck,
        }

    def quiet(self, asks: str) -> None:
        return None

    def stuck(self, state: State) -> Seat | None:
        return state.to_play if state.reason == "stuck" else None


def _need(view: sdk.View) -> int:
    """Turn, step 1, and the option `single_last_card`."""
    left = len(view.hand) + view.own.deck
    if left == 1 and view.options["single_last_card"] == "win_if_playable":
        return 1
    return int(view.options["min_cards"])


def _tops(view: sdk.View) -> dict[Any, int]:
    own, opp = view.own, view.opp
    return {"own_up": own.up, "own_down": own.down, "opp_up": opp.up, "opp_down": opp.down}


def _can_lay(view: sdk.View, plays: Plays) -> bool:
    """Legal placement: whether these cards can be laid in this order, be they enough or not."""
    tops = _tops(view)
    hand = set(view.hand)
    helps = 0
    for play in plays:
        if len(play) != 2 or play[0] not in hand or play[1] not in tops:
            return False
        card, target = int(play[0]), play[1]
        top = tops[target]
        fits = {
            "own_up": card > top or card == top - 10,
            "own_down": card < top or card == top + 10,
            "opp_up": card < top,
            "opp_down": card > top,
        }
        helps += target in ("opp_up", "opp_down")
        if not fits[str(target)] or helps > 1:
            return False
        hand.remove(card)
        tops[target] = card
    return True


KIT = FaceToFaceKit()
