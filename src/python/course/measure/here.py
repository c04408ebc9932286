"""This machine and this copy of the repository, as sweeps and benches see them."""

import dataclasses
from pathlib import Path

from course import paths
from course.process import machine
from course.process.provenance import Provenance
from course.process.sources import source_hash
from course.toolchain import build, fitness, jdks, libraries
from course.toolchain.fingerprint import Fingerprints

FITNESS_SECONDS = 3.0  # as long as the doctor's reading


@dataclasses.dataclass(frozen=True)
class Here:
    """The actual machine. A pickled instance means the machine where it is unpickled.

    Tests measure on others with the same interface.
    """

    find_jdk = staticmethod(jdks.find)
    memory_mb = staticmethod(machine.memory_mb)
    allocator = staticmethod(libraries.allocator)
    why_no_allocator = staticmethod(libraries.why_no_allocator)

    @property
    def root(self) -> Path:
        return paths.ROOT

    def provenance(self) -> Provenance:
        return Provenance.find(paths.ROOT, machine.describe(), source_hash)

    def outdated(self) -> str | None:
        """Why the programs don't match the sources, in one line; None if they do."""
        prints = Fingerprints()
        steps = [build.java_step(prints), build.cpp_step(prints)]
        missing = " and ".join(step.name for step in steps if not step.done())
        return f"{missing}: not built from these sources; run ./course setup" if missing else None

    def why_unfit(self) -> str | None:
        """Why real time cannot be measured here, in one line; None if it can. Takes seconds."""
        for _ in range(2):  # one long gap may be an accident
            reason = fitness.why_unfit(fitness.read(FITNESS_SECONDS), machine.cores())
            if reason is None:
                break
        return reason

    def caveats(self) -> list[str]:
        """How far figures can be trusted here; may take seconds."""
        reading = fitness.read(FITNESS_SECONDS)
        if "error" in reading:
            return [f"this machine's fitness is unknown: {reading['error']}"]
        verdict = fitness.judge(reading, machine.cores())
        unfit = [] if verdict.realtime_fit else [verdict.realtime]
        return [verdict.absolute, verdict.ratios, *unfit]
