"""It makes the machine stutter with little CPU time, then sleeps as if that were the cause."""

import os
import time

from attack import handshake, next_ask

CHILDREN, EACH_S = 60, 0.0035  # less than half of its CPU time, all at once
handshake()
reading, writing = os.pipe()
for _ in range(CHILDREN):
    if os.fork() == 0:
        os.read(reading, 1)
        until = time.process_time() + EACH_S
        while time.process_time() < until:
            pass
        time.sleep(1000)
next_ask()
os.write(writing, b"x" * CHILDREN)
time.sleep(1000)
