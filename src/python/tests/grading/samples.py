"""Definitions, results and reports for tests that compile nothing."""

from __future__ import annotations

from typing import Any

from course.grading import result
from course.grading.checks.checks import Outcome
from course.grading.exercises.exercise import Exercise
from course.grading.grader import Report
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
        "hints": ["add", "add one"],
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
    points = sum(
        check.points
        for check, verdict in zip(exercise.checks, verdicts, strict=True)
        if verdict is Verdict.PASS
    )
    for check, outcome in zip(exercise.checks, outcomes, strict=True):
        if outcome.verdict is not Verdict.PASS:
            return Report(outcome.verdict, check.name, "why", points, outcomes)
    return Report(Verdict.PASS, None, "", points, outcomes)


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
