"""The Game: deal, wishes, signals, turn, draw and end. What may be laid is in the SDK.

The rules are in docs/reference/games/the-game.md.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from arena.games.base import settle_options, want_boolean, want_seats, want_word
from arena.games.chance import shuffled
from arena.model import Event, Map, Outcome, Reason, Seat
from arena_sdk import the_game as sdk
from arena_sdk.errors import Verdict
from arena_sdk.the_game import (
    DOWN_1,
    DOWN_2,
    PILES,
    SILENCE,
    UP_1,
    UP_2,
    WISHES,
    Move,
    Signal,
    Tops,
    Turn,
    View,
    Wish,
)

CARDS = range(2, 100)
_BASES: Tops = (1, 1, 100, 100)
_HANDS = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}


class State(NamedTuple):
    """The table. `asks` is what is wanted next; `reason` is set once the game is over."""

    options: Map
    hands: tuple[tuple[int, ...], ...]  # each ascending
    deck: tuple[int, ...]  # the next card is the first
    tops: Tops
    asks: Literal["wish", "signal", "play"]
    to_play: Seat | None
    signals: tuple[tuple[str, ...] | None, ...]
    news: tuple[Event, ...] = ()
    reason: Reason | None = None

    @property
    def left(self) -> int:
        return len(self.deck) + sum(map(len, self.hands))


class TheGame:
    """One team against the deck: lay all 98 cards on two ascending and two descending piles."""

    name = sdk.NAME
    title = "The Game"
    scores = "cards left"
    is_team = True
    is_duel = False
    seats = range(1, 6)
    defaults: Map = {"league": "signals", "expert": False, "expert_minus": False}  # noqa: RUF012

    check = staticmethod(sdk.check)
    read_move = staticmethod(sdk.read_move)

    def settle(self, options: Map, seats: int) -> Map:
        want_seats(self.name, self.seats, seats)
        settled = settle_options(self.name, self.defaults, options)
        want_word(self.name, settled, "league", ("signals", "silent"))
        want_boolean(self.name, settled, "expert", "expert_minus")
        return settled

    def rotations(self, options: Map, seats: int) -> int:  # noqa: ARG002 - in every variant
        return seats

    def deal(self, options: Map, seats: int, seed: bytes) -> State:
        deck = shuffled(seed, "the-game/deck", CARDS)
        size = _HANDS[seats] - options["expert_minus"]
        hands = tuple(tuple(sorted(deck[i * size : (i + 1) * size])) for i in range(seats))
        state = State(
            options=options,
            hands=hands,
            deck=deck[seats * size :],
            tops=_BASES,
            asks="wish",
            to_play=None,
            signals=(None,) * seats,
        )
        return state if options["league"] == "signals" else self._turn_of(state, 0)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if state.reason is not None:
            return ()
        if state.asks == "wish":
            return tuple(range(len(state.hands)))
        if state.asks == "signal":
            return _others_with_cards(state)
        assert state.to_play is not None
        return (state.to_play,)

    def view(self, state: State, seat: Seat) -> View:
        return View(
            asks=state.asks,
            hand=state.hands[seat],
            tops=state.tops,
            deck=len(state.deck),
            hands=tuple(map(len, state.hands)),
            need=_need(state),
            to_play=state.to_play,
            signals=state.signals if state.options["league"] == "signals" else None,
            seat=seat,
            options=state.options,
        )

    def apply(self, state: State, moves: Mapping[Seat, Move]) -> State:
        if state.asks == "wish":
            return self._start(state, moves)
        if state.asks == "signal":
            return self._hear(state, moves)
        assert state.to_play is not None
        turn = moves[state.to_play]
        assert isinstance(turn, Turn)
        return self._lay(state, state.to_play, turn)

    def _start(self, state: State, moves: Mapping[Seat, Move]) -> State:
        """The strongest wish starts, ties go to the lowest seat."""
        wishes = [move.wish for _, move in sorted(moves.items()) if isinstance(move, Wish)]
        news = tuple(
            {"kind": "wished", "seat": seat, "wish": wish} for seat, wish in enumerate(wishes)
        )
        starter = min(range(len(wishes)), key=lambda seat: WISHES.index(wishes[seat]))
        return self._turn_of(state._replace(news=news), starter)

    def _hear(self, state: State, moves: Mapping[Seat, Move]) -> State:
        said = {seat: move.signals for seat, move in moves.items() if isinstance(move, Signal)}
        signals = tuple(said.get(seat, before) for seat, before in enumerate(state.signals))
        news = tuple(
            {"kind": "signalled", "seat": seat, "signals": list(said[seat])}
            for seat in sorted(said)
        )
        return state._replace(asks="play", signals=signals, news=news)

    def _lay(self, state: State, seat: Seat, turn: Turn) -> State:
        tops = dict(zip(PILES, state.tops, strict=True))
        hand = set(state.hands[seat])
        for card, pile in turn.plays:
            tops[pile] = card
            hand.remove(card)
        drawn = state.deck[: len(turn.plays)]
        hand.update(drawn)
        after = state._replace(
            hands=_replaced(state.hands, seat, tuple(sorted(hand))),
            deck=state.deck[len(drawn) :],
            tops=(tops[UP_1], tops[UP_2], tops[DOWN_1], tops[DOWN_2]),
            news=(
                {
                    "kind": "played",
                    "seat": seat,
                    "plays": [[card, pile] for card, pile in turn.plays],
                    "drew": len(drawn),
                },
            ),
        )
        if after.left == 0:
            return after._replace(reason="all_laid")
        return self._turn_of(after, (seat + 1) % len(state.hands))

    def _turn_of(self, state: State, seat: Seat) -> State:
        """The turn of this seat, or of the next that holds cards; the stuck test comes first."""
        while not state.hands[seat]:
            seat = (seat + 1) % len(state.hands)
        state = state._replace(to_play=seat, asks="play")
        if not sdk.can_lay(state.hands[seat], state.tops, _need(state)):
            return state._replace(reason="stuck")
        if state.options["league"] == "signals" and _others_with_cards(state):
            return state._replace(asks="signal")
        return state

    def stand_in(self, view: View) -> Move | None:
        if view.asks == "wish":
            return Wish(sdk.NEUTRAL)
        return SILENCE if view.asks == "signal" else None

    def forgives(self, state: State, verdict: Verdict) -> bool:
        return verdict == "illegal" and state.asks in ("wish", "signal")

    def abandon(self, state: State, seats: tuple[Seat, ...]) -> State:  # noqa: ARG002 - one team
        return state._replace(reason="fault", news=())

    def outcome(self, state: State) -> Outcome | None:
        if state.reason is None:
            return None
        seats = len(state.hands)
        return Outcome((state.left,) * seats, (1,) * seats, state.reason)

    def news(self, state: State) -> tuple[Event, ...]:
        return state.news


def _need(state: State) -> int:
    """Two cards (expert: three) while there are cards to draw, then one."""
    if not state.deck:
        return 1
    return 3 if state.options["expert"] or state.options["expert_minus"] else 2


def _others_with_cards(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat, hand in enumerate(state.hands) if hand and seat != state.to_play)


def _replaced(
    hands: tuple[tuple[int, ...], ...], seat: Seat, hand: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


RULES = TheGame()
