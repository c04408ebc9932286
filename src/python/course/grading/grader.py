"""One submission, from its files to points."""

import dataclasses
from concurrent.futures import Executor, wait

from course.grading.checks import checks, grader_context
from course.grading.checks.checks import Outcome
from course.grading.checks.reference_build import reference_of
from course.grading.checks.shortest import FAILS, Failure, Search
from course.grading.checks.subject import Subject
from course.grading.exercises.exercise import Check, Exercise
from course.grading.exercises.submission import Submission
from course.grading.verdicts import Refused, Verdict


@dataclasses.dataclass(frozen=True)
class Report:
    verdict: Verdict
    """Verdict of the first failed check; pass if there is none."""
    check: str | None
    """Name of that check; None also if no check was reached."""
    message: str
    outcomes: tuple[Outcome | None, ...]
    """One for each check; None if it was not judged."""
    failure: Failure | None = None
    """The shortest one found, if asked for."""


def refused(exercise: Exercise, verdict: Verdict, message: str) -> Report:
    """Report a submission that got no further than this."""
    return Report(verdict, None, message, (None,) * len(exercise.checks))


def report(
    context: grader_context.GraderContext,
    exercise: Exercise,
    submission: Submission,
    secret: bytes,
    *,
    shorten: bool = False,
) -> Report:
    """Grade the submission. Raises CourseError.

    shorten: whether to look for the shortest trace with wrong answers, which takes some seconds and
    reveals part of the trace.
    """
    reference = reference_of(context, exercise, secret)
    with context.workspace() as workspace:
        grader_context.write(workspace / "source", submission.sources())
        subject = reference.subject(workspace, submission.digest())
        try:
            with context.threads() as threads:
                # It is a matter of Python, and made while a compiler has something else to do.
                threads.submit(subject.own)
                outcomes = _outcomes(subject, threads)
        except Refused as error:
            return refused(exercise, error.verdict, error.message)
        found = _summed_up(exercise, outcomes)
        if shorten and outcomes[0].verdict in FAILS:
            failure = Search(subject, reference.ours(), subject.own()).found()
            return dataclasses.replace(found, failure=failure)
        return found


def _outcomes(subject: Subject, threads: Executor) -> list[Outcome | None]:
    """Judge all checks; those after the first count only if it passes. Raises Refused if the
    submission does not build, and CourseError."""
    exercise = subject.reference.exercise
    first, *rest = exercise.checks
    # With one thread, each run is made when a check needs it.
    runs = checks.runs(exercise) if subject.context.at_once > 1 else []
    answered = threads.submit(_first, subject, first)
    for run in runs:
        threads.submit(subject.prepare, *run)
    outcome = answered.result()
    if outcome.verdict is not Verdict.PASS:
        return [outcome, *(None for _ in rest)]
    for run in runs:
        threads.submit(subject.played, *run)
    judging = [
        threads.submit(checks.judge, subject, check) for check in rest if check.kind != "time"
    ]
    wait(judging)
    # Timed checks have the machine to themselves.
    found = (one.result() for one in judging)
    return [
        outcome,
        *(checks.judge(subject, one) if one.kind == "time" else next(found) for one in rest),
    ]


def _first(subject: Subject, check: Check) -> Outcome:
    """Judge the first check. Raises Refused if it does not build, and CourseError."""
    subject.build()
    return checks.judge(subject, check)


def _summed_up(exercise: Exercise, outcomes: list[Outcome | None]) -> Report:
    for check, outcome in zip(exercise.checks, outcomes, strict=True):
        if outcome is not None and outcome.verdict is not Verdict.PASS:
            return Report(outcome.verdict, check.name, outcome.message, tuple(outcomes))
    return Report(Verdict.PASS, None, "", tuple(outcomes))
