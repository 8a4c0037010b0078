"""It sends a whole frame in tens of thousands of single bytes."""

import os

from attack import framed, handshake, next_ask, play_on

handshake()
ask = next_ask()
said = {"type": "answer", "game": 1, "turn": 1, "move": {"plays": []}, "more": "x" * 60000}
for byte in framed(said):
    os.write(1, bytes([byte]))
play_on()
