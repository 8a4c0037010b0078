"""It reads the environment of every process it can find."""

import os

from attack import FACTS, behave, counted

seen = 0
for pid in [name for name in os.listdir("/proc") if name.isdigit()]:
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            seen += FACTS["mark"].encode() in file.read()
    except OSError:
        pass
counted("secrets", seen)
behave()
