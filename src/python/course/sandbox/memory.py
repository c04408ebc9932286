"""Memory taken by a process, with all that it has started.

For graders without control groups, which can only check it from time to time.
"""

import contextlib
import re
from pathlib import Path

PROC = Path("/proc")

_TAKEN = re.compile(rb"^(?:RssAnon|RssShmem|VmPTE|VmSwap|HugetlbPages):\s+(\d+) kB$", re.MULTILINE)
"""Memory that is not backed by files, which the kernel can drop, swapped out or not, and page
tables."""


def can_tell() -> bool:
    """Whether the kernel names a process's children, as most are built to."""
    return (PROC / "thread-self" / "children").is_file()


def taken_mb(pid: int) -> int:
    """Return the MB of the process and its descendants; 0 if it has gone, or without /proc."""
    waiting, taken_kb = [pid], 0
    while waiting:
        folder = PROC / str(waiting.pop())
        with contextlib.suppress(OSError):  # it has ended meanwhile
            tasks = [*(folder / "task").iterdir()]
            taken_kb += next(filter(None, map(_taken_kb, tasks)), 0)
            for task in tasks:
                waiting += map(int, (task / "children").read_bytes().split())
    return taken_kb >> 10


def _taken_kb(task: Path) -> int:
    """What a thread's process takes; 0 if the thread has ended, as the first one may."""
    with contextlib.suppress(OSError):
        return sum(map(int, _TAKEN.findall((task / "status").read_bytes())))
    return 0
