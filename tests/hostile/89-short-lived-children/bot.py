"""It has children that are gone before anybody has counted them."""

import os
import time

from attack import answer, handshake, next_ask, write

FORKERS, FOR_S = 20, 3.0
handshake()
while True:
    ask = next_ask()
    if ask["turn"] == 1:
        until = time.monotonic() + FOR_S
        for _ in range(FORKERS):
            if os.fork() == 0:
                while time.monotonic() < until:
                    if os.fork() == 0:
                        os._exit(0)
                    os.wait()
                os._exit(0)
        for _ in range(FORKERS):
            os.wait()
    write(answer(ask))
