"""6 nimmt!: deals, tricks, the special cards and the end. Moves are checked in the SDK.

A trick is resolved card by card in ascending order; `queue` holds the seats whose cards
are still to be resolved, the current one first, and `asks` what is wanted of it. The
rules are in docs/reference/games/six-nimmt.md.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeVar

from arena.games.chance import number_below, shuffled
from arena.games.six_nimmt_options import DEFAULTS, SEATS, settle
from arena.model import Event, Map, Outcome, Reason, Seat, places_by
from arena_sdk import six_nimmt as sdk
from arena_sdk.errors import Verdict
from arena_sdk.six_nimmt import (
    FIFTH_ROW,
    FLIP,
    INSERT,
    REPLACE,
    ROWS,
    SEVEN,
    SHIFT,
    SPECIALS,
    STOP,
    Choose,
    Draft,
    Markers,
    Move,
    Rows,
    Special,
    Swap,
    Take,
    View,
    forced_row,
    heads,
    heads_of,
    is_full,
)

_T = TypeVar("_T")

_COPIES = 4  # of each special card
_HELD = 3  # special cards a player is dealt
_NO_MARKERS: Markers = ((),) * ROWS


class State(NamedTuple):
    """The table in the middle of a game; `reason` is set once the game is over."""

    options: Map
    seed: bytes
    deal: int
    trick: int
    asks: Literal["draft", "choose", "special", "take", "swap"]
    hands: Rows
    rows: Rows
    markers: Markers
    heads: tuple[int, ...]  # taken in this deal
    totals: tuple[int, ...]  # of the finished deals
    revealed: tuple[tuple[Seat, int], ...] = ()
    queue: tuple[Seat, ...] = ()
    specials: tuple[tuple[str, ...], ...] = ()
    special_deck: tuple[str, ...] = ()
    special_discards: tuple[str, ...] = ()
    pool: tuple[int, ...] = ()
    drafted: Rows = ()  # the tournament's hands as they were drafted
    drafted_rows: Rows = ()
    left: tuple[tuple[Seat, ...], ...] = ()  # who dropped out, in the order of the faults
    news: tuple[Event, ...] = ()
    reason: Reason | None = None


class SixNimmt:
    """Ten cards each, four rows; who lays the sixth card of a row takes the other five."""

    name = sdk.NAME
    title = "6 nimmt!"
    scores = "heads"
    is_team = False
    is_duel = False
    seats = SEATS
    defaults = DEFAULTS

    check = staticmethod(sdk.check)
    read_move = staticmethod(sdk.read_move)
    settle = staticmethod(settle)

    def rotations(self, options: Map, seats: int) -> int:
        """A tournament rotates the hands within its one game already."""
        return 1 if options["tournament"] else seats

    def deal(self, options: Map, seats: int, seed: bytes) -> State:
        nobody: tuple[int, ...] = (0,) * seats
        empty = State(options, seed, 0, 1, "choose", ((),) * seats, (), (), nobody, totals=nobody)
        return _new_deal(empty)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if state.reason is not None:
            return ()
        return tuple(range(len(state.hands))) if state.asks == "choose" else (state.queue[0],)

    def view(self, state: State, seat: Seat) -> View:
        drafted = sdk.is_drafted(state.options)
        return View(
            asks=state.asks,
            hand=state.hands[seat],
            rows=state.rows,
            revealed=state.revealed,
            heads=state.heads,
            totals=state.totals,
            deal=state.deal,
            trick=state.trick,
            seat=seat,
            options=state.options,
            markers=state.markers,
            specials=state.specials[seat] if state.specials else (),
            special_counts=tuple(map(len, state.specials)),
            special_deck=len(state.special_deck),
            special_discards=state.special_discards,
            pool=state.pool,
            hands=state.hands if drafted else (),
        )

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> State:
        state = state._replace(news=())
        if state.asks == "choose":
            return _reveal(state, moves)
        move = moves[state.queue[0]]
        if isinstance(move, Draft):
            return _draft(state, move)
        if isinstance(move, Take):
            return _take(state, move.row)
        if isinstance(move, Swap):
            return _swap(state, move)
        assert isinstance(move, Special)
        return _place(state) if move.special is None else _play_special(state, move)

    def stand_in(self, view: View) -> Move | None:
        """Lowest card, cheapest then lowest row, no special, no swap, lowest of the pool."""
        if view.asks == "choose":
            return Choose(min(view.hand))
        if view.asks == "take":
            return Take(sdk.cheapest_row(view))
        if view.asks == "draft":
            return Draft(min(view.pool))
        return Special(None) if view.asks == "special" else Swap(None)

    def forgives(self, state: State, verdict: Verdict) -> bool:  # noqa: ARG002 - never
        return False

    def abandon(self, state: State, seats: tuple[Seat, ...]) -> State:
        return state._replace(left=(*state.left, seats), news=())

    def outcome(self, state: State) -> Outcome | None:
        if state.reason is None:
            return None
        # Whoever dropped out is placed behind all who stayed, the earlier fault lower.
        dropped = {
            seat: len(state.left) - i for i, seats in enumerate(state.left) for seat in seats
        }
        keys = [
            (dropped.get(seat, 0), 0 if seat in dropped else total)
            for seat, total in enumerate(state.totals)
        ]
        return Outcome(state.totals, places_by(keys), state.reason)

    def news(self, state: State) -> tuple[Event, ...]:
        return state.news


def cards_each(options: Map) -> int:
    """How many number cards a player is dealt, which is also the number of tricks."""
    return 12 if options["specials"] else 10


def cards_of(options: Map, seats: int) -> range:
    """The tactical deck holds just the cards that are dealt, the full one all 104."""
    if options["deck"] == "full":
        return range(1, 105)
    return range(1, cards_each(options) * seats + ROWS + 1)


def _new_deal(state: State) -> State:
    """Deal `state.deal + 1`, drawn from (seed, number of the deal)."""
    seats, deal = len(state.hands), state.deal + 1
    state = state._replace(
        deal=deal,
        trick=1,
        heads=(0,) * seats,
        rows=(),
        markers=(),
        revealed=(),
    )
    if state.drafted:
        # The tournament: each hand goes one seat to the left after every deal.
        turned = tuple(state.drafted[(seat - deal + 1) % seats] for seat in range(seats))
        return _lay_out(state, turned, state.drafted_rows)
    cards = cards_of(state.options, seats)
    if sdk.is_drafted(state.options):
        starter = number_below(state.seed, f"six-nimmt/starter/{deal}", seats)
        return state._replace(
            asks="draft", hands=((),) * seats, pool=tuple(cards), queue=(starter,)
        )
    order = shuffled(state.seed, f"six-nimmt/deck/{deal}", cards)
    each = cards_each(state.options)
    hands = tuple(tuple(sorted(order[i * each : (i + 1) * each])) for i in range(seats))
    rows = tuple((card,) for card in order[seats * each : seats * each + ROWS])
    if state.options["specials"]:
        state = _deal_specials(state, seats)
    return _lay_out(state, hands, rows)


def _deal_specials(state: State, seats: int) -> State:
    pack = range(len(SPECIALS) * _COPIES)
    order = shuffled(state.seed, f"six-nimmt/specials/{state.deal}", pack)
    words = tuple(SPECIALS[i // _COPIES] for i in order)
    return state._replace(
        specials=tuple(_in_order(words[i * _HELD : (i + 1) * _HELD]) for i in range(seats)),
        special_deck=words[seats * _HELD :],
        special_discards=(),
    )


def _in_order(specials: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(specials, key=SPECIALS.index))


def _lay_out(state: State, hands: Rows, rows: Rows) -> State:
    dealt = {"kind": "dealt", "deal": state.deal, "rows": [list(row) for row in rows]}
    return state._replace(
        asks="choose",
        hands=hands,
        rows=rows,
        markers=_NO_MARKERS,
        queue=(),
        news=(*state.news, dealt),
    )


def _draft(state: State, move: Draft) -> State:
    seat = state.queue[0]
    state = state._replace(
        hands=_with(state.hands, seat, tuple(sorted((*state.hands[seat], move.card)))),
        pool=tuple(card for card in state.pool if card != move.card),
        queue=((seat + 1) % len(state.hands),),
        news=({"kind": "drafted", "seat": seat, "card": move.card},),
    )
    if len(state.pool) > ROWS:
        return state
    rows = tuple((card,) for card in state.pool)
    if state.options["tournament"]:
        state = state._replace(drafted=state.hands, drafted_rows=rows)
    return _lay_out(state._replace(pool=()), state.hands, rows)


def _reveal(state: State, moves: Mapping[Seat, Move]) -> State:
    chosen = {seat: move.card for seat, move in moves.items() if isinstance(move, Choose)}
    revealed = tuple(sorted(chosen.items(), key=lambda item: item[1]))
    hands = tuple(
        tuple(card for card in hand if card != chosen[seat])
        for seat, hand in enumerate(state.hands)
    )
    news = {"kind": "revealed", "cards": [[seat, card] for seat, card in revealed]}
    return _begin_card(
        state._replace(
            hands=hands, revealed=revealed, queue=tuple(seat for seat, _ in revealed), news=(news,)
        )
    )


def _begin_card(state: State) -> State:
    """The next card comes up: first its owner may play a special, if one can take effect."""
    seat = state.queue[0]
    if state.specials and state.specials[seat]:
        asking = state._replace(asks="special")
        if any(sdk.playable_specials(RULES.view(asking, seat))):
            return asking
    return _place(state)


def _place(state: State) -> State:
    """The card joins the closest lower row, takes it if full, or is too low."""
    card = _current_card(state)
    row = forced_row(state.rows, state.markers, card)
    if row is None:
        return state._replace(asks="take")
    if is_full(state.rows, state.markers, row):
        return _take(state, row)
    return _join(state, row)


def _join(state: State, row: int) -> State:
    card = _current_card(state)
    # Sorted, not appended: the special card `insert` puts it between two others.
    joined = tuple(sorted((*state.rows[row], card)))
    placed = {"kind": "placed", "seat": state.queue[0], "card": card, "row": row}
    return _next_card(
        state._replace(rows=_with(state.rows, row, joined), news=(*state.news, placed))
    )


def _take(state: State, row: int, flipped: int | None = None) -> State:
    """The player collects a row; with five rows the own card goes along and the row vanishes."""
    seat, card = state.queue[0], _current_card(state)
    if len(state.rows) > ROWS:
        collected = (*state.rows[row], card)
        rows = (*state.rows[:row], *state.rows[row + 1 :])
        markers = (*state.markers[:row], *state.markers[row + 1 :])
    else:
        collected = state.rows[row]
        rows = _with(state.rows, row, (card,))
        markers = _with(state.markers, row, ())
    # Every take lifts all stops; the taken row's own marker goes with it.
    kept = tuple(tuple(mark for mark in marks if mark != STOP) for marks in markers)
    penalty = state.heads[seat] + heads_of(collected)
    if flipped is not None:
        penalty = max(0, penalty - 2 * heads(flipped))
    took = {
        "kind": "took",
        "seat": seat,
        "card": card,
        "row": row,
        "cards": list(collected),
        "heads": penalty - state.heads[seat],
    }
    state = state._replace(
        rows=rows,
        markers=kept,
        heads=_with(state.heads, seat, penalty),
        special_discards=(*state.special_discards, *_lifted(state.markers, kept)),
        news=(*state.news, took),
    )
    if state.specials and state.specials[seat] and state.special_deck:
        return state._replace(asks="swap")
    return _next_card(state)


def _lifted(before: Markers, after: Markers) -> list[str]:
    marks = [mark for marks in before for mark in marks]
    for mark in (mark for marks in after for mark in marks):
        marks.remove(mark)
    return marks


def _swap(state: State, move: Swap) -> State:
    if move.give is None:
        return _next_card(state)
    seat = state.queue[0]
    held = _without(state.specials[seat], move.give)
    return _next_card(
        state._replace(
            specials=_with(state.specials, seat, _in_order((*held, state.special_deck[0]))),
            special_deck=state.special_deck[1:],
            special_discards=(*state.special_discards, move.give),
            news=({"kind": "swapped", "seat": seat, "gave": move.give},),
        )
    )


def _play_special(state: State, move: Special) -> State:
    seat, card, word = state.queue[0], _current_card(state), move.special
    assert word is not None
    state = state._replace(
        specials=_with(state.specials, seat, _without(state.specials[seat], word)),
        news=({"kind": "special", "seat": seat, **move.to_map()},),
    )
    if word == STOP:
        return _place(_mark(state, move.row, STOP))
    if word == SEVEN:
        row = forced_row(state.rows, state.markers, card)
        assert row is not None
        return _join(_mark(state, row, SEVEN), row)
    state = state._replace(special_discards=(*state.special_discards, word))
    if word == FIFTH_ROW:
        state = state._replace(rows=(*state.rows, ()), markers=(*state.markers, ()))
        return _join(state, ROWS)
    if word == INSERT:
        assert move.row is not None
        full = is_full(state.rows, state.markers, move.row)
        return _take(state, move.row) if full else _join(state, move.row)
    assert move.card is not None
    if word == REPLACE:
        return _place(_replace_card(state, seat, move.card))
    source = next(i for i, row in enumerate(state.rows) if move.card in row)
    if word == FLIP:
        return _take(state, source, flipped=move.card)
    assert word == SHIFT
    assert move.to_row is not None
    rows = _with(state.rows, source, tuple(c for c in state.rows[source] if c != move.card))
    shifted = tuple(sorted((*rows[move.to_row], move.card)))
    return _place(state._replace(rows=_with(rows, move.to_row, shifted)))


def _mark(state: State, row: int | None, mark: str) -> State:
    assert row is not None
    return state._replace(markers=_with(state.markers, row, (*state.markers[row], mark)))


def _replace_card(state: State, seat: Seat, card: int) -> State:
    """The card goes back to the hand; the other is resolved at once, in its place."""
    back = _current_card(state)
    hand = (*(c for c in state.hands[seat] if c != card), back)
    revealed = ((who, card if who == seat else shown) for who, shown in state.revealed)
    return state._replace(
        hands=_with(state.hands, seat, tuple(sorted(hand))),
        revealed=tuple(sorted(revealed, key=lambda item: item[1])),
    )


def _next_card(state: State) -> State:
    state = state._replace(queue=state.queue[1:])
    if state.queue:
        return _begin_card(state)
    if state.hands[0]:
        return state._replace(asks="choose", trick=state.trick + 1, revealed=())
    return _end_deal(state)


def _end_deal(state: State) -> State:
    """A deal is always finished first; then the target or the number of deals."""
    totals = tuple(total + taken for total, taken in zip(state.totals, state.heads, strict=True))
    state = state._replace(totals=totals, heads=(0,) * len(totals), revealed=())
    target, deals = state.options["target"], state.options["deals"]
    if deals is not None and state.deal >= deals:
        return state._replace(reason="deals")
    if target is not None and max(totals) >= target:
        return state._replace(reason="target")
    return _new_deal(state)


def _current_card(state: State) -> int:
    return next(card for seat, card in state.revealed if seat == state.queue[0])


def _with(items: tuple[_T, ...], index: int, item: _T) -> tuple[_T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _without(items: tuple[str, ...], item: str) -> tuple[str, ...]:
    i = items.index(item)
    return (*items[:i], *items[i + 1 :])


RULES = SixNimmt()
