"""It makes namespaces and mounts, and asks for the kernel's machinery."""

import ctypes
import os

from attack import BEHIND_A_WALL, behave, in_a_child, system_call, tried

USER, MOUNTS, CGROUP, NET = 0x10000000, 0x20000, 0x2000000, 0x40000000
SIGCHLD = 17


def clone(flags):
    """A child in new namespaces, which ends at once."""
    if system_call(56, 220, flags | SIGCHLD, 0, 0, 0, 0) == 0:
        os._exit(0)
    os.wait()


def unshare(flags):
    return in_a_child(lambda: system_call(272, 97, flags))


tried("a user namespace", unshare(USER))
tried("a clone with one", in_a_child(lambda: clone(USER)))
if BEHIND_A_WALL:
    tried("mounts", unshare(MOUNTS))
    tried("control groups", unshare(CGROUP))
    tried("a network", unshare(NET))
    tried("clone3", in_a_child(lambda: system_call(435, 435, bytes(88), 88)))
    tried("mount", lambda: system_call(165, 40, b"none", b"/tmp", b"tmpfs", 0, None))
    tried("unmount", lambda: system_call(166, 39, b"/proc", 2))
    tried("fsopen", lambda: system_call(430, 430, b"tmpfs", 0))
    tried("open_tree", lambda: system_call(428, 428, -100, b"/", 1))
    tried("mount_setattr", lambda: system_call(442, 442, -100, b"/", 0, bytes(32), 32))
    tried("another's namespace", lambda: system_call(308, 268, os.open("/proc/1/ns/net", 0), 0))
    tried("bpf", lambda: system_call(321, 280, 0, ctypes.create_string_buffer(128), 128))
    tried("perf", lambda: system_call(298, 241, ctypes.create_string_buffer(128), 0, -1, -1, 0))
    tried("userfaultfd", lambda: system_call(323, 282, 1))
    tried("a file handle", lambda: system_call(303, 264, -100, b"/usr", bytes(136), bytes(8), 0))
    tried("opening one", lambda: system_call(304, 265, -100, bytes(136), 0))
    tried("fanotify", lambda: system_call(300, 262, 0, 0))
    tried("the kernel's log", lambda: system_call(103, 116, 3, ctypes.create_string_buffer(64), 64))
    tried("quotas", lambda: system_call(179, 60, 0, b"/dev/vda", 0, bytes(64)))
behave()
