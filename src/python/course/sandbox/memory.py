"""What a process has taken of the memory, with all that it has started.

For graders without control groups, which may look at it from time to time and no more.
"""

import re
from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")

_TAKEN = re.compile(rb"^(?:RssAnon|RssShmem|VmPTE|HugetlbPages):\s+(\d+) kB$", re.MULTILINE)
"""What was not read from files, which the kernel can drop, and the tables of its addresses."""


def taken_mb(pid: int) -> int:
    """Of the process and of those below it; 0 when it has gone, or where there is no /proc."""
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
