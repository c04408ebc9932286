"""A submission's result, from which result.schema.json is generated:

`.venv/bin/python -m course.grading.result`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field

from course.grading.exercises.exercise import Exercise
from course.grading.grader import Report
from course.grading.text import visible
from course.grading.verdicts import AGAIN, Verdict
from course.model.strict import Name, Strict
from course.process.files import write_atomically

SCHEMA = Path(__file__).with_name("result.schema.json")

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Points = Annotated[int, Field(ge=0)]
Message = Annotated[str, AfterValidator(visible)]
"""It may quote a submission, and goes to terminals, pages and other programs."""


class _Described(Strict):
    """Puts the docstrings of its fields into its schema."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class Run(_Described):
    """When and where it was graded."""

    started: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
    seconds: Annotated[float, Field(ge=0)]
    """Without what a worker makes once for all submissions to an exercise."""
    worker_mb: Annotated[int, Field(ge=0)] | None = None
    """What the worker and the largest process in its sandbox had taken at most by then, together.
    A worker that does two things at a time may have taken more. null: nobody looked."""


class CheckResult(_Described):
    """What a check found."""

    name: Name
    kind: str
    says: str
    """What is asked for."""
    verdict: Verdict | None
    """null when it was not looked at, since the answers were not right."""
    message: Message
    points: Points
    max_points: Points
    measured: Mapping[str, float]
    """What was counted, by name."""


class Result(_Described):
    """The result of one learner's submission to one exercise. Grading it again with the same
    secret gives the same result, except for `run` and for which of its races is reported."""

    model_config = ConfigDict(
        serialize_by_alias=True,
        json_schema_extra={
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "urn:allocpool:result:1",
        },
    )

    version: Annotated[Literal[1], Field(alias="schema")]
    """Version of this format."""
    learner: Annotated[str, Field(min_length=1)]
    """Name of the learner's folder."""
    exercise: Name
    exercise_digest: Digest
    submission_digest: Digest | None
    """The hash of the files that the exercise takes; null when they could not be read."""
    verdict: Verdict
    """The verdict of the first check that was not passed; pass when there is none."""
    check: Name | None
    """That check; null when all were passed, or none was reached."""
    message: Message
    points: Points
    max_points: Points
    checks: Annotated[tuple[CheckResult, ...], Field(min_length=1)]
    """All checks of the exercise, in its order."""
    sandbox: Literal["bubblewrap", "none"]
    """none: nothing shut the submission in, so the result is for its author alone."""
    run: Run

    @property
    def earned(self) -> int | None:
        """Its points; None if it must be graded again: that is no zero."""
        return None if self.verdict in AGAIN else self.points

    def text(self) -> str:
        return self.model_dump_json(indent=1) + "\n"


def read(file: Path) -> Result:
    """Raises OSError, and ValidationError for an invalid result."""
    return Result.model_validate_json(file.read_bytes(), strict=True)


def build(
    exercise: Exercise,
    report: Report,
    *,
    learner: str,
    submission: str | None,
    sandbox: str,
    run: Run,
) -> Result:
    """Build a report's result. `submission`: its digest; None if it could not be read.

    Gradings of the same submission differ in `run`, and in nothing else.
    """
    checks = [
        {
            "name": check.name,
            "kind": check.kind,
            "says": check.threshold(),
            "verdict": None if outcome is None else outcome.verdict,
            "message": "" if outcome is None else outcome.message,
            "points": check.points if outcome and outcome.verdict is Verdict.PASS else 0,
            "max_points": check.points,
            "measured": {} if outcome is None else outcome.measured,
        }
        for check, outcome in zip(exercise.checks, report.outcomes, strict=True)
    ]
    return Result(
        schema=1,
        learner=learner,
        exercise=exercise.name,
        exercise_digest=exercise.digest(),
        submission_digest=submission,
        verdict=report.verdict,
        check=report.check,
        message=report.message.encode("utf-8", "replace").decode(),  # a path may hold any bytes
        points=sum(one["points"] for one in checks),
        max_points=exercise.points,
        checks=checks,
        sandbox=sandbox,
        run=run,
    )


def schema() -> str:
    return json.dumps(Result.model_json_schema(), indent=2) + "\n"


if __name__ == "__main__":
    write_atomically(SCHEMA, schema())
