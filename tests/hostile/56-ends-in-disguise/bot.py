"""It ends as if the machine or the referee had ended it."""

import os
import signal
import sys

from attack import VARIANT, answer, handshake, next_ask, write

handshake()
write(answer(next_ask()))
next_ask()
if VARIANT == "killed":
    os.kill(os.getpid(), signal.SIGKILL)
sys.exit(int(VARIANT))
