"""It stops itself by a signal."""

import os
import signal

from attack import handshake, next_ask

handshake()
next_ask()
os.kill(os.getpid(), signal.SIGSTOP)
