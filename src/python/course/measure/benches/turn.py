"""One turn: a contestant's process for one of its runs, from the command line to its results."""

import dataclasses
import threading
import time
from pathlib import Path
from typing import Any

from course.measure.benches import preload
from course.measure.benches.protocol import AnalyserReader, BenchReader, Result
from course.measure.events import OutputError, shortened
from course.measure.here import Here
from course.model.bench import Comparison, Contestant
from course.process import child
from course.process.machine import BESIDE_MB
from course.process.provenance import now

BEYOND_MB = 1536  # what a process may hold beside what its program says it needs
PEAK_MEMORY = "peak_memory"  # metric of every process: its peak resident set size
ASKED = ("case", "strategy", "generator", "scale")  # settings that an analyser reports back


@dataclasses.dataclass
class Turn:
    """One process's outcome. One with a reason failed and has no results."""

    contestant: str
    run: str  # of its program
    command: list[str]
    started: str  # ISO 8601, UTC
    reason: str | None = None
    duration_s: float = 0.0
    peak_rss_mb: float | None = None
    runtime: dict[str, Any] | None = None
    results: list[Result] = dataclasses.field(default_factory=list)
    skipped: dict[str, str] = dataclasses.field(default_factory=dict)
    skipped_all: str | None = None
    round: int = 0  # from 1


def why_not(one: Contestant, machine: Here) -> str | None:
    """Why the contestant cannot run on this machine, in one line; None if it can.

    A missing build is no reason: see :func:`missing`.
    """
    program = one.program
    if program.jdk is not None and machine.find_jdk(program.jdk) is None:
        return f"no Java runtime of version {program.jdk} was found"
    if program.without and missing(one, machine):
        return program.without
    if one.preload and (reason := machine.why_no_allocator(one.preload)) is not None:
        return reason
    if program.memory_mb + BESIDE_MB > machine.memory_mb():
        return (
            f"a program with {program.memory_mb} MB of memory doesn't fit into this machine's "
            f"{machine.memory_mb()} MB"
        )
    return None


def missing(one: Contestant, machine: Here) -> str | None:
    """The file that ./course setup should have built and did not; None when it is there."""
    file = one.program.file or one.program.command[0]
    return None if any(machine.root.glob(file)) else file


def command_of(one: Contestant, run: str, seconds: float, machine: Here) -> list[str]:
    """Return the command line, to be run in the root: in any shell it repeats the turn."""
    program = one.program
    jdk = None if program.jdk is None else machine.find_jdk(program.jdk)
    known = {
        "java": jdk and jdk.java,
        "seconds": f"{seconds:g}",
        "four_times": f"{4 * seconds:g}",
        "quarter_ms": max(1, round(250 * seconds)),
        "ten_times_ms": max(1, round(10_000 * seconds)),
    }
    words = (*program.command, *one.arguments, *program.runs[run], *program.arguments)
    arguments = [word.format(**known) for word in words]
    if one.preload:  # before all other libraries
        arguments = ["env", f"LD_PRELOAD={machine.allocator(one.preload)}", *arguments]
    return arguments


def take(
    comparison: Comparison, one: Contestant, run: str, machine: Here, cancel: threading.Event
) -> Turn:
    """Run one process to its end.

    Any fault of the program or its output results in a failed turn. Raises child.Cancelled if the
    bench is stopped.
    """
    turn = Turn(one.id, run, command_of(one, run, comparison.seconds, machine), started=now())
    reader = _reader(one, turn.command, machine.root)
    library = machine.allocator(one.preload) if one.preload else None
    preload_check = preload.PreloadCheck(library)

    def hear(line: str) -> bool:
        preload_check.look()
        return reader.understands(line)

    began = time.monotonic()
    try:
        ended = child.run(
            turn.command,
            cwd=machine.root,
            on_line=hear,
            limits=child.Limits(comparison.timeout_s, one.program.memory_mb + BEYOND_MB),
            cancel=cancel,
            on_start=preload_check.attend,
        )
        turn.duration_s = ended.duration_s
        turn.results = [*reader.results()]
        if ended.peak_rss_mb:  # not of a process that ended before anybody could look
            value = ended.peak_rss_mb
            turn.results.append({"metric": PEAK_MEMORY, "unit": "MiB", "value": value})
        turn.skipped, turn.skipped_all = reader.skipped, reader.reason or preload_check.objection()
        turn.peak_rss_mb = ended.peak_rss_mb or None
    except (child.ChildError, OutputError) as error:
        turn.reason = shortened(str(error))
        turn.duration_s = turn.duration_s or time.monotonic() - began
    turn.runtime = reader.runtime()
    return turn


def _reader(one: Contestant, command: list[str], root: Path) -> BenchReader | AnalyserReader:
    if one.program.output == "bench":
        return BenchReader(one.name)
    asked = {
        name: command[command.index(f"--{name}") + 1] for name in ASKED if f"--{name}" in command
    }
    return AnalyserReader(asked, root / "build" / "digests")
