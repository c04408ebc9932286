"""The explorer in a browser: what happened over time in one record."""

import pytest

from course.stats.numbers import number

from .explorer_page import READABLE, ROWS, drawn_over_time, explore, open_timeline


def test_a_timeline_shows_the_pauses_and_the_losses(page, losing):
    record, probe = losing
    cell = record.cell
    choice = [f"{key}={cell[key]}" for key in ("mode", "implementation", "collector", "jdk",
                                               "strategy", "case", "generator")]  # fmt: skip
    explore(page, "&".join(choice))
    page.locator(f'{ROWS} button[data-address="reference/{record.id}"]').click()
    told = page.locator("#explorer-timeline-told")
    told.filter(has_text="seconds").wait_for()
    windows = [one for one in record.raw["realtime"]["probes"] if one.get("timeline")]
    if len(windows) > 1:
        page.select_option("#explorer-probe", str(windows.index(probe)))
        title = f"a packet every {probe['interval_ns']:,.0f}\u00a0ns"
        page.locator("#explorer-timeline-title", has_text=title).wait_for()
    pauses, losses = probe["timeline"]["pauses"], probe["timeline"]["losses"]
    assert f"{len(pauses)} pause" in told.inner_text()
    assert f"{number(sum(lost for _, lost in losses))} packets lost" in told.inner_text()
    assert "Beyond the dashed line" in page.locator("#explorer-timeline-overflow").inner_text()
    drawn = "#explorer-timeline-chart .mark-rect path"
    page.locator(drawn).first.wait_for(state="attached")
    assert page.locator(drawn).count() >= len(pauses)
    assert f"cell=reference/{record.id}" in page.url
    page.locator("#explorer-timeline-close").click()
    assert page.locator("#explorer-timeline").is_hidden()
    assert page.evaluate("document.activeElement.dataset.address") == f"reference/{record.id}"


def test_the_focus_goes_to_the_table_when_the_timeline_s_row_is_not_in_it(page, losing):
    record, _ = losing
    explore(page, f"mode=batch&cell=reference/{record.id}")
    page.locator("#explorer-timeline-close").press("Enter")
    assert page.locator("#explorer-timeline").is_hidden()
    assert page.locator(":focus").locator("#explorer-table").count() == 1


def test_a_timeline_that_is_not_there_leaves_nothing_of_the_one_before(page):
    explore(page, "set=reference&implementation=heap&strategy=pool&case=C")
    open_timeline(page, 0)
    drawn_over_time(page)
    page.route("**/timelines/**", lambda route: route.fulfill(
        body="", content_type="text/javascript"))  # fmt: skip
    open_timeline(page, 1)
    told = page.locator("#explorer-timeline-told")
    told.filter(has_text="The timeline couldn't be loaded").wait_for()
    assert "seconds" not in told.inner_text()
    assert not page.locator("#explorer-timeline-chart svg").is_visible()
    assert page.locator("#explorer-events tr").count() == 0
    assert page.locator("#explorer-probe").is_hidden()
    open_timeline(page, 0)
    drawn_over_time(page)
    assert page.locator("#explorer-events tr").count() > 0


def test_a_drawing_that_failed_is_made_anew(page):
    explore(page, "set=reference&implementation=heap&strategy=pool&case=C")
    page.evaluate(
        """() => {
            window.embed = vegaEmbed;
            globalThis.vegaEmbed = () => Promise.reject(new Error("no room"));
        }"""
    )
    open_timeline(page, 0)
    told = page.locator("#explorer-timeline-told")
    told.filter(has_text="The timeline couldn't be drawn: no room.").wait_for()
    assert page.locator("#explorer-events tr").count() > 0
    page.evaluate("() => { globalThis.vegaEmbed = window.embed; }")
    open_timeline(page, 1)
    drawn_over_time(page)
    assert "no room" not in told.inner_text()


OUTSIDE = """
region => {
    const { left, right } = region.getBoundingClientRect();
    return [...region.querySelectorAll("text, path, rect, line")]
        .filter((one) => getComputedStyle(one).display !== "none")
        .filter((one) => {
            const box = one.getBoundingClientRect();
            return box.left < left - 1 || box.right > right + 1;
        })
        .map((one) => one.outerHTML);
}
"""


@pytest.mark.parametrize("width", [360, pytest.param(390, marks=pytest.mark.all)])
def test_a_timeline_fits_a_phone_and_can_be_read(open_page, losing, width):
    page = open_page(viewport={"width": width, "height": 740})
    explore(page, f"mode=realtime&cell=reference/{losing[0].id}")
    drawn_over_time(page)
    region = page.locator("#explorer-timeline .course-scroll").first
    for one in (region, page.locator("html")):
        assert one.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert region.evaluate(OUTSIDE) == []
    chart = page.locator("#explorer-timeline-chart svg")
    scale = chart.evaluate("svg => svg.getScreenCTM().a")
    sizes = chart.locator("text").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert len(sizes) > 10
    assert min(sizes) * scale >= READABLE
