"""Control groups: the kernel counts a run's memory and processes, however they are made.

Only root can make them, and only where they are mounted for writing. Elsewhere, limits of single
processes have to do.
"""

import contextlib
import re
import time
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
REMOVE_WITHIN_S = 2.0

_KILLS = re.compile(r"^oom_kill (\d+)$", re.MULTILINE)


class Group:
    """One group for all runs of a worker, one after the other."""

    def __init__(self, name: str, root: Path = ROOT) -> None:
        """Raises OSError if groups cannot be made."""
        is_v2 = (root / "cgroup.controllers").is_file()
        memory, pids = (root / ("" if is_v2 else kind) / name for kind in ("memory", "pids"))
        self.folders: list[Path] = []
        """A process enters by writing its id to each ``cgroup.procs``."""
        self._memory = memory / ("memory.max" if is_v2 else "memory.limit_in_bytes")
        self._events = memory / ("memory.events" if is_v2 else "memory.oom_control")
        self._processes = pids / "pids.max"
        try:
            for folder in dict.fromkeys((memory, pids)):  # version 2 has one for both
                folder.mkdir()
                self.folders.append(folder)
            if is_v2:
                with contextlib.suppress(OSError):  # without swap there is no such file
                    (memory / "memory.swap.max").write_text("0")
            for file in (self._memory, self._processes, self._events):
                file.stat()
        except OSError:
            self.remove()
            raise

    def limit(self, memory_mb: int, processes: int) -> None:
        """Limit all processes together from now on."""
        with_swap = self._memory.with_name("memory.memsw.limit_in_bytes")
        if with_swap.exists():  # version 1; it may never be less than the other one
            with_swap.write_text("-1")
        self._memory.write_text(str(memory_mb << 20))
        if with_swap.exists():
            with_swap.write_text(str(memory_mb << 20))
        self._processes.write_text(str(processes))

    def kills(self) -> int:
        """Return how often the kernel has killed a process of the group for its memory."""
        found = _KILLS.search(self._events.read_text())
        return int(found[1]) if found else 0

    def remove(self) -> None:
        """Remove the group once its last process has gone, which may take a moment."""
        deadline = time.monotonic() + REMOVE_WITHIN_S
        for folder in self.folders:
            while not _removed(folder) and time.monotonic() < deadline:
                time.sleep(0.01)


def _removed(folder: Path) -> bool:
    with contextlib.suppress(OSError):  # somebody is in it; an empty group that stays costs nothing
        folder.rmdir()
    return not folder.exists()
