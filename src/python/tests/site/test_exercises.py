"""Pages of exercises, made of their folders, and what chapters show of them."""

import json
import re
import shutil
from pathlib import Path

import pytest

from course import paths
from course.grading.exercises.exercise import everything, find
from course.site import exercises
from course.site.build import _made_of
from course.site.exercises import Exercises
from course.site.site import build_site
from course.stats.errors import FigureError, PublishError

POOL, RING = "zero-alloc-pool", "spsc-ring-cpp"


@pytest.fixture
def taught(repository):
    """A small repository with two exercises, one of which nobody has explained."""
    for name in (POOL, RING):
        shutil.copytree(paths.ROOT / "exercises" / name, repository / "exercises" / name)
    (repository / "exercises" / RING / "solution.md").unlink()
    return repository


def test_the_site_has_a_page_for_each(taught):
    chapters = taught / "chapters"
    (chapters / "05-heap-batch.md").write_text("# 5\n\n{{ exercises(5) }}\n")
    (chapters / "exercises.md").write_text("# Exercises\n\n{{ exercises_table() }}\n")
    out = taught / "build/site"
    build_site(taught, out)
    pool = find(POOL, taught / "exercises")
    page = (out / f"exercises/{POOL}.html").read_text().replace("\u00a0", " ")
    assert f"<h1>{pool.title}" in re.sub(r"<h1 [^>]*>", "<h1>", page)
    for check in pool.checks:
        assert check.threshold() in page
    assert '<a href="../05-heap-batch.html">chapter 5</a>' in page
    assert "{{" not in page
    chapter = (out / "05-heap-batch.html").read_text()
    assert f'href="exercises/{POOL}.html"' in chapter
    assert pool.summary in chapter
    assert f"exercises/{RING}.html" in chapter  # in the navigation
    assert chapter.count(f"exercises/{RING}.html") < chapter.count(f"exercises/{POOL}.html")
    table = (out / "exercises.html").read_text()
    assert re.search(r"<td[^>]*>C\+\+<br\s*/?>60(&nbsp;|\xa0)minutes<br", table)


def test_help_and_the_solution_are_folded_away_and_not_found_by_the_search(taught):
    out = taught / "build/site"
    build_site(taught, out)
    page = (out / f"exercises/{POOL}.html").read_text()
    task, *folded = page.split("<details")
    assert [block.split('"')[1] for block in folded] == [
        *["abstract"] * 2,
        *["question course-spoiler"] * 3,
        "success course-spoiler",
    ]
    assert "// Your code here." in folded[1]
    ours = folded[-1].split("</details>")[0]
    for words in ("A mark can be forged", "// Negative: out.", f"exercises/{POOL}/solution/"):
        assert words in ours
        assert words not in task
    for mark in ("BEGIN SOLUTION", "STARTER:", "```"):
        assert mark not in page
    index = json.loads((out / "search/search_index.json").read_text())
    text = " ".join(entry["text"] for entry in index["docs"])
    assert "pools packets in a stack, and trusts its callers" in text
    assert "Negative: out" not in text


def test_a_solution_needs_no_reasons_and_links_to_its_source(taught):
    ring = find(RING, taught / "exercises")
    page = exercises.markdown(ring, taught, "https://host/o/r/blob/abc")
    source = ring.folder / "solution/spsc_ring.cpp"
    last = len(source.read_text().splitlines())
    place = f"exercises/{RING}/solution/spsc_ring.cpp#L1-L{last}"
    assert f'href="https://host/o/r/blob/abc/{place}"' in page
    assert "](../06-clock-queue.md)" in page


def test_a_chapter_that_has_no_exercise_is_told_with_those_that_have(taught):
    with pytest.raises(FigureError, match="no exercise of chapter 4; valid: '5', '6'"):
        Exercises(taught / "exercises").exercises(4)


def test_an_exercise_needs_its_chapter(taught):
    (taught / "chapters/06-clock-queue.md").unlink()
    ring = find(RING, taught / "exercises")
    with pytest.raises(PublishError, match=rf"exercises/{RING}/exercise.toml: there is no chapter"):
        exercises.markdown(ring, taught, None)


@pytest.mark.parametrize(
    ("page", "source"),
    [
        ("exercises/count-up.md", "exercises/count-up/README.md"),
        ("notebooks/03-gc-theory.md", "notebooks/03-gc-theory.ipynb"),
    ],
)
def test_a_page_of_our_making_is_edited_where_it_comes_from(page, source):
    assert _made_of(Path(page)) == Path(source)


def test_every_exercise_is_shown_in_its_chapter():
    for number in {one.chapter for one in everything()}:
        [chapter] = (paths.ROOT / "chapters").glob(f"{number:02}-*.md")
        assert f"{{{{ exercises({number}) }}}}" in chapter.read_text(encoding="utf-8")
