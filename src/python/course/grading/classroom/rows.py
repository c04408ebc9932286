"""What a grading says in the end: a line for each learner, and last what the teacher has to do."""

from collections.abc import Iterator, Sequence

from course.grading.classroom.gradebook import Grades
from course.grading.classroom.intake import AGAIN, Intake
from course.grading.result import Result
from course.grading.text import on_one_line
from course.grading.verdicts import Verdict

NOTHING = "submitted nothing that was asked for: ask; ./course submit NAME creates the file"


def to_do(found: Intake, results: Sequence[Result]) -> dict[str, list[str]]:
    """Learner -> what the teacher has to do about it, for those who would be left out else."""
    open_points = {who: list(found.unread.get(who, ())) for who in found.learners}
    handed_in = {one.learner for one in found.submissions}
    for who, points in open_points.items():
        if who not in handed_in and not points:
            points.append(NOTHING)
    for one in results:
        if one.verdict is Verdict.REJECTED and one.submission_digest is None:
            why = f"{one.exercise} is rejected, {one.message}: {AGAIN}"
        elif one.verdict is Verdict.GRADER_ERROR:
            why = f"{one.exercise} could not be graded, {one.message}: grade it again"
        else:
            continue
        open_points.setdefault(one.learner, []).append(why)
    return {who: points for who, points in sorted(open_points.items()) if points}


def lines(grades: Grades, open_points: dict[str, list[str]]) -> Iterator[str]:
    """Everybody's points, and at the end by name what is left to do."""
    most = sum(grades.exercises.values())
    width = max((len(on_one_line(who)) for who in grades.learners), default=0)
    for who in grades.learners:
        told = ", ".join(_told(grades, who)) or "nothing"
        yield f"{on_one_line(who):{width}}  {grades.total(who):3} of {most}  {told}"
    if open_points:
        yield f"{len(open_points)} of {len(grades.learners)} need your attention:"
    for who, points in open_points.items():
        for point in points:
            yield f"  {on_one_line(who) or 'no name'}: {point}"


def _told(grades: Grades, who: str) -> Iterator[str]:
    got = grades.learners[who]
    for name in grades.exercises:
        one = got.get(name)
        if one is None:
            yield f"{name} -"
        elif one.verdict is Verdict.PASS:
            yield f"{name} {one.points}"
        else:
            yield f"{name} {'?' if one.earned is None else one.earned} ({one.verdict})"
