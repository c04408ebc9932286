"""The explorer in a browser: what it shows is what the records say."""

import csv
import io
import json
from itertools import pairwise

import pytest

from course.stats.numbers import DASH, TIMES, number

from .explorer_page import (
    READABLE,
    ROWS,
    answered,
    choose,
    explore,
    first_word,
    shown,
    those,
    ticked,
)

COUNT = "many => document.querySelectorAll('#explorer-chart .mark-symbol path').length === many"


def test_the_table_shows_the_records_figures(page, reference):
    cell = {"implementation": "heap", "strategy": "pool", "case": "A", "mode": "batch",
            "generator": "counter"}  # fmt: skip
    choice = {"set": "reference"} | cell
    explore(page, "&".join(f"{key}={value}" for key, value in choice.items()))
    rows = shown(page)
    expected = [first_word(one) for one in those(reference, **cell)]
    assert sorted(row[3].split()[0] for row in rows) == sorted(expected)
    assert page.locator("#explorer-count").inner_text().startswith(f"{len(rows)} records")


def test_it_opens_on_the_question_and_shows_all_when_that_is_cleared(page, reference):
    explore(page, "")
    assert {row[0].split(",")[0] for row in shown(page)} == {"Java"}
    for facet, option in (("strategy", "pool"), ("strategy", "alloc"), ("case", "C")):
        assert ticked(page, facet, option).is_checked()
    asked = {"implementation": "heap", "mode": "batch", "generator": "counter", "case": "C"}
    found = [one for one in those(reference, **asked) if one.cell["strategy"] in ("alloc", "pool")]
    plain = [one for one in found if one.cell.get("variant") is None]
    assert len(shown(page)) == len(plain)
    assert page.locator("#explorer-astray").inner_text() == ""
    page.get_by_role("button", name="Clear filters").click()
    answered(page, 2)
    assert not ticked(page, "case", "C").is_checked()
    assert page.locator("#explorer-more").is_visible()


def test_real_time_shows_the_verdicts(page, reference):
    explore(page, "set=reference")
    choose(page, "mode", "realtime")
    choose(page, "implementation", "cpp-flat")
    records = those(reference, implementation="cpp-flat", mode="realtime")
    verdicts = [one.raw["realtime"]["verdict"]["min_interval_ns"] for one in records]
    figures = [row[3].split()[0] for row in shown(page)]
    assert sorted(figures) == sorted("none" if one is None else number(one) for one in verdicts)
    assert "interval without loss" in page.locator("#explorer-table thead").inner_text()


def test_the_chart_has_a_point_a_row_and_follows_the_choice(page):
    explore(page, "set=reference&implementation=heap&strategy=pool&case=A&generator=counter")
    count = "#explorer-chart .mark-symbol path"
    figures = [row for row in shown(page) if row[3][0].isdigit()]
    assert page.locator(count).count() == len(figures)
    ticked(page, "case", "A").uncheck()
    answered(page, 2)
    assert page.locator(count).count() > len(figures)
    assert "of" in page.locator("#explorer-table-title").inner_text()


def test_a_single_figure_has_an_axis_with_numbers(page, reference):
    cell = {"implementation": "heap", "collector": "g1", "jdk": 25, "strategy": "pool", "case": "A",
            "mode": "batch", "generator": "counter", "variant": None}  # fmt: skip
    (record,) = those(reference, **cell)
    choice = {key: "none" if value is None else value for key, value in cell.items()}
    choice |= {"set": "reference", "show": "rss"}  # a figure without spread
    explore(page, "&".join(f"{key}={value}" for key, value in choice.items()))
    assert [row[3] for row in shown(page)] == [number(record.raw["peak_rss_mb"])]
    words = page.eval_on_selector_all(
        "#explorer-chart .role-axis-label text", "all => all.map(one => one.textContent)"
    )
    assert len([one for one in words if one.replace(",", "").replace(".", "").isdigit()]) >= 2


def test_the_article_s_figure_and_the_limit_stand_beside_the_measured_one(page):
    """Which figures they are, is asked of the scripts alone."""
    explore(page, "set=reference&implementation=heap&strategy=pool&case=C&generator=counter")
    titles = page.locator("#explorer-table thead th").all_inner_texts()
    old, limit = titles.index("2019"), titles.index(f"{TIMES} limit")
    rows = [row for row in shown(page) if row[3][0].isdigit()]
    ratios = [figure_of(row[3]) / figure_of(row[limit]) for row in rows]
    assert max(ratios) < 1.25 * min(ratios), "of the same case, the same limit"
    crosses = sum(row[old] != DASH for row in rows)
    assert 0 < crosses < len(rows)
    assert page.locator("#explorer-chart text", has_text=TIMES).count() == crosses


def figure_of(words):
    return float(words.split()[0].replace(",", ""))


def test_the_link_carries_the_choice(page, open_page):
    explore(page)
    choose(page, "strategy", "pool")
    choose(page, "case", "C")
    page.select_option('[name="order"]', "figure")
    answered(page, 4)
    page.mouse.wheel(0, 5000)  # where a table of contents would write its anchors
    page.wait_for_timeout(600)
    other = open_page()
    other.goto(page.url)
    answered(other, 1)
    assert "strategy=pool&case=C" in other.url
    assert shown(other) == shown(page)
    assert ticked(other, "case", "C").is_checked()


def test_a_link_to_what_is_not_here_says_so(page):
    explore(page, "set=theirs&collector=g9")
    words = page.locator("#explorer-astray").inner_text()
    assert "set=theirs" in words
    assert "collector=g9" in words
    assert shown(page)


def test_a_link_to_no_record_says_so_and_is_put_right_by_the_next_change(page):
    explore(page, "strategy=pool&cell=reference/none&probe=3")
    assert "cell=reference/none" in page.locator("#explorer-astray").inner_text()
    choose(page, "case", "A")
    assert "cell=" not in page.url
    assert "probe=" not in page.url
    assert page.locator("#explorer-astray").inner_text() == ""


def test_what_nothing_has_is_told(page):
    explore(page, "implementation=cpp&collector=g1")
    assert "No records match" in page.locator("#explorer-count").inner_text()
    assert shown(page) == []


def test_the_keyboard_is_enough(page):
    explore(page)
    box = ticked(page, "strategy", "pool")
    ticked(page, "strategy", "mix").focus()
    page.keyboard.press("Tab")
    assert box.evaluate("box => box === document.activeElement")
    page.keyboard.press("Space")
    answered(page, 2)
    assert box.is_checked()
    assert {row[1] for row in shown(page)} == {"Pooling"}


def test_points_are_read_without_a_pointer(page):
    explore(page, "set=reference&implementation=heap&strategy=pool&case=A&generator=counter")
    rows = [row for row in shown(page) if row[3][0].isdigit()]
    points = page.locator("#explorer-chart .mark-symbol path")
    slider = page.get_by_label("Point by point")

    def told():
        assert page.locator("#explorer-told").inner_text() == slider.get_attribute("aria-valuetext")
        return slider.get_attribute("aria-valuetext")

    assert told() == "none yet"
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert rows[0][0].splitlines()[0] in told()
    assert f": {rows[0][3].split()[0]}\u00a0ns" in told()
    page.wait_for_function(COUNT, arg=len(rows) + 1)  # the points, and the ring around one
    points.nth(1).hover()
    page.locator("#vg-tooltip-element.visible").wait_for()
    assert told() in page.locator("#vg-tooltip-element").inner_text()
    page.keyboard.press("End")
    assert f": {rows[-1][3].split()[0]}\u00a0ns" in told()
    choose(page, "case", "B")
    assert told() == "none yet"
    assert points.count() == len([row for row in shown(page) if row[3][0].isdigit()])


def test_programs_are_told_apart_by_more_than_their_colour(page):
    explore(page, "set=reference&collector=g1&jdk=25&strategy=pool&case=A&generator=counter")
    chart = page.eval_on_selector_all(
        "#explorer-chart .mark-symbol path", "all => all.map(one => one.getAttribute('d'))"
    )
    signs = page.eval_on_selector_all(
        f"{ROWS} .explorer-sign path", "all => all.map(one => one.getAttribute('d'))"
    )
    programs = [row[0].split(", G1")[0] for row in shown(page)]
    assert len(set(programs)) > 3
    assert len(set(zip(programs, signs, strict=True))) == len(set(programs)) == len(set(signs))
    assert len(set(chart)) == len(set(signs))


def test_the_focus_stays_where_the_last_rows_were_asked_for(page):
    explore(page, "strategy=pool,alloc")
    more = page.locator("#explorer-more")
    more.focus()
    for _ in range(20):
        page.keyboard.press("Enter")
        if more.is_hidden():
            break
    assert more.is_hidden()
    region = page.locator(":focus")
    assert region.get_attribute("role") == "region"
    assert region.locator("#explorer-table").count() == 1


def test_what_the_index_names_is_to_be_seen(page):
    page.goto("/figures.html")
    links = page.locator('a[href^="explore.html#"]')
    named = {one.inner_text(): one.get_attribute("href").split("#")[1] for one in links.all()}
    assert set(named) == {"Figure 1", "Table 1"}
    explore(page)
    for label, anchor in named.items():
        block = page.locator(f"#{anchor}")
        assert block.is_visible()
        assert f"{label}." in block.inner_text()


def test_downloads_hold_what_is_shown_with_its_provenance(page, reference):
    explore(page, "set=reference&strategy=pool&case=A")
    with page.expect_download() as pending:
        page.click("#explorer-csv")
    text = pending.value.path().read_text(encoding="utf-8")
    table = list(csv.DictReader(io.StringIO(text, newline="")))
    records = those(reference, strategy="pool", case="A", mode="batch")
    assert {row["cell"] for row in table} == {one.id for one in records}
    for row in table:
        record = reference.records[row["cell"]]
        if record.status == "ok":
            mean = record.raw["batch"]["ns_per_packet"]["mean"]
            assert float(row["ns"]) == pytest.approx(mean, rel=1e-5)
        assert row["commit"] == (record.provenance["commit"] or "")
        assert json.loads(row["command"]) == record.provenance["command"]
    with page.expect_download() as pending:
        page.click("#explorer-json")
    made = json.loads(pending.value.path().read_text(encoding="utf-8"))
    assert len(made["records"]) == len(table)
    assert made["address"] == page.url


def test_it_works_from_the_file_system(open_page, built_site, losing):
    record, _ = losing
    page = open_page()
    page.goto(f"{(built_site / 'explore.html').as_uri()}#cell=reference/{record.id}")
    answered(page, 1)
    assert shown(page)
    page.locator("#explorer-timeline-told", has_text="packets lost").wait_for()
    choose(page, "strategy", "pool")
    assert "strategy=pool" in page.url


def test_without_scripts_there_is_something_to_see(open_page):
    page = open_page(java_script_enabled=False)
    page.goto("/explore.html")
    assert page.locator("#explorer").is_hidden()
    assert page.locator("noscript svg").first.is_visible()
    assert page.get_by_role("link", name="real time", exact=True).first.is_visible()


LETTERS = 11
"""Size of the labels' letters in units of the drawing."""

BEGINS = """
facets => facets.map(facet => {
    const lines = new Map();
    for (const option of facet.querySelectorAll("label")) {
        const { top, left } = option.getBoundingClientRect();
        lines.set(top, Math.min(left, lines.get(top) ?? Infinity));
    }
    return [...lines.values()].map(Math.round);
})
"""


def test_all_lines_of_a_kind_of_choice_begin_below_each_other(page):
    explore(page)
    facets = page.eval_on_selector_all(".explorer-facet", BEGINS)
    assert max(map(len, facets)) > 1
    assert {begin for lines in facets for begin in lines} == {facets[0][0]}


@pytest.mark.parametrize("width", [360, 1280])
def test_no_label_of_the_chart_is_cut_or_too_small(open_page, width):
    page = open_page(viewport={"width": width, "height": 740})
    explore(page)
    words = page.eval_on_selector_all(
        "#explorer-chart text", "all => all.map(one => one.textContent)"
    )
    assert len(words) > 40
    assert [one for one in words if "…" in one] == []
    chart = page.locator("#explorer-chart svg")
    assert chart.evaluate("svg => svg.getScreenCTM().a") * LETTERS >= READABLE
    assert chart.evaluate("svg => svg.getBoundingClientRect().right") <= width


def test_on_a_phone_too_the_limit_is_one_line(open_page):
    page = open_page(viewport={"width": 360, "height": 740})
    explore(page, "set=reference&implementation=heap&strategy=pool&case=C&generator=counter")
    ticks = page.eval_on_selector_all(
        "#explorer-chart .mark-rect path",
        """all => all.map(one => {
            const { top, bottom } = one.getBoundingClientRect();
            return [top, bottom];
        })""",
    )
    assert len(ticks) > 3
    ticks.sort()
    for (_, bottom), (top, _) in pairwise(ticks):
        assert bottom == pytest.approx(top, abs=0.5)


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.all), "dark"])
def test_a_phone_shows_it_without_scrolling_sideways(open_page, scheme):
    page = open_page(viewport={"width": 360, "height": 740}, color_scheme=scheme)
    explore(page)
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0
    fills = page.eval_on_selector_all(
        "#explorer-chart .mark-symbol path", "all => all.map(one => getComputedStyle(one).fill)"
    )
    assert len(set(fills)) > 1  # a colour a family, from the page's style
