"""It tries the kernel's less known ways to talk and to keep things."""

import socket

from attack import BEHIND_A_WALL, behave, system_call, tried

FAMILIES = {"vsock": 40, "alg": 38, "packet": 17, "bluetooth": 31, "can": 29, "xdp": 44, "tipc": 30}

tried("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close())
if BEHIND_A_WALL:
    for name, number in FAMILIES.items():
        tried(name, lambda number=number: socket.socket(number, socket.SOCK_DGRAM))
    tried("io_uring", lambda: system_call(425, 425, 1, bytes(120)))
    tried("a keyring", lambda: system_call(250, 219, 0, -3, 1))
    tried("a key", lambda: system_call(248, 217, b"user", b"note", b"x", 1, -3))
behave()
