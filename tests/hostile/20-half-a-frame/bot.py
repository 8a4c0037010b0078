"""It ends inside a frame."""

import sys

from attack import answer, handshake, next_ask, write

handshake()
write(answer(next_ask())[:9])
sys.exit(0)
