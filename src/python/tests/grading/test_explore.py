"""The notebooks of a starter and of our solution: their cells, their rules, and that they run."""

from pathlib import Path

import nbformat
import pytest

from course.grading.exercises.exercise import WHY, everything
from course.grading.exercises.starter import solution
from course.grading.exercises.submission import SOURCES
from course.grading.learner import explore
from course.grading.verdicts import ExerciseError
from lint.notebook import lint_notebook

ALL = everything()

each = pytest.mark.parametrize("exercise", ALL, ids=lambda one: one.name)


def cells_of(exercise):
    return nbformat.reads(explore.notebook(exercise), as_version=4).cells


@each
def test_it_loads_what_the_learner_writes_and_ends_with_the_command(exercise) -> None:
    cells = cells_of(exercise)
    first = next(cell for cell in cells if cell.cell_type == "code")
    assert all(f'"{file}"' in first.source for file in exercise.files)
    assert cells[-1].cell_type == "markdown"
    assert f"./course check {exercise.name}" in cells[-1].source


@each
def test_our_solution_is_code_to_run_and_says_why(exercise) -> None:
    made = explore.solved(exercise)
    cells = nbformat.reads(made[explore.SOLVED], as_version=4).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    (ours,) = (text.decode() for text in solution(exercise).values())
    if exercise.language == "java":
        assert ours.replace("package exercise;", "").strip() in code[:2]
        assert list(made) == [explore.SOLVED]
    else:
        file, last = made
        assert code[0] == f'#include "{file}"'
        assert made[file] == ours
        assert ours.strip() in text, "what is run can be read"
        assert last == explore.SOLVED
        assert Path(file).suffix not in SOURCES, "a submission may have no second source"
    why = (exercise.folder / WHY).read_text(encoding="utf-8").strip()
    assert f"## Why it is so\n\n{why}" in text
    assert "BEGIN SOLUTION" not in "".join(code)
    tried = [cell.source for cell in cells_of(exercise) if cell.cell_type == "code"][1:]
    assert tried == code[len(code) - len(tried) :], "the same things are tried on it"


@each
def test_they_keep_the_rules_of_notebooks(exercise) -> None:
    for text in (explore.notebook(exercise), explore.solved(exercise)[explore.SOLVED]):
        made = nbformat.reads(text, as_version=4)
        nbformat.validate(made)
        found = [one for one in lint_notebook(made) if one.rule != "timed"]  # executed alone
        assert [f"{one.place()}: {one.message}" for one in found] == []


def test_fences_of_code_become_cells_and_others_stay_text(exercise) -> None:
    (exercise.folder / explore.TEXT).write_text(
        "Guess.\n\n```java\nint[][] two = {{1}, {2}};\n```\n\nThen\n\n```sh\nls\n```\n\n"
        "```java\n\n    a();\n```\n"
    )
    cells = cells_of(exercise)
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    assert code[1:] == ["int[][] two = {{1}, {2}};", "    a();"]
    text = [cell.source for cell in cells if cell.cell_type == "markdown"]
    assert text[1].endswith("\n\nGuess.")
    assert text[2] == "Then\n\n```sh\nls\n```"
    assert explore.notebook(exercise) == explore.notebook(exercise)


def test_a_fence_without_an_end_is_told(exercise) -> None:
    (exercise.folder / explore.TEXT).write_text("```java\na();\n")
    with pytest.raises(ExerciseError, match=r"count-up/explore.md: a code fence is never closed"):
        explore.notebook(exercise)
