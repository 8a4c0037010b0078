"""It writes ten megabytes on stderr in every turn; that is its own affair."""

import os

from attack import answer, handshake, next_ask, write

handshake()
while True:
    ask = next_ask()
    for _ in range(160):
        os.write(2, b"x" * 65536)
    os.write(2, b"the end\n")
    write(answer(ask))
