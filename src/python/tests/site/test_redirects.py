"""An address that was published once leads to a page for ever."""

import re
from pathlib import Path

import pytest
from mkdocs.config import load_config

from course import paths
from course.grading.exercises.exercise import everything
from course.site.site import build_site
from course.stats.errors import PublishError

PUBLISHED = Path(__file__).with_name("addresses.txt")
"""All addresses that the site ever had. Lines are only added."""


@pytest.fixture(scope="module")
def redirects():
    return load_config(str(paths.ROOT / "mkdocs.yml")).extra["redirects"]


def addresses_of_today(redirects):
    """What the real site has, without building it."""
    chapters, notebooks = paths.ROOT / "chapters", paths.ROOT / "notebooks"
    yield from redirects
    for page in chapters.rglob("*.md"):
        yield page.relative_to(chapters).with_suffix(".html").as_posix()
    for notebook in notebooks.glob("*.ipynb"):
        yield f"notebooks/{notebook.stem}.html"
        yield f"notebooks/{notebook.name}"
    for exercise in everything():
        yield f"{exercise.page}.html"


def test_what_was_published_is_there_or_forwards(redirects):
    published = set(PUBLISHED.read_text().split())
    today = set(addresses_of_today(redirects))
    lost = sorted(published - today)
    assert lost == [], "say in mkdocs.yml, extra.redirects, where each of these leads now"
    new = sorted(today - published)
    assert new == [], f"add these to {PUBLISHED.name}, so that they stay"


def test_each_redirect_leads_to_its_page(site, redirects):
    assert redirects
    for address, source in redirects.items():
        page = (site / address).read_text()
        named = re.findall(r'(?:href="|url=|location\.replace\(")([^"]+)"', page)
        assert len(named) == 4, "canonical, by script, without scripts, and a link to click"
        [name] = set(named)
        target = (site / address).parent / name
        assert target.resolve() == (site / source).with_suffix(".html").resolve()
        assert target.is_file()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("old.html: nowhere.md", "old.html: leads to nowhere.md, which is not a page"),
        ("results.html: index.md", "results.html: is a page itself"),
    ],
)
def test_a_redirect_that_leads_nowhere_or_hides_a_page_fails(repository, line, message):
    settings = repository / "mkdocs.yml"
    text = settings.read_text()
    assert text.count("  redirects:\n") == 1
    settings.write_text(text.replace("  redirects:\n", f"  redirects:\n    {line}\n"))
    with pytest.raises(PublishError, match=rf"mkdocs.yml: extra.redirects: {re.escape(message)}"):
        build_site(repository, repository / "build/site")
