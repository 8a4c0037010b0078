"""It changes the size and the flags of its pipes, and turns them around."""

import fcntl
import os
import signal

from attack import BEHIND_A_WALL, answer, handshake, next_ask, tell, tried, write

SETPIPE_SZ, SETOWN, SETSIG = 1031, 8, 10
signal.signal(signal.SIGIO, signal.SIG_IGN)
for fd in (0, 1, 2):
    try:
        fcntl.fcntl(fd, SETPIPE_SZ, 4096)
    except OSError as problem:  # a pipe that is fuller than that
        tell(str(problem))
    fcntl.fcntl(fd, SETOWN, os.getpid())
for fd in (1, 2):
    flags = fcntl.fcntl(fd, fcntl.F_GETFL)
    fcntl.fcntl(fd, fcntl.F_SETFL, flags | os.O_NONBLOCK | os.O_ASYNC)
fcntl.fcntl(0, fcntl.F_SETFL, os.O_ASYNC)
if BEHIND_A_WALL:
    tried("to write into its input", lambda: os.write(0, b"boo"))
    tried("to read from its output", lambda: os.read(1, 1))
handshake()
while True:
    ask = next_ask()
    write(answer(ask))
    if ask["turn"] == 2:
        fcntl.fcntl(0, SETPIPE_SZ, 1 << 20)
