"""It has all that takes a kernel long to take away: processes, memory, files."""

import mmap
import os
import time

from attack import FACTS, handshake, next_ask

CAP = 60
held = mmap.mmap(-1, 64 << 20)
held.write(bytes(64 << 20))
for number in range(20_000):
    with open(f"/dev/shm/{FACTS['mark']}-{number}", "wb"):
        pass
handshake()
next_ask()
for _ in range(CAP):
    if os.fork() == 0:
        held = bytearray(2 << 20)
        while True:
            pass
time.sleep(1000)
