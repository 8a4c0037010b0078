"""Tables of 6 nimmt! for tests: a builder is told what matters and fills in the rest.

Moves go the referee's way: to a map and back, checked on the seat's own view, applied. A
table may have a single seat, because resolving a card does not depend on the others.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import Phase, settings

from arena.games.six_nimmt import RULES, State
from arena.model import Map
from arena_sdk.errors import IllegalMove
from arena_sdk.six_nimmt import Choose, Move, Special, Swap, View, legal_moves

SEED = bytes(range(32))
FOUR = [[12], [37], [43], [58]]  # the rows of most worked examples
FULL = [[12, 14, 15, 20, 21], [37], [43], [58]]  # row 0 is full and costs 8 heads
FIVE = [*FOUR, [3]]  # while a fifth row lies
FIVE_FULL = [*FULL, [3]]
SIX = [[1, 2, 3, 4, 6, 7], [37], [43], [58]]  # row 0 is full though a seven lies on it

# A smaller seed makes no simpler game: shrinking one would take minutes and show nothing.
WHOLE_GAMES = settings(
    max_examples=25, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate)
)

Pick = Callable[[View], Move]


def options_with(seats: int = 2, **given: Any) -> Map:
    return RULES.settle(given, seats)


def dealt(seats: int = 2, seed: bytes = SEED, **given: Any) -> State:
    """The first state of a game with these options."""
    return RULES.deal(options_with(seats, **given), seats, seed)


def table(
    rows: Sequence[Sequence[int]],
    hands: Sequence[Sequence[int]],
    *,
    heads: Sequence[int] = (),
    totals: Sequence[int] = (),
    deal: int = 1,
    trick: int = 1,
    specials: Sequence[Sequence[str]] = (),
    deck: Sequence[str] = (),
    markers: dict[int, Sequence[str]] | None = None,
    **given: Any,
) -> State:
    """All seats are about to choose; `specials` by seat and `deck` make it the variant."""
    seats = len(hands)
    if specials or deck or markers:
        given["specials"] = True
        specials = specials or ((),) * seats
    return State(
        options=options_with(max(2, seats), **given),
        seed=SEED,
        deal=deal,
        trick=trick,
        asks="choose",
        hands=tuple(tuple(hand) for hand in hands),
        rows=tuple(tuple(row) for row in rows),
        markers=tuple(tuple((markers or {}).get(i, ())) for i in range(len(rows))),
        heads=tuple(heads) or (0,) * seats,
        totals=tuple(totals) or (0,) * seats,
        specials=tuple(tuple(held) for held in specials),
        special_deck=tuple(deck),
    )


def trick(rows: Sequence[Sequence[int]], *cards: int, **named: Any) -> State:
    """Seats 0, 1, … have revealed these cards; each holds one more, so the deal goes on."""
    used = {*cards, *(card for row in rows for card in row)}
    spare = (card for card in range(104, 0, -1) if card not in used)
    hands = [sorted((card, next(spare))) for card in cards]
    return choose(table(rows, hands, **named), *cards)


def last_trick(*cards: int, **named: Any) -> State:
    """The same, but these are the last cards of the deal."""
    rows = named.pop("rows", FOUR)
    return choose(table(rows, [[card] for card in cards], **named), *cards)


def choose(state: State, *cards: int) -> State:
    """Seats 0, 1, … lay these cards."""
    assert RULES.to_act(state) == tuple(range(len(cards)))
    return apply(state, {seat: Choose(card) for seat, card in enumerate(cards)})


def answer(state: State, *moves: Move) -> State:
    """The state after these moves, each by the one seat that is asked then."""
    for move in moves:
        (seat,) = RULES.to_act(state)
        state = apply(state, {seat: move})
    return state


def apply(state: State, moves: dict[int, Move]) -> State:
    for seat, move in moves.items():
        assert RULES.read_move(state.asks, move.to_map()) == move
        RULES.check(RULES.view(state, seat), move)
    return RULES.apply(state, moves)


def view_of(state: State) -> View:
    """What the one seat that is asked sees."""
    (seat,) = RULES.to_act(state)
    return RULES.view(state, seat)


def special_view(
    rows: Sequence[Sequence[int]], card: int, *held: str, hand: Sequence[int] = (), **named: Any
) -> View:
    """The view of one who may play a special with this card, if any can be played."""
    state = table(rows, [hand], specials=[held], **named)
    return RULES.view(state._replace(asks="special", revealed=((0, card),), queue=(0,)), 0)


def assert_refused(view: View, move: Move, why: str) -> None:
    """The move is illegal for this reason, and no legal move."""
    with pytest.raises(IllegalMove, match=why):
        RULES.check(view, move)
    assert move not in list(legal_moves(view))


def assert_legal(view: View, move: Move) -> None:
    RULES.check(view, move)
    assert move in list(legal_moves(view))


def rows_of(state: State) -> list[list[int]]:
    return [list(row) for row in state.rows]


def kinds(events: Iterable[Map]) -> list[str]:
    return [event["kind"] for event in events]


def any_legal(dice: random.Random) -> Pick:
    """A player who answers with any legal move."""
    return lambda view: dice.choice(list(legal_moves(view)))


def any_special(dice: random.Random) -> Pick:
    """A player who likes special cards: plays and swaps one whenever possible."""

    def pick(view: View) -> Move:
        moves = list(legal_moves(view))
        eager = [move for move in moves if move not in (Special(None), Swap(None))]
        return dice.choice(eager)

    return pick


def play_on(state: State, pick: Pick = RULES.stand_in) -> Iterator[State]:
    """Every state from this one to the end of the game."""
    yield state
    while asked := RULES.to_act(state):
        state = apply(state, {seat: pick(RULES.view(state, seat)) for seat in asked})
        yield state


def end_of(state: State, pick: Pick = RULES.stand_in) -> State:
    *_, last = play_on(state, pick)
    return last
