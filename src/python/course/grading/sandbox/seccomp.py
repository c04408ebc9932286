"""A filter of system calls: a process that has it starts threads, and no other process.

What a child does is seen by nobody: Valgrind counts for each process, and the limit of a heap, or a
sanitizer's exit code, is that of one process, too. So what is graded has to do its work itself.
"""

from __future__ import annotations

import dataclasses
import errno
import platform
import struct
from collections.abc import Iterator, Mapping


@dataclasses.dataclass(frozen=True)
class Calls:
    """Numbers of an architecture, from the kernel's audit.h and unistd.h."""

    architecture: int
    clone: int
    forks: tuple[int, ...] = ()


KNOWN: Mapping[str, Calls] = {
    "x86_64": Calls(0xC000003E, 56, (57, 58)),
    "aarch64": Calls(0xC00000B7, 220),
    "riscv64": Calls(0xC00000F3, 220),
}
"""Machine, as uname calls it -> its calls."""

CLONE3 = 435
OTHER_ABI = 0x4000_0000
"""x86-64 has its calls a second time from here on, for pointers of 32 bits."""

CLONE_THREAD = 0x0001_0000
LEAK_SANITIZERS = 0x0080_0700
"""CLONE_VM, CLONE_FS, CLONE_FILES and CLONE_UNTRACED: what LeakSanitizer stops the world with. Its
memory is the process's own."""

# Where the kernel puts what a filter reads.
_NUMBER, _ARCHITECTURE, _FLAGS = 0, 4, 16

# What a filter is made of, from the kernel's bpf_common.h and seccomp.h.
_LOAD, _EQUAL, _AT_LEAST, _ANY_OF, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _FAIL = 0x7FFF_0000, 0x0005_0000
_DENY = _FAIL | errno.EPERM
_NOT_THERE = _FAIL | errno.ENOSYS


def program(machine: str = platform.machine()) -> bytes | None:
    """The filter, as the kernel reads it; None for a machine whose calls are not known."""
    calls = KNOWN.get(machine)
    return None if calls is None else b"".join(_steps(calls))


def _steps(calls: Calls) -> Iterator[bytes]:
    yield _step(_LOAD, _ARCHITECTURE)
    yield from _unless(calls.architecture, _DENY)
    yield _step(_LOAD, _NUMBER)
    yield from _when(_AT_LEAST, OTHER_ABI, _DENY)
    # A filter cannot see its flags, which lie in memory. Libraries fall back to the older one.
    yield from _when(_EQUAL, CLONE3, _NOT_THERE)
    for number in calls.forks:
        yield from _when(_EQUAL, number, _DENY)
    yield from _unless(calls.clone, _ALLOW)
    yield _step(_LOAD, _FLAGS)
    yield from _when(_ANY_OF, CLONE_THREAD, _ALLOW)
    yield from _when(_EQUAL, LEAK_SANITIZERS, _ALLOW)
    yield _step(_RETURN, _DENY)


def _when(test: int, value: int, action: int) -> Iterator[bytes]:
    """Return the action when the test holds for what was loaded last."""
    yield _step(test, value, no=1)
    yield _step(_RETURN, action)


def _unless(value: int, action: int) -> Iterator[bytes]:
    """Return the action when something else was loaded."""
    yield _step(_EQUAL, value, yes=1)
    yield _step(_RETURN, action)


def _step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    """An instruction; `yes` and `no` say how many are left out next."""
    return struct.pack("=HBBI", code, yes, no, value)
