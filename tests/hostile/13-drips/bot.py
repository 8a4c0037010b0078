"""It sends its answer one byte at a time, slower than its clock."""

import time

from attack import answer, handshake, next_ask, write

handshake()
for byte in answer(next_ask()):
    write(bytes([byte]))
    time.sleep(0.1)
