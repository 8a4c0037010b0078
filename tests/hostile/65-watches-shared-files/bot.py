"""It watches a program that all bots share: a team mate that opens it has sent a bit.

The kernel keeps the news for whoever watches, also while that one is frozen.
"""

import ctypes
import fcntl
import os
import signal
from contextlib import suppress

from attack import answer, counted, handshake, next_ask, write

OPENED, NONBLOCK = 0x20, os.O_NONBLOCK
DNOTIFY, ACCESSED, EVERY_TIME = 1026, 1, 0x80000000
libc = ctypes.CDLL(None)
program = os.path.realpath("/bin/sh")
bits = {"inotify": 0, "dnotify": 0}


def ring(number, frame):
    bits["dnotify"] += 1


signal.signal(signal.SIGIO, ring)
watch = libc.inotify_init1(NONBLOCK)
libc.inotify_add_watch(watch, program.encode(), OPENED)
folder = os.open(os.path.dirname(program), os.O_RDONLY)
with suppress(OSError):
    fcntl.fcntl(folder, DNOTIFY, ACCESSED | EVERY_TIME)

handshake()
while True:
    ask = next_ask()
    with suppress(OSError):
        bits["inotify"] += len(os.read(watch, 4096)) // 16
    for name, number in bits.items():
        counted(name, number)
    write(answer(ask))
