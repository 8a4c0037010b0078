"""It keeps memory where no process maps it: in files without a name, in shared segments."""

import ctypes
import os

from attack import VARIANT, answer, handshake, next_ask, play_on, write

CAP = 200  # MiB
MIB = 1 << 20
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
held = []


def hide_in_files(mib):
    if mib % 8 == 0:
        held.append(os.memfd_create("hoard"))
    os.write(held[-1], b"x" * MIB)


def hide_in_segments(mib):
    segment = libc.shmget(0, MIB, 0o1600)
    place = libc.shmat(segment, None, 0)
    ctypes.memset(place, 1, MIB)
    libc.shmdt(ctypes.c_void_p(place))
    held.append(segment)


hide = {"files": hide_in_files, "segments": hide_in_segments}[VARIANT]
handshake()
ask = next_ask()
for mib in range(CAP):
    hide(mib)
if VARIANT == "segments":  # without a sandbox they would stay
    for segment in held:
        libc.shmctl(segment, 0, None)
write(answer(ask))
play_on()
