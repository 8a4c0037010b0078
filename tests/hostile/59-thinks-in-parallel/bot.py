"""Its children think for it, side by side, while it sleeps."""

import os
import time

from attack import answer, handshake, next_ask, write

THINKERS, EACH_S = 4, 0.15
handshake()
while True:
    ask = next_ask()
    if ask["turn"] == 1:
        for _ in range(THINKERS):
            if os.fork() == 0:
                while time.process_time() < EACH_S:
                    pass
                os._exit(0)
        for _ in range(THINKERS):
            os.wait()
    write(answer(ask))
