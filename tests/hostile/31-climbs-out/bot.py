"""It walks to the opponent's folder from its own."""

import os

from attack import BEHIND_A_WALL, FACTS, behave, opened, tried

upwards = os.path.relpath(FACTS["rival"])
tried("by dots", opened(upwards))
tried("by its own folder's link", opened("/proc/self/cwd/" + upwards))
if BEHIND_A_WALL:
    tried("by the root of process 1", opened("/proc/1/root" + FACTS["rival"]))
behave()
