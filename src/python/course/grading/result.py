"""The result of a submission, as result.schema.json describes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from course.grading.exercises.exercise import Exercise
from course.grading.grader import Report
from course.grading.verdicts import AGAIN, Verdict
from course.process.schemas import Schema

SCHEMA = Path(__file__).with_name("result.schema.json")
VERSION = 1

Result = dict[str, Any]


class InvalidResultError(ValueError):
    """Not a result; one line says what is wrong."""


def build(
    exercise: Exercise,
    report: Report,
    *,
    learner: str,
    submission: str | None,
    sandbox: str,
    run: dict[str, Any],
) -> Result:
    """The result of a report. `submission`: its digest; None when it could not be read.

    `run` has what differs from one grading of the same submission to the next, and nothing else
    does.
    """
    return {
        "schema": VERSION,
        "learner": learner,
        "exercise": exercise.name,
        "exercise_digest": exercise.digest(),
        "submission_digest": submission,
        "verdict": report.verdict.value,
        "check": report.check,
        "message": report.message,
        "points": report.points,
        "max_points": exercise.points,
        "checks": [
            {
                "name": check.name,
                "kind": check.kind,
                "says": check.threshold(),
                "verdict": None if outcome is None else outcome.verdict.value,
                "message": "" if outcome is None else outcome.message,
                "points": check.points if outcome and outcome.verdict is Verdict.PASS else 0,
                "max_points": check.points,
                "measured": {} if outcome is None else dict(outcome.measured),
            }
            for check, outcome in zip(exercise.checks, report.outcomes, strict=True)
        ],
        "sandbox": sandbox,
        "run": run,
    }


def earned(result: Result) -> int | None:
    """Its points; None when it has to be graded again: that is no zero."""
    return None if result["verdict"] in AGAIN else result["points"]


def same(one: Result, other: Result) -> bool:
    """Whether two gradings agree."""
    return {**one, "run": None} == {**other, "run": None}


def validate(result: Any) -> None:
    """Check a result against the schema. Raises InvalidResultError."""
    complaint = Schema.of_file(SCHEMA).complaint(result, "result")
    if complaint is not None:
        raise InvalidResultError(complaint)
