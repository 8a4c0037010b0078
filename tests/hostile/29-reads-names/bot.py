"""It looks for names of teams and folders in command lines, mounts and links."""

import os
from glob import glob

from attack import FACTS, behave, counted

FILES = ("cmdline", "mountinfo", "mounts", "maps", "cgroup", "comm", "status")
LINKS = ("cwd", "exe", "root")


def shows_the_mark(path):
    try:
        if os.path.basename(path) in LINKS:
            return FACTS["mark"] in os.readlink(path)
        with open(path, "rb") as file:
            return FACTS["mark"].encode() in file.read()
    except OSError:
        return False


paths = [path for name in FILES + LINKS for path in glob(f"/proc/[0-9]*/{name}")]
counted("names", sum(map(shows_the_mark, paths)))
behave()
