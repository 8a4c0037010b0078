"""It opens, and only opens, the switches of the whole machine."""

import glob
import os

from attack import BEHIND_A_WALL, behave, counted, opened, tried


def switch(path):
    return opened(path, os.O_WRONLY)


def written(path, words):
    """What is written here concerns nobody but the bot's own room."""

    def attempt():
        with open(path, "w") as file:
            file.write(words)

    return attempt


tried("core_pattern", switch("/proc/sys/kernel/core_pattern"))
if BEHIND_A_WALL:
    tried("sysrq", switch("/proc/sysrq-trigger"))
    tried("modprobe", switch("/proc/sys/kernel/modprobe"))
    tried("binfmt", switch("/proc/sys/fs/binfmt_misc/register"))
    tried("to be killed last", written("/proc/self/oom_score_adj", "-1000"))
    tried("that process 1 is killed last", written("/proc/1/oom_score_adj", "-1000"))
    tried("its uid map", written("/proc/self/uid_map", "0 0 1"))
    tried("its groups", written("/proc/self/setgroups", "allow"))
    open_ones = 0
    for path in filter(os.path.isfile, glob.glob("/proc/sys/**", recursive=True)):
        try:
            switch(path)()
            open_ones += 1
        except OSError:
            pass
    counted("switches", open_ones)
behave()
