"""The memory that a process holds."""

import sys
from pathlib import Path

import psutil


def resident_mb(pid: int) -> tuple[float, float]:
    """Resident set of the process now and at its peak, MiB; zeros once it has ended.

    Only Linux knows the peak; elsewhere it is the current value, so the largest sample counts.
    """
    if sys.platform == "linux":
        return _from_proc(pid)
    try:
        now = psutil.Process(pid).memory_info().rss / 2**20
    except psutil.Error:
        return 0.0, 0.0
    return now, now


def _from_proc(pid: int) -> tuple[float, float]:
    # The peak of the process's current memory map. (wait4's figure includes the parent's, from
    # between fork and exec.)
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0, 0.0
    kilobytes = {
        name: int(value.split()[0])
        for name, _, value in (line.partition(":") for line in status.splitlines())
        if name in ("VmRSS", "VmHWM")
    }
    now = kilobytes.get("VmRSS", 0) / 1024
    return now, max(now, kilobytes.get("VmHWM", 0) / 1024)
