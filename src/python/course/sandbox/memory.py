"""Memory taken by a process, with all that it has started.

For graders without control groups, which can only check it from time to time.
"""

import re
from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")

_TAKEN = re.compile(rb"^(?:RssAnon|RssShmem|VmPTE|HugetlbPages):\s+(\d+) kB$", re.MULTILINE)
"""Memory that is not backed by files, which the kernel can drop, and page tables."""


def taken_mb(pid: int) -> int:
    """Return the MB of the process and its descendants; 0 if it has gone, or without /proc."""
    return sum(map(_taken_kb, _family(pid))) >> 10


def _taken_kb(pid: int) -> int:
    try:
        status = (PROC / str(pid) / "status").read_bytes()
    except OSError:
        return 0  # it has ended meanwhile
    return sum(map(int, _TAKEN.findall(status)))


def _family(pid: int) -> Iterator[int]:
    waiting = [pid]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += _children(one)


def _children(pid: int) -> list[int]:
    found = []
    try:
        for task in (PROC / str(pid) / "task").iterdir():
            found += map(int, (task / "children").read_bytes().split())
    except OSError:
        return found  # likewise
    return found
