"""The notebooks of starters and of our solutions run."""

import pytest

from course import paths
from course.grading.exercises.exercise import everything
from course.grading.exercises.starter import solution
from course.grading.learner import explore
from course.grading.learner.learner import fill
from course.site.notebooks import execute

ALL = everything()


def one_of_each() -> list[object]:
    """All; in the middle tier each exercise once, the starters and solutions in turn."""
    kinds = ("starter", "solution", "our solution")
    return [
        pytest.param(
            exercise,
            what,
            id=f"{exercise.name}-{what}",
            marks=() if what == kinds[number % 2] else pytest.mark.all,
        )
        for number, exercise in enumerate(ALL)
        for what in kinds
    ]


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.xdist_group("kernels")  # two that start at once may choose the same port
@pytest.mark.parametrize(("exercise", "what"), one_of_each())
def test_every_cell_runs(exercise, what, tmp_path) -> None:
    folder = tmp_path / exercise.name
    fill(folder, exercise)
    notebook = folder / explore.NOTEBOOK
    if what == "solution":
        for file, text in solution(exercise).items():
            (folder / file).write_bytes(text)
    if what == "our solution":
        notebook = folder / explore.SOLVED
        for name, text in explore.solved(exercise).items():
            (folder / name).write_text(text)
    outcome, _ = execute(notebook, tmp_path / "out", paths.ROOT, "smoke")
    if outcome.status == "not executed":
        pytest.skip(outcome.reason)
    assert outcome.status == "ok", outcome.reason
