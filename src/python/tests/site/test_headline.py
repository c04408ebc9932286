"""The README's picture, which stands without the site's style sheet."""

import re
import shutil

import pytest
from course_tests.measure import samples

from course import paths
from course.errors import UsageError
from course.model.solutions import COLLECTORS
from course.site.headline import headline


@pytest.fixture
def root(tmp_path):
    shutil.copytree(paths.ROOT / "results/article-2019", tmp_path / "results/article-2019")
    (tmp_path / "chapters/assets").mkdir(parents=True)
    shutil.copy(paths.ROOT / "chapters/assets/course.css", tmp_path / "chapters/assets")
    return tmp_path


def test_each_scheme_has_its_own_colours_and_only_those_that_are_used(root):
    samples.write(root / "results/2026-01-01-a", samples.records("full"))
    svg = headline(root)
    light, dark = re.search(r"<style>(.*)@media(.*)</style>", svg).groups()
    in_light, in_dark = COLLECTORS["g1"].colour
    assert f"--course-g1: {in_light};" in light
    assert f"--course-g1: {in_dark};" in dark
    used = set(re.findall(r"var\((--course-[\w-]+)\)", svg))
    assert set(re.findall(r"(--course-[\w-]+):", light)) == used
    assert "data set 2026-01-01-a" in svg


def test_nothing_published(root):
    with pytest.raises(UsageError, match="no data set here"):
        headline(root)
