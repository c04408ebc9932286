"""Everybody's points as a table: for people as CSV, for programs as JSON, and for exports."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from course.errors import CourseError
from course.grading.exercises.exercise import Exercise
from course.grading.result import Result
from course.grading.text import harmless
from course.process.files import write_atomically

NAME = "gradebook"


@dataclasses.dataclass(frozen=True)
class Grades:
    """Results by learner and exercise. An exercise that nobody has submitted is not there."""

    exercises: dict[str, int]
    """Exercise -> the most that it gives."""
    learners: dict[str, dict[str, Result]]
    """Learner -> exercise -> result."""

    def row(self, learner: str, exercises: Iterable[str] | None = None) -> list[int | str]:
        """The learner's points, exercise by exercise; empty where there are none yet."""
        got = self.learners[learner]
        earned = [
            got[name].earned if name in got else None
            for name in (self.exercises if exercises is None else exercises)
        ]
        return ["" if points is None else points for points in earned]

    def total(self, learner: str) -> int:
        """The sum of the learner's points."""
        return sum(one.earned or 0 for one in self.learners[learner].values())


def grades(results: Sequence[Result]) -> Grades:
    """Learners and exercises by name."""
    exercises: dict[str, int] = {}
    learners: dict[str, dict[str, Result]] = {}
    for result in results:
        exercises[result.exercise] = result.max_points
        learners.setdefault(result.learner, {})[result.exercise] = result
    return Grades(dict(sorted(exercises.items())), dict(sorted(learners.items())))


def write(folder: Path, results: Sequence[Result], exercises: Sequence[Exercise]) -> None:
    """Write both files. Raises CourseError."""
    try:
        write_atomically(folder / f"{NAME}.csv", as_csv(results, exercises))
        text = json.dumps(as_object(results, exercises), indent=1)
        write_atomically(folder / f"{NAME}.json", text + "\n")
    except OSError as error:
        raise CourseError(f"cannot write the gradebook: {error}") from error


def as_object(results: Sequence[Result], exercises: Sequence[Exercise]) -> dict[str, Any]:
    """Exercises with their points, and for each learner what they got; by name.

    Points are None where something has to be graded again.
    """
    found = grades(results)
    return {
        "schema": 1,
        "exercises": {one.name: {"title": one.title, "points": one.points} for one in exercises},
        "learners": {
            learner: {
                "exercises": {
                    name: {"verdict": one.verdict.value, "points": one.earned}
                    for name, one in got.items()
                },
                "points": found.total(learner),
            }
            for learner, got in found.learners.items()
        },
    }


def as_csv(results: Sequence[Result], exercises: Sequence[Exercise]) -> str:
    """A row for each learner; a field is empty where nothing was submitted, or graded yet."""
    found, names = grades(results), [one.name for one in exercises]
    most = [one.points for one in exercises]
    rows = [["learner", *names, "points"], ["(maximum)", *most, sum(most)]]
    for learner in found.learners:
        rows.append([harmless(learner), *found.row(learner, names), found.total(learner)])
    return csv_of(rows)


def csv_of(rows: Iterable[Sequence[int | str]]) -> str:
    """The rows with commas between, quoted where that is needed."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
