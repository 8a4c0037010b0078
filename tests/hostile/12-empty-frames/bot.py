"""It sends empty frames without end."""

import os

from attack import handshake, next_ask

handshake()
next_ask()
while True:
    os.write(1, bytes(4096))
