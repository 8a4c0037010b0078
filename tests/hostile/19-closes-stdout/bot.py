"""It closes its output and stays alive."""

import os
import time

from attack import handshake, next_ask

handshake()
next_ask()
os.close(1)
time.sleep(1000)
