"""All chance of a game: shuffles that anybody can repeat in any language.

The stream for a label is HMAC-SHA256(key = the deal's seed, message = label, a zero
byte, a counter of 8 bytes big-endian from 0), its blocks one after another, read as
4-byte big-endian numbers. A number below n: numbers not below the largest multiple of n
that is at most 2^32 are skipped, the rest is taken modulo n. Shuffling is Fisher-Yates
from the last place down. docs/reference/deals.md has the same in words, with vectors.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, Iterator

_NUMBERS = struct.Struct(">8I")  # of a block
_SPAN = 1 << 32


def shuffled(seed: bytes, label: str, cards: Iterable[int]) -> tuple[int, ...]:
    """The cards in the order that this seed and label give them."""
    order = list(cards)
    words = _words(seed, label)
    for last in range(len(order) - 1, 0, -1):
        other = next(words)
        while other >= _SPAN - _SPAN % (last + 1):
            other = next(words)
        other %= last + 1
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def number_below(seed: bytes, label: str, bound: int) -> int:
    """One number from 0 to bound - 1."""
    limit = _SPAN - _SPAN % bound
    return next(word for word in _words(seed, label) if word < limit) % bound


def _words(seed: bytes, label: str) -> Iterator[int]:
    message = label.encode() + b"\0"
    counter = 0
    while True:
        block = hmac.digest(seed, message + counter.to_bytes(8, "big"), hashlib.sha256)
        yield from _NUMBERS.unpack(block)
        counter += 1
