"""A sweep's progress: one live line on a terminal, occasional plain lines elsewhere."""

import threading
import time
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.status import Status
from rich.text import Text

from course.model.cells import Cell

Record = dict[str, Any]

SAY_EVERY_S = 60.0  # between two plain lines


class Reporter:
    """Reports progress to the user. Threads may share it. Use it as a context manager."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._lock = threading.Lock()
        self._running: list[str] = []
        self._standing = ""
        self._said_s = time.monotonic()
        self._told: set[str] = set()
        # More refreshes would take time from the measurement.
        self._line = Status("", console=console, refresh_per_second=1)

    def __enter__(self) -> "Reporter":
        if self._console.is_terminal:
            self._line.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._line.stop()
        if told := self._standing.rpartition("; ")[0]:
            self.say(told)

    def say(self, line: str) -> None:
        """Print a line, above the live one if there is one."""
        self._console.print(line, highlight=False, markup=False, soft_wrap=True)

    def begin(self, name: str) -> None:
        with self._lock:
            self._running.append(name)
            self._show()

    def end(self, name: str, standings: Sequence[str], left_s: float) -> None:
        """A round of the contest ended or failed. standings: one per kind of machine."""
        with self._lock:
            self._running.remove(name)
            told = [*filter(None, standings), f"at most {duration(left_s)} left"]
            self._standing = "; ".join(told)
            self._show()
            if not self._console.is_terminal and time.monotonic() > self._said_s + SAY_EVERY_S:
                self._said_s = time.monotonic()
                self.say(self._standing)

    def result(self, record: Record) -> None:
        """A cell has a new record. Each complaint is printed once."""
        name = Cell(**record["cell"]).id
        lines = []
        if record["status"] != "ok":
            lines.append(f"{name}: {record['status']}: {record['reason']}")
        if record.get("gc_reason"):
            lines.append(f"{name}: no GC figures: {record['gc_reason']}")
        with self._lock:
            new = [line for line in lines if line not in self._told]
            self._told.update(new)
        for line in new:
            self.say(line)

    def _show(self) -> None:
        running = ", ".join(self._running) or "ready"
        self._line.update(Text(f"{self._standing}  {running}".strip()))


def duration(seconds: float) -> str:
    """``45 s``, ``6 min``, ``2 h 30 min``."""
    whole = max(0, round(seconds))
    if whole < 90:
        return f"{whole} s"
    minutes = round(whole / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
