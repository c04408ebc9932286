"""Our changes of the theme's templates. A test fails if the theme has changed one of them."""

import pytest
from bs4 import BeautifulSoup
from jinja2 import DictLoader, Environment

from course.site.theme import amend
from course.stats.errors import PublishError

DIALOG = '<div class="md-search" data-md-component="search" role="dialog">'
LINK = '<a href="{{ address }}" class="md-source" data-md-component="source">'
SEARCH, SOURCE = "partials/search.html", "partials/source.html"
THEME = {SEARCH: f"{DIALOG}</div>", SOURCE: f"{LINK}</a>"}


def themed(**changed):
    return Environment(loader=DictLoader(THEME | changed))


def test_the_link_to_the_sources_is_only_a_link():
    env = themed()
    amend(env)
    page = env.get_template(SOURCE).render(address="https://host/o/r")
    assert page == '<a href="https://host/o/r" class="md-source"></a>'


@pytest.mark.parametrize(
    ("template", "text"),
    [(SEARCH, "<div></div>"), (SEARCH, f"{DIALOG}</div>{DIALOG}</div>"), (SOURCE, "<a></a>")],
)
def test_a_theme_that_has_changed_fails_the_build(template, text):
    env = themed(**{template: text})
    with pytest.raises(PublishError, match=rf"the theme's {template}: not one .*=\"\w+\"; see"):
        amend(env)


def test_every_page_of_a_site_has_a_named_search(site):
    for page in ("index.html", "notebooks/03-gc-theory.html"):
        found = BeautifulSoup((site / page).read_text(), "html.parser")
        names = [one.get("aria-label") for one in found.select('.md-search[role="dialog"]')]
        assert names == ["Search"], page
