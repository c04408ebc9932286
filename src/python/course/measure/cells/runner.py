"""Measure a round: run its programs, check their output, analyse their GC logs."""

import math
import random
import shutil
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from course.errors import CourseError
from course.measure.cells import commands, figures
from course.measure.cells.bout import Bout, Limit, Manner, Plan, turns
from course.measure.cells.jobs import Fork, Job, Outcome
from course.measure.cells.probe_driver import ProbeDriver
from course.measure.cells.profiles import Batch, Realtime, Task
from course.measure.cells.programs import Programs
from course.measure.events import Event, Output, OutputError, check_digest, kept_runtime, shortened
from course.model import rhythm
from course.model.cells import Cell
from course.model.probes import Probe
from course.model.solutions import COLLECTORS, IMPLEMENTATIONS
from course.process import child
from course.process.gclog import Analyser, GcLogError
from course.process.machine import BESIDE_MB
from course.process.provenance import Provenance, now

BEYOND_HEAP_MB = 1536  # memory limit beyond heap and direct memory; for C++, the whole limit

USUALLY_BEYOND_MB = 768  # typical use beyond them

ZGC_VIEWS = 3  # non-generational ZGC maps its heap this often; each view counts as resident memory

TOGETHER_MB = 8192  # limit for programs that settle side by side, so that they fit a 12 GB machine

LEAD_MS = 300
"""Uncounted start of a block under a concurrent collector: its first GC cycle began before the
wait. Otherwise, in Java, the uncounted window only brings the program to the end of a collection,
so that later windows contain whole ones: see BatchRun.java."""

SLOWEST_NS = 400
"""Per packet: windows of slower programs end by the clock, else a rhythm would take too long."""

NO_FIGURES = frozenset({"ok", "events", "stall_events", "timelines"})
"""Fields of the analyser's answer that a record omits."""


class Runner:
    """Runs forks with a machine's programs, Java runtimes and GC log analyser.

    Threads may share it. Close it at the end; set ``cancel`` to stop running programs.
    """

    def __init__(self, programs: Programs, cells: Iterable[Cell]) -> None:
        """cells: the analyser runs on one of their Java runtimes."""
        self.cancel = threading.Event()
        self._programs = programs
        self._analyser = Analyser(programs.analyser(list(cells)) or [], programs.root)

    def close(self) -> None:
        self._analyser.close()

    def command(self, task: Task, scratch: Path) -> list[str]:
        return commands.build(task, self._programs.java(task.cell), scratch)

    def measure(self, job: Job, provenance: Provenance, scratch: Path) -> Outcome:
        """Run the job; its files go to a folder of its own in scratch.

        Raises child.Cancelled if the sweep is stopped, CourseError if the folder cannot be made.
        """
        began = time.monotonic()
        folder = scratch / f"{job.cells[0].id}.{job.round}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CourseError(f"cannot make {folder}: {error.strerror}") from error
        dice = random.Random(f"{job.turn} {job.name}")
        forks = self.play(job.contest.tasks, folder, dice)
        for fork in forks:
            fork.turn = job.turn
        by_cell = {cell.id: fork for cell, fork in zip(job.cells, forks, strict=True)}
        origin = provenance.of(job.cells[0].implementation)
        return Outcome(by_cell, origin, time.monotonic() - began)

    def play(
        self, tasks: Sequence[Task], scratch: Path, dice: random.Random, plan: Plan = turns
    ) -> list[Fork]:
        """Run one process of each task, and return their outcomes in the order of the tasks.

        Batch programs take turns as planned; see bout.py. As many as fit into memory settle side by
        side; real-time programs run alone. The order is random. scratch is a folder for their
        files, removed at the end.

        Any fault of a program or its output fails its own fork only. Raises child.Cancelled if the
        sweep is stopped.
        """
        groups = self._side_by_side(tasks)
        dice.shuffle(groups)
        made: dict[int, Fork] = {}
        try:
            for group in groups:
                forks = self._bout([tasks[number] for number in group], scratch, dice, plan)
                made |= zip(group, forks, strict=True)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        return [made[number] for number in range(len(tasks))]

    def _side_by_side(self, tasks: Sequence[Task]) -> list[list[int]]:
        """Indices of the tasks, in groups that fit into memory; real-time tasks each alone."""
        groups: list[list[int]] = []
        room_mb = min(TOGETHER_MB, self._programs.memory_mb() - BESIDE_MB)
        for number, task in enumerate(tasks):
            together = [*(tasks[one] for one in groups[-1]), task] if groups else []
            if (
                together
                and all(isinstance(one.load, Batch) for one in together)
                and sum(memory_mb(one.cell) for one in together) <= room_mb
            ):
                groups[-1].append(number)
            else:
                groups.append([number])
        return groups

    def _bout(
        self, tasks: Sequence[Task], scratch: Path, dice: random.Random, plan: Plan
    ) -> list[Fork]:
        is_batch = isinstance(tasks[0].load, Batch)
        bout = Bout(len(tasks), plan(manner(tasks), dice) if is_batch else ())

        def run(side: int) -> tuple[Fork, Output, Path | None]:
            # Each program has its own files.
            folder = scratch / str(side)
            folder.mkdir(parents=True, exist_ok=True)
            task = tasks[side]
            try:
                command = self.command(task, folder)
                fork, output = self._measure(task, command, bout, side, len(tasks))
            finally:
                bout.give_up(side)
            log = folder / commands.GC_LOG if task.cell.collector else None
            return fork, output, log

        with ThreadPoolExecutor(len(tasks), "side") as sides:
            ended = list(sides.map(run, range(len(tasks))))
        for fork, output, log in ended:
            if fork.reason is None:
                # In this thread, as the analyser dies with the thread that starts it.
                timelines = None if log is None else self._analyse_gc(fork, log, output)
                _add_timelines(fork, output, timelines)
        return [fork for fork, _, _ in ended]

    def _measure(
        self, task: Task, command: list[str], bout: Bout, side: int, sides: int
    ) -> tuple[Fork, Output]:
        fork = Fork(command, started=now())
        output = Output()
        driver = ProbeDriver(task.load, output) if isinstance(task.load, Realtime) else None
        began = time.monotonic()
        try:
            ended = child.run(
                command,
                cwd=self._programs.root,
                on_line=bout.listener(side, output) if driver is None else driver.understands,
                # It waits during the others' turns.
                limits=child.Limits(sides * task.timeout_s, memory_limit_mb(task.cell)),
                cancel=self.cancel,
                stdin=bout.inputs[side] if driver is None else driver.stdin,
            )
            fork.duration_s = ended.duration_s
            start, end = output.check(told_back(task))
            fork.peak_rss_mb = ended.peak_rss_mb or None
            digest = check_digest(start, end, self._programs.root / "build" / "digests")
            fork.digest = {"value": digest, "expected": digest, "packets": end["packets"]}
            fork.rounds = bout.windows[side]
            fork.has_all_phases = _has_all_phases(task, fork.rounds)
            fork.realtime = driver and driver.realtime(commands.clock(task.cell))
            if len(fork.rounds) != bout.due[side]:
                raise OutputError(f"measured {len(fork.rounds)} rounds, not {bout.due[side]}")
        except (child.ChildError, OutputError) as error:
            fork.reason = shortened(str(error))
            fork.duration_s = fork.duration_s or time.monotonic() - began
        if output.start is not None:
            fork.runtime = kept_runtime(output.start["runtime"])
            fork.workload = output.start["workload"]
        return fork, output

    def _analyse_gc(self, fork: Fork, log: Path, output: Output) -> list[dict[str, Any]] | None:
        """Fill in the fork's GC figures; return the timelines of each probe or of all rounds."""
        assert output.end is not None
        try:
            events = fork.rounds or [event for event, _ in _searching(fork, output)]
            windows = [event["uptime_ms"] for event in events]
            from_ms, to_ms = windows[0][0], windows[-1][1]
            asked = [(from_ms, to_ms)] if fork.rounds else [tuple(one) for one in windows]
            if not log.is_file():
                raise GcLogError("the JVM wrote no GC log")
            answer = self._analyser.figures(log, from_ms, to_ms, asked)
        except KeyError:
            fork.gc_reason = "the program did not say when it measured"
        except GcLogError as error:
            fork.gc_reason = shortened(str(error))
        else:
            fork.gc = {key: value for key, value in answer.items() if key not in NO_FIGURES}
            live = output.end.get("live_objects")
            fork.gc["live_objects"] = live and live["instances"]
            # A program waiting for its turn allocates nothing and has no pauses.
            ran_ms = sum(end - begin for begin, end in windows) if fork.rounds else to_ms - from_ms
            fork.gc["fraction_pct"] *= (to_ms - from_ms) / ran_ms
            fork.gc["window_ms"] = ran_ms
            return answer.get("timelines")
        return None


def _add_timelines(fork: Fork, output: Output, timelines: list[dict[str, Any]] | None) -> None:
    if fork.realtime is None:
        if fork.gc is not None and timelines:
            fork.gc["timeline"] = figures.timeline(fork.gc["window_ms"], [], timelines[0])
        return
    for number, (event, probe) in enumerate(_searching(fork, output)):
        gc = timelines[number] if timelines else None
        losses = event.get("losses", [])
        probe["timeline"] = figures.timeline(1000 * event["seconds"], losses, gc)


def _searching(fork: Fork, output: Output) -> list[tuple[Event, Probe]]:
    """Event and record of each probe, except the one at full speed after the search."""
    probes = fork.realtime["probes"] if fork.realtime else []
    both = zip(output.probes, probes, strict=True)
    return [(event, probe) for event, probe in both if probe["purpose"] != "pace"]


def _follows_rhythm(cell: Cell) -> bool:
    """Whether windows end by the buffers' rhythm; in A and B, they contain it many times anyway.

    A collector that frees buffers keeps no list of them, so there is no rhythm. Where a collection
    takes as long as millions of packets, windows contain whole ones instead.
    """
    if cell.case != "C" or cell.generator != "counter":
        return False
    if not IMPLEMENTATIONS[cell.implementation].has_heap_buffers:
        return True
    assert cell.collector is not None
    return cell.strategy != "alloc" and COLLECTORS[cell.collector].concurrent


def _has_all_phases(task: Task, windows: Sequence[Event]) -> bool:
    """Whether these windows contain the rhythm once, so that their mean has no phase of its own."""
    covered = sum(event["packets"] for event in windows)
    beyond = covered - rhythm.packets(task.cell.case, task.scale)
    return _follows_rhythm(task.cell) and 0 <= beyond < len(windows)


def told_back(task: Task) -> dict[str, object]:
    cell, names = task.cell, ("implementation", "strategy", "case", "mode", "generator")
    asked = {name: getattr(cell, name) for name in names} | {"scale": task.scale}
    return asked | ({"clock": commands.clock(cell)} if isinstance(task.load, Realtime) else {})


def manner(tasks: Sequence[Task]) -> Manner:
    """How these batch tasks' programs take turns: see :mod:`course.measure.cells.bout`."""
    loads = [task.load for task in tasks if isinstance(task.load, Batch)]
    limits, windows = list(map(_limit, tasks, loads)), loads[0].rounds
    beside = [COLLECTORS[task.cell.collector].concurrent for task in tasks if task.cell.collector]
    if any(beside):
        return Manner(limits, windows, block=windows, lead_ms=LEAD_MS)
    return Manner(limits, windows, lead_ms=1 if beside else 0)


def _limit(task: Task, load: Batch) -> Limit:
    if not load.round_limit_ms:
        return Limit(0, load.packets)
    if not _follows_rhythm(task.cell):
        return Limit(load.round_limit_ms)
    packets = math.ceil(rhythm.packets(task.cell.case, task.scale) / load.rounds)
    return Limit(math.ceil(packets * SLOWEST_NS * 1e-6), packets)


def memory_limit_mb(cell: Cell) -> float:
    """Memory limit of the cell's process, MiB, as the system counts it."""
    heap_mb, direct_mb = commands.memory_mb(cell)
    views = ZGC_VIEWS if cell.collector == "zgc" and cell.jdk in (11, 17) else 1
    return views * heap_mb + direct_mb + BEYOND_HEAP_MB


def memory_mb(cell: Cell) -> float:
    """Typical memory use of such a process, MiB."""
    return sum(commands.memory_mb(cell)) + USUALLY_BEYOND_MB
