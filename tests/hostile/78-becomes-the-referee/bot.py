"""It takes the name and the arguments of the referee, and adopts orphans."""

import ctypes
import os

from attack import behave

SET_NAME, SUBREAPER, DEATH_SIGNAL, DUMPABLE, KEEP_CAPS = 15, 36, 1, 4, 8
libc = ctypes.CDLL(None)
libc.prctl(SET_NAME, b"arena", 0, 0, 0)
libc.prctl(SUBREAPER, 1, 0, 0, 0)
libc.prctl(DEATH_SIGNAL, 0, 0, 0, 0)
libc.prctl(DUMPABLE, 0, 0, 0, 0)
libc.prctl(KEEP_CAPS, 1, 0, 0, 0)
if os.fork() == 0:
    os.setsid()
    os.fork()
    os._exit(0)
os.wait()
behave()
