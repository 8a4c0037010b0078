"""It asks for a better place in the scheduler than others have."""

import os

from attack import BEHIND_A_WALL, behave, in_a_child, system_call, tried

tried("a higher priority", in_a_child(lambda: os.nice(-5)))
tried(
    "real time",
    in_a_child(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))),
)
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # may be, and gains nothing
os.nice(5)
if BEHIND_A_WALL:
    tried("to be as nice as before", lambda: os.nice(-5))
    tried("a real-time disk", lambda: system_call(251, 30, 1, 0, 1 << 13))
behave()
