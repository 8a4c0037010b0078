"""A helper in another session wakes it with SIGCONT and thinks while the opponent is asked."""

import mmap
import os
import signal
import time

from attack import answer, counted, handshake, next_ask, write

thought = memoryview(mmap.mmap(-1, 8)).cast("d")  # seconds of the helper's CPU time
bot = os.getpid()
if os.fork() == 0:
    os.setsid()
    while os.getppid() == bot:
        os.kill(bot, signal.SIGCONT)
        thought[0] = time.process_time()
    os._exit(0)

handshake()
stolen = waited = 0.0
answered = None
while True:
    ask = next_ask()
    if answered is not None:
        stolen += thought[0] - answered[0]
        waited += time.monotonic() - answered[1]
        counted("percent of a core off turn", round(100 * stolen / waited))
    answered = thought[0], time.monotonic()
    write(answer(ask))
