"""It closes its input after the handshake."""

import os
import time

from attack import handshake

handshake()
os.close(0)
time.sleep(1000)
