"""It looks which descriptors it has been given."""

import os

from attack import behave, counted

counted("descriptors", len(os.listdir("/proc/self/fd")) - 1)  # one is the listing itself
behave()
