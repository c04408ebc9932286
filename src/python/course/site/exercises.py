"""What pages show of the exercises: those of a chapter, and a table of all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from course.grading.exercises.exercise import Exercise, everything
from course.site.context import Context
from course.stats.errors import choose


class Exercises:
    """What pages ask for."""

    def __init__(self, folder: Path) -> None:
        """`folder` holds the exercises. Raises ExerciseError when one contradicts itself."""
        self._known = everything(folder)

    def of(self, chapter: int) -> str:
        """Markdown: a list of a chapter's exercises. Raises FigureError if it has none."""
        choose(chapter, dict.fromkeys(one.chapter for one in self._known), "exercise of chapter")
        lines = [
            f"- {_linked(one)} ({one.language_name}, {one.minutes} minutes). {one.summary}"
            for one in self._known
            if one.chapter == chapter
        ]
        return "\n" + "\n".join(lines) + "\n"

    def table(self) -> str:
        """Markdown: all exercises, in the order of their chapters; narrow enough for a phone."""
        rows = [
            f"| {one.chapter} | {_linked(one)}<br>{one.summary} | {one.language_name}"
            f"<br>{one.minutes}&nbsp;minutes<br>{one.points}&nbsp;points |"
            for one in self._known
        ]
        head = "| chapter | exercise | effort |"
        rule = "|---:|---|---|"
        return "\n".join(["", head, rule, *rows, ""])


def _linked(exercise: Exercise) -> str:
    """From pages at any depth."""
    return f"[{exercise.title}](/{exercise.page}.md)"


def macros(context: Context) -> dict[str, Any]:
    """Name in a page -> function."""
    exercises = Exercises(context.regions.root / "exercises")
    return {"exercises": exercises.of, "exercises_table": exercises.table}
