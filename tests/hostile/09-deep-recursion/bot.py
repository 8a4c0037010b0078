"""It calls itself through C until its stack is full."""

import resource
import sys

from attack import handshake, next_ask


def deeper(_):
    return list(map(deeper, [0]))


resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
sys.setrecursionlimit(10**9)
handshake()
next_ask()
deeper(0)
