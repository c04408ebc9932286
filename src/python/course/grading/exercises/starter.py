"""Derive starters from solutions: `.venv/bin/python -m course.grading.exercises.starter`.

Text between ``// BEGIN SOLUTION`` and ``// END SOLUTION`` is replaced by `YOURS` and by the
contents of lines that begin with ``// STARTER:``.
"""

import re
import sys

from course.errors import CourseError
from course.grading.exercises.exercise import Exercise, everything
from course.grading.verdicts import ExerciseError
from course.process.files import write_atomically

BEGIN, END = "// BEGIN SOLUTION", "// END SOLUTION"
YOURS = "// Your code here."
_STARTER = re.compile(r"\s*// STARTER: ?(.*)")
_MARKED = re.compile(rf"^[ \t]*(?:{BEGIN}|{END}|// STARTER:.*)[ \t]*\n", re.MULTILINE)


def derive(solution: str, name: str) -> str:
    """Derive the starter from a solution's text; messages call it `name`. Raises ExerciseError."""
    lines: list[str] = []
    indent: str | None = None  # of the mark; None outside a solution
    regions = 0
    for number, line in enumerate(solution.splitlines(), start=1):
        mark = line.strip()
        if mark == (BEGIN if indent is not None else END):
            raise ExerciseError(f"{name}:{number}: '{mark}' without its counterpart")
        if mark == BEGIN:
            indent = line[: line.index("/")]
            lines.append(indent + YOURS)
            regions += 1
        elif mark == END:
            indent = None
        elif indent is None:
            lines.append(line)
        elif found := _STARTER.fullmatch(line):
            lines.append((indent + found[1]).rstrip())
    if indent is not None:
        raise ExerciseError(f"{name}: the last '{BEGIN}' has no '{END}'")
    if not regions:
        raise ExerciseError(f"{name}: no part is marked as the solution")
    return "\n".join(lines) + "\n"


def starters(exercise: Exercise) -> dict[str, str]:
    """File -> its starter's text. Raises ExerciseError."""
    return {
        file: derive(exercise.text(f"solution/{file}"), f"{exercise.name}/solution/{file}")
        for file in exercise.files
    }


def solution(exercise: Exercise) -> dict[str, bytes]:
    """File -> the solution without its marks: what mutants change, and learners unfold. Raises
    ExerciseError."""
    return {
        file: _MARKED.sub("", exercise.text(f"solution/{file}")).encode() for file in exercise.files
    }


if __name__ == "__main__":
    try:
        for exercise in everything():
            for file, text in starters(exercise).items():
                write_atomically(exercise.folder / "starter" / file, text)
    except CourseError as error:
        sys.exit(f"starter: {error}")
