"""The Game: Face to Face for a bot: its view, its move, and the check of the one on the other.

Everything here follows from what the player may see. The referee calls the same
`check` on the very view that it sent. Deals, draws and the end of the game are not
known here (they live in the referee's rules).
"""

from __future__ import annotations

from collections.abc import Iterator

from arena_sdk.context import Clock, Event
from arena_sdk.errors import IllegalMove
from arena_sdk.messages import Map
from arena_sdk.piles import (
    fits_down,
    fits_up,
    not_in_hand,
    read_plays,
    refusal_down,
    refusal_up,
    too_few,
)
from arena_sdk.typed import NamedTuple

NAME = "face-to-face"
OWN_UP, OWN_DOWN, OPP_UP, OPP_DOWN = TARGETS = ("own_up", "own_down", "opp_up", "opp_down")


class Play(NamedTuple):
    """One card laid on one of the four piles."""

    card: int
    target: str


class Turn(NamedTuple):
    """The answer to `play`: cards in the order in which they are laid."""

    plays: tuple[Play, ...]
    kind: str = "play"

    def to_map(self) -> Map:
        return {"plays": [[card, target] for card, target in self.plays]}


Move = Turn


class Own(NamedTuple):
    """One's own side: the tops of both piles and how many cards are left to draw."""

    up: int
    down: int
    deck: int


class Opponent(NamedTuple):
    """The other side: tops and counts, never a card in hand."""

    up: int
    down: int
    deck: int
    hand: int


class View(NamedTuple):
    """All that the player to move may know."""

    hand: tuple[int, ...]
    own: Own
    opp: Opponent
    need: int
    seat: int
    options: Map
    asks: str = "play"
    events: tuple[Event, ...] = ()
    clock: Clock | None = None

    def to_map(self) -> Map:
        own, opp = self.own, self.opp
        return {
            "hand": list(self.hand),
            "own": {"up": own.up, "down": own.down, "deck": own.deck},
            "opp": {"up": opp.up, "down": opp.down, "deck": opp.deck, "hand": opp.hand},
            "need": self.need,
        }


def read_view(source: Map, *, asks: str, seat: int, options: Map) -> View:
    """The view in an `ask`."""
    own, opp = source["own"], source["opp"]
    return View(
        hand=tuple(source["hand"]),
        own=Own(own["up"], own["down"], own["deck"]),
        opp=Opponent(opp["up"], opp["down"], opp["deck"], opp["hand"]),
        need=source["need"],
        seat=seat,
        options=options,
        asks=asks,
    )


def read_move(asks: str, source: Map) -> Move:  # noqa: ARG001 - one decision in this game
    """The move in an `answer`; raises TheirMistake if it is no move at all."""
    return Turn(tuple([Play(card, target) for card, target in read_plays(source)]))


Tops = tuple[int, ...]  # four


def _helps_up(top: int, card: int) -> bool:
    return card < top


def _helps_down(top: int, card: int) -> bool:
    return card > top


# In the order of TARGETS. On the opponent's piles the ten-jump has no
# meaning, and only a card that improves the pile may be laid.
_FITS = (fits_up, fits_down, _helps_up, _helps_down)
_FIRST_OPPONENT = 2
_PLACES = {target: place for place, target in enumerate(TARGETS)}


def can_place(top: int, card: int, target: str) -> bool:
    """Whether a card may be laid on a target whose top is this."""
    return _FITS[_PLACES[target]](top, card)


def tops_of(view: View) -> Tops:
    """The four tops in the order of TARGETS."""
    return (view.own.up, view.own.down, view.opp.up, view.opp.down)


def legal_moves(view: View, cards: int | None = None) -> Iterator[Turn]:
    """Every legal turn of exactly this many cards (default: as few as are needed)."""
    wanted = view.need if cards is None else max(cards, view.need)
    for plays in sequences(view.hand, tops_of(view), wanted):
        yield Turn(plays)


def sequences(
    hand: tuple[int, ...], tops: Tops, cards: int, *, may_help: bool | None = None
) -> Iterator[tuple[Play, ...]]:
    """Every legal order of laying exactly `cards` cards of a hand."""
    if may_help is None:
        may_help = cards > 1  # a turn of one card cannot help: one card goes on the own side
    for i, card in enumerate(hand):
        for t in range(len(TARGETS) if may_help else _FIRST_OPPONENT):
            if not _FITS[t](tops[t], card):
                continue
            play = Play(card, TARGETS[t])
            if cards == 1:
                yield (play,)
                continue
            for rest in sequences(
                hand[:i] + hand[i + 1 :],
                (*tops[:t], card, *tops[t + 1 :]),
                cards - 1,
                may_help=may_help and t < _FIRST_OPPONENT,
            ):
                yield (play, *rest)


def can_lay(hand: tuple[int, ...], tops: Tops, cards: int) -> bool:
    """Whether so many cards of a hand can be laid at all, in some order."""
    # Nearly always the answer: cards above the one top and below the other can be laid
    # in order, each on its own pile.
    up, down, left = tops[0], tops[1], cards
    for card in hand:
        if card > up or card < down:
            left -= 1
            if left == 0:
                return True
    return _can_lay(hand, tops, cards, cards > 1, set())


def _can_lay(
    hand: tuple[int, ...], tops: Tops, cards: int, may_help: bool, hopeless: set[object]
) -> bool:
    """Tries all orders; a position that was hopeless once is not tried again."""
    if cards == 0:
        return True
    position = (hand, tops, may_help)
    if position in hopeless:
        return False
    for i, card in enumerate(hand):
        for t in range(len(TARGETS) if may_help else _FIRST_OPPONENT):
            if _FITS[t](tops[t], card) and _can_lay(
                hand[:i] + hand[i + 1 :],
                (*tops[:t], card, *tops[t + 1 :]),
                cards - 1,
                may_help and t < _FIRST_OPPONENT,
                hopeless,
            ):
                return True
    hopeless.add(position)
    return False


def check(view: View, move: Turn) -> None:
    """Raises IllegalMove, with a text for the author, unless the turn is legal here."""
    if not isinstance(move, Turn):
        raise IllegalMove(f"{move!r} is no Turn, which is what 'play' wants")
    if len(move.plays) < view.need:
        raise IllegalMove(too_few(len(move.plays), view.need))
    tops = list(tops_of(view))
    hand = list(view.hand)
    helped = None
    for card, target in move.plays:
        t = _PLACES.get(target)
        if t is None:
            raise IllegalMove(f"there is no pile {target!r}; the piles are {', '.join(TARGETS)}")
        if card not in hand:
            raise IllegalMove(not_in_hand(view.hand, card))
        if t >= _FIRST_OPPONENT:
            if helped is not None:
                raise IllegalMove(
                    f"laid {helped} and then {card} on the opponent's piles;"
                    " one card a turn may go there"
                )
            helped = card
        if not _FITS[t](tops[t], card):
            raise IllegalMove(_REFUSALS[t](tops[t], card, target))
        hand.remove(card)
        tops[t] = card
    if helped is not None and len(move.plays) == 1:
        raise IllegalMove(f"laid only {helped}, on the opponent's side; one must go on an own pile")


def _refusal_own_down(top: int, card: int, where: str) -> str:
    return refusal_down(top, card, where, highest=59)


def _refusal_opponent_up(top: int, card: int, where: str) -> str:
    return f"laid {card} on {where}, but the top is {top} (a card must be lower than {top})"


def _refusal_opponent_down(top: int, card: int, where: str) -> str:
    return f"laid {card} on {where}, but the top is {top} (a card must be higher than {top})"


_REFUSALS = (refusal_up, _refusal_own_down, _refusal_opponent_up, _refusal_opponent_down)
