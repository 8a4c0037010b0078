"""It looks for the deal in all that it is given: its environment, its arguments, its seed."""

import hashlib
import hmac
import os
import random
import sys

from attack import FACTS, answer, counted, handshake, next_ask, next_message, tell, write

handshake()
start = next_message("start")
ask = next_ask()
hand = ask["view"]["hand"]
seed = start["seed"]


def guesses():
    """Decks that somebody might have shuffled with this seed."""
    for number in (seed, str(seed), seed.to_bytes(8, "big"), seed >> 1, seed << 11):
        deck = list(range(2, 60))
        random.Random(number).shuffle(deck)
        yield deck
    for text in (str(seed).encode(), seed.to_bytes(8, "big")):
        digest = hashlib.sha256(text).digest()
        yield sorted(range(2, 60), key=lambda card: hmac.digest(digest, bytes([card]), "sha256"))


counted("guesses", sum(sorted(deck[:6]) == hand or sorted(deck[-6:]) == hand for deck in guesses()))
words = " ".join([*os.environ, *os.environ.values(), *sys.argv[:1], *sys.argv[2:]])
counted("names", sum(word in words for word in ("seed", "SEED", "ARENA", FACTS["mark"])))
tell(f"seat {start['seat']} seed {seed}")
while True:
    write(answer(ask))
    ask = next_ask()
