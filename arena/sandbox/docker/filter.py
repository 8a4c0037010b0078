"""The system calls that a bot may make in a container, as a profile for the engine.

An allow-list: what is not named here, and what kernels will learn, is refused. It agrees
with the deny-list of arena/sandbox/seccomp.py, and tests/sandbox/test_docker_filter.py
says so.
"""

import errno
import json
from typing import Any

from arena.sandbox.seccomp import BUILDERS, MISSING

_ALLOWED = """
    read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek
    open openat openat2 creat close close_range dup dup2 dup3 pipe pipe2 sendfile splice tee
    vmsplice copy_file_range fsync fdatasync sync syncfs sync_file_range fallocate fadvise64
    readahead truncate ftruncate

    stat fstat lstat newfstatat statx statfs fstatfs access faccessat faccessat2 getcwd chdir
    fchdir getdents getdents64 readlink readlinkat umask
    mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat
    mknod mknodat chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat
    getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
    setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr

    poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_ctl_old epoll_wait
    epoll_wait_old epoll_pwait epoll_pwait2 eventfd eventfd2 signalfd signalfd4
    timerfd_create timerfd_settime timerfd_gettime
    inotify_rm_watch

    mmap munmap mremap mprotect madvise mincore msync brk mlock mlock2 mlockall munlock
    munlockall memfd_create membarrier get_mempolicy remap_file_pages
    pkey_alloc pkey_free pkey_mprotect map_shadow_stack

    execve execveat exit exit_group fork vfork wait4 waitid kill tkill tgkill
    pidfd_open pidfd_send_signal getpid getppid gettid getpgid getpgrp setpgid getsid setsid
    set_tid_address set_robust_list get_robust_list rseq futex futex_waitv futex_wake
    futex_wait futex_requeue restart_syscall arch_prctl prctl capget capset seccomp
    landlock_create_ruleset landlock_add_rule landlock_restrict_self

    sched_yield sched_getaffinity sched_setaffinity sched_getparam sched_setparam
    sched_getscheduler sched_setscheduler sched_getattr sched_setattr
    sched_get_priority_max sched_get_priority_min sched_rr_get_interval
    getpriority setpriority ioprio_get ioprio_set getcpu
    getrlimit setrlimit prlimit64 getrusage times sysinfo uname

    getuid geteuid getgid getegid getgroups getresuid getresgid
    setuid setgid setreuid setregid setresuid setresgid setgroups setfsuid setfsgid

    rt_sigaction rt_sigprocmask rt_sigpending rt_sigreturn rt_sigsuspend rt_sigtimedwait
    rt_sigqueueinfo rt_tgsigqueueinfo sigaltstack pause alarm getitimer setitimer
    nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time
    timer_create timer_settime timer_gettime timer_getoverrun timer_delete
    getrandom

    socketpair bind connect listen accept accept4 getsockname getpeername getsockopt setsockopt
    sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg shutdown

    shmget shmat shmctl shmdt semget semop semtimedop semctl msgget msgsnd msgrcv msgctl
    mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr
"""

# linux/fcntl.h without locks and leases: 5 to 7, 36 to 38, 1024.
_FCNTL_COMMANDS = (*range(5), *range(8, 12), 15, 16, 1028, *range(1030, 1041))
_LOW_HALF = 0xFFFFFFFF
_NEW_NAMESPACES = 0x7E020000  # every CLONE_NEW* flag that clone takes
_AF_UNIX = 1
_TIOCSTI = 0x5412


def profile(*, locks: bool = False) -> str:
    """The profile as JSON. `locks` allows what only builds need."""
    unlocked = {*BUILDERS} if locks else set()
    rules = [
        _allow(*_ALLOWED.split(), *unlocked),
        _allow("clone", index=0, mask=_NEW_NAMESPACES, value=0),
        _allow("socket", index=0, mask=_LOW_HALF, value=_AF_UNIX),
        _refuse(errno.EAFNOSUPPORT, "socket", other_than=_AF_UNIX),
        _allow_ioctl(),
        _refuse(errno.ENOSYS, *sorted(MISSING.keys() - unlocked)),
    ]
    if locks:
        rules.append(_allow("fcntl"))
    else:
        rules += (
            _allow("fcntl", index=1, mask=_LOW_HALF, value=command) for command in _FCNTL_COMMANDS
        )
    return json.dumps({"defaultAction": "SCMP_ACT_ERRNO", "syscalls": rules})


def _allow(*names: str, index: int = 0, mask: int = 0, value: int = 0) -> dict[str, Any]:
    """Calls that are made, if some bits of one argument have this value."""
    test = {"index": index, "value": mask, "valueTwo": value, "op": "SCMP_CMP_MASKED_EQ"}
    return {"names": names, "action": "SCMP_ACT_ALLOW", "args": [test] if mask else []}


def _allow_ioctl() -> dict[str, Any]:
    """All but to type into somebody's terminal."""
    test = {"index": 1, "value": _TIOCSTI, "op": "SCMP_CMP_NE"}
    return {"names": ["ioctl"], "action": "SCMP_ACT_ALLOW", "args": [test]}


def _refuse(code: int, *names: str, other_than: int | None = None) -> dict[str, Any]:
    test = {"index": 0, "value": other_than, "op": "SCMP_CMP_NE"}
    return {
        "names": names,
        "action": "SCMP_ACT_ERRNO",
        "errnoRet": code,
        "args": [] if other_than is None else [test],
    }
