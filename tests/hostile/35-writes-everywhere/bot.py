"""It writes where it should only read."""

import os
import sys

import msgpack
from attack import BEHIND_A_WALL, FACTS, behave, opened, tried

MAKE = os.O_WRONLY | os.O_CREAT


def change(path):
    return opened(path, os.O_WRONLY)


tried("its own folder", opened(f"{os.getcwd()}/{FACTS['mark']}", MAKE))
tried("its own file", change("bot.py"))
if BEHIND_A_WALL:
    for folder in ("/", "/usr", "/usr/bin", "/dev", "/proc", "/etc", "/opt", sys.prefix):
        tried(
            f"a file in {'the library' if folder == sys.prefix else folder}",
            opened(f"{folder}/{FACTS['mark']}", MAKE),
        )
    tried("the interpreter", change(os.path.realpath(sys.executable)))
    tried("the SDK", change(msgpack.__file__))
behave()
