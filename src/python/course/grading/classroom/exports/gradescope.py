"""Gradescope's ``results.json``.

Its format is told in https://gradescope-autograders.readthedocs.io/en/latest/specs/, "Output
format".
"""

from typing import Any

from course.grading.result import CheckResult, Result
from course.grading.verdicts import NOT_LOOKED_AT, Verdict


def of(result: Result) -> dict[str, Any]:
    """What an autograder leaves in /autograder/results/results.json."""
    return {
        "score": result.points,
        "execution_time": result.run.seconds,
        "output": _summary(result),
        # Not the default, which is HTML: a compiler quotes what its learner wrote.
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": result.model_dump(
            include={"exercise", "verdict", "exercise_digest", "submission_digest", "sandbox"}
        ),
        "tests": [
            {
                "name": check.name,
                "score": check.points,
                "max_score": check.max_points,
                "status": "passed" if check.verdict == Verdict.PASS else "failed",
                "output": _of_check(check),
                "visibility": "visible",
            }
            for check in result.checks
        ],
    }


def _summary(result: Result) -> str:
    line = f"{result.verdict}: {result.points} of {result.max_points} points"
    return f"{line}\n{result.message}" if result.message else line


def _of_check(check: CheckResult) -> str:
    found = check.verdict or NOT_LOOKED_AT
    return "\n".join([check.says, f"{found}: {check.message}".removesuffix(": ")])
