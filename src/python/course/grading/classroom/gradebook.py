"""Everybody's points as a table: CSV for people, JSON for programs and exports; and the summary at
the end of a grading."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from course.errors import CourseError
from course.grading.classroom.intake import AGAIN, Intake
from course.grading.exercises.exercise import Exercise
from course.grading.result import Result
from course.grading.text import harmless, on_one_line
from course.grading.verdicts import Verdict
from course.process.files import read_object, write_atomically

NAME = "gradebook"
NOTHING = "submitted nothing that was asked for: ask; ./course submit NAME creates the file"


class Grades:
    """Results by learner and exercise."""

    def __init__(
        self,
        results: Sequence[Result],
        exercises: Sequence[Exercise] | None = None,
        learners: Iterable[str] = (),
    ) -> None:
        """exercises: those that were set; no others count (None: all that have results). learners:
        those who have a row even without results."""
        if exercises is None:
            most = {one.exercise: one.max_points for one in results}
        else:
            most = {one.name: one.points for one in exercises}
        rows: dict[str, dict[str, Result]] = {learner: {} for learner in learners}
        for result in results:
            if result.exercise in most:
                rows.setdefault(result.learner, {})[result.exercise] = result
        self.exercises = dict(sorted(most.items()))
        """Exercise -> its maximum points."""
        self.learners = dict(sorted(rows.items()))
        """Learner -> exercise -> result."""

    def row(self, learner: str) -> list[int | str]:
        """The learner's points by exercise; empty if there are none yet."""
        got = self.learners[learner]
        earned = [got[name].earned if name in got else None for name in self.exercises]
        return ["" if points is None else points for points in earned]

    def total(self, learner: str) -> int:
        return sum(one.earned or 0 for one in self.learners[learner].values())


def write(folder: Path, found: Grades, to_do: Mapping[str, Sequence[str]]) -> None:
    """Write both files. Raises CourseError. to_do: learner -> what is left for the teacher."""
    try:
        write_atomically(folder / f"{NAME}.csv", as_csv(found))
        text = json.dumps(as_object(found, to_do), indent=1)
        write_atomically(folder / f"{NAME}.json", text + "\n")
    except OSError as error:
        raise CourseError(f"cannot write the gradebook: {error}") from error


def read(folder: Path) -> dict[str, Any]:
    """Read what :func:`as_object` has written there; empty if nothing was graded."""
    return read_object(folder / f"{NAME}.json")


def as_object(found: Grades, to_do: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return exercises with their points, and each learner's results; by name.

    Points are None if something has to be graded again.
    """
    return {
        "schema": 2,
        "exercises": {name: {"points": points} for name, points in found.exercises.items()},
        "learners": {
            learner: {
                "exercises": {
                    name: {"verdict": one.verdict.value, "points": one.earned}
                    for name, one in got.items()
                },
                "points": found.total(learner),
                "to_do": list(to_do.get(learner, ())),
            }
            for learner, got in found.learners.items()
        },
    }


def as_csv(found: Grades) -> str:
    """A row for each learner; a field is empty if nothing was submitted, or graded yet."""
    most = list(found.exercises.values())
    rows = [["learner", *found.exercises, "points"], ["(maximum)", *most, sum(most)]]
    for learner in found.learners:
        rows.append([harmless(learner), *found.row(learner), found.total(learner)])
    return csv_of(rows)


def csv_of(rows: Iterable[Sequence[int | str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


# ---- what a grading says in the end ------------------------------------------------------------


def to_do(found: Intake, results: Sequence[Result]) -> dict[str, list[str]]:
    """Learner -> what the teacher has to do, for those who would otherwise be left out; each on one
    line, whatever a message says."""
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
    return {
        who: [*map(on_one_line, points)] for who, points in sorted(open_points.items()) if points
    }


def lines(grades: Grades, open_points: dict[str, list[str]]) -> Iterator[str]:
    """Yield everybody's points and then, by name, what is left to do."""
    most = sum(grades.exercises.values())
    width = max((len(on_one_line(who)) for who in grades.learners), default=0)
    for who in grades.learners:
        told = ", ".join(_told(grades, who)) or "nothing"
        yield f"{on_one_line(who):{width}}  {grades.total(who):3} of {most}  {told}"
    if open_points:
        yield f"{len(open_points)} of {len(grades.learners)} need your attention:"
    for who, points in open_points.items():
        for point in points:
            yield f"  {on_one_line(who) or 'no name'}: {on_one_line(point)}"


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
