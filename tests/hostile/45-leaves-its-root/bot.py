"""It changes its root, and the program that it is."""

import os

from attack import BEHIND_A_WALL, behave, in_a_child, opened, system_call, tried

tried("chroot", in_a_child(lambda: os.chroot("/tmp")))
if BEHIND_A_WALL:
    tried("pivot_root", lambda: system_call(155, 41, b"/tmp", b"/tmp"))
    tried("its own program", opened("/proc/self/exe", os.O_WRONLY))
    tried("the program of process 1", opened("/proc/1/exe", os.O_WRONLY))
    tried("a device", lambda: os.mknod("/tmp/disk", 0o60600, os.makedev(254, 0)))
behave()
