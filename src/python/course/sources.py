"""What was measured: one hash over the sources of an implementation.

A record carries the hash of its time; where it differs from today's, the record is stale.
"""

from __future__ import annotations

import hashlib
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
        "tick_range",
        "tick_rate",
    )
)
"""The headers that the measured programs include; a test asks the compiler whether it is so."""

CPP = ("src/cpp/CMakeLists.txt", "src/cpp/workload", *NATIVE)
JAVA = ("src/java/workload", "src/java/clock", *NATIVE, "native/jni")
PLACES: dict[str, tuple[str, ...]] = {
    "heap": ("src/java/heap", *JAVA),
    "native": ("src/java/native", *JAVA),
    "foreign": ("src/java/foreign", *JAVA),
    "cpp": ("src/cpp/cpp", *CPP),
    "cpp-flat": ("src/cpp/cpp-flat", *CPP),
}
"""Implementation -> files and folders, from the repository's root, that make its program."""

NOT_MEASURED = frozenset({"build", "target", "test", "tests"})
"""Folders inside of those that hold products or tests."""


def source_hash(implementation: str, root: Path | None = None) -> str:
    """SHA-256, in hex, over the names and contents of the implementation's source files.

    Raises KeyError for an unknown implementation and FileNotFoundError for a missing place.
    """
    root = root or paths.ROOT
    digest = hashlib.sha256()
    for place in PLACES[implementation]:
        for file in _files(root / place):
            name = file.relative_to(root)
            if _is_measured(name):
                content = file.read_bytes()
                # The lengths keep apart what would otherwise run together.
                digest.update(f"{name.as_posix()}\0{len(content)}\0".encode())
                digest.update(content)
    return digest.hexdigest()


def _files(place: Path) -> list[Path]:
    if not place.exists():
        raise FileNotFoundError(f"{place} is missing: measured sources belong there")
    if place.is_file():
        return [place]
    return sorted(path for path in place.rglob("*") if path.is_file())


def _is_measured(name: Path) -> bool:
    hidden = any(part.startswith(".") for part in name.parts)
    return not hidden and not NOT_MEASURED.intersection(name.parts[:-1])
