"""Every page in a browser: no error, no stranger, nothing wider than a phone."""

import gzip
import statistics

import pytest

from course import paths

KEPT = paths.BUILD / "browser"

KEY_PAGES = (
    "index",
    "03-gc-theory",
    "07-real-time",
    "11-flat-cpp",
    "explore",
    "exercises",
    "claims",
)

PARTS = {
    "03-gc-theory": ".course-play",
    "07-real-time": ".course-play",
    "11-flat-cpp": ".course-play",
    "explore": "#explorer-chart svg",
    "exercises": "table.course-plain",
    "claims": "figure.course-claims",
}
"""What else of a page is worth a picture: it is not seen at first."""

SCROLL_TO = """
part => {
    const underTheHead = 80;
    const top = scrollY + part.getBoundingClientRect().top - underTheHead;
    scrollTo({ top, behavior: "instant" });
}
"""

SCREENS = {"phone": (390, 844), "laptop": (1366, 768), "projector": (1920, 1080)}

PHONE = {"width": 390, "height": 844}

FIRST_PAGE_KB = 300
LARGEST_PAINT_MS = 1000
SLOWED = 4
"""How many times slower the processor is made, for a phone's."""

SHIFT = 0.05
TURNS = 5

VITALS = """
() => new Promise((done) => {
    const found = { paint: 0, shift: 0 };
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) {
            found.paint = one.startTime;
        }
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) {
            found.shift += one.hadRecentInput ? 0 : one.value;
        }
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(found), 500);
})
"""


@pytest.fixture(scope="session")
def names(built_site):
    """All pages, from the site's root, without those that only forward."""
    pages = [file for file in built_site.rglob("*.html") if not forwards(file)]
    assert len(pages) > 40
    return sorted(page.relative_to(built_site).as_posix() for page in pages)


def forwards(file):
    return 'http-equiv="refresh"' in file.read_text()


def test_every_page_loads_and_fits_a_phone(open_page, names):
    page = open_page(viewport=PHONE)  # tells of errors, failed requests and strangers at its end
    wide = []
    for name in names:
        assert page.goto(f"/{name}").ok, name
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(name)
    assert wide == []


def test_a_phone_shows_the_exercises_without_scrolling_sideways(open_page):
    """Not even inside of the table, of which the first columns would be all that is seen."""
    page = open_page(viewport={"width": 360, "height": 740})
    page.goto("/exercises.html")
    table = page.locator(".course-scroll", has=page.locator("table.course-plain")).first
    assert table.evaluate("frame => frame.scrollWidth <= frame.clientWidth")


def test_every_address_that_was_published_is_there(built_site):
    published = (paths.PYTHON_SOURCES / "tests/publish/addresses.txt").read_text().split()
    assert [name for name in published if not (built_site / name).is_file()] == []


@pytest.mark.parametrize("opened_from", ["server", "file system"])
def test_an_old_address_leads_on_with_what_follows_it(open_page, built_site, opened_from):
    page = open_page()
    root = "" if opened_from == "server" else built_site.as_uri()
    page.goto(f"{root}/exercises/index.html#how-it-goes", wait_until="commit")
    page.wait_for_url("**/exercises.html#how-it-goes")
    assert page.locator("h2#how-it-goes").is_visible()


def test_a_note_on_a_term_says_what_it_means_and_leads_to_its_entry(open_page):
    page = open_page(java_script_enabled=False)
    page.goto("/12-flat-java.html")
    note = page.locator("a.course-term", has_text="memory segment").first
    assert "In Java, a piece of memory" in note.get_attribute("title")
    note.press("Enter")
    page.wait_for_url("**/glossary.html#term-memory-segment")
    assert page.locator("dt#term-memory-segment").is_visible()


@pytest.mark.parametrize("opened_from", ["server", "file system"])
def test_the_search_finds_a_term(open_page, built_site, opened_from):
    page = open_page(viewport={"width": 1366, "height": 768})
    index = "/index.html" if opened_from == "server" else (built_site / "index.html").as_uri()
    page.goto(index)
    field = page.get_by_role("textbox", name="Search")
    field.focus()
    field.press_sequentially("coordinated omission")
    first = page.locator(".md-search-result__link").first
    first.wait_for()
    assert "omission" in first.inner_text().lower()
    first.click()
    page.wait_for_url("**/*.html*")
    assert "omission" in page.locator("main").inner_text().lower()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_pictures_of_the_key_pages_are_kept(open_page, screen, scheme):
    width, height = SCREENS[screen]
    page = open_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    KEPT.mkdir(parents=True, exist_ok=True)
    kind = screen if scheme == "light" else f"{screen}-{scheme}"
    for name in KEY_PAGES:
        page.goto(f"/{name}.html")
        page.screenshot(path=KEPT / f"{name}-{kind}.png")
        assert page.locator("h1").is_visible()
        if name in PARTS:
            part = page.locator(PARTS[name]).first
            part.wait_for()
            part.evaluate(SCROLL_TO)
            page.screenshot(path=KEPT / f"{name}-part-{kind}.png")


def test_the_first_page_is_light(open_page, budgets):
    """As a host sends it, compressed; the site's own server does not compress."""
    page = open_page()
    answers = []

    def keep(answer):
        answers.append(answer)

    page.on("response", keep)
    page.goto("/index.html", wait_until="networkidle")
    sizes = {answer.url: len(gzip.compress(answer.body())) for answer in answers}
    total = sum(sizes.values())
    budgets["first page, bytes"] = {"measured": total, "most": FIRST_PAGE_KB * 1000}
    assert total <= FIRST_PAGE_KB * 1000, sizes


def test_the_first_page_is_painted_soon_and_stays(open_page, budgets):
    paints, shifts = [], []
    for _ in range(TURNS):
        page = open_page(viewport=PHONE)
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        page.goto("/index.html")
        found = page.evaluate(VITALS)
        paints.append(found["paint"])
        shifts.append(found["shift"])
        page.context.close()
    budgets["largest paint, ms"] = {
        "measured": round(min(paints)),
        "median": round(statistics.median(paints)),
        "most": LARGEST_PAINT_MS,
    }
    budgets["layout shift"] = {"measured": max(shifts), "most": SHIFT}
    assert min(paints) > 0, "nothing was painted"
    assert max(shifts) <= SHIFT


@pytest.mark.parametrize("name", KEY_PAGES)
def test_no_key_page_moves_while_it_loads(open_page, budgets, name):
    page = open_page(viewport=PHONE)
    page.goto(f"/{name}.html")
    shift = page.evaluate(VITALS)["shift"]
    budgets[f"layout shift, {name}"] = {"measured": shift, "most": SHIFT}
    assert shift <= SHIFT
