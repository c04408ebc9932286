"""One submission, from its files to points."""

from __future__ import annotations

import dataclasses
from concurrent.futures import wait

from course.grading import checks
from course.grading import desk as desks
from course.grading.checks import Outcome
from course.grading.desk import Desk
from course.grading.errors import Refused
from course.grading.exercise import Check, Exercise
from course.grading.kit import Kit, on_desk
from course.grading.subject import Subject
from course.grading.submission import Submission
from course.grading.verdicts import Verdict


@dataclasses.dataclass(frozen=True)
class Report:
    """What a submission gets."""

    verdict: Verdict
    """Of the first check that it does not pass; pass if there is none."""
    check: str | None
    """Which one that is; None also when no check was reached."""
    message: str
    points: int
    outcomes: tuple[Outcome | None, ...]
    """Of each check; None when it was not looked at."""


def refused(exercise: Exercise, verdict: Verdict, message: str) -> Report:
    """The report of what got no further than this."""
    return Report(verdict, None, message, 0, (None,) * len(exercise.checks))


def report(desk: Desk, exercise: Exercise, submission: Submission, secret: bytes) -> Report:
    """Grade the submission. Raises GraderError."""
    kit = on_desk(desk, exercise, secret)
    with desk.workspace() as workspace:
        desks.write(workspace / "source", submission.sources())
        subject = kit.subject(desk, workspace, kit.own_trace(submission.digest()))
        try:
            subject.build()
        except Refused as error:
            return refused(exercise, error.verdict, error.message)
        return _summed_up(exercise, _outcomes(desk, kit, subject))


def _outcomes(desk: Desk, kit: Kit, subject: Subject) -> list[Outcome | None]:
    """Of all checks. Those after the first count only when that is passed."""
    first, *rest = kit.exercise.checks
    # With a hand to spare, the other variants are built while the first answers are given.
    building = desk.hands.submit(subject.build_rest) if desk.at_once > 1 else None
    try:
        outcome = _judged(subject, first, kit)
    finally:
        if building is not None:
            building.exception()  # it is told of by the check that needs what does not build
    if outcome.verdict is not Verdict.PASS:
        return [outcome, *(None for _ in rest)]
    at_once = [check for check in rest if check.kind != "time"]
    found: dict[str, Outcome] = {}
    if desk.at_once > 1:
        judging = [desk.hands.submit(_judged, subject, check, kit) for check in at_once]
        wait(judging)  # all of them: the workspace is theirs until then
        found = {check.name: one.result() for check, one in zip(at_once, judging, strict=True)}
    for check in rest:
        if check.name not in found:  # what a clock measures has the machine for itself
            found[check.name] = _judged(subject, check, kit)
    return [outcome, *(found[check.name] for check in rest)]


def _judged(subject: Subject, check: Check, kit: Kit) -> Outcome:
    try:
        return checks.judge(subject, check, kit)
    except Refused as error:
        return Outcome(error.verdict, error.message)


def _summed_up(exercise: Exercise, outcomes: list[Outcome | None]) -> Report:
    pairs = list(zip(exercise.checks, outcomes, strict=True))
    points = sum(
        check.points
        for check, outcome in pairs
        if outcome is not None and outcome.verdict is Verdict.PASS
    )
    for check, outcome in pairs:
        if outcome is not None and outcome.verdict is not Verdict.PASS:
            return Report(outcome.verdict, check.name, outcome.message, points, tuple(outcomes))
    return Report(Verdict.PASS, None, "", points, tuple(outcomes))
