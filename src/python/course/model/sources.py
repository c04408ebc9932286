"""What was measured: one hash over the sources of an implementation, or of a bench.

A record carries the hash of its time; where it differs from today's, the record is stale.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from course import paths

NATIVE = tuple(
    f"native/{name}.hpp"
    for name in (
        "clock",
        "clock_queue",
        "clock_queue_layout",
        "clock_thread",
        "counter",
        "counter_ticks",
        "metronome",
        "spinning_thread",
        "stall_watch",
        "tick_range",
        "tick_rate",
    )
)
"""The headers that the measured programs include; a test asks the compiler whether it is so."""

CPP = ("src/cpp/flags.cmake", "src/cpp/workload", *NATIVE)
JAVA = ("src/java/workload", "src/java/clock", *NATIVE, "native/jni")
PLACES: dict[str, tuple[str, ...]] = {
    "heap": ("src/java/heap", *JAVA),
    "native": ("src/java/native", *JAVA),
    "foreign": ("src/java/foreign", *JAVA),
    "flat": ("src/java/flat", *JAVA),
    "flat-foreign": ("src/java/flat-foreign", "src/java/flat", *JAVA),
    "cpp": ("src/cpp/cpp", *CPP),
    "cpp-flat": ("src/cpp/cpp-flat", *CPP),
    "cpp-limit": ("src/cpp/cpp-limit", *CPP),
}
"""Implementation -> files and folders, from the repository's root, that make its program."""

JMH = ("src/java/jmh", "src/java/bench-report")
BENCHES: dict[str, tuple[str, ...]] = {
    "queue": (
        "src/cpp/queues",
        "src/cpp/bench_report",
        "native/queues",
        "src/java/bench-report",
        "src/java/queues",
        "src/java/queues-foreign",
        *CPP,
        *JAVA,
    ),
    "limit": (
        "src/cpp/limits",
        "src/cpp/bench_report",
        "src/cpp/steps/circle.hpp",
        "src/cpp/steps/measuring.hpp",
        "src/cpp/steps/options.hpp",
        *PLACES["cpp-flat"],
        *PLACES["cpp-limit"],
        *PLACES["flat-foreign"],
    ),
    "addresses": (
        "src/java/flat-address",
        "native/prefetch",
        *PLACES["cpp-limit"],
        *PLACES["flat-foreign"],
    ),
    "allocators": ("src/cpp/allocators", "src/cpp/cpp", "src/cpp/cpp-flat", *CPP),
    "threads": (
        "src/cpp/threads",
        "src/cpp/bench_report",
        "src/cpp/cpp-flat",
        "native/queues",
        *CPP,
    ),
    "pools": ("src/java/pools", *JMH),
    "buffers": ("src/java/allocator", *JMH),
    "service": (
        "src/java/service",
        "src/java/allocator",
        "src/java/bench-report",
        "src/python/course/loadtest",
    ),
}
"""Bench -> the same for the programs of all its contestants; a test asks the compiler here, too."""

NOT_MEASURED = frozenset({"build", "target", "test", "tests", "__pycache__"})
"""Folders inside of those that hold products or tests."""


def source_hash(name: str, root: Path | None = None) -> str:
    """SHA-256, in hex, over the names and contents of an implementation's or bench's source files.

    Raises KeyError for an unknown name and FileNotFoundError for a missing place.
    """
    root = root or paths.ROOT
    digest = hashlib.sha256()
    for inside in measured_files(name, root):
        content = _without_marks((root / inside).read_bytes())
        # The lengths keep apart what would otherwise run together.
        digest.update(f"{inside.as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def measured_files(name: str, root: Path) -> Iterator[Path]:
    """The files that an implementation or bench is made of, from the root. Raises as above."""
    for place in dict.fromkeys((PLACES | BENCHES)[name]):
        for file in _files(root / place):
            inside = file.relative_to(root)
            if _is_measured(inside):
                yield inside


def _without_marks(content: bytes) -> bytes:
    """Without the lines that tell chapters where a region begins and ends: nothing runs them."""
    lines = content.splitlines(keepends=True)
    return b"".join(line for line in lines if b"--8<--" not in line)


def _files(place: Path) -> list[Path]:
    if not place.exists():
        raise FileNotFoundError(f"{place} is missing: measured sources belong there")
    if place.is_file():
        return [place]
    return sorted(path for path in place.rglob("*") if path.is_file())


def _is_measured(inside: Path) -> bool:
    hidden = any(part.startswith(".") for part in inside.parts)
    return not hidden and not NOT_MEASURED.intersection(inside.parts[:-1])
