"""Pages on paper, and the whole course as one PDF."""

import re
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest

from course import paths
from course.grading.exercises.exercise import everything
from course.site.paper import AFTER, CHAPTERS, EXERCISES, HOME, NAME, NOTEBOOKS, print_course, whole

SHEET = 688
"""Width of what is printed on A4, in CSS pixels; 14 mm are left free on each side."""

WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def on_paper(open_page):
    """Opens a page as it is printed."""

    def opened(address, **options):
        page = open_page(viewport={"width": SHEET, "height": 1000}, **options)
        page.emulate_media(media="print")
        page.goto(address)
        return page

    return opened


@pytest.fixture(scope="session")
def copied(built_site, tmp_path_factory):
    """A site that a test may add to."""
    return shutil.copytree(built_site, tmp_path_factory.mktemp("paper") / "site")


def color(page, selector, name):
    return page.locator(selector).first.evaluate(
        "(element, name) => getComputedStyle(element)[name]", name
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_paper_is_light(on_paper, scheme):
    page = on_paper("/07-real-time.html", color_scheme=scheme)
    assert color(page, "body", "backgroundColor") == "rgb(255, 255, 255)"
    assert color(page, ".course-caption", "color") == "rgba(0, 0, 0, 0.87)"
    assert color(page, ".course-chart figcaption", "color") == "rgb(91, 100, 112)"


def test_answers_are_printed_and_help_for_exercises_is_not(on_paper):
    page = on_paper("/07-real-time.html", java_script_enabled=False)
    assert page.locator("details.question > p").first.is_visible()
    page = on_paper("/exercises/zero-alloc-pool.html")
    assert page.locator("details.abstract pre").first.is_visible()
    spoilers = page.locator("details.course-spoiler")
    assert spoilers.count() == 4, "three hints and the solution"
    for inside in page.locator("details.course-spoiler > :not(summary)").all():
        assert not inside.is_visible()


def test_only_works_that_are_cited_have_their_address_printed(on_paper):
    after = "link => getComputedStyle(link, '::after').content"
    page = on_paper("/references.html")
    cited = page.locator('article li a[href^="http"]').first
    assert "http" in cited.evaluate(after)
    page = on_paper("/index.html")
    link = page.locator('article p a[href^="http"]').first
    assert link.evaluate(after) == "none"


def test_the_foot_says_what_was_measured_and_leads_nowhere(on_paper):
    page = on_paper("/05-heap-batch.html")
    measured, course = page.locator(".md-copyright .course-source").all()
    assert measured.is_visible()
    assert course.is_visible()
    for other in (".md-header", ".md-sidebar", ".md-footer__inner", ".md-content__button"):
        assert not page.locator(other).first.is_visible(), other


def test_nothing_is_wider_than_the_sheet(on_paper):
    page = on_paper("/05-heap-batch.html")
    assert not page.evaluate(WIDE)
    for name in ("results/realtime", "claims", "exercises", "notebooks/10-cpp"):
        page.goto(f"/{name}.html")
        assert not page.evaluate(WIDE), name


def test_paper_has_the_wide_charts_however_narrow_the_screen_is(on_paper):
    page = on_paper("/05-heap-batch.html")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.locator(".course-wide").first.is_visible()
    assert not page.locator(".course-narrow").first.is_visible()


def test_a_figure_that_moved_is_a_picture_again(on_paper):
    page = on_paper("/07-real-time.html")
    page.emulate_media(media="screen")
    page.locator(".course-play-start").first.click()
    page.emulate_media(media="print")
    assert page.locator(".course-play-still svg").first.is_visible()
    assert not page.locator(".course-play canvas").first.is_visible()


@pytest.mark.all
def test_no_part_of_the_whole_course_is_wider_than_the_sheet(on_paper, copied):
    file = copied / "all-of-it.html"
    file.write_text(whole(copied))
    page = on_paper(file.as_uri())
    assert not page.evaluate(WIDE)
    exercises = [f"{EXERCISES}/{one.name}.html" for one in everything(paths.ROOT / EXERCISES)]
    notebooks = list((paths.ROOT / NOTEBOOKS).glob("*.ipynb"))
    pages = [HOME, *copied.glob(CHAPTERS), *notebooks, EXERCISES, *exercises, *AFTER]
    assert page.locator(".course-whole-part").count() == len(pages)


@pytest.mark.all
def test_the_whole_course_is_one_pdf(copied):
    # Its own browser cannot be started beside this thread's.
    with ThreadPoolExecutor(1) as other:
        printed = other.submit(print_course, copied).result()
    content = printed.read_bytes()
    assert printed == copied / NAME
    assert content.startswith(b"%PDF-")
    assert b"/Outlines" in content
    assert len(re.findall(rb"/Type\s*/Page\b", content)) > 100
    assert not (copied / "whole.html").exists()
