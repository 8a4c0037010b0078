"""It tries to become somebody else."""

import ctypes
import os

from attack import BEHIND_A_WALL, behave, counted, tried

NO_NEW_PRIVS = 39
counted("ways up", int(ctypes.CDLL(None).prctl(NO_NEW_PRIVS, 0, 0, 0, 0) == 0))
with open("/proc/self/status") as file:
    bound = file.read().partition("CapBnd:")[2].split()[0]
counted("capabilities", int(bound, 16))
if BEHIND_A_WALL:
    tried("root", lambda: os.setuid(0))
    tried("root's group", lambda: os.setgid(0))
    tried("groups", lambda: os.setgroups([0]))
    tried("the next uid", lambda: os.setresuid(*[os.getuid() + 1] * 3))
behave()
