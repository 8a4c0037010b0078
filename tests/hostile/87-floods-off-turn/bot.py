"""After its answer it begins a frame that fills the pipe and never ends."""

import time

from attack import answer, handshake, next_ask, write

handshake()
write(answer(next_ask()))
write(b"\x00\x01\x00\x00" + bytes(65532))
time.sleep(1000)
