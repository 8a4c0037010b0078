"""It opens handles on processes, takes their descriptors, and signals through them."""

import os
import signal

from attack import BEHIND_A_WALL, FACTS, behave, system_call, tried


def take(pid):
    """Descriptor 0 of another process."""

    def attempt():
        handle = os.pidfd_open(pid)
        os.close(system_call(438, 438, handle, 0, 0))

    return attempt


tried("a handle on a bystander", lambda: os.pidfd_open(FACTS["victim"]))
tried("a descriptor of its own", take(os.getpid()))
if BEHIND_A_WALL:
    tried("a descriptor of process 1", take(1))
    tried("to compare with process 1", lambda: system_call(312, 272, os.getpid(), 1, 0, 0, 0))
    # Process 1 does not hear signals from inside, and nothing comes of it.
    for number in (signal.SIGSTOP, signal.SIGKILL, signal.SIGTERM):
        signal.pidfd_send_signal(os.pidfd_open(1), number)
behave()
