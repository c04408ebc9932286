"""What was measured: one hash over the sources of an implementation, or of a bench.

A record carries the hash of its time; where it differs from today's, the record is stale.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from course import paths
from course.model import benches
from course.model.solutions import IMPLEMENTATIONS

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


def places(name: str) -> tuple[str, ...]:
    """The files and folders, from the root, that make a program or all contestants of a bench.

    Raises KeyError for an unknown name.
    """
    if name in IMPLEMENTATIONS:
        return IMPLEMENTATIONS[name].sources
    if name not in benches.names():
        raise KeyError(name)
    return benches.load(name).sources


def measured_files(name: str, root: Path) -> Iterator[Path]:
    """The files that an implementation or bench is made of, from the root. Raises as above."""
    for place in places(name):
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
