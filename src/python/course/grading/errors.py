"""What can go wrong, and whose fault it is."""

from course.errors import CourseError
from course.grading.verdicts import Verdict


class GraderError(CourseError):
    """The grader's own fault, or its machine's: never held against a submission."""


class ExerciseError(GraderError):
    """An exercise contradicts itself; one line says which file, and what would be valid."""


class Refused(Exception):
    """The submission got no further than this: a verdict, and one line that says why."""

    def __init__(self, verdict: Verdict, message: str) -> None:
        super().__init__(message)
        self.verdict = verdict
        self.message = message


def rejected(message: str) -> Refused:
    return Refused(Verdict.REJECTED, message)
