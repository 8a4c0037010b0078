"""It never answers."""

import time

from attack import handshake, next_ask

handshake()
next_ask()
time.sleep(1000)
