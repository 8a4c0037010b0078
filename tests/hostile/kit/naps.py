"""An honest bot that sleeps long at its first asks; its opponent waits all that time."""

import time

from attack import answer, handshake, next_ask, write

NAPS, EACH_S = 5, 13.0  # longer than the ten seconds after which trio lets a thread go
handshake()
while True:
    ask = next_ask()
    if ask["turn"] <= NAPS:
        time.sleep(EACH_S)
    write(answer(ask))
