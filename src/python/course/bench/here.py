"""This machine and this copy of the repository, as a bench finds them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from course import paths
from course.process import machine
from course.process.memory import total_mb
from course.process.provenance import Provenance
from course.process.sources import source_hash
from course.toolchain import fitness, jdks, libraries

FITNESS_SECONDS = 3.0
"""As long as the doctor's reading."""


@dataclasses.dataclass(frozen=True)
class Here:
    """The machine of the course itself; see :class:`course.bench.turn.Machine`."""

    root: Path = paths.ROOT

    def java(self, version: int) -> Path | None:
        """The JVM's executable of a feature version."""
        jdk = jdks.find(version)
        return None if jdk is None else jdk.java

    def memory_mb(self) -> int:
        """All memory, MiB."""
        return total_mb()

    def allocator(self, name: str) -> Path | None:
        """The library of an allocator."""
        return libraries.allocator(name)

    def why_no_allocator(self, name: str) -> str | None:
        """Why programs cannot be run with it; None when they can."""
        return libraries.why_no_allocator(name)

    def provenance(self) -> Provenance:
        """The commit, the sources and the machine as they are now."""
        return Provenance.find(self.root, machine.describe(), source_hash)

    def caveats(self) -> list[str]:
        """What may be trusted here, as the doctor says it. Takes some seconds."""
        reading = fitness.read(FITNESS_SECONDS)
        if "error" in reading:
            return [f"nothing can be said of this machine's fitness: {reading['error']}"]
        verdict = fitness.judge(reading, machine.cores())
        return [verdict.absolute, verdict.ratios, verdict.realtime]
