"""The verdicts: exact words, on which results, tests and teachers' scripts rely. And what can go
wrong, by whose fault it is."""

from enum import StrEnum

from course.errors import CourseError


class Verdict(StrEnum):
    """What became of a submission, or of one check of it."""

    PASS = "pass"
    WRONG_ANSWER = "wrong_answer"
    OVER_BUDGET = "over_budget"
    LEAK = "leak"
    UNDEFINED_BEHAVIOUR = "undefined_behaviour"
    RACE = "race"
    COMPILE_ERROR = "compile_error"
    LINK_ERROR = "link_error"
    EARLY_EXIT = "early_exit"
    OUTPUT_FLOOD = "output_flood"
    TIMEOUT = "timeout"
    CRASH = "crash"
    OUT_OF_MEMORY = "out_of_memory"
    REJECTED = "rejected"
    TOO_NOISY = "too_noisy"
    GRADER_ERROR = "grader_error"


AGAIN = frozenset({Verdict.TOO_NOISY, Verdict.GRADER_ERROR})
"""Verdicts that say nothing about the submission: the next grading repeats it."""

NOT_LOOKED_AT = "not checked"
"""In place of a check's verdict, when the answers were not right."""


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
