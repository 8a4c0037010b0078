"""The list of what a bot may call in a container agrees with the list of what none may."""

import ctypes
import ctypes.util
import json

import pytest

from arena.sandbox.docker.filter import profile
from arena.sandbox.seccomp import MISSING, REFUSED

ARCHITECTURES = (0xC000003E, 0xC00000B7)  # x86_64, aarch64, by linux/audit.h


def names(action, *, locks=False, bare=True):
    rules = json.loads(profile(locks=locks))["syscalls"]
    return [
        name
        for rule in rules
        if rule["action"] == action and (not bare or not rule["args"])
        for name in rule["names"]
    ]


def test_what_is_refused_elsewhere_is_not_allowed_here():
    """No call of the deny-list is on the allow-list, and no call is there twice."""
    allowed = names("SCMP_ACT_ALLOW")

    assert not {*allowed} & {*REFUSED, *MISSING}
    assert len(allowed) == len({*allowed})
    assert {*names("SCMP_ACT_ERRNO")} == {*MISSING}


def test_whatever_is_not_named_is_refused():
    """A call that no list knows, such as one of a later kernel, does not go through."""
    assert json.loads(profile())["defaultAction"] == "SCMP_ACT_ERRNO"


def test_only_a_build_may_lock_files():
    """flock and the locks of fcntl are open with `locks`, and else closed."""
    assert {"flock", "fcntl"} <= {*names("SCMP_ACT_ALLOW", locks=True)}
    assert not {"flock", "fcntl"} & {*names("SCMP_ACT_ALLOW")}


@pytest.mark.parametrize("locks", [False, True])
def test_every_name_is_a_call(locks):
    """Each name means something to the kernel, on one of the two processors."""
    library = ctypes.util.find_library("seccomp")
    assert library, "these tests need libseccomp: apt install libseccomp2"
    number = ctypes.CDLL(library).seccomp_syscall_resolve_name_arch
    # Known to newer kernels than this libseccomp knows; the engine leaves them out.
    newer = {"fchmodat2", "futex_wake", "futex_wait", "futex_requeue", "map_shadow_stack"}

    for name in names("SCMP_ACT_ALLOW", locks=locks, bare=False):
        known = any(number(ctypes.c_uint32(arch), name.encode()) >= 0 for arch in ARCHITECTURES)
        assert known or name in newer
