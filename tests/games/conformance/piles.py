"""Turns on piles, for the adapters of the games in which cards are laid on piles."""

import random
from collections.abc import Callable, Iterator, Sequence

from arena.model import Map

Plays = list[list[int | str]]
_SAMPLE = 12  # longer turns to try; there are far too many to try all


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
        while plays:
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
    wrong: list[list[int | str]] = [
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


def lasting(
    turns: list[Map],
    cost: Callable[[Plays], int],
    hand: Sequence[int],
    piles: Sequence[str],
    can_lay: Callable[[Plays], bool],
    dice: random.Random,
) -> Map:
    """The cheapest of these turns, and more cards while they are cheap, or now and then."""
    plays = min((turn["plays"] for turn in turns), key=cost)
    while True:
        more = [[*plays, [card, pile]] for card in hand for pile in piles]
        more = [longer for longer in more if can_lay(longer)]
        if not more:
            return {"plays": plays}
        best = dice.choice(more) if dice.random() < 0.03 else min(more, key=cost)
        if cost(best) - cost(plays) > 1 and dice.random() > 0.03:
            return {"plays": plays}
        plays = best
