"""A cell's exact command line."""

from pathlib import Path

from course.measure.cells.profiles import Batch, Realtime, Task
from course.model.cells import Cell
from course.model.solutions import COLLECTORS, IMPLEMENTATIONS, VARIANTS

GC_LOG_CLASS = "allocpool.gclog.GcLogMain"
CLASS_PATH = "build/java/lib/*"
LIBRARY_PATH = "build/cpp/lib"
GC_LOG = "gc.log"
"""Where a JVM logs its collections, in the folder for files that a program leaves behind."""

PLACES = ("-Xlog:gc*", "-XX:ErrorFile=")
"""Prefixes of arguments that name files outside the repository."""


def comparable(arguments: list[str]) -> list[str]:
    """The arguments that affect the measurement, without those that only name files."""
    return [argument for argument in arguments[1:] if not argument.startswith(PLACES)]


def build(task: Task, java: Path | None, scratch: Path) -> list[str]:
    """Command line of one fork, to be run in the repository's root. Files that the program leaves
    behind go to scratch.

    java is the JVM's executable, needed for Java cells only.
    """
    cell = task.cell
    program = IMPLEMENTATIONS[cell.implementation]
    if program.program is not None:
        return [program.program, *_workload(task)]
    if java is None:
        raise ValueError(f"{cell.id} needs a JVM")
    return [
        str(java),
        *jvm_flags(cell),
        *task.jvm_flags,
        f'-Xlog:gc*,safepoint:file="{scratch / GC_LOG}":uptime,level,tags:filecount=0',
        f"-XX:ErrorFile={scratch}/hs_err.log",
        f"-Djava.library.path={LIBRARY_PATH}",
        "-cp",
        CLASS_PATH,
        str(program.main_class),
        *_workload(task),
        "--live-objects",
    ]


def memory_mb(cell: Cell) -> tuple[int, int]:
    """What the program may use for packets and the like, MiB: Java heap, and direct memory."""
    program = IMPLEMENTATIONS[cell.implementation]
    return cell.heap_mb, program.direct_mb or program.direct_per_heap * cell.heap_mb


def jvm_flags(cell: Cell) -> list[str]:
    """Flags for memory and collector, and to keep JVM messages out of the program's output."""
    assert cell.collector is not None and cell.jdk is not None and cell.heap is not None
    flags = [f"-Xms{cell.heap}", f"-Xmx{cell.heap}"]
    program = IMPLEMENTATIONS[cell.implementation]
    if program.direct_mb:
        flags.append(f"-XX:MaxDirectMemorySize={program.direct_mb}m")
    elif program.direct_per_heap:
        size, unit = program.direct_per_heap * int(cell.heap[:-1]), cell.heap[-1]
        flags.append(f"-XX:MaxDirectMemorySize={size}{unit}")
    flags += COLLECTORS[cell.collector].flags_of(cell.jdk)
    flags += VARIANTS[cell.variant].flags if cell.variant else ()
    # The article's rounds were so long that the warm-up touched the whole heap. Ours are shorter:
    # without this, some cells would time the kernel's page faults.
    flags.append("-XX:+AlwaysPreTouch")
    # Warnings of the JVM's unified log go to stdout unless told otherwise.
    flags += ["-Xlog:disable", "-Xlog:all=warning:stderr", "-XX:-CreateCoredumpOnCrash"]
    if cell.jdk >= 17:
        flags.append("--enable-native-access=ALL-UNNAMED")
    return flags


def _workload(task: Task) -> list[str]:
    cell, load = task.cell, task.load
    arguments = ["--case", cell.case, "--strategy", cell.strategy, "--mode", cell.mode]
    arguments += ["--generator", cell.generator, "--scale", str(task.scale), "--format", "json"]
    match load:
        case Batch():
            arguments += ["--packets", str(load.packets)]
            arguments += ["--warmup-rounds", str(load.warmup_rounds)]
            arguments += ["--rounds", "-"]  # requested one by one: see bout.py
            arguments += ["--round-limit-ms", str(load.round_limit_ms)]
            if load.settle is not None:
                arguments += ["--settle", str(load.settle)]
            arguments += ["--whole-collections"] * has_collections(cell)
        case Realtime():
            # Probes are requested one by one; these two arguments only inform a record's readers.
            arguments += ["--interval-ns", "-"]
            arguments += ["--seconds", str(load.seconds_per_interval)]
            warm_up = load if load.search is None else load.search
            arguments += ["--warmup-seconds", str(warm_up.warmup_seconds)]
            arguments += ["--clock", clock(cell)]
            if load.search is not None:
                arguments += ["--service-seconds", str(load.search.service_seconds)]
    return arguments


def has_collections(cell: Cell) -> bool:
    """True if the program has garbage to collect: only where packets are objects."""
    return IMPLEMENTATIONS[cell.implementation].packet_bytes > 0


def clock(cell: Cell) -> str:
    """The clock that sets the ticks, as named in programs and records."""
    return VARIANTS[cell.variant].clock if cell.variant else "thread"
