"""Every table and chart, made from records whose figures are known."""

import re
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup

from course import paths
from course.publish.charts import Charts
from course.publish.dataset import Dataset
from course.publish.errors import FigureError
from course.publish.figures import Figures
from course.publish.names import SOLUTIONS
from course.publish.numbers import number
from course.publish.provenance import Provenance
from course.publish.svg import stand_ins
from course.publish.tables import Tables

FRESH = "5" * 64
TABLES = {
    "batch": lambda f: Tables(f).batch(),
    "batch of one": lambda f: Tables(f).batch("heap-parallel"),
    "batch without article": lambda f: Tables(f).batch("heap-cms"),
    "batch random": lambda f: Tables(f).batch("cpp", generator="random"),
    "gc": lambda f: Tables(f).gc(),
    "gc of one": lambda f: Tables(f).gc("heap-g1"),
    "realtime": lambda f: Tables(f).realtime(),
    "summary": lambda f: Tables(f).summary(),
    "machine": lambda f: Provenance(f.dataset).machine(),
    "runtimes": lambda f: Provenance(f.dataset).runtimes(),
    "status": lambda f: Provenance(f.dataset).status(),
}
CHARTS = {
    "batch": lambda f: Charts(f).batch("heap"),
    "batch of one": lambda f: Charts(f).batch("cpp"),
    "summary": lambda f: Charts(f).summary(),
    "gc": lambda f: Charts(f).gc(),
    "realtime": lambda f: Charts(f).realtime(),
}


def soup(table, figures):
    return BeautifulSoup(table.html(figures.dataset), "html.parser")


@pytest.fixture(scope="module", params=["whole", "without CMS", "smoke", "nothing measured"])
def any_figures(request, article, samples, tmp_path_factory):
    records = {
        "whole": samples.records,
        "without CMS": lambda: samples.records(without_cms=True),
        "smoke": lambda: samples.records("smoke"),
        "nothing measured": lambda: [
            samples.record(of, status="failed", reason="exit code 1") for of in samples.cells()
        ],
    }[request.param]()
    folder = tmp_path_factory.mktemp("records")
    samples.write(folder, records)
    dataset = Dataset.load(folder, lambda implementation: FRESH)
    return Figures(dataset, article)


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
def test_tables_are_well_formed(make, any_figures):
    made = soup(make(any_figures), any_figures)
    table = made.table
    assert table.caption.text.strip()
    assert "Data set:" in made.find(class_="course-source").text
    for header in table.find_all("th"):
        assert header["scope"] in ("col", "colgroup", "row", "rowgroup")
    widths, spans = set(), {}
    for index, row in enumerate(table.find_all("tr")):
        width = spans.get(index, 0)
        for cell in row.find_all(["th", "td"]):
            across = int(cell.get("colspan", 1))
            width += across
            for below in range(1, int(cell.get("rowspan", 1))):
                spans[index + below] = spans.get(index + below, 0) + across
        widths.add(width)
    assert len(widths) == 1, "every row covers every column"
    notes = {int(sup.text) for sup in table.find_all("sup")}
    assert notes == set(range(1, len(made.select("ol.course-notes li")) + 1))


@pytest.mark.parametrize("make", CHARTS.values(), ids=CHARTS)
def test_charts_are_drawn(make, any_figures):
    html = make(any_figures).html(any_figures.dataset)
    svg = ElementTree.fromstring(re.search(r"<svg.*</svg>", html, re.DOTALL)[0])
    assert svg.attrib["role"] == "img"
    spoken = svg.attrib["aria-labelledby"].split()
    texts = {e.attrib.get("id"): e.text for e in svg.iter()}
    assert all(texts[name] for name in spoken)
    assert not [colour for colour in stand_ins() if colour in html.lower()]
    assert "http" not in html.replace("http://www.w3.org/", "")


def row_of(table, *headers):
    """Texts of the row with these headers; a group's header reaches over its rows."""
    group = ""
    for row in table.find_all("tr"):
        names = [cell.text for cell in row.find_all("th", scope=["row", "rowgroup"])]
        if names and len(names) == 2:
            group = names[0]
        if names and [group, names[-1]][-len(headers) :] == list(headers):
            return [cell.get_text(" ", strip=True) for cell in row.find_all("td")]
    raise AssertionError(headers)


def test_batch_table_has_each_figure_with_its_spread_and_the_articles(figures, samples):
    row = row_of(soup(Tables(figures).batch("heap-parallel"), figures), "Pooling")
    ours = samples.record(samples.cell())["batch"]["ns_per_packet"]
    low, high = number(ours["min"]), number(ours["max"])
    assert row[0] == f"{number(ours['mean'])} {low}\u2013{high}"
    assert row[1] == "346"
    assert row[2] == f"{float(format(ours['mean'] / 346, '.2g')):g}\u00d7"
    assert [row[index] for index in (4, 7)] == ["470", "415"]


def test_collectors_go_by_their_true_names(figures):
    table = soup(Tables(figures).batch("heap"), figures)
    assert row_of(table, "Java, Parallel", "Pooling")[1] == "346"  # the article's "CMS"
    assert row_of(table, "Java, CMS", "Pooling")[1] == "\u2013"
    assert "The article calls this collector" in table.text
    alone = soup(Tables(figures).batch("heap-cms"), figures)
    assert "2019" not in alone.table.text
    assert "real CMS was not measured in 2019" in alone.text


def test_gc_table_has_the_six_figures_of_the_article(figures):
    row = row_of(soup(Tables(figures).gc("heap-parallel"), figures), "A", "Allocation")
    quoted = [cell.rpartition("2019: ")[2] for cell in row]
    assert quoted[:6] == ["44", "9", "4.5", "4", "0.045", "194"]
    assert not any("2019" in cell for cell in row[6:]), "concurrent work and stalls are ours"


def test_failed_and_skipped_cells_are_shown_with_their_reason(load, article, samples):
    figures = Figures(load(samples.records(without_cms=True)), article)
    made = soup(Tables(figures).batch("heap"), figures)
    assert [cell.text for cell in made.select("td.course-failed")] == ["failed1"]
    assert len(made.select("td.course-skipped")) == 12
    assert [note.text for note in made.select(".course-notes li")] == [
        "Failed: exit code 1: java.lang.OutOfMemoryError: Java heap space",
        "Skipped: no JDK 11 was found, and CMS is in no later one",
    ]


def test_real_time_table(load, article, samples):
    record = samples.record(samples.cell("cpp", mode="realtime"))
    probes = record["realtime"]["probes"]
    probes[2] |= {"stalled": True, "longest_stall_ns": 250_000_000}
    figures = Figures(load([record]), article)
    table = soup(Tables(figures).realtime("cpp"), figures)
    row = row_of(table, "C++")
    assert row[:2] == ["Pooling", "A"]
    assert row[2].startswith("0 stall")
    assert row[4].endswith("stalled 250\u00a0ms")
    assert row[5:] == ["nothing lost from 500\u00a0ns", "from 250\u00a0ns"]


def test_summary_stars_the_fastest_of_each_case(figures):
    table = soup(Tables(figures).summary(), figures)
    assert len(table.select("td.course-best")) == 3
    assert "\u2605" in table.select_one("td.course-best").text


def test_stale_badge(load, article, samples):
    table = Tables(Figures(load(), article)).batch("cpp")
    assert "stale" not in table.html(load())
    stale = load(source_hash="6" * 64)
    text = BeautifulSoup(Tables(Figures(stale, article)).batch("cpp").html(stale), "html.parser")
    assert text.select_one(".course-stale").text == "stale"
    assert "C++, direct translation" in text.text


def test_smoke_figures_are_called_that_and_not_set_in_ratio(load, article, samples):
    figures = Figures(load(samples.records("smoke")), article)
    made = soup(Tables(figures).batch("cpp"), figures)
    assert "smoke run" in made.text
    assert "ratio" not in made.table.text


def test_ids_of_charts_do_not_collide(figures):
    html = "".join(make(figures).html(figures.dataset) for make in CHARTS.values())
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids)) > 0
    for reference in re.findall(r"url\(#([^)]+)\)", html):
        assert reference in ids


def test_every_solution_has_a_colour_in_both_schemes_and_a_shape_of_its_own():
    css = (paths.ROOT / "chapters/assets/course.css").read_text()
    for key in SOLUTIONS:
        assert len(re.findall(rf"--course-{key}: #", css)) == 2
    assert len({one.shape for one in SOLUTIONS.values()}) == len(SOLUTIONS)


def test_hostile_text_in_records_is_escaped(load, article, samples):
    bad = "<script>alert(1)</script>"
    records = [samples.record(status="failed", reason=bad)]
    records[0]["provenance"]["machine"]["cpu"] = bad
    figures = Figures(load(records), article)
    for make in TABLES.values():
        assert "<script" not in make(figures).html(figures.dataset)


def test_unknown_solutions_are_refused(figures):
    with pytest.raises(FigureError, match="no solution 'heap-g2'; valid: 'heap', 'cpp'"):
        Tables(figures).batch("heap-g2")
    with pytest.raises(FigureError, match="has a collector"):
        Tables(figures).gc("cpp")
