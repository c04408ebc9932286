"""Measure one fork of a cell: run the program, check what it says, analyse its GC log."""

from __future__ import annotations

import dataclasses
import datetime
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from course.measure import child, commands, oracle
from course.measure.cells import Cell
from course.measure.events import Event, Output, OutputError
from course.measure.gclog import GcLogError
from course.measure.profiles import Batch, Task

BEYOND_HEAP_MB = 1536
"""What a process may hold beside its Java heap, for C++ in all."""

LONGEST_REASON = 500

NO_FIGURES = frozenset({"ok", "events", "stall_events"})
"""Of the analyser's answer: what a record does not keep."""

GcFigures = Callable[[Path, float, float], dict[str, Any]]


@dataclasses.dataclass
class Fork:
    """What one process gave. A fork with a reason failed, and has no figures."""

    command: list[str]
    started: str  # ISO 8601, UTC
    reason: str | None = None
    duration_s: float = 0.0
    peak_rss_mb: float | None = None
    runtime: dict[str, Any] | None = None
    rounds: list[Event] = dataclasses.field(default_factory=list)
    probes: list[Event] = dataclasses.field(default_factory=list)
    digest: dict[str, Any] | None = None
    gc: dict[str, Any] | None = None
    gc_reason: str | None = None


@dataclasses.dataclass(frozen=True)
class Runner:
    """Runs forks; holds what is the same for all of them. Threads may share it."""

    root: Path
    digests: Path  # cache of expected digests
    java: Callable[[Cell], Path | None]
    gc_figures: GcFigures
    cancel: threading.Event

    def command(self, task: Task, scratch: Path) -> commands.Command:
        """The command line of the task."""
        return commands.build(task, self.java(task.cell), scratch)

    def measure(self, task: Task, scratch: Path) -> Fork:
        """Run one process; scratch is a folder for its files, removed at the end.

        Whatever is wrong with the program or its output makes a failed fork. Raises
        child.Cancelled when the sweep is to stop.
        """
        try:
            return self._measure(task, self.command(task, scratch))
        finally:
            shutil.rmtree(scratch, ignore_errors=True)

    def _measure(self, task: Task, command: commands.Command) -> Fork:
        fork = Fork(command.arguments, started=_now())
        output = Output()
        began = time.monotonic()
        try:
            ended = child.run(
                command.arguments,
                cwd=self.root,
                on_line=output.understands,
                limits=child.Limits(task.timeout_s, memory_limit_mb(task.cell)),
                cancel=self.cancel,
            )
            fork.duration_s = ended.duration_s
            output.check_understood()
            check(task, output)
            fork.peak_rss_mb = ended.peak_rss_mb or None
            fork.digest = self._check_digest(task, output)
            fork.rounds, fork.probes = output.rounds, output.probes
        except (child.ChildError, OutputError) as error:
            fork.reason = shortened(str(error))
            fork.duration_s = fork.duration_s or time.monotonic() - began
        fork.runtime = _runtime(output.start)
        if fork.reason is None and command.gc_log is not None:
            self._analyse_gc(fork, command.gc_log, output)
        return fork

    def _check_digest(self, task: Task, output: Output) -> dict[str, Any]:
        assert output.end is not None
        cell, packets, value = task.cell, output.end["packets"], output.end["digest"]
        expected = None
        if cell.strategy != "dummy":  # its one packet is overwritten: nothing to compare
            expected = oracle.cached(cell.case, task.scale, cell.generator, packets, self.digests)
        if value != expected:
            raise OutputError(f"wrong digest after {packets} packets: {value}, expected {expected}")
        return {"value": value, "expected": expected, "packets": packets}

    def _analyse_gc(self, fork: Fork, log: Path, output: Output) -> None:
        assert output.end is not None
        try:
            windows = [event["uptime_ms"] for event in output.rounds or output.probes]
            from_ms, to_ms = windows[0][0], windows[-1][1]
            answer = self.gc_figures(log, from_ms, to_ms)
        except KeyError:
            fork.gc_reason = "the program did not say when it measured"
        except GcLogError as error:
            fork.gc_reason = shortened(str(error))
        else:
            figures = {key: value for key, value in answer.items() if key not in NO_FIGURES}
            live = output.end.get("live_objects")
            figures["live_objects"] = live and live["instances"]
            figures["window_ms"] = to_ms - from_ms
            fork.gc = figures


def check(task: Task, output: Output) -> None:
    """Whether the output is complete and of the program that was asked for.

    Raises OutputError otherwise.
    """
    if output.start is None or output.end is None:
        missing = "start" if output.start is None else "end"
        raise OutputError(f"ended well, but printed no {missing} event")
    asked = task.cell.to_dict() | {"scale": task.scale}
    for key in ("implementation", "strategy", "case", "mode", "generator", "scale"):
        if output.start[key] != asked[key]:
            raise OutputError(f"ran with {key} {output.start[key]}, asked for {asked[key]}")
    if isinstance(task.load, Batch):
        if len(output.rounds) != task.load.rounds:
            raise OutputError(f"measured {len(output.rounds)} rounds, not {task.load.rounds}")
    else:
        probed = tuple(event["interval_ns"] for event in output.probes)
        if probed != task.load.intervals_ns:
            raise OutputError(f"probed {probed} ns, not {task.load.intervals_ns}")


def memory_limit_mb(cell: Cell) -> float:
    """How much memory a process of this cell may hold, MiB."""
    if cell.heap is None:
        return BEYOND_HEAP_MB
    number, unit = int(cell.heap[:-1]), cell.heap[-1]
    return number * {"m": 1, "g": 1024}[unit] + BEYOND_HEAP_MB


def shortened(text: str) -> str:
    """The text in one line of bearable length."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 3] + "..."


def _runtime(start: Event | None) -> dict[str, Any] | None:
    if start is None:
        return None
    return {key: start["runtime"][key] for key in ("name", "version", "vendor", "flags")}


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
