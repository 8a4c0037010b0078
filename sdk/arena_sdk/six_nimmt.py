"""6 nimmt! for a bot: its view, its moves, and the check of the one on the other.

Everything here follows from what the player may see. The referee calls the same
`check` on the very view that it sent, and the same table helpers when it resolves a
trick. A row keeps its index while it lies; bots name rows by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arena_sdk.context import Clock, Event
from arena_sdk.errors import IllegalMove, TheirMistake
from arena_sdk.messages import Map, read
from arena_sdk.typed import Any, NamedTuple

NAME = "six-nimmt"
SPECIALS = ("fifth_row", "seven", "insert", "replace", "shift", "flip", "stop")
FIFTH_ROW, SEVEN, INSERT, REPLACE, SHIFT, FLIP, STOP = SPECIALS
ROWS = 4
CAPACITY = 5

# What each special card must be told when it is played.
ARGUMENTS: dict[str | None, tuple[str, ...]] = {
    INSERT: ("row",),
    REPLACE: ("card",),
    SHIFT: ("card", "to_row"),
    FLIP: ("card",),
    STOP: ("row",),
}

Rows = tuple[tuple[int, ...], ...]
Markers = tuple[tuple[str, ...], ...]


class Choose(NamedTuple):
    """The answer to `choose`: the card to lay face down."""

    card: int
    kind: str = "choose"

    def to_map(self) -> Map:
        return {"card": self.card}


class Take(NamedTuple):
    """The answer to `take`: which row a card that is too low takes."""

    row: int
    kind: str = "take"

    def to_map(self) -> Map:
        return {"row": self.row}


class Special(NamedTuple):
    """The answer to `special`: a special card with its arguments, or none."""

    special: str | None
    row: int | None = None
    card: int | None = None
    to_row: int | None = None
    kind: str = "special"

    def to_map(self) -> Map:
        made: Map = {"special": self.special}
        for name in ARGUMENTS.get(self.special, ()):
            made[name] = getattr(self, name)
        return made


class Swap(NamedTuple):
    """The answer to `swap`: which special card to exchange, or none."""

    give: str | None
    kind: str = "swap"

    def to_map(self) -> Map:
        return {"give": self.give}


class Draft(NamedTuple):
    """The answer to `draft`: which card to take from the pool."""

    card: int
    kind: str = "draft"

    def to_map(self) -> Map:
        return {"card": self.card}


Move = Choose | Take | Special | Swap | Draft


class View(NamedTuple):
    """All that a player may know; the last groups only with `specials` or the logic draft."""

    asks: str
    hand: tuple[int, ...]
    rows: Rows
    revealed: tuple[tuple[int, int], ...]
    heads: tuple[int, ...]
    totals: tuple[int, ...]
    deal: int
    trick: int
    seat: int
    options: Map
    markers: Markers = ((),) * ROWS
    specials: tuple[str, ...] = ()
    special_counts: tuple[int, ...] = ()
    special_deck: int = 0
    special_discards: tuple[str, ...] = ()
    pool: tuple[int, ...] = ()
    hands: Rows = ()
    events: tuple[Event, ...] = ()
    clock: Clock | None = None

    @property
    def card(self) -> int:
        """The own card of this trick, once the cards are revealed."""
        return next(card for seat, card in self.revealed if seat == self.seat)

    def to_map(self) -> Map:
        made: Map = {
            "hand": list(self.hand),
            "rows": [list(row) for row in self.rows],
            "revealed": [[seat, card] for seat, card in self.revealed],
            "heads": list(self.heads),
            "totals": list(self.totals),
            "deal": self.deal,
            "trick": self.trick,
        }
        if self.options["specials"]:
            made["specials"] = list(self.specials)
            made["special_counts"] = list(self.special_counts)
            made["special_deck"] = self.special_deck
            made["special_discards"] = list(self.special_discards)
            made["markers"] = [list(marks) for marks in self.markers]
        if is_drafted(self.options):
            made["pool"] = list(self.pool)
            made["hands"] = [list(hand) for hand in self.hands]
        return made


def is_drafted(options: Map) -> bool:
    """Whether hands are drafted face up; the tournament variant drafts too."""
    return bool(options["logic"] or options["tournament"])


def read_view(source: Map, *, asks: str, seat: int, options: Map) -> View:
    """The view in an `ask`."""
    rows = _tuples(source["rows"])
    return View(
        asks=asks,
        hand=tuple(source["hand"]),
        rows=rows,
        revealed=tuple((player, card) for player, card in source["revealed"]),
        heads=tuple(source["heads"]),
        totals=tuple(source["totals"]),
        deal=source["deal"],
        trick=source["trick"],
        seat=seat,
        options=options,
        markers=_tuples(source["markers"]) if "markers" in source else ((),) * len(rows),
        specials=tuple(source.get("specials", ())),
        special_counts=tuple(source.get("special_counts", ())),
        special_deck=source.get("special_deck", 0),
        special_discards=tuple(source.get("special_discards", ())),
        pool=tuple(source.get("pool", ())),
        hands=_tuples(source.get("hands", ())),
    )


def _tuples(lists: Iterable[Iterable[Any]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(items) for items in lists)


def read_move(asks: str, source: Map) -> Move:
    """The move in an `answer`; raises TheirMistake if it is no move at all."""
    if asks == "choose":
        return Choose(read(source, "card", int, "move"))
    if asks == "take":
        return Take(read(source, "row", int, "move"))
    if asks == "draft":
        return Draft(read(source, "card", int, "move"))
    if asks == "swap":
        return Swap(_read_word(source, "give"))
    word = _read_word(source, "special")
    arguments = {name: read(source, name, int, "move") for name in ARGUMENTS.get(word, ())}
    return Special(word, **arguments)


def _read_word(source: Map, key: str) -> str | None:
    if key not in source:
        raise TheirMistake("unreadable", f"move has no {key!r}")
    if source[key] is None:
        return None
    word: str = read(source, key, str, "move")
    return word


def heads(card: int) -> int:
    """The bull heads printed on a card."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 5 == 0:
        return 2
    return 1


def heads_of(cards: tuple[int, ...]) -> int:
    """The bull heads on several cards, such as a row."""
    return sum(map(heads, cards))


def forced_row(rows: Rows, markers: Markers, card: int) -> int | None:
    """The row this card must join (the closest lower end); None when it is too low for all."""
    best, end = None, 0
    for i, row in enumerate(rows):
        if end < row[-1] < card and STOP not in markers[i]:
            best, end = i, row[-1]
    return best


def is_full(rows: Rows, markers: Markers, row: int) -> bool:
    """Whether the next card on this row takes it."""
    return len(rows[row]) >= CAPACITY + (SEVEN in markers[row])


def open_rows(markers: Markers) -> list[int]:
    """The rows that no stop blocks."""
    return [i for i, marks in enumerate(markers) if STOP not in marks]


def cheapest_row(view: View) -> int:
    """The row with the fewest heads that may be taken, the lowest index among equals."""
    return min(open_rows(view.markers), key=lambda i: heads_of(view.rows[i]))


def legal_moves(view: View) -> Iterator[Move]:
    """Every legal answer to what is asked."""
    if view.asks == "choose":
        yield from map(Choose, view.hand)
    elif view.asks == "take":
        yield from map(Take, open_rows(view.markers))
    elif view.asks == "draft":
        yield from map(Draft, view.pool)
    elif view.asks == "swap":
        yield Swap(None)
        yield from map(Swap, dict.fromkeys(view.specials))
    else:
        yield Special(None)
        yield from playable_specials(view)


def playable_specials(view: View) -> Iterator[Special]:
    """Every way to play one of the special cards held, now."""
    for move in _specials_to_try(view):
        if _special_problem(view, move) is None:
            yield move


def _specials_to_try(view: View) -> Iterator[Special]:
    rows = range(len(view.rows))
    on_table = [card for row in view.rows for card in row]
    for word in dict.fromkeys(view.specials):
        if word in (INSERT, STOP):
            yield from (Special(word, row=row) for row in rows)
        elif word == REPLACE:
            yield from (Special(word, card=card) for card in view.hand)
        elif word == FLIP:
            yield from (Special(word, card=card) for card in on_table)
        elif word == SHIFT:
            yield from (Special(word, card=card, to_row=row) for card in on_table for row in rows)
        else:
            yield Special(word)


def check(view: View, move: Move) -> None:
    """Raises IllegalMove, with a text for the author, unless the move is legal here."""
    if move.kind != view.asks:
        raise IllegalMove(f"{move!r} is no answer to {view.asks!r}")
    problem = _problem(view, move)
    if problem is not None:
        raise IllegalMove(problem)


def _problem(view: View, move: Move) -> str | None:
    if isinstance(move, Choose):
        if move.card not in view.hand:
            return f"chose {move.card}, which is not in the hand {list(view.hand)}"
    elif isinstance(move, Take):
        return _row_problem(view, move.row)
    elif isinstance(move, Draft):
        if move.card not in view.pool:
            return f"drafted {move.card}, which is not in the pool {list(view.pool)}"
    elif isinstance(move, Swap):
        if move.give is not None and move.give not in view.specials:
            return f"gave {move.give!r}, but holds {list(view.specials)}"
    elif move.special is not None:
        if move.special not in view.specials:
            return f"played {move.special!r}, but holds {list(view.specials)}"
        return _special_problem(view, move)
    return None


def _row_problem(view: View, row: int | None) -> str | None:
    if row is None or not 0 <= row < len(view.rows):
        return f"there is no row {row}; the rows are 0 to {len(view.rows) - 1}"
    if STOP in view.markers[row]:
        return f"row {row} is blocked by a stop"
    return None


def _special_problem(view: View, move: Special) -> str | None:
    """Why a special card that is held cannot take effect now, by its own rule."""
    word, card = move.special, view.card
    forced = forced_row(view.rows, view.markers, card)
    if word == FIFTH_ROW:
        return None if len(view.rows) == ROWS else "there are five rows already"
    if word == SEVEN:
        if forced is None or len(view.rows[forced]) < CAPACITY or SEVEN in view.markers[forced]:
            return f"{card} would not be the sixth card of an unmarked row"
        return None
    if word == REPLACE:
        return None if move.card in view.hand else f"{move.card} is not in the hand to replace by"
    if word == INSERT:
        return _row_problem(view, move.row) or _insert_problem(view, view.rows[move.row or 0])
    if word == STOP:
        if open_rows(view.markers) == [move.row]:
            return "one row must stay open"
        return _row_problem(view, move.row)
    source = next((i for i, row in enumerate(view.rows) if move.card in row), None)
    if source is None:
        return f"{move.card} lies in no row"
    if word == SHIFT:
        return _shift_problem(view, move, source)
    return _flip_problem(view, move, source, forced)


def _insert_problem(view: View, row: tuple[int, ...]) -> str | None:
    if view.options["insert_anywhere"] or row[0] < view.card < row[-1]:
        return None
    return f"{view.card} does not lie between two cards of {list(row)}"


def _shift_problem(view: View, move: Special, source: int) -> str | None:
    if len(view.rows[source]) == 1:
        return f"row {source} would be empty without {move.card}"
    problem = _row_problem(view, move.to_row)
    if problem is not None:
        return problem
    target = move.to_row or 0
    if target == source:
        return f"{move.card} lies in row {source} already"
    if is_full(view.rows, view.markers, target):
        return f"row {target} is full"
    return None


def _flip_problem(view: View, move: Special, source: int, forced: int | None) -> str | None:
    if forced is None:
        return _row_problem(view, source)
    if not is_full(view.rows, view.markers, forced):
        return "no row is taken, so no card can be flipped"
    return None if source == forced else f"{move.card} is not in row {forced}, which is taken"
