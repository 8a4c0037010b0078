"""It has children hoard what it may not hoard itself."""

import os
import time

from attack import behave, counted

EACH, CHILDREN = 40, 4  # MiB
counted("MiB", 0)  # in case that it is ended together with them
children = []
for _ in range(CHILDREN):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        hoard = b"x" * (EACH << 20)
        os.write(writing, b".")
        time.sleep(1000)
    os.close(writing)
    os.read(reading, 1)  # it has its memory, or has been killed for it
    children.append(child)
time.sleep(0.5)  # where no kernel counts, somebody looks twenty times a second
alive = sum(os.waitpid(child, os.WNOHANG) == (0, 0) for child in children)
counted("MiB", alive * EACH)
behave()
