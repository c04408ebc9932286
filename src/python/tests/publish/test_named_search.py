"""The search's dialog has a name, and a theme that has changed is told of."""

import pytest
from bs4 import BeautifulSoup
from jinja2 import DictLoader, Environment

from course.publish.errors import PublishError
from course.publish.named_search import TEMPLATE, name_search

DIALOG = '<div class="md-search" data-md-component="search" role="dialog">'


class Words:
    """Of the theme's languages."""

    @staticmethod
    def t(word):
        return {"search": "Search"}[word]


def themed(text):
    return Environment(loader=DictLoader({TEMPLATE: text, "main.html": "as it was"}))


def test_the_dialog_has_a_name():
    env = themed(f"{DIALOG}</div>")
    name_search(env)
    page = env.get_template(TEMPLATE).render(lang=Words)
    dialog = BeautifulSoup(page, "html.parser").select_one('[role="dialog"]')
    assert dialog["aria-label"] == "Search"
    assert dialog["class"] == ["md-search"]
    assert env.get_template("main.html").render() == "as it was"


def test_every_page_of_a_site_has_it(site):
    for page in ("index.html", "notebooks/03-gc-theory.html"):
        found = BeautifulSoup((site / page).read_text(), "html.parser")
        names = [one.get("aria-label") for one in found.select('.md-search[role="dialog"]')]
        assert names == ["Search"], page


@pytest.mark.parametrize("text", ["<div></div>", f"{DIALOG}</div>{DIALOG}</div>"])
def test_a_theme_that_has_changed_fails_the_build(text):
    with pytest.raises(PublishError, match=r"the theme's partials/search\.html: not one role="):
        name_search(themed(text))
