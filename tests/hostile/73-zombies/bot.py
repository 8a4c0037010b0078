"""It fills its room with dead children that nobody buries."""

import os

from attack import behave, counted

CAP = 100
dead = 0
try:
    while dead < CAP:
        if os.fork() == 0:
            os._exit(0)
        dead += 1
except OSError:
    pass
counted("zombies", dead)
behave()
