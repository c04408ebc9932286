"""This machine and this copy of the repository: what a sweep finds out before it measures."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Protocol

from course import paths
from course.measure.programs import Programs
from course.process import machine
from course.process.provenance import Provenance
from course.process.sources import source_hash
from course.toolchain import build, fitness, jdks
from course.toolchain.fingerprint import Fingerprints

FITNESS_SECONDS = 3.0  # as long as the doctor's reading


class Means(Protocol):
    """How the machine finds what it measures with. Pickled, it asks another machine the same."""

    def programs(self) -> Programs:
        """The built programs and the Java runtimes."""
        ...

    def provenance(self) -> Provenance:
        """The commit, the sources and the machine as they are now."""
        ...

    def outdated(self) -> str | None:
        """Why the programs are not those of the sources, in one line; None when they are."""
        ...

    def why_unfit(self) -> str | None:
        """Why real time cannot be measured here, in one line; None when it can. Takes seconds."""
        ...

    def scratch(self) -> Path:
        """Folder for the files of jobs that a sweep on another machine has sent."""
        ...


@dataclasses.dataclass(frozen=True)
class Here:
    """The means of the course itself."""

    def programs(self) -> Programs:
        return Programs(paths.ROOT, jdks.find)

    def provenance(self) -> Provenance:
        return Provenance.find(paths.ROOT, machine.describe(), source_hash)

    def outdated(self) -> str | None:
        prints = Fingerprints()
        steps = [build.java_step(prints), build.cpp_step(prints)]
        missing = " and ".join(step.name for step in steps if not step.done())
        return f"{missing}: not built from these sources; run ./course setup" if missing else None

    def why_unfit(self) -> str | None:
        for _ in range(2):  # one long gap may be an accident
            reason = fitness.why_unfit(fitness.read(FITNESS_SECONDS), machine.cores())
            if reason is None:
                break
        return reason

    def scratch(self) -> Path:
        return paths.BUILD / "scratch"
