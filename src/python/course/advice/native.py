"""``./course advise -- PROGRAM``: run a native program, sample its allocations, and advise."""

import dataclasses
import mmap
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from course import paths
from course.advice.command import tell
from course.advice.sites import ENOUGH_SAMPLES, Site, by_site
from course.advice.trace import Trace, read
from course.errors import CourseError, UsageError, os_errors
from course.model.advice_text import digits, percent, say, share, size
from course.model.decision import Values, native_rules
from course.process.child import signal_name

MOST_PROCESSES = 64
"""Most files that the tracer writes for one command."""

ALLOCATORS = (b"libjemalloc", b"libtcmalloc", b"libmimalloc", b"libsnmalloc")

ROWS, WIDTH = 8, 120


def run(arguments: list[str]) -> int:
    """Run the program to its end, print advice on it to stderr, and return 0.

    It inherits our input and output. Raises UsageError if the program cannot be started, and
    CourseError if it was not traced.
    """
    if sys.platform != "linux":
        raise CourseError("native programs can only be traced on Linux")
    program = shutil.which(arguments[0])
    if program is None:
        raise UsageError(f"{arguments[0]}: no such program, or not executable")
    with tempfile.TemporaryDirectory(prefix="advise-") as scratch:
        status, cpu_s = _start(program, arguments, Path(scratch))
        traces = [found for file in Path(scratch).glob("*.trace") if (found := read(file))]
        processes = Path(scratch, "processes")  # the tracer adds a byte for each
        started = processes.stat().st_size if processes.exists() else 0
    traces = [one for one in traces if one.samples]
    console = Console(stderr=True, highlight=False)
    console.width = max(console.width, WIDTH)
    notes = [*_ending(arguments[0], status)]
    if not traces:
        if started:
            raise CourseError(
                f"{arguments[0]}: {'; '.join([*notes, 'it hardly allocates, so leave it'])}"
            )
        raise CourseError(
            f"{arguments[0]}: none of its allocations could be traced: it's statically linked, "
            "runs with other privileges, or isn't a native program"
        )
    trace = max(traces, key=lambda one: one.bytes)
    if len(traces) > 1:
        notes.append(
            f"{len(traces)} of its processes allocated; this is process {trace.process}, which "
            "allocated the most"
        )
    if started > MOST_PROCESSES:
        notes.append(f"Only the first {MOST_PROCESSES} of {started} processes were traced")
    if trace.dropped:
        notes.append(f"{trace.dropped:,} samples were dropped because the buffer was full")
    found = by_site(trace)
    console.print(f"\n{arguments[0]}: {_summary(trace, found)}", markup=False)
    console.print(_table(found, trace.bytes, cpu_s))
    tell(console, notes, advice(found, cpu_s))
    return 0


def _start(program: str, arguments: list[str], scratch: Path) -> tuple[int, float]:
    """Run it under the tracer; return its exit status and its seconds of CPU time."""
    library = scratch / "libtracer.so"  # paths in LD_PRELOAD may not contain spaces
    others = os.environ.get("LD_PRELOAD", "")
    own = _brings_an_allocator(Path(program), others)
    library.symlink_to(paths.TRACER_OF_OPERATORS if own else paths.TRACER)
    environment = {
        **os.environ,
        "LD_PRELOAD": f"{library}:{others}" if others else str(library),
        "ALLOCPOOL_TRACE": str(scratch),
    }
    # Ctrl-C is for the program; we report on what was traced until then.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        with os_errors(f"{arguments[0]}: can't be started", UsageError):
            child = subprocess.Popen(arguments, executable=program, env=environment)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
    finally:
        signal.signal(signal.SIGINT, before)
    return child.returncode, usage.ru_utime + usage.ru_stime


def _brings_an_allocator(program: Path, preloaded: str) -> bool:
    """True if C++'s operators may not use the C library's malloc."""
    try:
        with program.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # executable but not readable, or empty
        data = b""
    linked = any(data.find(name) >= 0 for name in ALLOCATORS)
    return linked or any(name in preloaded.encode() for name in ALLOCATORS)


def _ending(name: str, status: int) -> Iterator[str]:
    if status < 0:
        how = f"was killed by {signal_name(-status)}"
        yield f"{name} {how}: this report covers what it did until then"
    elif status > 0:
        yield f"{name} ended with exit code {status}"


def _summary(trace: Trace, found: list[Site]) -> str:
    count = sum(one.count for one in found)
    threads = "one thread" if trace.threads == 1 else f"{trace.threads} threads"
    samples = "one sample" if len(trace.samples) == 1 else f"{len(trace.samples):,} samples"
    return (
        f"{size(trace.bytes)} in about {digits(count)} allocations by {threads}, in "
        f"{digits(trace.seconds)} s; {samples}"
    )


def _table(found: list[Site], everything: float, cpu_s: float) -> Table:
    table = Table(box=box.SIMPLE)
    table.add_column("allocation site", overflow="fold", max_width=44)
    for name in ("size", "of all bytes", "lives for", "alive", "together", "elsewhere", "time"):
        table.add_column(name, justify="right")
    for one in found[:ROWS]:
        low, high = one.sizes
        lives = "to the end" if one.life_bytes is None else size(one.life_bytes)
        table.add_row(
            one.name.replace("[", r"\["),
            f"{low:,}" if low == high else f"{low:,} to {high:,}",
            share(one.bytes / everything),
            lives,
            size(one.alive_mb * 1e6),
            share(one.together),
            share(one.elsewhere),
            percent(min(1.0, one.seconds / cpu_s)) if cpu_s else "unknown",
        )
    return table


def advice(found: list[Site], cpu_s: float) -> Iterator[str]:
    """Yield advice on each site that matters, or once for all; with the chapter."""
    seconds = sum(one.seconds for one in found)
    little = native_rules().limits["little"] * cpu_s
    if sum(one.samples for one in found) < ENOUGH_SAMPLES:
        yield "Leave it: it allocates too little for more advice (chapter 10)."
        return
    if seconds < little:
        yield (
            f"Leave it: malloc and free take about {percent(seconds / cpu_s)} of the CPU time, "
            "and a pool can't save more (chapter 10, To allocate or to pool?)."
        )
        return
    worth = [one for one in found if one.seconds >= little]
    for one in worth[:ROWS]:
        yield f"{one.name}: {_site(one, cpu_s)}"
    small = seconds - sum(one.seconds for one in worth)
    if small > 0 and len(worth) < len(found):
        count = len(found) - len(worth)
        places = "one place" if count == 1 else f"{count} places"
        yield f"Leave the rest: {places}, with {percent(small / cpu_s)} of the CPU time."


def values_of(one: Site) -> Values:
    low, high = one.sizes
    return {**dataclasses.asdict(one), "low": low, "high": high}


def _site(one: Site, cpu_s: float) -> str:
    values: Values = {
        **native_rules().limits,
        **values_of(one),
        "alive_bytes": one.alive_mb * 1e6,
        "time": one.seconds / max(cpu_s, one.seconds, 1e-9),
    }
    found = native_rules().sentences(values)
    return " ".join(say(rule.say, values) for rule in found)
