"""The system calls that no bot may make, as a BPF program for the kernel. Pure Python.

A deny-list on top of the namespaces: languages keep working, and what remains closed is
what reaches other processes, the kernel's rarely used corners, the network, and file
locks, which would be a channel between sandboxes that share an inode. The numbers are
checked against libseccomp by tests/sandbox/test_seccomp.py.
"""

import errno
import platform
import struct
from functools import cache
from typing import NamedTuple

# number on x86_64, number on aarch64; None where the call does not exist
_Numbers = tuple[int | None, int | None]

REFUSED: dict[str, _Numbers] = {  # EPERM
    # other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    # keyrings
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # namespaces and mounts
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    # the kernel's own machinery
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "fanotify_init": (300, 262),
    "lookup_dcookie": (212, 18),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    "iopl": (172, None),
    "ioperm": (173, None),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    # clocks
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    # times of files: /dev/null is the host's own, and its times would be a letter box
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    # memory of other nodes
    "mbind": (237, 235),
    "set_mempolicy": (238, 237),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
}

MISSING: dict[str, _Numbers] = {  # ENOSYS: programs take another way
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # Its flags are behind a pointer, which BPF cannot follow; glibc falls back to clone.
    "clone3": (435, 435),
    # A lock on a file of /usr would be seen by every other bot, and so would a look at it.
    "flock": (73, 32),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
}

# Refused to bots, allowed to builds, which play no game.
BUILDERS = ("flock", "utime", "utimes", "futimesat", "utimensat")

_CLONE: _Numbers = (56, 220)
_SOCKET: _Numbers = (41, 198)
_IOCTL: _Numbers = (16, 29)
_FCNTL: _Numbers = (72, 25)

_NEW_NAMESPACES = 0x7E020000 | 0x80  # every CLONE_NEW* flag
_AF_UNIX = 1
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_F_NOTIFY = 1026
_LOCK_COMMANDS = (5, 6, 7, 36, 37, 38, 1024)  # F_GETLK … F_OFD_SETLKW, F_SETLEASE

# linux/audit.h and linux/seccomp.h
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_BIT = 0x40000000
_ALLOW = 0x7FFF0000
_KILL_PROCESS = 0x80000000
_ERRNO = 0x00050000

# struct seccomp_data: nr, arch, instruction_pointer, args[6]; little-endian halves
_NR, _ARCH = 0, 4


def _argument(index: int) -> int:
    return 16 + 8 * index


# linux/bpf_common.h
_LOAD, _JEQ, _JGE, _JSET, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06


class _Instruction(NamedTuple):
    code: int
    if_true: int
    if_false: int
    operand: int


@cache
def program(machine: str | None = None, *, locks: bool = False) -> bytes:
    """The filter for this machine's processor, ready for `bwrap --add-seccomp-fd`.

    `locks` allows file locks and times, which a compiler may need and no bot does.
    """
    machine = machine or platform.machine()
    column = 0 if machine == "x86_64" else 1
    lines = [
        _Instruction(_LOAD, 0, 0, _ARCH),
        _Instruction(_JEQ, 1, 0, _AUDIT_ARCH[machine]),
        _Instruction(_RETURN, 0, 0, _KILL_PROCESS),
        _Instruction(_LOAD, 0, 0, _NR),
    ]
    if machine == "x86_64":  # x32 calls are x86_64 calls with a bit set: none are needed
        lines += [_Instruction(_JGE, 0, 1, _X32_BIT), _errno(errno.ENOSYS)]
    for table, code in ((REFUSED, errno.EPERM), (MISSING, errno.ENOSYS)):
        calls = {name: table[name] for name in table if not (locks and name in BUILDERS)}
        lines += _refuse(calls, column, code)
    lines += _refuse_arguments(_CLONE[column], 0, errno.EPERM, having=_NEW_NAMESPACES)
    lines += _refuse_arguments(_SOCKET[column], 0, errno.EAFNOSUPPORT, other_than=_AF_UNIX)
    lines += _refuse_arguments(_IOCTL[column], 1, errno.EPERM, among=(_TIOCSTI, _TIOCLINUX))
    lines += _refuse_arguments(_FCNTL[column], 1, errno.EPERM, among=(_F_NOTIFY,))
    if not locks:
        lines += _refuse_arguments(_FCNTL[column], 1, errno.ENOSYS, among=_LOCK_COMMANDS)
    lines.append(_Instruction(_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("<HBBI", *line) for line in lines)


def _errno(code: int) -> _Instruction:
    return _Instruction(_RETURN, 0, 0, _ERRNO | code)


def _refuse(calls: dict[str, _Numbers], column: int, code: int) -> list[_Instruction]:
    lines = []
    for numbers in calls.values():
        number = numbers[column]
        if number is not None:
            lines += [_Instruction(_JEQ, 0, 1, number), _errno(code)]
    return lines


def _refuse_arguments(
    number: int | None,
    index: int,
    code: int,
    *,
    having: int | None = None,
    other_than: int | None = None,
    among: tuple[int, ...] = (),
) -> list[_Instruction]:
    """Refuse a call by the low half of one argument: some bit set, not this, or one of these."""
    assert number is not None
    tests: list[_Instruction]
    if having is not None:
        tests = [_Instruction(_JSET, 0, 1, having), _errno(code)]
    elif other_than is not None:
        tests = [_Instruction(_JEQ, 1, 0, other_than), _errno(code)]
    else:
        tests = [
            line for value in among for line in (_Instruction(_JEQ, 0, 1, value), _errno(code))
        ]
    body = [_Instruction(_LOAD, 0, 0, _argument(index)), *tests]
    # The number must be in the accumulator again for the tests that follow.
    return [
        _Instruction(_JEQ, 0, len(body) + 1, number),
        *body,
        _Instruction(_LOAD, 0, 0, _NR),
    ]
