"""Tables to try the rules on; a test names only what matters to it.

A state comes out of the rules themselves: the seat before hands the turn over without
laying a card, which no bot may do, so that the rules have made their stuck test.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from arena.games import face_to_face, the_game
from arena.model import Map
from arena_sdk.face_to_face import Turn as DuelTurn
from arena_sdk.the_game import Turn as TeamTurn

SEED = bytes(range(32))


def duel_with(
    hand: Iterable[int] = (10, 20, 30, 40, 50, 55),
    *,
    up: int = 1,
    down: int = 60,
    deck: int = 20,
    opponent_up: int = 1,
    opponent_down: int = 60,
    opponent_hand: Iterable[int] = (10, 20, 30, 40, 50, 55),
    opponent_deck: int = 20,
    options: Map | None = None,
) -> face_to_face.State:
    """Face to Face at the start of seat 0's turn; a deck is given by its size."""
    hand, opponent_hand = tuple(sorted(hand)), tuple(sorted(opponent_hand))
    cards = face_to_face.CARDS
    mine = face_to_face.Side(up, down, hand, _deck(cards, deck, hand))
    theirs = face_to_face.Side(
        opponent_up, opponent_down, opponent_hand, _deck(cards, opponent_deck, opponent_hand)
    )
    rules = face_to_face.RULES
    before = face_to_face.State(rules.settle(options or {}, 2), (mine, theirs), to_play=1)
    return rules.apply(before, {1: DuelTurn(())})._replace(news=(), sides=(mine, theirs))


def table_with(
    *hands: Iterable[int],
    tops: tuple[int, int, int, int] = (1, 1, 100, 100),
    deck: int = 0,
    to_play: int = 0,
    options: Map | None = None,
) -> the_game.State:
    """The Game, silent unless told, at the start of a turn; the deck is given by its size."""
    held = tuple(tuple(sorted(hand)) for hand in hands)
    rules = the_game.RULES
    before_me = (to_play - 1) % len(held)
    before = the_game.State(
        options=rules.settle({"league": "silent"} | (options or {}), len(held)),
        hands=held,
        deck=_deck(the_game.CARDS, deck, [card for hand in held for card in hand]),
        tops=tops,
        asks="play",
        to_play=before_me,
        signals=(None,) * len(held),
    )
    return rules.apply(before, {before_me: TeamTurn(())})._replace(news=())


def lay(rules: Any, state: Any, *plays: tuple[int, str]) -> Any:
    """The state after this turn, read, checked and applied as the referee does it."""
    (seat,) = rules.to_act(state)
    turn = rules.read_move("play", {"plays": [list(play) for play in plays]})
    rules.check(rules.view(state, seat), turn)
    return rules.apply(state, {seat: turn})


def all_on(pile: str, cards: Iterable[int]) -> list[tuple[int, str]]:
    """These cards on one pile, in this order."""
    return [(card, pile) for card in cards]


def _deck(cards: range, size: int, held: Sequence[int]) -> tuple[int, ...]:
    free = [card for card in cards if card not in held]
    assert size <= len(free), "not so many cards are left for the deck"
    return tuple(free[:size])
