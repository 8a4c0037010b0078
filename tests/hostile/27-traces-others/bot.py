"""It traces a child, a bystander, and the first process of its room."""

import os
import time

from attack import BEHIND_A_WALL, FACTS, behave, system_call, tried

SEIZE = 0x4206  # does not stop the one who is traced


def trace(pid):
    return lambda: system_call(101, 117, SEIZE, pid, 0, 0)


def peek(pid):
    """Read a few bytes of another's memory."""
    return lambda: system_call(310, 270, pid, 0, 0, 0, 0, 0)


child = os.fork()
if child == 0:
    time.sleep(1000)
tried("trace a child", trace(child))
tried("trace a bystander", trace(FACTS["victim"]))
tried("peek at a child", peek(child))
if BEHIND_A_WALL:
    tried("trace process 1", trace(1))
    tried("peek at process 1", peek(1))
behave()
