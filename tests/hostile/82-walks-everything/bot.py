"""It reads every file and link it can see, and looks for words from outside."""

import os
import stat

from attack import BEHIND_A_WALL, FACTS, behave, counted, tell

mark = FACTS["mark"].encode()
SKIPPED = ("/usr", "/opt/python")  # the system's programs and the interpreter
# The whole host would take too long.
NEAR = [f"/proc/{FACTS['victim']}", os.path.dirname(FACTS["secret"])]


def holds_the_mark(path):
    if mark in os.fsencode(path):
        return True
    try:
        found = os.lstat(path)
        if stat.S_ISLNK(found.st_mode):
            return mark in os.fsencode(os.readlink(path))
        if not stat.S_ISREG(found.st_mode):
            return False
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        try:
            return mark in os.read(fd, 1 << 20)
        finally:
            os.close(fd)
    except OSError:
        return False


seen = looked = 0
for root in ["/"] if BEHIND_A_WALL else NEAR:
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if os.path.join(folder, name) not in SKIPPED]
        for name in [*files, *folders]:
            looked += 1
            if holds_the_mark(os.path.join(folder, name)):
                seen += 1
                if BEHIND_A_WALL:
                    tell(f"seen in {os.path.join(folder, name)}")
counted("places", looked)
counted("secrets", seen)
behave()
