"""A table of everybody's points: for people as CSV, for programs as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from course.errors import CourseError
from course.grading.exercises.exercise import Exercise
from course.grading.result import Result, earned
from course.process.files import write_atomically

NAME = "gradebook"


def write(folder: Path, results: Sequence[Result], exercises: Sequence[Exercise]) -> None:
    """Write both files. Raises CourseError."""
    try:
        write_atomically(folder / f"{NAME}.csv", as_csv(results, exercises))
        text = json.dumps(as_object(results, exercises), indent=1)
        write_atomically(folder / f"{NAME}.json", text + "\n")
    except (OSError, UnicodeEncodeError) as error:
        raise CourseError(f"cannot write the gradebook: {error}") from error


def as_object(results: Sequence[Result], exercises: Sequence[Exercise]) -> dict[str, Any]:
    """Exercises with their points, and for each learner what they got; by name.

    Points are None where something has to be graded again.
    """
    learners: dict[str, dict[str, Any]] = {}
    for result in results:
        learners.setdefault(result["learner"], {})[result["exercise"]] = {
            "verdict": result["verdict"],
            "points": earned(result),
        }
    return {
        "schema": 1,
        "exercises": {one.name: {"title": one.title, "points": one.points} for one in exercises},
        "learners": {
            name: {
                "exercises": got,
                "points": sum(one["points"] or 0 for one in got.values()),
            }
            for name, got in sorted(learners.items())
        },
    }


def as_csv(results: Sequence[Result], exercises: Sequence[Exercise]) -> str:
    """A row for each learner; a field is empty where nothing was submitted, or graded yet."""
    book = as_object(results, exercises)
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    names = list(book["exercises"])
    rows.writerow(["learner", *names, "points"])
    most = [one["points"] for one in book["exercises"].values()]
    rows.writerow(["(maximum)", *most, sum(most)])
    for learner, one in book["learners"].items():
        got = [one["exercises"].get(name, {}).get("points", "") for name in names]
        rows.writerow([harmless(learner), *got, one["points"]])
    return text.getvalue()


def harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula. Not for what programs know somebody by."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name
