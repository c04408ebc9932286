"""Classroom 50's ``result.json``, ``classroom50/result/v1``.

Its format is told in https://github.com/foundation50/classroom50/wiki/Advanced-Autograding, "The
result.json contract". An autograder is started in the repository of one submission; which one
that is, the environment says.
"""

from collections.abc import Mapping
from typing import Any

from course.errors import UsageError
from course.grading.result import Result
from course.grading.verdicts import Verdict

SCHEMA = "classroom50/result/v1"

NEEDED = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
}
"""Field -> the variable that has it."""

OPTIONAL = {"assignment_type": "ASSIGNMENT_TYPE", "owner": "OWNER"}
"""Likewise; the runner fills them in where they are not there."""


def of(result: Result, environment: Mapping[str, str]) -> dict[str, Any]:
    """What an autograder leaves in its working directory. Raises UsageError outside of one."""
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
