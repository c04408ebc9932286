"""Count cache misses per packet in a simulated cache: hardware counters are often inaccessible.

Cachegrind runs a program about fifty times slower and simulates a simple cache: no prefetching, no
other programs, the same numbers in every run. Sizes are a hundredth of the real ones, so the
last-level cache is small, too: case A fits into it, case C does not.

A program runs twice, with fewer and with more packets. The difference excludes the program's start
and the time until queue and store are full.
"""

import re
import shutil
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from course.errors import CourseError
from course.measure.benches.turn import why_not
from course.measure.here import Here
from course.model.bench import Comparison
from course.model.bench_record import Counted
from course.process import child

SHORT, LONG = 200_000, 700_000
"""Packets of the two runs. Even the first fills the store of case C early."""

# --8<-- [start:simulated-cache]
VALGRIND = (
    "valgrind",
    "--tool=cachegrind",
    "--cache-sim=yes",
    "--I1=32768,8,64",
    "--D1=32768,8,64",
    "--LL=262144,8,64",
    "--cachegrind-out-file=/dev/null",
)
# --8<-- [end:simulated-cache]

LINES = {
    "instructions": re.compile(r"I\s+refs:\s+([\d,]+)"),
    "d1_misses": re.compile(r"D1\s+misses:\s+([\d,]+)"),
    "ll_misses": re.compile(r"LLd misses:\s+([\d,]+)"),
}
"""Counter -> its line in Cachegrind's summary."""


class CountError(CourseError):
    """Counting is not possible, or failed; one line."""


def require() -> None:
    """Raise CountError if valgrind is missing."""
    if shutil.which("valgrind") is None:
        raise CountError(
            "--count: valgrind is not on PATH; ./course setup --yes installs it where it can"
        )


def count(
    comparison: Comparison, machine: Here, cancel: threading.Event, say: Callable[[str], None]
) -> list[Counted]:
    """Count for all contestants that the comparison lists and that can run here.

    Raises CountError, and child.Cancelled once the event is set.
    """
    assert comparison.count is not None
    result = []
    for one in comparison.contestants:
        if one.id not in comparison.count.contestants or why_not(one, machine) is not None:
            continue
        for run, arguments in comparison.count.runs.items():
            say(f"{one.id}: counting cache misses in a simulated cache (run {run})")
            command = [*one.program.command, *one.arguments, *arguments]
            command += comparison.count.arguments
            shorter, longer = (
                _counts(command, packets, machine, comparison.timeout_s, cancel)
                for packets in (SHORT, LONG)
            )
            more = {name: (longer[name] - shorter[name]) / (LONG - SHORT) for name in LINES}
            counted = {"contestant": one.id, "run": run, "command": [*VALGRIND, *command]}
            result.append(Counted(**counted, per_packet=more))
    return result


def _counts(
    command: list[str], packets: int, machine: Here, seconds: float, cancel: threading.Event
) -> dict[str, int]:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        whole = [*VALGRIND, f"--log-file={log}", *command, "--packets", str(packets)]
        try:
            child.run(
                whole,
                cwd=machine.root,
                on_line=lambda line: True,
                limits=child.Limits(seconds, machine.memory_mb()),
                cancel=cancel,
            )
        except child.ChildError as error:
            raise CountError(f"cachegrind of {command[0]}: {error}") from error
        return read_summary(log.read_text(encoding="utf-8", errors="replace"))


def read_summary(text: str) -> dict[str, int]:
    """Parse the counts of a Cachegrind log. Raises CountError if one is missing."""
    found = {name: pattern.search(text) for name, pattern in LINES.items()}
    lost = [name for name, match in found.items() if match is None]
    if lost:
        raise CountError(f"cachegrind did not report {', '.join(lost)}")
    return {name: int(match[1].replace(",", "")) for name, match in found.items() if match}
