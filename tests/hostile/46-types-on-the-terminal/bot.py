"""It pushes keystrokes into the terminal that the referee was started from."""

import fcntl
import os
import pty

from attack import BEHIND_A_WALL, behave, tried

TIOCSTI, TIOCLINUX = 0x5412, 0x541C


def push(fd, request=TIOCSTI):
    return lambda: fcntl.ioctl(fd, request, b"x")


tried("the terminal", lambda: os.open("/dev/tty", os.O_RDWR))
for fd in (0, 1, 2):
    tried(f"descriptor {fd}", push(fd))
if BEHIND_A_WALL:
    for name, request in (("a terminal of its own", TIOCSTI), ("a console", TIOCLINUX)):
        tried(name, lambda request=request: push(pty.openpty()[1], request)())
behave()
