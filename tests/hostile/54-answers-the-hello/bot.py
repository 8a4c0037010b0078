"""Its first word is an answer."""

import time

from attack import framed, read, write

read()
write(framed({"type": "answer", "game": 1, "turn": 1, "move": {}}))
time.sleep(1000)
