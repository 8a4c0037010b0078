"""The Game for a bot: its view, its moves, and the check of the one on the other.

Everything here follows from what the player may see. The referee calls the same
`check` on the very view that it sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from arena_sdk.context import Clock, Event
from arena_sdk.errors import IllegalMove
from arena_sdk.messages import Map, read, read_list
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

NAME = "the-game"
UP_1, UP_2, DOWN_1, DOWN_2 = PILES = ("up_1", "up_2", "down_1", "down_2")
EAGER, NEUTRAL, RELUCTANT = WISHES = ("eager", "neutral", "reluctant")
NONE, SMALL_STEPS, KEEP_OFF = TOKENS = ("none", "small_steps", "keep_off")


class Play(NamedTuple):
    """One card laid on one of the four piles."""

    card: int
    pile: str


class Turn(NamedTuple):
    """The answer to `play`: cards in the order in which they are laid."""

    plays: tuple[Play, ...]
    kind: str = "play"

    def to_map(self) -> Map:
        return {"plays": [[card, pile] for card, pile in self.plays]}


class Wish(NamedTuple):
    """The answer to `wish`: how much one would like to start."""

    wish: str
    kind: str = "wish"

    def to_map(self) -> Map:
        return {"wish": self.wish}


class Signal(NamedTuple):
    """The answer to `signal`: one request a pile, in the order of PILES."""

    signals: tuple[str, ...]
    kind: str = "signal"

    def to_map(self) -> Map:
        return {"signals": list(self.signals)}


Move = Turn | Wish | Signal
SILENCE = Signal((NONE,) * len(PILES))

Tops = tuple[int, ...]  # four


class View(NamedTuple):
    """All that a player may know; `tops` are in the order of PILES."""

    asks: str
    hand: tuple[int, ...]
    tops: Tops
    deck: int
    hands: tuple[int, ...]
    need: int
    to_play: int | None
    signals: tuple[tuple[str, ...] | None, ...] | None
    seat: int
    options: Map
    events: tuple[Event, ...] = ()
    clock: Clock | None = None

    def to_map(self) -> Map:
        made: Map = {
            "hand": list(self.hand),
            "piles": dict(zip(PILES, self.tops, strict=True)),
            "deck": self.deck,
            "hands": list(self.hands),
            "need": self.need,
            "to_play": self.to_play,
        }
        if self.signals is not None:
            made["signals"] = [None if said is None else list(said) for said in self.signals]
        return made


def read_view(source: Map, *, asks: str, seat: int, options: Map) -> View:
    """The view in an `ask`."""
    piles = source["piles"]
    signals = None
    if "signals" in source:
        signals = tuple(None if said is None else tuple(said) for said in source["signals"])
    return View(
        asks=asks,
        hand=tuple(source["hand"]),
        tops=(piles[UP_1], piles[UP_2], piles[DOWN_1], piles[DOWN_2]),
        deck=source["deck"],
        hands=tuple(source["hands"]),
        need=source["need"],
        to_play=source["to_play"],
        signals=signals,
        seat=seat,
        options=options,
    )


def read_move(asks: str, source: Map) -> Move:
    """The move in an `answer`; raises TheirMistake if it is no move at all."""
    if asks == "wish":
        return Wish(read(source, "wish", str, "move"))
    if asks == "signal":
        return Signal(tuple(read_list(source, "signals", str, "move")))
    return Turn(tuple(Play(card, pile) for card, pile in read_plays(source)))


_FITS = (fits_up, fits_up, fits_down, fits_down)


def _refusal_down(top: int, card: int, where: str) -> str:
    return refusal_down(top, card, where, highest=99)


_REFUSALS = (refusal_up, refusal_up, _refusal_down, _refusal_down)


def can_place(top: int, card: int, pile: str) -> bool:
    """Whether a card may be laid on a pile whose top is this."""
    return _FITS[PILES.index(pile)](top, card)


def legal_moves(view: View, cards: int | None = None) -> Iterator[Move]:
    """Every legal answer; of turns those of exactly this many cards (default: the fewest)."""
    if view.asks == "wish":
        yield from map(Wish, WISHES)
    elif view.asks == "signal":
        yield from map(Signal, product(TOKENS, repeat=len(PILES)))
    else:
        wanted = view.need if cards is None else max(cards, view.need)
        yield from map(Turn, sequences(view.hand, view.tops, wanted))


def sequences(hand: tuple[int, ...], tops: Tops, cards: int) -> Iterator[tuple[Play, ...]]:
    """Every legal order of laying exactly `cards` cards of a hand."""
    for i, card in enumerate(hand):
        for p in range(len(PILES)):
            if not _FITS[p](tops[p], card):
                continue
            play = Play(card, PILES[p])
            if cards == 1:
                yield (play,)
                continue
            after = (*tops[:p], card, *tops[p + 1 :])
            for rest in sequences(hand[:i] + hand[i + 1 :], after, cards - 1):
                yield (play, *rest)


def can_lay(hand: tuple[int, ...], tops: Tops, cards: int) -> bool:
    """Whether so many cards of a hand can be laid at all, in some order."""
    # Nearly always the answer: cards above the lower top and below the higher one can be
    # laid in order, each on its own pile.
    low, high = min(tops[:2]), max(tops[2:])
    if sum(card > low or card < high for card in hand) >= cards:
        return True
    return any(sequences(hand, tops, cards))


def check(view: View, move: Move) -> None:
    """Raises IllegalMove, with a text for the author, unless the move is legal here."""
    if move.kind != view.asks:
        raise IllegalMove(f"{move!r} is no answer to {view.asks!r}")
    if isinstance(move, Turn):
        _check_turn(view, move)
    elif isinstance(move, Signal):
        _check_signal(move)
    elif move.wish not in WISHES:
        raise IllegalMove(f"there is no wish {move.wish!r}; the wishes are {', '.join(WISHES)}")


def _check_signal(move: Signal) -> None:
    if len(move.signals) != len(PILES):
        raise IllegalMove(f"{len(move.signals)} signals; one for each of {', '.join(PILES)}")
    for token in move.signals:
        if token not in TOKENS:
            raise IllegalMove(f"there is no signal {token!r}; the signals are {', '.join(TOKENS)}")


def _check_turn(view: View, move: Turn) -> None:
    if len(move.plays) < view.need:
        raise IllegalMove(too_few(len(move.plays), view.need))
    tops = list(view.tops)
    hand = list(view.hand)
    for card, pile in move.plays:
        if pile not in PILES:
            raise IllegalMove(f"there is no pile {pile!r}; the piles are {', '.join(PILES)}")
        if card not in hand:
            raise IllegalMove(not_in_hand(view.hand, card))
        p = PILES.index(pile)
        if not _FITS[p](tops[p], card):
            raise IllegalMove(_REFUSALS[p](tops[p], card, pile))
        hand.remove(card)
        tops[p] = card
