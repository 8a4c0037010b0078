"""A helper of its thinks while the opponent is asked."""

import mmap
import os
import time

from attack import VARIANT, answer, counted, handshake, next_ask, write

thought = memoryview(mmap.mmap(-1, 8)).cast("d")  # seconds of the helper's CPU time
bot = os.getpid()
if os.fork() == 0:
    while os.getppid() == bot:
        thought[0] = time.process_time()
    os._exit(0)

handshake()
stolen = waited = own = asked = 0.0  # CPU time and time off turn, and on turn
answered = None
while True:
    ask = next_ask()
    if answered is not None:
        stolen += thought[0] - answered[0]
        waited += time.monotonic() - answered[1]
        counted("percent of a core off turn", round(100 * stolen / waited))
        if asked:
            counted("percent of its share on turn", round(100 * stolen / waited / (own / asked)))
    if VARIANT == "slow":
        before = thought[0], time.monotonic()
        time.sleep(0.2)  # for an opponent that does the same
        own += thought[0] - before[0]
        asked += time.monotonic() - before[1]
    answered = thought[0], time.monotonic()
    write(answer(ask))
