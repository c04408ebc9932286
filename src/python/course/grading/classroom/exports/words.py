"""What every export says of a result, in the same words."""

from __future__ import annotations

from course.grading.result import Result

NOT_LOOKED_AT = "not looked at"


def summary(result: Result) -> str:
    """The verdict on all of it, with its reason."""
    line = f"{result['verdict']}: {result['points']} of {result['max_points']} points"
    return f"{line}\n{result['message']}" if result["message"] else line


def of_check(check: Result) -> str:
    """What a check asks for, and what it found."""
    found = check["verdict"] or NOT_LOOKED_AT
    return "\n".join([check["says"], f"{found}: {check['message']}".removesuffix(": ")])
