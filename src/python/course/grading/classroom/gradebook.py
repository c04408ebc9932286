"""Everybody's points as a table: for people as CSV, for programs as JSON, and for exports."""

import csv
import dataclasses
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from course.errors import CourseError
from course.grading.exercises.exercise import Exercise
from course.grading.result import Result
from course.grading.text import harmless
from course.process.files import read_object, write_atomically

NAME = "gradebook"


@dataclasses.dataclass(frozen=True)
class Grades:
    """Results by learner and exercise. A learner without results has a row, too, where named."""

    exercises: dict[str, int]
    """Exercise -> the most that it gives."""
    learners: dict[str, dict[str, Result]]
    """Learner -> exercise -> result."""

    def row(self, learner: str) -> list[int | str]:
        """The learner's points, exercise by exercise; empty where there are none yet."""
        got = self.learners[learner]
        earned = [got[name].earned if name in got else None for name in self.exercises]
        return ["" if points is None else points for points in earned]

    def total(self, learner: str) -> int:
        return sum(one.earned or 0 for one in self.learners[learner].values())


def grades(
    results: Sequence[Result],
    exercises: Sequence[Exercise] | None = None,
    learners: Iterable[str] = (),
) -> Grades:
    """Learners and exercises by name.

    exercises: those that were set, and no others count (None: those that there are results of).
    learners: who has a row, whatever there is of them.
    """
    if exercises is None:
        most = {one.exercise: one.max_points for one in results}
    else:
        most = {one.name: one.points for one in exercises}
    rows: dict[str, dict[str, Result]] = {learner: {} for learner in learners}
    for result in results:
        if result.exercise in most:
            rows.setdefault(result.learner, {})[result.exercise] = result
    return Grades(dict(sorted(most.items())), dict(sorted(rows.items())))


def write(folder: Path, found: Grades, to_do: Mapping[str, Sequence[str]]) -> None:
    """Write both files. Raises CourseError. to_do: learner -> what is left for the teacher."""
    try:
        write_atomically(folder / f"{NAME}.csv", as_csv(found))
        text = json.dumps(as_object(found, to_do), indent=1)
        write_atomically(folder / f"{NAME}.json", text + "\n")
    except OSError as error:
        raise CourseError(f"cannot write the gradebook: {error}") from error


def read(folder: Path) -> dict[str, Any]:
    """What :func:`as_object` has written there; empty where nothing was graded."""
    return read_object(folder / f"{NAME}.json")


def as_object(found: Grades, to_do: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Exercises with their points, and for each learner what they got; by name.

    Points are None where something has to be graded again.
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
    """A row for each learner; a field is empty where nothing was submitted, or graded yet."""
    most = list(found.exercises.values())
    rows = [["learner", *found.exercises, "points"], ["(maximum)", *most, sum(most)]]
    for learner in found.learners:
        rows.append([harmless(learner), *found.row(learner), found.total(learner)])
    return csv_of(rows)


def csv_of(rows: Iterable[Sequence[int | str]]) -> str:
    """The rows with commas between, quoted where that is needed."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
