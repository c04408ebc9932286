"""The program of the bench `tools`: measure how long the course's own tools take.

    python -m course.process.tools --tool gclog|grep|site [--megabytes N] --java JAVA -- ARGUMENT...

`gclog` reads a log of fifty megabytes, as written by G1's -Xlog:gc*, in a process that has read it
before, so that its code is compiled; `grep` counts the pauses in the same log; `site` builds the
site from everything below results/, where each file is a record. The output is events, as from
every bench program.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from course import paths
from course.arguments import Parser, positive
from course.process.gclog import FLAGS_FOR_ANY_LOG, Analyser, GcLogError

FOREVER_MS = 1e12
WARM_UP = 2
"""Uncounted readings of the log before."""

COLLECTION = """\
[{s:.3f}s][info][gc,start    ] GC({n}) Pause Young (Normal) (G1 Evacuation Pause)
[{s:.3f}s][info][gc,phases   ] GC({n})   Pre Evacuate Collection Set: 0.1ms
[{s:.3f}s][info][gc,phases   ] GC({n})   Evacuate Collection Set: 2.9ms
[{s:.3f}s][info][gc,phases   ] GC({n})   Post Evacuate Collection Set: 0.2ms
[{s:.3f}s][info][gc,heap     ] GC({n}) Eden regions: 300->0(300)
[{s:.3f}s][info][gc,heap     ] GC({n}) Survivor regions: 3->3(38)
[{s:.3f}s][info][gc,heap     ] GC({n}) Old regions: 120->120
[{s:.3f}s][info][gc] GC({n}) Pause Young (Normal) (G1 Evacuation Pause) 423M->123M(512M) 3.2ms
[{s:.3f}s][info][gc,cpu      ] GC({n}) User=0.01s Sys=0.00s Real=0.00s
"""


def write_log(log: Path, size: int) -> int:
    """Write a log of at least `size` bytes; return its number of collections."""
    number = 0
    with log.open("w", encoding="ascii") as out:
        out.write("[0.010s][info][gc] Using G1\n")
        while out.tell() < size:
            out.writelines(COLLECTION.format(s=0.1 * one, n=one - 1)
                           for one in range(number + 1, number + 1001))  # fmt: skip
            number += 1000
    return number


def took_s(action: Callable[[], object]) -> float:
    """The action's duration, in seconds."""
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def reading_s(reader: list[str], log: Path, collections: int) -> float:
    """Seconds that a running reader takes for the log. Raises GcLogError."""
    with contextlib.closing(Analyser(reader, paths.ROOT)) as analyser:

        def read() -> None:
            found = analyser.figures(log, 0, FOREVER_MS)["pauses"]
            if found != collections:
                raise GcLogError(f"{found} pauses were found, of {collections}")

        for _ in range(WARM_UP):
            read()
        return took_s(read)


def run(arguments: list[str]) -> list[str]:
    """Run a command; return its lines of output. Raises CalledProcessError."""
    done = subprocess.run(arguments, cwd=paths.ROOT, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def tell(event: str, **values: Any) -> None:
    """Print one event."""
    print(json.dumps({"event": event, **values}), flush=True)


def measure(options: argparse.Namespace, scratch: Path) -> None:
    """Measure the tool in the options. Raises GcLogError, OSError or SubprocessError."""
    tell(
        "start",
        bench="tools",
        contestant=options.tool,
        parameters={"megabytes": options.megabytes},
        build={"name": "Python", "version": platform.python_version(), "vendor": "", "flags": []},
    )
    if options.tool == "site":
        records = sum(1 for _ in (paths.ROOT / "results").rglob("*.json"))
        command = [sys.executable, "-m", "course", "site", "--out", str(scratch / "site")]
        seconds = 1000 * took_s(lambda: run(command)) / records
        tell("result", metric="site", unit="s", value=seconds, count=records)
    else:
        log = scratch / "gc.log"
        collections = write_log(log, int(options.megabytes * 1e6))
        if options.tool == "gclog":
            seconds = reading_s(
                [options.java, *FLAGS_FOR_ANY_LOG, *options.arguments], log, collections
            )
        else:
            seconds = took_s(lambda: run(["grep", "-c", "Pause", str(log)]))
        per_megabyte = 1e3 * seconds / (log.stat().st_size / 1e6)
        tell("result", metric="log", unit="ms", value=per_megabyte, count=collections)
    tell("end")


def main(arguments: list[str]) -> int:
    """Measure, and return the exit code: 0, or 1 after a line on stderr."""
    parser = Parser(prog="course.process.tools", description="Times one of the course's tools.")
    parser.add_argument("--tool", choices=("gclog", "grep", "site"), required=True)
    parser.add_argument("--java", required=True, metavar="FILE", help="the JVM that reads logs")
    parser.add_argument("--megabytes", type=positive(float), default=50.0, help="of the log")
    parser.add_argument("arguments", nargs="*", metavar="ARGUMENT", help="that make it the reader")
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory(prefix="course-tools-") as scratch:
            measure(options, Path(scratch))
    except (GcLogError, OSError, subprocess.SubprocessError) as error:
        print(f"course.process.tools: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
