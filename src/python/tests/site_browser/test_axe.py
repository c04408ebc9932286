"""axe looks at a page of each kind and finds no barrier that is serious."""

import pytest

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

PAGES = (
    "index",
    "04-workload",  # code
    "05-heap-batch",  # charts and tables
    "07-real-time",  # a figure that moves
    "11-flat-cpp",
    "15-buffer-allocators",  # a drawing
    "notebooks/03-gc-theory",  # Java
    "notebooks/10-cpp",
    "exercises",
    "exercises/zero-alloc-pool",
    "explore",
    "results/realtime",
    "claims",
    "glossary",
    "references",
    "figures",
    "404",
)

ONLY_LIGHT = (
    "02-how-we-measure",  # the machine
    "03-gc-theory",  # another figure that moves
    "14-object-pools",  # published figures, percentiles
    "results",
    "results/gc",
    "results/prediction",
    "results/provenance",
    "workshop",
)
"""What these have besides, has the colours of the others.

Tables of thousands of cells would take axe half a minute: those of every probe are left out, as
they are like those of results/realtime.
"""

EACH_TIME = ("04-workload", "exercises/zero-alloc-pool", "explore", "glossary")

ON_A_PHONE = ("index", "07-real-time", "exercises", "explore", "results/realtime")

EACH_TIME_ON_A_PHONE = ("07-real-time", "explore")

SERIOUS = {"serious", "critical"}

FOLDED = 8
"""Folded parts opened per page: opening all would show thousands of cells on some pages."""


def unfold(page):
    """Shows what a reader has to open, or to start, before it is there."""
    for button in page.locator(".course-play-start").all():
        button.click()
    if page.locator("#explorer").count():
        page.wait_for_function("performance.getEntriesByName('explorer-answer').length")
        page.locator("#explorer-table [data-address]").first.click()
        page.locator("#explorer-timeline-chart svg").wait_for()
    page.evaluate(
        "most => [...document.querySelectorAll('details')].slice(0, most)"
        ".forEach(details => { details.open = true; })",
        FOLDED,
    )


def barriers(page):
    """What is serious: the rule, how often it is broken, and where first."""
    for one in axe.Axe().run(page).response["violations"]:
        if one["impact"] in SERIOUS:
            first = one["nodes"][0]
            why = " ".join(first["failureSummary"].split())
            yield f"{one['id']} ({len(one['nodes'])} times), first {first['target']}: {why}"


def _page(*values, every_time):
    """A page of each kind in one scheme is enough for every commit; the rest is for the night."""
    return pytest.param(*values, marks=() if every_time else pytest.mark.all)


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        *(_page(name, "light", every_time=name in EACH_TIME) for name in (*PAGES, *ONLY_LIGHT)),
        *(_page(name, "dark", every_time=False) for name in PAGES),
    ],
)
def test_no_barrier(open_page, name, scheme):
    page = open_page(
        viewport={"width": 1366, "height": 768}, color_scheme=scheme, reduced_motion="reduce"
    )
    page.goto(f"/{name}.html")
    unfold(page)
    assert list(barriers(page)) == []


@pytest.mark.parametrize(
    "name", [_page(name, every_time=name in EACH_TIME_ON_A_PHONE) for name in ON_A_PHONE]
)
def test_no_barrier_on_a_phone(open_page, name):
    page = open_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page.goto(f"/{name}.html")
    unfold(page)
    assert list(barriers(page)) == []
