"""How long it takes to read, as chapters and notebooks say."""

import nbformat
import pytest
from course_tests.notebooks import notebook

from course.site.chapters import NOTEBOOKS, Reading
from course.stats.errors import FigureError


@pytest.fixture
def reading(tmp_path):
    (tmp_path / "chapters").mkdir()
    (tmp_path / "notebooks").mkdir()
    for number, minutes, with_notebook in ((1, 20, 40), (2, 35, 30)):
        name = f"{number:02}-some"
        (tmp_path / f"chapters/{name}.md").write_text(f"# X\n\n*Minutes to read: {minutes}.*\n")
        made = notebook("java", f"# X\n\n*Reading: {with_notebook} minutes.*")
        nbformat.write(made, tmp_path / f"notebooks/{name}.ipynb")
    (tmp_path / "chapters/glossary.md").write_text("# No chapter\n")
    return Reading(tmp_path)


def test_minutes_are_those_that_chapters_and_notebooks_say(reading):
    assert reading.minutes(1) == 20
    assert reading.minutes(1, 2) == reading.minutes() == 55
    assert reading.minutes(2, of=NOTEBOOKS) == 30


def test_hours_are_told_by_halves(reading):
    assert reading.hours(1) == "½ hour"
    assert reading.hours() == "1 hour"
    assert reading.hours(1, notebooks=True) == "1 hour"
    assert reading.hours(2, notebooks=True) == "1 hour"
    assert reading.hours(notebooks=True) == "2 hours"


def test_an_unknown_chapter_and_a_silent_one_are_told(reading, tmp_path):
    with pytest.raises(FigureError, match="no chapters 3, 4"):
        reading.minutes(1, 3, 4)
    (tmp_path / "chapters/03-some.md").write_text("# X\n")
    with pytest.raises(FigureError, match=r"chapters/03-some.md does not say how many minutes"):
        Reading(tmp_path).minutes()
