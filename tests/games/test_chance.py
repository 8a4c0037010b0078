"""The shuffle: fair, repeatable by anybody, and separate for every label."""

import struct
from collections import Counter
from hashlib import sha256
from itertools import permutations, product

import pytest

from arena.games.chance import number_below, shuffled

SEED = bytes(range(32))
TWO_32 = 4294967296


def seed(number: int) -> bytes:
    """The number-th of a fixed row of seeds."""
    return sha256(b"tests of the shuffle" + number.to_bytes(4, "big")).digest()


# The stream once more from its description, sharing nothing with the code under test:
# HMAC by its definition (RFC 2104), numbers by struct, the shuffle by taking away.


def described_words(key: bytes, label: str, count: int) -> list[int]:
    block = key.ljust(64, b"\0")
    inner, outer = bytes(b ^ 0x36 for b in block), bytes(b ^ 0x5C for b in block)
    words: list[int] = []
    for counter in range(count // 8 + 1):
        message = label.encode("utf-8") + b"\0" + struct.pack(">Q", counter)
        words += struct.unpack(">8I", sha256(outer + sha256(inner + message).digest()).digest())
    return words[:count]


def described_shuffle(key: bytes, label: str, cards: list[int]) -> tuple[int, ...]:
    words = described_words(key, label, 4 * len(cards) + 8)
    rest, picked = list(cards), []
    while len(rest) > 1:
        places = len(rest)
        word = words.pop(0)
        while word >= TWO_32 // places * places:
            word = words.pop(0)
        # The picked card goes to the last place, and the last card to where it was.
        rest[word % places], card = rest[-1], rest[word % places]
        rest.pop()
        picked.append(card)
    return (*rest, *reversed(picked))


@pytest.mark.parametrize("label", ["the-game/deck", "face-to-face/deck/1", "", "Löwe"])
@pytest.mark.parametrize("size", [0, 1, 2, 9, 58, 98, 104])
def test_a_shuffle_is_what_its_description_says(label, size):
    """Somebody who has only the description gets the same order from the same seed."""
    cards = list(range(2, 2 + size))
    for number in range(20):
        expected = described_shuffle(seed(number), label, cards)
        assert shuffled(seed(number), label, cards) == expected


# Made with `openssl dgst -sha256 -mac HMAC` and the description's arithmetic on its output.
# fmt: off
GOLDEN_58 = (
    15, 50, 31, 18, 40, 45, 39, 14, 29, 49, 23, 43, 56, 44, 47, 53, 21, 35, 54, 59,
    26, 55, 2, 33, 51, 38, 9, 36, 58, 48, 20, 42, 6, 3, 28, 57, 19, 27, 52, 5,
    37, 32, 17, 46, 16, 34, 12, 25, 13, 11, 8, 7, 41, 22, 4, 24, 30, 10,
)
GOLDEN_98_BEGINNING = (32, 51, 89, 64, 54, 94, 84, 10, 18, 88, 96, 44)
GOLDEN_8 = (4, 3, 0, 5, 7, 1, 2, 6)
GOLDEN_NUMBERS = [811, 971, 993, 666, 88, 626]
# fmt: on


def test_a_golden_shuffle():
    """The order of this seed and label never changes, or old records would not replay."""
    assert shuffled(SEED, "face-to-face/deck/0", range(2, 60)) == GOLDEN_58
    assert shuffled(SEED, "the-game/deck", range(2, 100))[:12] == GOLDEN_98_BEGINNING
    assert shuffled(SEED, "golden", range(8)) == GOLDEN_8


def test_golden_numbers():
    """Numbers below a bound are fixed in the same way."""
    assert [number_below(SEED, f"golden/{i}", 1000) for i in range(6)] == GOLDEN_NUMBERS


def test_a_shuffle_keeps_every_card_and_leaves_its_argument_alone():
    """The result is a permutation, and the same each time."""
    cards = list(range(2, 60))

    order = shuffled(SEED, "deck", cards)

    assert sorted(order) == cards == list(range(2, 60))
    assert shuffled(SEED, "deck", iter(cards)) == order


def chi_square(seen: Counter, cells: int) -> float:
    """How far counts are from equal ones, over this many cells."""
    expected = seen.total() / cells
    assert len(seen) <= cells
    return sum((n - expected) ** 2 for n in seen.values()) / expected + expected * (
        cells - len(seen)
    )


# Limits of chi-square at 0.1 % (NIST/SEMATECH e-Handbook, 1.3.6.7.4). The seeds are fixed, so
# a fair shuffle that passes once passes always.
LIMIT = {2: 13.816, 15: 37.697, 23: 49.728, 24: 51.179}


def test_every_order_is_equally_likely():
    """Four cards come in all 24 orders, each as often as any other."""
    seen = Counter(shuffled(seed(i), "deck", range(4)) for i in range(12_000))

    assert set(seen) == set(permutations(range(4)))
    assert chi_square(seen, 24) < LIMIT[23]


def test_every_card_is_equally_likely_at_every_place():
    """In a deck of 58 no card prefers a place, neither the ends nor its own."""
    seen = Counter()
    for i in range(2_000):
        seen.update(enumerate(shuffled(seed(i), "face-to-face/deck/0", range(58))))

    # 57 * 57 degrees of freedom: mean 3249, deviation the root of twice that, 80.6. Four each way.
    assert 3249 - 323 < chi_square(seen, 58 * 58) < 3249 + 323


def test_labels_are_independent():
    """With one seed, the first card of one label says nothing about that of another."""
    pairs = (
        (
            shuffled(seed(i), "face-to-face/deck/0", range(5))[0],
            shuffled(seed(i), "face-to-face/deck/1", range(5))[0],
        )
        for i in range(10_000)
    )
    seen = Counter(pairs)

    assert set(seen) == set(product(range(5), repeat=2))
    assert chi_square(seen, 25) < LIMIT[24]


def test_seeds_and_labels_that_look_alike_give_other_orders():
    """A bit of the seed or a character of the label changes the whole order."""
    one_bit = bytes([SEED[0] ^ 1]) + SEED[1:]
    labels = ["deck", "deck/0", "deck/00", "deck\0", "Deck", ""]

    orders = {shuffled(key, label, range(98)) for key in (SEED, one_bit) for label in labels}

    assert len(orders) == 2 * len(labels)


# With a bound of three quarters of the span a bare modulo would give the lowest third of the
# numbers half of the time.
LARGE = 3 * 2**30


def test_numbers_have_no_modulo_bias():
    """Each third below the bound is hit equally often."""
    seen = Counter(number_below(seed(i), "number", LARGE) // 2**30 for i in range(6_000))

    assert set(seen) == {0, 1, 2}
    assert chi_square(seen, 3) < LIMIT[2]


def test_words_beyond_the_last_whole_multiple_are_skipped():
    """The number is the first word below the limit, and the words before it leave no trace."""
    skipped = 0
    for i in range(200):
        words = described_words(seed(i), "number", 64)
        first = next(n for n, word in enumerate(words) if word < LARGE)
        skipped += first
        assert number_below(seed(i), "number", LARGE) == words[first]
    assert skipped > 20, "the seeds must try what this test is about"


def test_the_first_word_that_is_skipped_is_the_limit_itself():
    """A word one below the limit counts and the limit does not."""
    for i in range(50):
        words = described_words(seed(i), "number", 64)
        if words[0] <= TWO_32 // 2:
            continue
        # Above half of the span, the largest multiple of a bound is the bound.
        assert number_below(seed(i), "number", words[0] + 1) == words[0]
        after = next(word for word in words if word < words[0])
        assert number_below(seed(i), "number", words[0]) == after


def test_a_bound_that_divides_the_span_skips_nothing():
    """For a power of two every word counts, the largest too."""
    for i in range(50):
        (word,) = described_words(seed(i), "number", 1)
        assert number_below(seed(i), "number", 2**32) == word
        assert number_below(seed(i), "number", 16) == word % 16


def test_small_numbers_are_equally_likely():
    """Sixteen numbers, each as often as any other, none outside."""
    seen = Counter(number_below(seed(i), "number", 16) for i in range(8_000))

    assert set(seen) == set(range(16))
    assert chi_square(seen, 16) < LIMIT[15]
    assert {number_below(seed(i), "number", 1) for i in range(20)} == {0}
