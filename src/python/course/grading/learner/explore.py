"""An exercise's notebooks: the learner's code in a kernel; and, later, our solution."""

import re
from pathlib import Path

import nbformat

from course.grading import pages
from course.grading.exercises.exercise import WHY, Exercise
from course.grading.exercises.starter import solution
from course.grading.exercises.submission import SOURCES
from course.grading.verdicts import ExerciseError

NOTEBOOK = "explore.ipynb"
"""In the learner's folder, from the start."""

SOLVED = "solution.ipynb"
"""Beside it, once the exercise is solved."""

TEXT = "explore.md"
"""In the exercise's folder, optional: what to try."""

KERNELS = {
    "java": {"name": "java", "display_name": "Java", "language": "java"},
    "cpp": {"name": "xcpp17", "display_name": "C++17", "language": "c++"},
}
"""Language -> a notebook's kernelspec."""


def notebook(exercise: Exercise) -> str:
    """Return the notebook's text: it loads the learner's code, tries it, and explains its grading.
    Raises ExerciseError."""
    return _made(exercise, "explore", loaded=[*_given(exercise), *exercise.files])


def solved(exercise: Exercise) -> dict[str, str]:
    """File -> text of our unfolded solution: its code, the reasons, and the same things to try on
    it. The last one is the notebook. Raises ExerciseError.

    In C++ the notebook includes the code from a file. An interpreter takes no cell with all of it,
    and a submission no second source: hence the file's own suffix.
    """
    texts = {file: text.decode() for file, text in solution(exercise).items()}
    if exercise.language == "cpp":
        texts = {f"{Path(file).stem}.inc": text for file, text in texts.items()}
    why = _text(exercise, WHY)
    made = _made(exercise, "solution", loaded=_given(exercise), solution=texts, why=why)
    return {**(texts if exercise.language == "cpp" else {}), SOLVED: made}


def _made(exercise: Exercise, name: str, **values: object) -> str:
    given = {"exercise": exercise, "text": _text(exercise, TEXT), **values}
    text = pages.render(f"{name}-{exercise.language}.md", **given)
    made = nbformat.v4.new_notebook(
        metadata={"kernelspec": KERNELS[exercise.language]}, cells=_cells(exercise, text, name)
    )
    return nbformat.writes(made) + "\n"


def _given(exercise: Exercise) -> list[str]:
    """Sources that a cell loads before the learner's own: in C++, those include the given ones."""
    if exercise.language == "cpp":
        return []
    return [file for file in exercise.given if Path(file).suffix in SOURCES]


def _text(exercise: Exercise, name: str) -> str:
    """Return a text of the exercise's folder; empty if it has none."""
    if not (exercise.folder / name).exists():
        return ""
    text = exercise.text(name)
    if len(re.findall(r"^```", text, re.MULTILINE)) % 2:
        raise ExerciseError(f"{exercise.name}/{name}: a code fence is never closed")
    return text


def _cells(exercise: Exercise, text: str, name: str) -> list[nbformat.NotebookNode]:
    """Make a cell of each fence in the exercise's language, and of the text between fences."""
    fence = rf"^```{exercise.language}\n(.*?)^```$"
    cells: list[nbformat.NotebookNode] = []
    for index, part in enumerate(re.split(fence, text, flags=re.MULTILINE | re.DOTALL)):
        if part.strip():
            is_code = index % 2 == 1
            new = nbformat.v4.new_code_cell if is_code else nbformat.v4.new_markdown_cell
            cells.append(new(part.strip("\n"), id=f"{name}-{len(cells) + 1:02}"))
    return cells
