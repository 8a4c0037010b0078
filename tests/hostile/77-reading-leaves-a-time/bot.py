"""It reads files, and looks whether the time of the last reading has changed: a bit on a slate."""

import os
import time

from attack import BEHIND_A_WALL, behave, counted

DAY = 24 * 3600


def slate():
    """Files whose time the kernel would change: not read for a day."""
    if not BEHIND_A_WALL:
        os.utime("bot.py", (0, os.stat("bot.py").st_mtime))
        return ["bot.py"]
    found = []
    for folder, _, names in os.walk("/usr/share"):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and os.stat(path).st_atime < time.time() - DAY:
                found.append(path)
        if len(found) > 50:
            break
    return found


def changes_when_read(path):
    before = os.stat(path).st_atime_ns
    with open(path, "rb") as file:
        file.read(1)
    return os.stat(path).st_atime_ns != before


counted("times", sum(map(changes_when_read, slate())))
behave()
