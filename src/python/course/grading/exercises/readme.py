"""An exercise's README.md with its thresholds filled in, for learners and for the site."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from course.grading.exercises.exercise import Exercise
from course.grading.verdicts import ExerciseError

USABLE: Mapping[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""Language -> what learners may use."""

_ASKED = re.compile(r"\{\{\s*(\w+)\s*\}\}")


def render(exercise: Exercise) -> str:
    """The text in Markdown. Raises ExerciseError for a name that means nothing."""
    fields = ("name", "title", "summary", "chapter", "minutes", "points")
    known = {name: str(getattr(exercise, name)) for name in fields}
    known["thresholds"] = thresholds(exercise)

    def value(match: re.Match[str]) -> str:
        if match[1] not in known:
            raise ExerciseError(
                f"{exercise.name}/README.md: no '{match[1]}'; valid: {', '.join(known)}"
            )
        return known[match[1]]

    return _ASKED.sub(value, exercise.text("README.md"))


def thresholds(exercise: Exercise) -> str:
    """Return a table of the checks: requirements and points."""
    rows = [f"| {check.name} | {check.threshold()} | {check.points} |" for check in exercise.checks]
    limits = exercise.limits
    memory = f"{limits.memory_mb} MB of memory"
    if limits.direct_mb is not None:
        memory = f"{limits.memory_mb} MB of heap, with {limits.direct_mb} MB of direct memory"
    table = ["| check | requirement | points |", "|---|---|---:|", *rows]
    run = f"A run may take {limits.seconds:g} seconds and {memory}."
    rule = f"{run} Nothing else counts until all answers are right."
    return "\n".join([*table, "", rule, "", USABLE[exercise.language]])
