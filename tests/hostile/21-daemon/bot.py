"""It leaves a grandchild in a session of its own, deaf to every signal."""

import os
import signal
import time

from attack import behave

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        devnull = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(devnull, fd)
        time.sleep(1000)
    os._exit(0)
os.wait()
behave()
