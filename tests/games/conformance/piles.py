"""Turns on piles, for the adapters of the games in which cards are laid on piles."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from arena.model import Map

Plays = list[list[Any]]  # items [card, pile]
# There are far too many longer turns to try all.
_SAMPLE = 6
_LONGEST = 8


def candidates(
    hand: Sequence[int],
    piles: Sequence[str],
    can_lay: Callable[[Plays], bool],
    need: int,
    dice: random.Random,
) -> Iterator[Map]:
    """Every turn of up to `need` cards whose last card alone may be wrong, some longer
    ones, and turns that no hand and no table allow."""
    yield {"plays": []}
    begun: list[Plays] = [[]]
    for _ in range(need):
        turns = [[*plays, [card, pile]] for plays in begun for card in hand for pile in piles]
        yield from ({"plays": plays} for plays in turns)
        begun = [plays for plays in turns if can_lay(plays)]
    for plays in dice.sample(begun, min(_SAMPLE, len(begun))):
        yield from _spoilt(plays, hand, piles, dice)
        while 0 < len(plays) < _LONGEST:
            turns = [[*plays, [card, pile]] for card in hand for pile in piles]
            yield from ({"plays": plays} for plays in turns)
            good = [plays for plays in turns if can_lay(plays)]
            plays = dice.choice(good) if good else []


def _spoilt(
    plays: Plays, hand: Sequence[int], piles: Sequence[str], dice: random.Random
) -> Iterator[Map]:
    """Near misses of a turn: all but some of the reorderings are wrong."""
    yield {"plays": plays[1:]}
    yield {"plays": plays[::-1]}
    yield {"plays": [*plays, plays[0]]}  # the same card twice
    i = dice.randrange(len(plays))
    card, pile = plays[i]
    elsewhere = [number for number in range(-1, 102) if number not in hand]
    wrong = [
        [dice.choice(elsewhere), pile],
        [-int(card), pile],
        [card, "sideways"],
        [card, ""],
        [card, str(pile).upper()],
    ]
    for play in wrong:
        yield {"plays": [*plays[:i], play, *plays[i + 1 :]]}
    for play in ([card], [card, pile, pile], []):
        yield {"plays": [*plays[:i], list(play), *plays[i + 1 :]]}


def longer(
    plays: Plays,
    hand: Sequence[int],
    piles: Sequence[str],
    can_lay: Callable[[Plays], bool],
    dice: random.Random,
) -> Map:
    """The same turn with some more cards, or with all that can be laid."""
    more = dice.randint(1, len(hand))
    while more:
        turns = [[*plays, [card, pile]] for card in hand for pile in piles]
        turns = [turn for turn in turns if can_lay(turn)]
        if not turns:
            break
        plays = dice.choice(turns)
        more -= 1
    return {"plays": plays}
