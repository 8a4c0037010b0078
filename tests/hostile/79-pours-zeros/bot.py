"""It splices a device that never ends into its output."""

import os

from attack import handshake, next_ask

handshake()
next_ask()
zeros = os.open("/dev/zero", os.O_RDONLY)
while True:
    try:
        os.splice(zeros, 1, 1 << 16)
    except OSError:
        os.write(1, bytes(65536))
