"""It says nothing, or begins its first word and does not end it."""

import os
import time

from attack import VARIANT, framed

if VARIANT == "slow":
    os.write(1, framed({"type": "ready", "protocol": 1})[:7])
time.sleep(1000)
