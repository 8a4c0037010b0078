"""An honest opponent that needs a few processes of its own."""

import os

from attack import answer, handshake, next_ask, write

handshake()
while True:
    ask = next_ask()
    for _ in range(10):
        if os.fork() == 0:
            os._exit(0)
    for _ in range(10):
        os.wait()
    write(answer(ask))
