"""It forks until it cannot, and keeps all its children."""

import os
import time

from attack import behave, counted

CAP = 100  # enough to show that nothing else stops it
forks = 0
while forks < CAP:
    try:
        if os.fork() == 0:
            time.sleep(1000)
    except OSError:
        break
    forks += 1
counted("forks", forks)
behave()
