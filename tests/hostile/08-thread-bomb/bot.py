"""It starts threads until it cannot."""

import threading
import time

from attack import behave, counted

CAP = 200
threads = 1
try:
    while threads < CAP:
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        threads += 1
except RuntimeError:
    pass
counted("threads", threads)
behave()
