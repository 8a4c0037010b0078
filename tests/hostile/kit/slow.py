"""An honest opponent that takes its time, so that there is an off turn to misuse."""

import time

from attack import answer, handshake, next_ask, write

handshake()
while True:
    ask = next_ask()
    time.sleep(0.2)
    write(answer(ask))
