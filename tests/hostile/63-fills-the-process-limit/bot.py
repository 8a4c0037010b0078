"""It takes every process it may have; the test looks whether the opponent still can."""

import os
import time

from attack import behave, counted

forks = 0
try:
    while forks < 70:
        if os.fork() == 0:
            time.sleep(1000)
        forks += 1
except OSError:
    pass
counted("forks", forks)
behave()
