"""Specimens graded, and held against what must become of them."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Sequence
from pathlib import Path

from course.grading.jobs import Job, job
from course.grading.result import Result
from course.grading.specimens import Specimen
from course.grading.tools import Tools

SECRET = b"the self-test's own secret, which nobody has to keep"


@dataclasses.dataclass(frozen=True)
class Mismatch:
    """A specimen that did not get what it must get."""

    specimen: Specimen
    result: Result

    def __str__(self) -> str:
        expected = " or ".join(self.specimen.verdicts)
        found = self.result["verdict"]
        where = f" in {self.result['check']}" if self.result["check"] else ""
        if self.specimen.check:
            expected += f" in {self.specimen.check}"
        return f"{self.specimen.name}: {found}{where}, not {expected}: {self.result['message']}"


def why_skipped(specimen: Specimen, tools: Tools) -> str | None:
    """Why this machine cannot grade the specimen, in a few words; None when it can."""
    if specimen.needs is None:
        return None
    version = int(specimen.needs.rpartition("-")[2])
    if tools.jdk is None or tools.jdk.version < version:
        return f"needs a JDK of {version} or newer"
    return None


def job_of(specimen: Specimen, hands: int = 1) -> Job:
    """The specimen as if it had been submitted. Raises GraderError when it cannot be made."""
    with tempfile.TemporaryDirectory() as folder:
        specimen.write(Path(folder))
        return job(Path(folder), specimen.exercise, specimen.name, SECRET, hands)


def mismatch(specimen: Specimen, result: Result) -> Mismatch | None:
    """None when the result is as it must be."""
    right = result["verdict"] in specimen.verdicts and (
        specimen.check is None or result["check"] == specimen.check
    )
    return None if right else Mismatch(specimen, result)


def summary(count: int, mismatches: Sequence[Mismatch], skipped: int) -> list[str]:
    """What to say in the end."""
    lines = [f"not as it must be: {one}" for one in mismatches]
    left_out = f", {skipped} skipped" if skipped else ""
    return [*lines, f"{count} specimens, {len(mismatches)} mismatches{left_out}"]
