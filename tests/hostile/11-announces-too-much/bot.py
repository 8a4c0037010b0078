"""It announces four gigabytes."""

import time

from attack import handshake, next_ask, write

handshake()
next_ask()
write(b"\xff\xff\xff\xff")
time.sleep(1000)
