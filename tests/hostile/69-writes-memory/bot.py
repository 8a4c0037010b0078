"""It opens the memory of others for writing."""

import os

from attack import BEHIND_A_WALL, FACTS, behave, opened, tried

tried("a bystander's memory", opened(f"/proc/{FACTS['victim']}/mem", os.O_RDWR))
if BEHIND_A_WALL:
    tried("the kernel's memory", opened("/proc/kcore"))
    tried("all memory", opened("/dev/mem", os.O_RDWR))
    tried("the map of pages", opened("/proc/kpageflags"))
behave()
