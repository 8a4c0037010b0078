"""It ignores every signal that can be ignored, and never answers."""

import signal
import time

from attack import handshake, next_ask

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
handshake()
next_ask()
time.sleep(1000)
