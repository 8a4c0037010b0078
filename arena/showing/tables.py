"""The table of each game as a spectator sees it: every card, face up, as plain maps.

A table also remembers what the rules forget because nobody may look at it again: the
cards under the top of a pile, and the cards that somebody took.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from arena.games import face_to_face, six_nimmt, the_game
from arena.model import Event, Map, Seat
from arena_sdk.the_game import PILES

_Laid = list[list[int]]  # each a card and the seat that laid it, the lowest first


class Table(Protocol):
    """What the spectator of one match sees, state after state."""

    def follow(self, events: Sequence[Event], state: Any) -> None:
        """Remember what these events, which led to this state, laid or took."""
        ...

    def shown(self, state: Any) -> Map:
        """The game's own part of a state, built field by field."""
        ...

    def new_deal(self, state: Any) -> Map | None:
        """What chance dealt on the way to this state, after the first deal."""
        ...


class FaceToFaceTable:
    """Two sides: piles, hand and draw pile of each."""

    def __init__(self, seats: int) -> None:
        self._piles: list[dict[str, _Laid]] = [{"up": [], "down": []} for _ in range(seats)]

    def follow(self, events: Sequence[Event], state: Any) -> None:  # noqa: ARG002
        for event in events:
            if event["kind"] == "played":
                seat = event["seat"]
                for card, target in event["plays"]:
                    side, pile = target.split("_")
                    owner = seat if side == "own" else 1 - seat
                    self._piles[owner][pile].append([card, seat])

    def shown(self, state: face_to_face.State) -> Map:
        return {
            "sides": [
                {
                    "up": list(piles["up"]),
                    "down": list(piles["down"]),
                    "hand": list(side.hand),
                    "deck": list(side.deck),
                }
                for piles, side in zip(self._piles, state.sides, strict=True)
            ],
            "to_play": state.to_play,
            "need": face_to_face.RULES.view(state, state.to_play).need,
        }

    def new_deal(self, state: Any) -> None:  # noqa: ARG002 - one deal a game
        return None


class TheGameTable:
    """Four piles, all hands, the draw pile, and what the players said."""

    def __init__(self, seats: int) -> None:
        self._piles: dict[str, _Laid] = {pile: [] for pile in PILES}
        self._wishes: list[str | None] = [None] * seats

    def follow(self, events: Sequence[Event], state: Any) -> None:  # noqa: ARG002
        for event in events:
            if event["kind"] == "wished":
                self._wishes[event["seat"]] = event["wish"]
            elif event["kind"] == "played":
                for card, pile in event["plays"]:
                    self._piles[pile].append([card, event["seat"]])

    def shown(self, state: the_game.State) -> Map:
        return {
            "piles": {pile: list(laid) for pile, laid in self._piles.items()},
            "hands": [list(hand) for hand in state.hands],
            "deck": list(state.deck),
            "signals": [None if said is None else list(said) for said in state.signals],
            "wishes": list(self._wishes),
            "to_play": state.to_play,
            "need": the_game.RULES.view(state, 0).need,
        }

    def new_deal(self, state: Any) -> None:  # noqa: ARG002 - one deal a game
        return None


class SixNimmtTable:
    """Rows with their markers, the trick, all hands, and what everybody took."""

    def __init__(self, seats: int) -> None:
        self._deal = 1
        self._taken: list[list[int]] = [[] for _ in range(seats)]
        self._is_new = False

    def follow(self, events: Sequence[Event], state: six_nimmt.State) -> None:
        for event in events:
            if event["kind"] == "took":
                self._taken[event["seat"]] += event["cards"]
        self._is_new = state.deal != self._deal
        if self._is_new:
            self._deal = state.deal
            self._taken = [[] for _ in self._taken]

    def shown(self, state: six_nimmt.State) -> Map:
        return {
            "deal": state.deal,
            "trick": state.trick,
            "hands": [list(hand) for hand in state.hands],
            "rows": [list(row) for row in state.rows],
            "markers": [list(marks) for marks in state.markers],
            "revealed": [[seat, card] for seat, card in state.revealed],
            "waiting": _waiting(state),
            "heads": list(state.heads),
            "totals": list(state.totals),
            "taken": [list(cards) for cards in self._taken],
            "specials": [list(held) for held in state.specials],
            "special_deck": list(state.special_deck),
            "special_discards": list(state.special_discards),
            "pool": list(state.pool),
        }

    def new_deal(self, state: six_nimmt.State) -> Map | None:
        if not self._is_new:
            return None
        return {
            "hands": [list(hand) for hand in state.hands],
            "rows": [list(row) for row in state.rows],
            "specials": [list(held) for held in state.specials],
            "special_deck": list(state.special_deck),
            "pool": list(state.pool),
        }


def _waiting(state: six_nimmt.State) -> list[Seat]:
    """Whose cards of the trick are not placed yet; who may swap has placed the own one."""
    if state.reason or state.asks in ("choose", "draft"):
        return []
    return list(state.queue[1:] if state.asks == "swap" else state.queue)


TABLES: dict[str, Callable[[int], Table]] = {
    face_to_face.RULES.name: FaceToFaceTable,
    the_game.RULES.name: TheGameTable,
    six_nimmt.RULES.name: SixNimmtTable,
}
