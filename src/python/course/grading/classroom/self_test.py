"""Grade specimens, and compare the results with the expected ones."""

import math
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

from course.grading.checks.tools import Tools
from course.grading.exercises.exercise import load
from course.grading.exercises.specimens import Specimen
from course.grading.jobs import Job, job
from course.grading.result import Result
from course.grading.verdicts import Verdict

SECRET = b"the self-test's own secret, which nobody has to keep"


def why_skipped(specimen: Specimen, tools: Tools) -> str | None:
    """Return why this machine cannot grade the specimen, in a few words; None if it can."""
    if specimen.expected.needs is None:
        return None
    version = int(specimen.expected.needs.rpartition("-")[2])
    if tools.jdk is None or tools.jdk.version < version:
        return f"needs JDK {version} or newer"
    return None


def job_of(specimen: Specimen, at_once: int = 1) -> Job:
    """Make a job as if the specimen had been submitted. Raises GraderError if that fails."""
    with tempfile.TemporaryDirectory() as folder:
        specimen.write(Path(folder))
        return job(Path(folder).resolve(), specimen.exercise, specimen.name, SECRET, at_once)


def mismatch(specimen: Specimen, result: Result) -> str | None:
    """Return the result and the expected one; None if they match."""
    expected = specimen.expected
    check = None if expected.let_in else expected.check
    if result.verdict in expected.verdict and check in (None, result.check):
        return None
    where = f" in {result.check}" if result.check else ""
    right = " or ".join(expected.verdict) + (f" in {check}" if check else "")
    return f"{specimen.name}: {result.verdict}{where}, not {right}: {result.message}"


def conclude(what: str, mismatches: Sequence[str], skipped: int, results: Sequence[Result]) -> int:
    """Print mismatches, time and memory, and totals. Return the exit code."""
    for one in mismatches:
        print(f"unexpected: {one}")
    left_out = f", {skipped} skipped" if skipped else ""
    print(*took(results), f"{what}, {len(mismatches)} mismatches{left_out}", sep="\n")
    return 1 if mismatches else 0


def took(results: Sequence[Result]) -> list[str]:
    """Return seconds per submission, by language, and a worker's peak memory.

    A pass goes through all checks; an attack may end at the first one, or use all its time.
    """
    by_language: dict[str, list[Result]] = {}
    for one in results:
        by_language.setdefault(load(one.exercise).language_name, []).append(one)
    lines = []
    for language, here in sorted(by_language.items()):
        passed = [one for one in here if one.verdict == Verdict.PASS]
        told = f"{language}, seconds each: {_seconds(here)} of all {len(here)}"
        if passed:
            told += f", {_seconds(passed)} of the {len(passed)} that pass every check"
        lines.append(told)
    most = max((one.run.worker_mb or 0 for one in results), default=0)
    return [*lines, f"a worker and the largest process in its sandbox took at most {most:,} MB"]


def _seconds(results: Sequence[Result]) -> str:
    ordered = sorted(one.run.seconds for one in results)
    most = ordered[math.ceil(0.9 * len(ordered)) - 1]
    return f"median {statistics.median(ordered):.2f} (90 %: {most:.2f})"
