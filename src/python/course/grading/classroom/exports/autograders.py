"""What other people's autograders leave of one result."""

from collections.abc import Mapping
from typing import Any

from course.errors import UsageError
from course.grading.result import CheckResult, Result
from course.grading.verdicts import NOT_LOOKED_AT, Verdict

SCHEMA = "classroom50/result/v1"

NEEDED = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
}
"""Field of Classroom 50 -> the variable that has it."""

OPTIONAL = {"assignment_type": "ASSIGNMENT_TYPE", "owner": "OWNER"}
"""Likewise; the runner fills them in where they are not there."""


def gradescope(result: Result) -> dict[str, Any]:
    """What is left in /autograder/results/results.json.

    The format is told in https://gradescope-autograders.readthedocs.io/en/latest/specs/, "Output
    format".
    """
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


def classroom50(result: Result, environment: Mapping[str, str]) -> dict[str, Any]:
    """The ``result.json`` of the working directory. Raises UsageError outside of a runner.

    The format is told in https://github.com/foundation50/classroom50/wiki/Advanced-Autograding,
    "The result.json contract". An autograder is started in the repository of one submission; which
    one that is, the environment says.
    """
    missing = [name for name in NEEDED.values() if not environment.get(name)]
    if missing:
        raise UsageError(
            f"classroom50: no {', '.join(missing)} in the environment; its runner sets them for "
            "an autograder"
        )
    return {
        "schema": SCHEMA,
        **{field: environment[name] for field, name in NEEDED.items()},
        **{field: environment[name] for field, name in OPTIONAL.items() if environment.get(name)},
        "review": environment.get("REVIEW_URL") or environment["COMMIT_URL"],
        "datetime": result.run.started,
        "graded_at": result.run.started,
        "score": result.points,
        "max-score": result.max_points,
        "tests": [
            {
                "test-name": check.name,
                "passed": check.verdict == Verdict.PASS,
                "score": check.points,
                "max-score": check.max_points,
                "verdict": check.verdict,
                "message": check.message,
            }
            for check in result.checks
        ],
    }
