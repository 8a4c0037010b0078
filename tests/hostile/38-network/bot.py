"""It looks for a network: this machine's own, and the one beyond."""

import socket

from attack import BEHIND_A_WALL, FACTS, behave, tried


def connect(address, family=socket.AF_INET):
    def attempt():
        with socket.socket(family) as line:
            line.settimeout(1)
            line.connect(address)

    return attempt


def shout():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.sendto(b"cards", ("127.0.0.1", FACTS["udp"]))


tried("tcp", connect(("127.0.0.1", FACTS["tcp"])))
tried("udp", shout)
if BEHIND_A_WALL or FACTS["tcp6"]:
    tried("tcp6", connect(("::1", FACTS["tcp6"] or 80), socket.AF_INET6))
if BEHIND_A_WALL:
    tried("the cloud's own address", connect(("169.254.169.254", 80)))
    tried("a name", lambda: socket.getaddrinfo("localhost.localdomain.invalid", 80))
    tried("a raw socket", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
    tried("a listener", lambda: socket.create_server(("127.0.0.1", 0)))
behave()
