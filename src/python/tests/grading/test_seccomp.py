"""The filter of system calls, read as the kernel reads it."""

import errno
import struct

import pytest

from course.grading.sandbox import seccomp

ALLOWED = 0x7FFF0000
DENIED = 0x00050000 | errno.EPERM
NOT_THERE = 0x00050000 | errno.ENOSYS

EXECVE, CLONE = 59, 56
VM, FS, FILES, VFORK, THREAD, UNTRACED = 0x100, 0x200, 0x400, 0x4000, 0x10000, 0x800000


def verdict(machine: str, number: int, flags: int = 0, architecture: int | None = None) -> int:
    """What the filter returns for a call."""
    steps = list(struct.iter_unpack("=HBBI", seccomp.program(machine)))
    known = seccomp.KNOWN[machine].architecture if architecture is None else architecture
    data = struct.pack("=IIQ6Q", number, known, 0, flags, *[0] * 5)
    place, loaded = 0, 0
    while True:
        code, yes, no, value = steps[place]
        place += 1
        match code:
            case 0x20:
                (loaded,) = struct.unpack_from("=I", data, value)
            case 0x06:
                return value
            case 0x15 | 0x35 | 0x45:
                tests = {0x15: loaded == value, 0x35: loaded >= value, 0x45: loaded & value}
                place += yes if tests[code] else no
            case _:
                raise AssertionError(f"no such instruction: {code:#x}")


@pytest.mark.parametrize("number", [57, 58])
def test_no_fork(number) -> None:
    assert verdict("x86_64", number) == DENIED


@pytest.mark.parametrize("machine", seccomp.KNOWN)
def test_threads_and_no_processes(machine) -> None:
    clone = seccomp.KNOWN[machine].clone
    assert verdict(machine, clone, VM | FS | FILES | THREAD) == ALLOWED
    for flags in (0, 17, VM, VM | VFORK, VM | FS | FILES, VM | FS | FILES | UNTRACED | VFORK):
        assert verdict(machine, clone, flags) == DENIED
    assert verdict(machine, seccomp.CLONE3) == NOT_THERE, "then libraries take the older one"
    assert verdict(machine, 0) == ALLOWED


def test_leak_sanitizer_may_stop_the_world() -> None:
    assert verdict("x86_64", CLONE, VM | FS | FILES | UNTRACED) == ALLOWED


def test_a_program_may_become_another_one() -> None:
    """As prlimit does in front of it."""
    assert verdict("x86_64", EXECVE) == ALLOWED


def test_there_is_no_way_around_by_other_numbers() -> None:
    for number in (57, CLONE, EXECVE):
        assert verdict("x86_64", 0x4000_0000 | number) == DENIED, "pointers of 32 bits"
        assert verdict("x86_64", number, architecture=0x40000003) == DENIED, "a program for i386"


def test_a_machine_whose_calls_are_not_known() -> None:
    assert seccomp.program("pdp11") is None
