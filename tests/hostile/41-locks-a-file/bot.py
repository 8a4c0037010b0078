"""It locks a file that the opponent sees too: a bit for a team mate."""

import fcntl
import os
import struct

from attack import behave, tried

file = os.open(os.path.realpath("/bin/sh"), os.O_RDONLY)
LOCK = struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 0, 0)
OFD_SETLK, SETLEASE, NOTHING = 37, 1024, 2

tried("flock", lambda: fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB))
tried("lockf", lambda: fcntl.fcntl(file, fcntl.F_SETLK, LOCK))
tried("a lock of the open file", lambda: fcntl.fcntl(file, OFD_SETLK, LOCK))
tried("a lease", lambda: fcntl.fcntl(file, SETLEASE, NOTHING))
behave()
