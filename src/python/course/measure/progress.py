"""What a sweep shows while it runs: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import threading
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Column

from course.measure.profiles import Task
from course.model.cells import Cell

Record = dict[str, Any]


class Reporter:
    """Tells the user what happens. Threads may share it. Use it as a context manager."""

    def __init__(self, console: Console, forks: list[tuple[Task, int]]) -> None:
        """forks: all that will run."""
        self._console = console
        self._lock = threading.Lock()
        self._left_s = _Remaining(forks)
        self._results: dict[str, dict[str, str]] = {}
        self._total = len(forks)
        self._done = 0
        self._running: list[str] = []
        self._bar: Progress | None = None
        if console.is_terminal:
            self._bar = Progress(
                BarColumn(bar_width=20),
                MofNCompleteColumn(),
                TextColumn("{task.fields[left]}"),
                TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True)),
                console=console,
                transient=True,
                refresh_per_second=1,  # more would take time from what is measured
            )
            self._row = self._bar.add_task("starting", total=self._total, left="")

    def __enter__(self) -> Reporter:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()

    def say(self, line: str) -> None:
        """Print a line; above the bar, if there is one."""
        self._console.print(line, highlight=False, markup=False, soft_wrap=True)

    def begin(self, cell: Cell) -> None:
        """A fork of the cell starts."""
        with self._lock:
            self._running.append(cell.id)
            self._show()

    def end(self, task: Task, seconds: float) -> None:
        """A fork of the task ended, well or not."""
        with self._lock:
            self._running.remove(task.cell.id)
            self._done += 1
            self._left_s.took(task, seconds)
            self._show()

    def result(self, record: Record) -> None:
        """A cell is done."""
        cell = Cell.from_dict(record["cell"])
        with self._lock:
            column = self._results.setdefault(cell.title, {})
            column[cell.strategy] = short_result(record)
            results = ", ".join(f"{strategy} {text}" for strategy, text in column.items())
            left = duration(self._left_s.seconds())
            count = f"[{self._done}/{self._total}]"
        if record["status"] == "ok":
            line = f"{cell.title}: {results}"
            self.say(line if self._bar else f"{count} {line}; {left} left")
        else:
            self.say(f"{cell.id}: {record['status']}: {record['reason']}")
        if record.get("gc_reason"):
            self.say(f"{cell.id}: no GC figures: {record['gc_reason']}")

    def _show(self) -> None:
        if self._bar:
            running = ", ".join(self._running) or "ready"
            left = f"{duration(self._left_s.seconds())} left"
            self._bar.update(self._row, completed=self._done, description=running, left=left)


class _Remaining:
    """The time left: what the profile says, corrected by what forks of the same kind took."""

    def __init__(self, forks: list[tuple[Task, int]]) -> None:
        self._planned: dict[tuple[str, str], float] = {}
        self._gone: dict[tuple[str, str], float] = {}
        self._took: dict[tuple[str, str], float] = {}
        for task, _ in forks:
            kind = _kind(task)
            self._planned[kind] = self._planned.get(kind, 0.0) + task.seconds

    def took(self, task: Task, seconds: float) -> None:
        kind = _kind(task)
        self._gone[kind] = self._gone.get(kind, 0.0) + task.seconds
        self._took[kind] = self._took.get(kind, 0.0) + seconds

    def seconds(self) -> float:
        overall = self._ratio(sum(self._took.values()), sum(self._gone.values()), 1.0)
        return sum(
            (planned - self._gone.get(kind, 0.0))
            * self._ratio(self._took.get(kind, 0.0), self._gone.get(kind, 0.0), overall)
            for kind, planned in self._planned.items()
        )

    @staticmethod
    def _ratio(took: float, planned: float, otherwise: float) -> float:
        return took / planned if planned else otherwise


def _kind(task: Task) -> tuple[str, str]:
    return task.cell.implementation, task.cell.mode


def short_result(record: Record) -> str:
    """A record in a few characters: ``84 ns``, ``no loss at 500 ns``, ``failed``."""
    if record["status"] != "ok":
        return record["status"]
    if record["batch"] is not None:
        return f"{record['batch']['ns_per_packet']['mean']:.0f} ns"
    verdict = record["realtime"]["verdict"]
    if verdict["min_interval_ns"] is not None:
        return f"no loss at {verdict['min_interval_ns']:g} ns"
    if verdict.get("almost"):
        return (
            f"{verdict['almost']['loss_pct']:.2g} % lost at {verdict['almost']['interval_ns']:g} ns"
        )
    if verdict["loss_pct_at_1000"] is not None:
        return f"{verdict['loss_pct_at_1000']:.2g} % lost at 1000 ns"
    least = min(probe["loss_pct"] for probe in record["realtime"]["probes"])
    return f"at least {least:.2g} % lost"


def duration(seconds: float) -> str:
    """``45 s``, ``6 min``, ``2 h 30 min``."""
    whole = max(0, round(seconds))
    if whole < 90:
        return f"{whole} s"
    minutes = round(whole / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
