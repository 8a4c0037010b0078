"""The filter's numbers are the kernel's, on both processors it knows."""

import ctypes
import ctypes.util
import struct

import pytest

from arena.sandbox import seccomp

ARCHITECTURES = {0: 0xC000003E, 1: 0xC00000B7}  # columns of the tables: x86_64, aarch64
CALLS = seccomp.REFUSED | seccomp.MISSING


@pytest.fixture(scope="module")
def number_of():
    name = ctypes.util.find_library("seccomp")
    assert name, "these tests need libseccomp: apt install libseccomp2"
    resolve = ctypes.CDLL(name).seccomp_syscall_resolve_name_arch
    return lambda column, call: resolve(ctypes.c_uint32(ARCHITECTURES[column]), call.encode())


@pytest.mark.parametrize("call", CALLS)
def test_numbers_are_those_of_libseccomp(call, number_of):
    """Every refused call has the number that libseccomp gives it."""
    for column, number in enumerate(CALLS[call]):
        known = number_of(column, call)
        assert known == number if number is not None else known < 0


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_every_jump_stays_inside_the_program(machine):
    """No path through the filter leaves it; it ends by allowing the call."""
    code = seccomp.program(machine)
    lines = [struct.unpack_from("<HBBI", code, i) for i in range(0, len(code), 8)]

    for i, (operation, if_true, if_false, _) in enumerate(lines):
        if operation in (0x15, 0x35, 0x45):
            assert i + 1 + max(if_true, if_false) < len(lines)
    assert lines[-1] == (0x06, 0, 0, 0x7FFF0000)
