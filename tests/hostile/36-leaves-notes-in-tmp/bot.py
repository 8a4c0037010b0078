"""It leaves a note in /tmp for its next match, and breaks off the first."""

import os
import sys

from attack import FACTS, counted, handshake, next_ask

note = f"/tmp/{FACTS['mark']}"
counted("notes", int(os.path.exists(note)))
with open(note, "w") as file:
    file.write("the opponent keeps its low cards")
handshake()
next_ask()
sys.exit(0)
