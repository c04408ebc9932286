"""The notebook that a starter comes with: what the learner has written, in a kernel."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from course.grading.errors import ExerciseError
from course.grading.exercise import Exercise
from course.grading.submission import SOURCES

NOTEBOOK = "explore.ipynb"
"""In the learner's folder."""

TEXT = "explore.md"
"""In the exercise's folder: what there is to try. It may be left out."""

KERNELS = {
    "java": {"name": "java", "display_name": "Java", "language": "java"},
    "cpp": {"name": "xcpp17", "display_name": "C++17", "language": "c++"},
}
"""Language -> what a notebook says of its kernel."""

_ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=StrictUndefined,
    autoescape=False,  # the result is Markdown
    trim_blocks=True,
    lstrip_blocks=True,
)


def notebook(exercise: Exercise) -> str:
    """The notebook's file: loads the learner's code, tries it, and says how it is graded.

    Raises ExerciseError.
    """
    template = _ENVIRONMENT.get_template(f"explore-{exercise.language}.md")
    text = template.render(exercise=exercise, loaded=_loaded(exercise), text=_text(exercise))
    made = nbformat.v4.new_notebook(
        metadata={"kernelspec": KERNELS[exercise.language]}, cells=_cells(exercise, text)
    )
    return nbformat.writes(made) + "\n"


def _loaded(exercise: Exercise) -> list[str]:
    """The files that the first cell loads: C++ includes by itself what is given."""
    given = () if exercise.language == "cpp" else exercise.given
    return [file for file in (*given, *exercise.files) if Path(file).suffix in SOURCES]


def _text(exercise: Exercise) -> str:
    try:
        text = (exercise.folder / TEXT).read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ExerciseError(f"{exercise.name}/{TEXT}: {error.strerror}") from error
    if len(re.findall(r"^```", text, re.MULTILINE)) % 2:
        raise ExerciseError(f"{exercise.name}/{TEXT}: a fence begins but never ends")
    return text


def _cells(exercise: Exercise, text: str) -> list[nbformat.NotebookNode]:
    """A cell for each fence in the exercise's language, and for what stands between them."""
    fence = rf"^```{exercise.language}\n(.*?)^```$"
    cells: list[nbformat.NotebookNode] = []
    for index, part in enumerate(re.split(fence, text, flags=re.MULTILINE | re.DOTALL)):
        if part.strip():
            is_code = index % 2 == 1
            new = nbformat.v4.new_code_cell if is_code else nbformat.v4.new_markdown_cell
            cells.append(new(part.strip("\n"), id=f"explore-{len(cells) + 1:02}"))
    return cells
