"""Pauses, heap and losses over time, also where some of them are missing."""

import pytest
from bs4 import BeautifulSoup
from course_tests.measure import samples

from course.site.timelines import BINS, Timelines
from course.stats.errors import FigureError
from course.stats.figures import Figures


@pytest.fixture
def draw(figures_of):
    """Draws the timeline of heap, Parallel 11, pool, A from its probes."""

    def make(*probes, interval=0):
        record = samples.record(samples.cell(mode="realtime"))
        usual = record["realtime"]["probes"][0] | {"lost": 0, "loss_pct": 0.0}
        record["realtime"]["probes"] = [usual | probe for probe in probes]
        timelines = Timelines(figures_of([record]))
        chart = timelines.chart("heap-parallel", "pool", "A", interval=interval)
        return chart, BeautifulSoup(chart.html(), "html.parser")

    return make


FULL = samples.timeline(
    (1000.0, 350.7, "full"),
    (3000.0, 4.0, "young"),
    heap=[(1350.5, 900), (3004.0, 950)],
    losses=[(1351.0, 2000), (1352.0, 500)],
)


def rows(chart, key):
    """The rows of the chart's data that have a key."""
    panels = chart.spec["vconcat"]
    parts = [part for panel in panels for part in (panel, *panel["layer"]) if "data" in part]
    return [row for part in parts for row in part["data"]["values"] if key in row]


def test_the_pause_and_then_the_loss(draw):
    chart, page = draw({"timeline": FULL, "lost": 2500, "loss_pct": 0.05})
    assert len(chart.spec["vconcat"]) == 3
    assert [row["at"] for row in rows(chart, "end") if "ms" in row] == [1.0, 3.0]
    (bar,) = rows(chart, "lost")
    assert bar["lost"] == 2500
    assert bar["at"] <= 1.351 <= bar["end"]
    assert bar["end"] - bar["at"] == pytest.approx(5 / BINS)
    spoken = page.svg.desc.text
    assert "2 pauses, the longest 351\u00a0ms" in spoken
    assert "2,500 packets lost, the first at 1.35 s" in spoken
    table = [[cell.text for cell in row.find_all("td")] for row in page.select("details tbody tr")]
    assert [row[1] for row in table] == ["full", "packets lost", "packets lost", "young"]


def test_times_are_told_once_under_the_last_panel(draw):
    _, page = draw({"timeline": FULL})
    assert [text.text for text in page.svg.find_all("text")].count("seconds") == 1


@pytest.mark.parametrize(
    ("timeline", "panels", "words"),
    [
        (samples.timeline(), 2, "no pauses"),
        (samples.timeline((10.0, 0.004, "mark start")), 2, "1 pause,"),
        (samples.timeline(losses=[(4999.99, 3)]), 2, "3 packets lost"),
        (samples.timeline(losses=[(4999.99, 1)]), 2, "1 packet lost"),
        (samples.timeline(heap=[(10.0, 5)]), 3, "no pauses"),
    ],
)
def test_empty_lists_are_no_fault(draw, timeline, panels, words):
    chart, page = draw({"timeline": timeline})
    assert len(chart.spec["vconcat"]) == panels
    assert words in page.svg.desc.text
    assert "<svg" in str(page)


@pytest.mark.parametrize("probes", [[{}], [{"timeline": None}]])
def test_without_a_timeline_the_chart_says_so(draw, probes):
    _, page = draw(*probes)
    assert "No timeline of this cell" in page.svg.text


def test_truncation_is_told(draw):
    _, page = draw({"timeline": samples.timeline((1.0, 1.0, "young")) | {"truncated": True}})
    assert "Some pauses or collections aren't shown" in page.figcaption.text


def test_the_probe_at_1000_ns_is_shown_or_the_one_that_was_asked_for(draw):
    quick, slow = ({"interval_ns": ns, "timeline": FULL} for ns in (200, 1000))
    ended = {"interval_ns": 100, "timeline": FULL, "stopped_early": True, "lost": 9, "loss_pct": 1}
    for probes, interval, shown in (
        ((quick, slow, ended), None, "1,000"),
        ((quick, slow, ended), 200, "200"),
        ((quick, ended), None, "200"),
        ((ended,), None, "100"),
    ):
        chart, _ = draw(*probes, interval=interval)
        assert f"every {shown}\u00a0ns" in chart.title
    _, page = draw(quick, interval=300)
    assert "No timeline" in page.svg.text


@pytest.mark.slow
def test_a_gallery_shows_each_solution_and_names_those_without(full_dataset, article):
    timelines = Timelines(Figures(full_dataset, article))
    chart = timelines.gallery("heap", "cpp", strategy="pool", case="A")
    assert len(chart.spec["vconcat"]) == 8
    batch = timelines.gallery("heap", "native", strategy="pool", case="A", mode="batch")
    assert len(batch.spec["vconcat"]) == 8
    compact = timelines.gallery("heap-g1", "heap-g1-compact", strategy="pool", case="A")
    assert "No timeline: Java, G1 25, compact headers." in compact.remark


def test_a_gallery_has_a_table_of_each_solution(full_dataset, article):
    timelines = Timelines(Figures(full_dataset, article))
    chart = timelines.gallery("heap-parallel", "heap-g1", strategy="pool", case="A")
    tables = BeautifulSoup(chart.extra, "html.parser").select("details")
    names = [table.summary.text for table in tables]
    assert names == ["Java, Parallel as a table", "Java, G1 as a table"]
    assert all(0 < len(table.select("tbody tr")) <= 20 for table in tables)


def test_many_events_are_cut_to_the_largest(draw):
    pauses = [(float(at), 1.0 + at / 1000, "young") for at in range(0, 4000, 20)]
    _, page = draw({"timeline": samples.timeline(*pauses)})
    assert len(page.select("details tbody tr")) == 60
    assert "And 140 smaller ones." in page.details.text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("heap", "pool", "A"), "a timeline shows one solution, but 'heap' stands for 4"),
        (("heaps", "pool", "A"), "no solution 'heaps'"),
        (("heap-g1", "pol", "A"), "no strategy 'pol'"),
        (("heap-g1", "pool", "D"), "no case 'D'"),
        (("heap-g1", "pool", "A", "bach"), "no mode 'bach'; valid: 'batch', 'realtime'"),
    ],
)
def test_unknown_names_are_refused(figures, arguments, message):
    with pytest.raises(FigureError, match=message):
        Timelines(figures).chart(*arguments)


def test_the_axis_reaches_pauses_that_came_after_waits_for_a_turn(figures_of):
    """The length is the program's own time, but a log's clock goes on while the others play."""
    record = samples.record(samples.cell())
    line = samples.timeline((1000.0, 200.0, "full"), (7000.0, 200.0, "full"))
    record["gc"]["timeline"] = line
    chart = Timelines(figures_of([record])).chart("heap-parallel", "pool", "A", mode="batch")
    assert [row["at"] for row in rows(chart, "end")] == [1.0, 7.0]
    assert "7.2 s: 2 pauses" in chart.html()
    assert "waits for its turn" in chart.html()
    line["pauses"][1][0] = 5001.0
    record["gc"]["timeline"] = line
    chart = Timelines(figures_of([record])).chart("heap-parallel", "pool", "A", mode="batch")
    assert "waits for its turn" not in chart.html()
