"""Gradescope's ``results.json``.

Its format is told in https://gradescope-autograders.readthedocs.io/en/latest/specs/, "Output
format".
"""

from __future__ import annotations

from typing import Any

from course.grading.classroom.exports import words
from course.grading.result import Result
from course.grading.verdicts import Verdict


def of(result: Result) -> dict[str, Any]:
    """What an autograder leaves in /autograder/results/results.json."""
    return {
        "score": result["points"],
        "execution_time": result["run"]["seconds"],
        "output": words.summary(result),
        # Not the default, which is HTML: a compiler quotes what its learner wrote.
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            key: result[key]
            for key in ("exercise", "verdict", "exercise_digest", "submission_digest", "sandbox")
        },
        "tests": [
            {
                "name": check["name"],
                "score": check["points"],
                "max_score": check["max_points"],
                "status": "passed" if check["verdict"] == Verdict.PASS else "failed",
                "output": words.of_check(check),
                "visibility": "visible",
            }
            for check in result["checks"]
        ],
    }
