"""It calls a socket that has a name but no file."""

import socket

from attack import FACTS, behave, tried


def call():
    with socket.socket(socket.AF_UNIX) as line:
        line.connect("\0" + FACTS["abstract"])


tried("the abstract socket", call)
behave()
