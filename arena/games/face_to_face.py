"""The Game: Face to Face: deal, turn, draw and end. What may be laid is in the SDK.

The rules are in docs/reference/games/face-to-face.md; E-numbers are its rulings.
"""

from collections.abc import Mapping
from typing import NamedTuple

from arena.games.base import settle_options, want_integer, want_seats, want_word
from arena.games.chance import shuffled
from arena.model import Event, Map, Outcome, Reason, Seat
from arena_sdk import face_to_face as sdk
from arena_sdk.errors import Verdict
from arena_sdk.face_to_face import (
    OPP_DOWN,
    OPP_UP,
    OWN_DOWN,
    OWN_UP,
    Opponent,
    Own,
    Turn,
    View,
)

CARDS = range(2, 60)
_DRAW = 2
_LARGEST_HAND = 10  # with more, finding out whether a player is stuck could take seconds


class Side(NamedTuple):
    """One player's set: the tops of both piles, the hand (ascending), the draw pile."""

    up: int
    down: int
    hand: tuple[int, ...]
    deck: tuple[int, ...]  # the next card is the first

    @property
    def left(self) -> int:
        return len(self.hand) + len(self.deck)


class State(NamedTuple):
    """Both sides and whose turn it is; `reason` is set once the game is over."""

    options: Map
    sides: tuple[Side, Side]
    to_play: Seat
    news: tuple[Event, ...] = ()
    reason: Reason | None = None
    losers: tuple[Seat, ...] = ()


class FaceToFace:
    """Two sets of cards, two players; who lays all of the own cards first wins."""

    name = sdk.NAME
    title = "The Game: Face to Face"
    scores = "points"
    is_team = False
    is_duel = True
    seats = range(2, 3)
    defaults: Map = {"min_cards": 2, "hand": 6, "single_last_card": "loses"}  # noqa: RUF012

    check = staticmethod(sdk.check)
    read_move = staticmethod(sdk.read_move)

    def settle(self, options: Map, seats: int) -> Map:
        want_seats(self.name, self.seats, seats)
        settled = settle_options(self.name, self.defaults, options)
        want_integer(self.name, settled, "hand", 1, _LARGEST_HAND)
        want_integer(self.name, settled, "min_cards", 1, settled["hand"])
        want_word(self.name, settled, "single_last_card", ("loses", "win_if_playable"))
        return settled

    def rotations(self, options: Map, seats: int) -> int:  # noqa: ARG002 - in every variant
        return seats

    def deal(self, options: Map, seats: int, seed: bytes) -> State:  # noqa: ARG002 - always two
        sides = (self._side(options["hand"], seed, 0), self._side(options["hand"], seed, 1))
        return _with_end(State(options, sides, to_play=0))

    def _side(self, hand: int, seed: bytes, seat: Seat) -> Side:
        deck = shuffled(seed, f"face-to-face/deck/{seat}", CARDS)
        return Side(1, 60, tuple(sorted(deck[:hand])), deck[hand:])

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.reason else (state.to_play,)

    def view(self, state: State, seat: Seat) -> View:
        me, other = state.sides[seat], state.sides[1 - seat]
        own = Own(me.up, me.down, len(me.deck))
        opp = Opponent(other.up, other.down, len(other.deck), len(other.hand))
        return View(me.hand, own, opp, _need(state.options, me), seat, state.options)

    def apply(self, state: State, moves: Mapping[Seat, Turn]) -> State:
        seat = state.to_play
        plays = moves[seat].plays
        me, other = state.sides[seat], state.sides[1 - seat]
        tops = {OWN_UP: me.up, OWN_DOWN: me.down, OPP_UP: other.up, OPP_DOWN: other.down}
        hand = list(me.hand)
        for card, target in plays:
            tops[target] = card
            hand.remove(card)
        helped = tops[OPP_UP] != other.up or tops[OPP_DOWN] != other.down
        drew = _draws(state.options["hand"], len(hand), len(me.deck), helped)
        hand += me.deck[:drew]
        mine = Side(tops[OWN_UP], tops[OWN_DOWN], tuple(sorted(hand)), me.deck[drew:])
        theirs = Side(tops[OPP_UP], tops[OPP_DOWN], other.hand, other.deck) if helped else other
        played = {
            "kind": "played",
            "seat": seat,
            "plays": [[card, target] for card, target in plays],
            "drew": drew,
        }
        return _with_end(
            State(
                state.options,
                (mine, theirs) if seat == 0 else (theirs, mine),
                1 - seat,
                (played,),
            )
        )

    def stand_in(self, view: View) -> None:  # noqa: ARG002 - nobody can stand in
        return None

    def forgives(self, state: State, verdict: Verdict) -> bool:  # noqa: ARG002 - never
        return False

    def abandon(self, state: State, seats: tuple[Seat, ...]) -> State:
        return state._replace(reason="fault", losers=seats, news=())

    def outcome(self, state: State) -> Outcome | None:
        if state.reason is None:
            return None
        scores = tuple(0 if seat in state.losers else 1 for seat in range(2))
        places = tuple(2 if score < max(scores) else 1 for score in scores)
        return Outcome(scores, places, state.reason)

    def news(self, state: State) -> tuple[Event, ...]:
        return state.news


def _with_end(state: State) -> State:
    """The same state, or the end of the game: the last player has laid all, or the next cannot."""
    me, other = state.sides[state.to_play], state.sides[1 - state.to_play]
    if not other.hand:  # and nothing was left to draw
        return state._replace(reason="all_laid", losers=(state.to_play,))
    # On turn without a legal sequence of the cards needed, the player loses.
    if not sdk.can_lay(me.hand, (me.up, me.down, other.up, other.down), _need(state.options, me)):
        return state._replace(reason="stuck", losers=(state.to_play,))
    return state


def _need(options: Map, side: Side) -> int:
    """The minimum is two also with an empty draw pile (E2); the option of E4 spares one card."""
    if options["single_last_card"] == "win_if_playable" and side.left == 1:
        return 1
    need: int = options["min_cards"]
    return need


def _draws(full_hand: int, hand: int, deck: int, helped: bool) -> int:
    """Two cards, or up to a full hand after helping; never more than a full hand."""
    room = full_hand - hand
    return min(deck, room if helped else min(_DRAW, room))


RULES = FaceToFace()
