"""It makes one file of a gigabyte, most of it a hole."""

import os

from attack import FACTS, behave, tried


def make():
    with open(f"/tmp/{FACTS['mark']}", "wb") as file:
        os.ftruncate(file.fileno(), 1 << 30)


tried("a gigabyte", make)
behave()
