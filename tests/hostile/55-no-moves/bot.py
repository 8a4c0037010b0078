"""It sends for a move what is none."""

from attack import VARIANT, answer, handshake, next_ask, play_on, write

MOVES = {
    "empty": {},
    "null": {"plays": None},
    "text": {"plays": "own_up"},
    "swapped": {"plays": [["own_up", 5]]},
    "true": {"plays": [[True, "own_up"], [False, "own_up"]]},
    "bytes": {"plays": [[5, b"own_up"]]},
}
handshake()
write(answer(next_ask(), MOVES[VARIANT]))
play_on()
