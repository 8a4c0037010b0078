"""What The Game and Face to Face share: what fits on a pile, and lists of cards laid.

The ten-jump ("backward jump") is exact: ten, not nine and not twenty.
"""

from __future__ import annotations

from arena_sdk.errors import IllegalMove, TheirMistake
from arena_sdk.messages import Map, read, read_list
from arena_sdk.typed import Any, NoReturn

LOWEST = 2  # number card, in both games


def fits_up(top: int, card: int) -> bool:
    """On an ascending pile: a higher card, or the one exactly ten below the top."""
    return card > top or card == top - 10


def fits_down(top: int, card: int) -> bool:
    """On a descending pile: a lower card, or the one exactly ten above the top."""
    return card < top or card == top + 10


def refusal_up(top: int, card: int, where: str) -> str:
    """Why a card does not fit on an ascending pile, for its author."""
    jump = f", or exactly {top - 10}" if top - 10 >= LOWEST else ""
    return f"laid {card} on {where}, but the top is {top} (a card must be higher{jump})"


def refusal_down(top: int, card: int, where: str, *, highest: int) -> str:
    """Why a card does not fit on a descending pile, for its author."""
    jump = f", or exactly {top + 10}" if top + 10 <= highest else ""
    return f"laid {card} on {where}, but the top is {top} (a card must be lower{jump})"


def too_few(laid: int, need: int) -> str:
    """Why a turn is too short, for its author."""
    return f"laid {laid} {'card' if laid == 1 else 'cards'}, but at least {need} must be laid"


def not_in_hand(hand: tuple[int, ...], card: int) -> str:
    """Why a card cannot be laid at all, for its author."""
    if card in hand:
        return f"laid {card} twice"
    return f"laid {card}, which is not in the hand {list(hand)}"


def read_plays(source: Map) -> list[list[Any]]:
    """The items of `plays`, each a card and the name of a pile."""
    items: list[list[Any]] = read(source, "plays", list, "move")
    for item in items:
        if type(item) is not list or [*map(type, item)] != _CARD_AND_PILE:
            _refuse(read_list(source, "plays", list, "move"))
    return items


_CARD_AND_PILE = [int, str]


def _refuse(items: list[list[Any]]) -> NoReturn:
    """Says which of these is no card and pile."""
    for item in items:
        for value, kind in zip(item, _CARD_AND_PILE, strict=False):
            if type(value) is not kind:
                problem = f"move: {item!r} in 'plays' is no [card, pile] because of {value!r}"
                raise TheirMistake("unreadable", problem)
    # Only what can be read can be illegal: so the lengths come after all types.
    item = next(item for item in items if len(item) != len(_CARD_AND_PILE))
    raise IllegalMove(f"{item!r} in 'plays' has {len(item)} values, not [card, pile]")
