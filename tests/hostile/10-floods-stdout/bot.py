"""It floods its output with text."""

import os

from attack import handshake, next_ask

handshake()
next_ask()
while True:
    os.write(1, b"la la la " * 1000)
