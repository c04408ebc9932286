"""Definitions, results and reports for tests that compile nothing."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pytest

from course.grading import result, session
from course.grading.checks.checks import Outcome
from course.grading.classroom import export, self_test, teacher
from course.grading.exercises.exercise import Exercise
from course.grading.exercises.submission import Submission
from course.grading.grader import Report
from course.grading.jobs import Job
from course.grading.store import SECRET
from course.grading.verdicts import Verdict

JUDGE = """
def trace(chance, operations):
    words = [chance.getrandbits(8) for _ in range(operations)]
    return words, [word + 1 for word in words]
"""

SOLUTION = """package exercise;

public final class Counter {
  static long next(long number) {
    // BEGIN SOLUTION
    return number + 1;
    // STARTER: return 0;
    // END SOLUTION
  }
}
"""


def definition(**changes: Any) -> dict[str, Any]:
    """What an exercise.toml might say."""
    return {
        "title": "Counting up",
        "summary": "One more than asked.",
        "chapter": 1,
        "language": "java",
        "minutes": 5,
        "hints": ["count", "add", "add one"],
        "submission": {"files": ["Counter.java"]},
        "limits": {"seconds": 2, "memory_mb": 32},
        "checks": [answers(), garbage()],
        **changes,
    }


def answers(**changes: Any) -> dict[str, Any]:
    """A check of answers."""
    return {
        "name": "answers",
        "kind": "answers",
        "points": 4,
        "operations": 100,
        "says": "{operations} answers",
        **changes,
    }


def garbage(**changes: Any) -> dict[str, Any]:
    """A check of garbage."""
    return {
        "name": "garbage",
        "kind": "garbage",
        "points": 6,
        "operations": 10_000,
        "says": "at most {slack_kb} KB in {operations} operations",
        "set_up_kb": 512,
        "slack_kb": 8,
        **changes,
    }


def report(exercise: Exercise, *verdicts: Verdict) -> Report:
    """A report with these outcomes of the checks; those that are not named are passed."""
    verdicts += (Verdict.PASS,) * (len(exercise.checks) - len(verdicts))
    outcomes = tuple(Outcome(verdict, verdict.value) for verdict in verdicts)
    for check, outcome in zip(exercise.checks, outcomes, strict=True):
        if outcome.verdict is not Verdict.PASS:
            return Report(outcome.verdict, check.name, "why", outcomes)
    return Report(Verdict.PASS, None, "", outcomes)


def graded(
    exercise: Exercise, found: Report, learner: str = "ada", **changes: Any
) -> result.Result:
    """The result of a report."""
    made = result.build(
        exercise,
        found,
        learner=learner,
        submission="0" * 64,
        sandbox="bubblewrap",
        run=result.Run(started="2026-01-01T00:00:00Z", seconds=1.0),
    )
    return made.model_copy(update=changes)


def same(one: result.Result, other: result.Result) -> bool:
    """Whether two gradings agree."""
    return _settled(one, other.run) == _settled(other, other.run)


def _settled(made: result.Result, run: result.Run) -> result.Result:
    """Without what differs from one grading to the next."""
    checks = tuple(
        check.model_copy(update={"message": ""}) if check.verdict is Verdict.RACE else check
        for check in made.checks
    )
    message = "" if made.verdict is Verdict.RACE else made.message
    return made.model_copy(update={"run": run, "checks": checks, "message": message})


# ---- a class -----------------------------------------------------------------------------------


def arguments(folder: Path, **changes: Any) -> argparse.Namespace:
    """To grade what lies in the folder's class."""
    given = {
        "submissions": folder / "class",
        "jobs": None,
        "only": None,
        "out": folder / "grades",
        "fresh": False,
        "roster": None,
        "self_test": False,
        "cohort": None,
        "dask": None,
    }
    return argparse.Namespace(**(given | changes))


def share_references(grades: Path) -> None:
    """Has a class's traces, and so the reference builds, be those of the specimens' tests."""
    grades.mkdir(exist_ok=True)
    (grades / SECRET).write_text(self_test.SECRET.hex(), encoding="ascii")


def hand_in(folder: Path, exercise: Exercise, count: int) -> None:
    """A class in which everybody has written something else."""
    for number in range(count):
        place = folder / "class" / f"learner-{number}" / exercise.name
        place.mkdir(parents=True)
        (place / "Counter.java").write_text(f"class Counter {{ int n = {number}; }}")


def pass_all(exercise: Exercise, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace the grader with one that passes all. Returns a growing list of the learners whom it
    has graded."""
    asked: list[str] = []

    def work(job: Job) -> result.Result:
        asked.append(job.learner)
        found = report(exercise, Verdict.PASS, Verdict.PASS)
        digest = Submission(job.files or {}).digest()
        return graded(exercise, found, job.learner, submission_digest=digest)

    monkeypatch.setattr(session, "work", work)
    monkeypatch.setattr(teacher.sandbox, "why_none", lambda: None)
    monkeypatch.setattr(teacher.exercises, "everything", lambda: [exercise])
    return asked


def exported(form: str, results: Path, **more: Any) -> int:
    """What ``./course export`` returns."""
    given = {"format": form, "results": results, "roster": None, "out": None}
    given |= {"names": True, "zeros": True}
    return export.export(argparse.Namespace(**(given | more)))
