"""It writes the time onto device nodes, which are the host's own: a letter box for team mates."""

import os

from attack import BEHIND_A_WALL, behave, tried

if BEHIND_A_WALL:
    tried("the times of /dev/null", lambda: os.utime("/dev/null"))
    tried("the times of an open device", lambda: os.utime(os.open("/dev/zero", os.O_RDWR)))
behave()
