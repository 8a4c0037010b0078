"""It opens its own input for writing, so that it never ends, and its output for reading."""

import os
from contextlib import suppress

from attack import behave

held = []
for path, flags in {
    "/proc/self/fd/0": os.O_WRONLY,
    "/proc/self/fd/1": os.O_RDONLY,
    "/proc/1/fd/0": os.O_WRONLY,
}.items():
    with suppress(OSError):
        held.append(os.open(path, flags | os.O_NONBLOCK))
behave()
