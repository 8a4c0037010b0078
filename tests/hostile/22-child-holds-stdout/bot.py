"""It ends at its first ask, but a child of its keeps the output open."""

import os
import sys
import time

from attack import handshake, next_ask

handshake()
next_ask()
if os.fork() == 0:
    time.sleep(1000)
sys.exit(0)
