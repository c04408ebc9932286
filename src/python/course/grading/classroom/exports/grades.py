"""Results as a table of points: what gradebooks of other platforms, and the board, are made of."""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Iterable, Sequence

from course.grading.result import Result, earned


@dataclasses.dataclass(frozen=True)
class Grades:
    """Points by learner and exercise. An exercise that nobody has submitted is not there."""

    exercises: dict[str, int]
    """Exercise -> the most that it gives."""

    learners: dict[str, dict[str, int | None]]
    """Learner -> exercise -> points; None where it has to be graded again."""

    def row(self, learner: str) -> list[int | str]:
        """The learner's points in the order of the exercises; empty where there are none."""
        got = self.learners[learner]
        return ["" if got.get(name) is None else got[name] for name in self.exercises]


def of(results: Sequence[Result]) -> Grades:
    """Learners and exercises by name."""
    exercises: dict[str, int] = {}
    learners: dict[str, dict[str, int | None]] = {}
    for result in results:
        exercises[result["exercise"]] = result["max_points"]
        learners.setdefault(result["learner"], {})[result["exercise"]] = earned(result)
    return Grades(dict(sorted(exercises.items())), dict(sorted(learners.items())))


def as_csv(rows: Iterable[Sequence[int | str]]) -> str:
    """The rows with commas between, quoted where that is needed."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
