"""Every table and chart, made from records whose figures are known."""

import dataclasses
import re
from typing import get_args
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup
from course_tests.measure import samples
from course_tests.site import full_run
from course_tests.site.shown import rows, soup

from course.model.names import full_label, labels, solution_of
from course.model.record import Probe
from course.model.solutions import FAMILIES, GROUPS, REAL_STRATEGIES, SOLUTIONS, STRATEGIES
from course.site.cases import BEST, BEST_IS_JAVA, BEST_JAVA, SECOND_JAVA, marks
from course.site.charts import SMALL, Charts
from course.site.drawing import POINT, shapes_of
from course.site.origins import source_line
from course.site.provenance import ProvenancePage
from course.site.realtime_charts import RealtimeCharts
from course.site.realtime_tables import PURPOSES, RealtimeTables, shortly, twice_measured
from course.site.signs import sign, sign_of
from course.site.svg import style_sheet
from course.site.tables import Tables
from course.site.timelines import Timelines
from course.stats.cellwise import Cellwise
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.dataset import Dataset
from course.stats.errors import FigureError
from course.stats.figures import Figures
from course.stats.lookup import solution, solutions
from course.stats.numbers import DASH, TIMES, number, span, times
from course.stats.prediction_accuracy import Outcome, PredictionAccuracy, outcome, predictions

FRESH = "5" * 64
TABLES = {
    "batch": lambda e: Tables(e).batch(),
    "batch of one": lambda e: Tables(e).batch("heap-parallel"),
    "batch without article": lambda e: Tables(e).batch("heap-cms"),
    "batch random": lambda e: Tables(e).batch("cpp", generator="random"),
    "batch of every collector": lambda e: Tables(e).batch("heap-every"),
    "batch of compact headers": lambda e: Tables(e).batch("compact"),
    "gc": lambda e: Tables(e).gc(),
    "gc of one": lambda e: Tables(e).gc("heap-g1"),
    "gc of native": lambda e: Tables(e).gc("native-every"),
    "summary": lambda e: Tables(e).summary(),
    "realtime": lambda e: RealtimeTables(e).realtime(),
    "realtime of one": lambda e: RealtimeTables(e).realtime("cpp-flat"),
    "probes": lambda e: RealtimeTables(e).probes(),
    "probes of a variant": lambda e: RealtimeTables(e).probes("heap", variant="large-heap"),
    "predictions": lambda e: RealtimeTables(e).prediction(),
    "clocks": lambda e: twice_measured(e, "threadless-clock"),
    "large heap": lambda e: RealtimeTables(e).large_heap(),
    "machine": lambda e: ProvenancePage(e).machine(),
    "runtimes": lambda e: ProvenancePage(e).runtimes(),
    "status": lambda e: ProvenancePage(e).status(),
}
CHARTS = {
    "batch": lambda e: Charts(e.primary.figures).batch("heap"),
    "batch of one": lambda e: Charts(e.primary.figures).batch("cpp"),
    "summary": lambda e: Charts(e.primary.figures).summary(),
    "answer": lambda e: Charts(e.primary.figures).answer(),
    "gc": lambda e: Charts(e.primary.figures).gc(),
    "realtime": lambda e: Charts(e.primary.figures).realtime(),
    "intervals": lambda e: RealtimeCharts(e.primary).intervals(),
    "prediction": lambda e: RealtimeCharts(e.primary).prediction(),
    "timeline": lambda e: Timelines(e.primary.figures).chart("heap-parallel", "pool", "A"),
    "gallery": lambda e: Timelines(e.primary.figures).gallery(
        "heap", strategy="pool", case="A", mode="batch"
    ),
}


@pytest.fixture
def tables(dataset_columns):
    return Tables(dataset_columns)


def edition(name, *marks):
    """Its tests are one worker's, which makes it once."""
    return pytest.param(name, marks=[pytest.mark.xdist_group(f"edition {name}"), *marks])


SEVERAL = ("without CMS", "smoke", "nothing measured", "three")


@pytest.fixture(
    scope="module",
    params=[
        edition("whole"),
        edition("full", pytest.mark.slow),
        *(edition(name, pytest.mark.slow) for name in SEVERAL),
        edition("two", pytest.mark.all),
    ],
)
def any_editions(request, article, tmp_path_factory):
    if request.param in ("full", "two", "three"):
        full = DatasetColumn("reference", Figures(request.getfixturevalue("full_dataset"), article))
        trimmed = DatasetColumn("build", request.getfixturevalue("figures"))
        folder = tmp_path_factory.mktemp("yours")
        samples.write(folder, samples.records("smoke"))
        yours = DatasetColumn("yours", Figures(Dataset.load(folder, lambda name: FRESH), article))
        return DatasetColumns(
            [full, trimmed, yours][: {"full": 1, "two": 2, "three": 3}[request.param]]
        )
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
    return DatasetColumns.of(Figures(dataset, article))


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
def test_tables_are_well_formed(make, any_editions):
    made = soup(make(any_editions))
    table = made.table
    assert table.caption.text.strip()
    assert "Data set:" in made.find(class_="course-source").text
    for header in table.find_all("th"):
        assert header["scope"] in ("col", "colgroup", "row", "rowgroup")
    assert len(widths(table)) == 1, "every row covers every column"
    notes = {int(sup.text) for sup in table.find_all("sup")}
    assert notes == set(range(1, len(made.select("ol.course-notes li")) + 1))


def widths(table):
    """How many columns the rows of a table cover."""
    found, spans = set(), {}
    for index, row in enumerate(table.find_all("tr")):
        width = spans.get(index, 0)
        for cell in row.find_all(["th", "td"]):
            across = int(cell.get("colspan", 1))
            width += across
            for below in range(1, int(cell.get("rowspan", 1))):
                spans[index + below] = spans.get(index + below, 0) + across
        found.add(width)
    return found


@pytest.mark.parametrize("make", CHARTS.values(), ids=CHARTS)
def test_charts_are_drawn_and_behind_each_is_a_table(make, any_editions):
    chart = make(any_editions)
    html = chart.html()
    drawings = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    wide, narrow = (ElementTree.fromstring(drawing) for drawing in drawings)
    for svg in (wide, narrow):
        assert svg.attrib["role"] == "img"
        spoken = svg.attrib["aria-labelledby"].split()
        texts = {e.attrib.get("id"): e.text for e in svg.iter()}
        assert all(texts[name] for name in spoken)
    assert width_of(narrow) <= READABLE < width_of(wide)
    assert marks_of(narrow) == marks_of(wide)
    assert not re.findall('fill="#', html)
    assert "http" not in html.replace("http://www.w3.org/", "")
    if chart.description != "Nothing was measured.":
        check_tables(BeautifulSoup(html, "html.parser"))


def check_tables(page):
    """Whether those in a chart's caption are whole, and folded away."""
    tables = page.select("figcaption > details.course-fold table")
    assert tables
    for table in tables:
        assert len(widths(table)) == 1, "every row covers every column"
        assert table.select("tbody td")
        assert table.caption.text == table.find_parent("div")["aria-label"]
    for fold in page.select("details"):
        assert not fold.has_attr("open")
        notes = {int(sup.text) for sup in fold.find_all("sup")}
        assert notes == set(range(1, len(fold.select("ol.course-notes li")) + 1))


READABLE = 12 / 9 * 328
"""Units that a drawing may be wide, so that its letters of 12 have 9 pixels in the 328 that a
screen of 360 leaves it."""


def width_of(svg):
    return float(svg.attrib["viewBox"].split()[2])


def marks_of(svg):
    """How many points, bars and lines a drawing has."""
    names = ("mark-symbol role-mark", "mark-rect role-mark", "mark-line role-mark")
    return [
        sum(len(e) for e in svg.iter() if e.attrib.get("class", "").startswith(name))
        for name in names
    ]


def row_of(table, *headers):
    """Texts of the row with these headers; a group's header reaches over its rows, or is above."""
    group = ""
    for row in table.find_all("tr"):
        names = [cell.text for cell in row.find_all("th", scope=["row", "rowgroup"])]
        if len(names) == 2 or row.select('th[scope="rowgroup"][colspan]'):
            group = names[0]
        if names and [group, names[-1]][-len(headers) :] == list(headers):
            return [cell.get_text(" ", strip=True) for cell in row.find_all("td")]
    raise AssertionError(headers)


def test_batch_table_has_each_figure_with_its_spread_and_the_articles(tables):
    row = row_of(soup(tables.batch("heap-parallel")), "Pooling")
    ours = samples.record(samples.cell())["batch"]["ns_per_packet"]
    low, high = number(ours["min"]), number(ours["max"])
    assert row[0] == "346"
    assert row[1] == f"{number(ours['mean'])} {low}\u2013{high}"
    assert row[2] == f"{float(format(ours['mean'] / 346, '.3g')):g}\u00d7"
    assert [row[index] for index in (3, 6)] == ["470", "415"]


def test_collectors_go_by_their_true_names(tables):
    table = soup(tables.batch("heap"))
    assert row_of(table, "Java, Parallel", "Pooling")[0] == "346"  # the article's "CMS"
    assert row_of(table, "Java, CMS", "Pooling")[0] == "\u2013"
    assert "The article calls this collector" in table.text
    alone = soup(tables.batch("heap-cms"))
    assert "2019" not in alone.table.text
    assert "real CMS was not measured in 2019" in alone.text


def test_gc_table_has_the_six_figures_of_the_article(tables):
    row = row_of(soup(tables.gc("heap-parallel")), "A", "Allocation")
    quoted = [cell.rpartition("2019: ")[2] for cell in row]
    assert quoted[:6] == ["44", "9", "4.5", "4", "0.045", "194"]
    assert not any("2019" in cell for cell in row[6:]), "concurrent work and stalls are ours"


def test_failed_and_skipped_cells_are_shown_with_their_reason(columns_of):
    made = soup(Tables(columns_of(samples.records(without_cms=True))).batch("heap"))
    assert [cell.text for cell in made.select("td.course-failed")] == ["failed1"]
    assert len(made.select("td.course-skipped")) == 12
    assert [note.text for note in made.select(".course-notes li")] == [
        "Failed: exit code 1: java.lang.OutOfMemoryError: Java heap space",
        "Skipped: no JDK 11 was found, and CMS is in no later one",
    ]


def test_solutions_that_nobody_measured_are_named_and_have_no_rows(tables):
    made = soup(tables.summary())
    assert "Java native" not in made.table.text
    assert "Not in any data set shown here: Java native, Parallel; " in made.text
    nothing = soup(tables.batch("native"))
    assert "Not measured: not part of the trimmed run" in nothing.table.text


def test_marks_are_signs_words_and_colours(tables, figures):
    made = soup(tables.summary())
    best = {case: fastest(figures, case) for case in "ABC"}
    for case, column in zip("ABC", (1, 3, 5), strict=True):
        label, strategy = best[case]
        text = row_of(made, label, strategy)[column]
        assert "\u2605" in text
        assert "best of its column" in text
    assert len(made.select("td.course-best")) == 6  # of ours, and of the article's
    assert made.select("td.course-java") and made.select("td.course-second")
    assert "the second best of Java" in made.figcaption.text


def test_pooling_is_divided_by_allocation_and_noise_is_told(columns_of):
    means = {("alloc", "A"): 100.0, ("pool", "A"): 40.0, ("alloc", "B"): 100.0,
             ("pool", "B"): 101.0, ("alloc", "C"): 100.0}  # fmt: skip
    made = soup(Tables(columns_of(samples.of_means(means))).summary("cpp"))
    shown = row_of(made, "C++", "Pooling / allocation")[1::2]
    assert shown == [f"0.4{TIMES}", f"≈ 1.01{TIMES}", ""]


def fastest(figures, case):
    found = [
        (figures.batch(one, strategy, case).value, full_label(one), STRATEGIES[strategy])
        for one in solutions()
        for strategy in REAL_STRATEGIES
        if figures.batch(one, strategy, case).known
    ]
    return min(found)[1:]


def test_the_articles_own_colours_come_out(full_dataset, article):
    """As the article has them: flat C++ is green, native buffers are yellow."""
    dataset_columns = DatasetColumns.of(Figures(full_dataset, article))
    made = soup(Tables(dataset_columns).summary())
    green = row_of(made, "C++ flat", "Pooling")
    yellow = row_of(made, "Java native, Parallel", "Pooling")
    assert [green[index][:4].strip() for index in (0, 2, 4)] == ["34 \u2605", "148", "171"]
    assert all("best of its column" in green[index] for index in (0, 2, 4))
    assert all("best of Java" in yellow[index] for index in (0, 2, 4))
    intervals = soup(RealtimeTables(dataset_columns).realtime())
    marked, ours = (one.select("td.course-best") for one in (intervals, made))
    assert {"course-article"} == {name for cell in marked for name in cell["class"][:1]}
    assert any("course-article" not in cell["class"] for cell in ours)
    assert "50 \u2605" in row_of(intervals, "C++ flat", "Pooling")[0]
    assert "120 \u25c6" in row_of(intervals, "Java native, Parallel", "Pooling")[0]
    assert "130 \u25c7" in row_of(intervals, "Java native, ZGC", "Pooling")[0]
    assert row_of(intervals, "Java native, Parallel", "Mix")[2] == "250; lost: 0.0025%"
    assert row_of(intervals, "Java, Parallel", "Allocation")[4] == "lost: 75% 10 GB: 20%"


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ({"j": 10, "k": 12, "c": 9}, {"j": BEST_JAVA, "k": SECOND_JAVA, "c": BEST}),
        ({"j": 10, "k": 12, "c": 11}, {"j": BEST_IS_JAVA, "k": SECOND_JAVA}),
        ({"j": 20.1, "k": 20.3, "c": 9}, {"j": BEST_JAVA, "k": BEST_JAVA, "c": BEST}),
        ({"c": 9, "d": 9}, {"c": BEST, "d": BEST}),
        ({"j": 5}, {"j": BEST_IS_JAVA}),
        ({}, {}),
    ],
)
def test_which_figures_are_marked(column, expected):
    assert marks(column, ["j", "k"]) == expected


@pytest.mark.parametrize(
    ("last", "over"), [("08:20", ", measured within 9 hours, "), ("00:59", "")]
)
def test_the_line_below_a_table_says_over_how_many_hours(load, last, over):
    records = [samples.record(samples.cell(case=case)) for case in "AB"]
    records[1]["provenance"]["started"] = f"2020-01-01T{last}:00Z"
    data = load(records)
    line = source_line(data, list(data.records.values()))
    assert ("1 January 2020" + (over or ", Synthetic CPU")) in line
    assert ("hours" in line) == bool(over)
    assert "hours" not in source_line(data, list(data.records.values())[:1])


def realtime_row(columns_of, change):
    """The first cell of our column when this was measured in real time."""
    record = samples.record(samples.cell("cpp", mode="realtime"))
    change(record["realtime"])
    return row_of(soup(RealtimeTables(columns_of([record])).realtime("cpp")), "Pooling")[1]


@pytest.mark.parametrize(
    ("verdict", "text"),
    [
        ({"min_interval_ns": 500, "loss_pct_at_1000": 0}, "500"),
        ({"min_interval_ns": 250, "loss_pct_at_1000": 0}, "\u2264\u00a0250"),
        ({"min_interval_ns": None, "loss_pct_at_1000": 75}, "lost: 75%"),
        (
            {
                "min_interval_ns": None,
                "loss_pct_at_1000": 0.0025,
                "almost": {"interval_ns": 250, "loss_pct": 0.09},
            },
            "250; lost: 0.0025%",
        ),
        (
            {
                "min_interval_ns": None,
                "lossy_ns": 2000,
                "loss_pct_at_1000": 0,
                "almost": {"interval_ns": 250, "loss_pct": 0},
            },
            "250; lost: some at 2,000\u00a0ns",
        ),
        ({"min_interval_ns": None, "loss_pct_at_1000": None}, "loses at every interval tried"),
    ],
)
def test_real_time_verdicts_as_the_article_writes_them(columns_of, verdict, text):
    shown = realtime_row(columns_of, lambda told: told.update(verdict=verdict))
    assert shown.split(" \u2605")[0] == text


def test_real_time_cells_say_what_was_predicted_and_whether_the_clock_stalled(columns_of):
    def predicted(**prediction):
        return realtime_row(columns_of, lambda told: told.update(prediction=prediction))

    def stalled(for_ns, **more):
        stall = {"stalled": True, "longest_stall_ns": for_ns} | more
        return realtime_row(columns_of, lambda told: told["probes"][2].update(stall))

    assert predicted(interval_ns=480, loss_pct_at_1000=0).endswith("predicted 480")
    assert predicted(interval_ns=None, loss_pct_at_1000=12).endswith("predicted lost: 12%")
    assert "doubtful" in stalled(250_000_000)
    # More than the ticks of a burst, so that the program is to blame for some of it.
    assert "doubtful" not in stalled(25_000_000, stopped_early=True, lost=100_001)


def test_an_unfit_machine_is_shown_as_such(columns_of):
    cell = samples.cell("cpp", mode="realtime")
    record = samples.record(cell, status="unfit", reason="gaps of 300 ms")
    dataset_columns = columns_of([record])
    made = soup(RealtimeTables(dataset_columns).realtime("cpp"))
    assert made.select_one("td.course-unfit").text.startswith("unfit")
    assert "Unfit: gaps of 300 ms" in made.text
    status = soup(ProvenancePage(dataset_columns).status()).table
    assert "unfit" in status.text
    assert [head.text for head in status.select("thead th")] == ["Cell", "Status", "Reason"]


def test_probes_of_a_variant_are_its_own(columns_of):
    plain = samples.record(samples.cell(mode="realtime"))
    large = samples.record(samples.cell(mode="realtime", heap="10g", variant="large-heap"))
    del large["realtime"]["probes"][1:]
    dataset_columns = columns_of([plain, large])
    tables = RealtimeTables(dataset_columns)
    for made, probes in ((tables.probes("heap"), 3), (tables.probes(variant="large-heap"), 1)):
        assert len(soup(made).table.select("tbody tr")) == probes
    with pytest.raises(FigureError, match="variant 'larger'"):
        tables.probes("heap", variant="larger")


def test_every_purpose_has_words():
    purposes = get_args(get_args(Probe.model_fields["purpose"].annotation)[0])
    assert sorted(PURPOSES) == sorted(purposes)


def test_every_probe_is_listed_with_its_purpose(columns_of):
    record = samples.record(samples.cell("cpp", mode="realtime"))
    first, second, third = record["realtime"]["probes"]
    first |= {"purpose": "confirm"}
    second |= {"purpose": "repeat", "stalled": True, "longest_stall_ns": 25_000_000}
    third |= {"purpose": "search", "stopped_early": True}
    table = soup(RealtimeTables(columns_of([record])).probes()).table
    rows = [
        [cell.get_text(" ", strip=True) for cell in row.find_all("td")]
        for row in table.select("tbody tr")
    ]
    assert [row[2] for row in rows] == ["1,000", "500", "250"]
    assert rows[0][-1] == "to confirm the prediction"
    assert rows[1][-2:] == ["25", "again, as the clock had stalled; stalled"]
    assert rows[2][6] == "some"
    assert rows[2][-1].endswith("stopped at its first loss")


def test_two_data_sets_have_two_columns_and_their_ratio(full_dataset, figures, article):
    reference = DatasetColumn("reference", Figures(full_dataset, article))
    dataset_columns = DatasetColumns([reference, DatasetColumn("build", figures)])
    made = soup(Tables(dataset_columns).batch("heap-g1"))
    heads = [cell.text for cell in made.select("thead tr")[1].find_all("th")]
    assert heads == ["2019", "reference", "this build", "÷\u00a0reference"] * 3
    row = row_of(made, "Pooling")
    g1 = solution("heap", "g1")
    ours, theirs = (
        one.figures.batch(g1, "pool", "A").value for one in reversed(list(dataset_columns))
    )
    assert row[3] == times(ours / theirs)
    sources = [line.text for line in made.select(".course-source")]
    assert sources[0].startswith("Reference. Data set: 2020-01-01-full-synthetic, full, ")
    assert sources[1].startswith("This build. Data set: ")
    cell = row_of(soup(Tables(dataset_columns).gc("heap-g1")), "A", "Pooling")[0]
    assert re.fullmatch(r"[\d.]+ reference: [\d.]+ 2019: 47", cell)


def test_what_one_of_two_data_sets_leaves_out_is_a_dash(full_dataset, figures, article):
    reference = DatasetColumn("reference", Figures(full_dataset, article))
    dataset_columns = DatasetColumns([reference, DatasetColumn("build", figures)])
    made = soup(Tables(dataset_columns).batch("native-g1"))
    assert row_of(made, "Pooling")[2] == "\u2013"
    assert not made.select(".course-notes")
    assert "not part of the trimmed run" in str(made.table)


def test_stale_badge(columns_of):
    fresh = columns_of()
    assert "stale" not in Tables(fresh).batch("cpp").html()
    stale = columns_of(source_hash="6" * 64)
    text = soup(Tables(stale).batch("cpp"))
    assert text.select_one(".course-stale").text == "stale"
    assert "C++, direct translation" in text.text
    dataset = stale.primary.dataset
    other = source_line(dataset, [*dataset.records.values()], "Another Machine")
    assert "Measured with older versions of: " in other
    assert "course-stale" not in other, "it can't be measured again here"


def test_smoke_figures_are_called_that_not_set_in_ratio_and_not_marked(columns_of):
    dataset_columns = columns_of(samples.records("smoke"))
    made = soup(Tables(dataset_columns).batch("cpp"))
    assert "smoke run" in made.text
    assert "÷" not in made.table.text
    marked = soup(Tables(dataset_columns).summary()).select("td.course-best")
    assert {"course-article"} == {name for cell in marked for name in cell["class"][:1]}


G1 = SOLUTIONS["heap-g1"]


def of_g1(strategy="pool", profile="trimmed", **realtime):
    """A record of G1 in real time, as of a full run except for these figures."""
    of = full_run.cell(G1, strategy, "A", "realtime")
    return samples.record(of, profile) | {"realtime": full_run.realtime(of) | realtime}


def probe_of_g1(*probe, **more):
    return full_run.probe(full_run.cell(G1, "pool", "A", "realtime"), *probe, **more)


def test_predictions_and_what_they_saved(columns_of):
    records = []
    searches = {"alloc": (100, 109), "mix": (100, 112), "pool": (None, None)}
    for strategy, (predicted, found) in searches.items():
        record = of_g1(strategy)
        record["realtime"]["prediction"]["interval_ns"] = predicted
        record["realtime"]["verdict"] |= {"min_interval_ns": found, "lossy_ns": 100}
        record["realtime"]["search"] |= {"seconds": 10.0, "plain_seconds": 120.0}
        records.append(record)
    dataset_columns = columns_of(records)
    agreement = PredictionAccuracy(dataset_columns.primary)
    assert agreement.agreement() == (
        "1 of 2 (1 left open by the search's step size); 1 more rightly found none"
    )
    assert agreement.saved().value == 12
    assert agreement.agreement("zgc", "g1") == agreement.agreement()
    assert agreement.agreement("parallel") == agreement.agreement("none") == "not measured"
    with pytest.raises(FigureError, match=r"no collector 'g2'; valid: .*'none'"):
        agreement.agreement("g2")
    probes = [len(record["realtime"]["probes"]) for record in records]
    assert agreement.probes_per_cell().value == sum(probes) / 3
    table = soup(RealtimeTables(dataset_columns).prediction()).table
    rows = [[cell.text for cell in row.find_all("td")] for row in table.select("tbody tr")]
    assert [row[5] for row in rows] == ["\u2713 yes", "? open", "\u2713 yes"]
    assert rows[0][2:5] == ["100", "109", "1.09\u00d7"]
    assert rows[0][-1] == "12\u00d7"


@pytest.mark.parametrize(
    ("predicted", "lossy", "found", "expected"),
    [
        (100, 91, 100, Outcome.AGREES),
        (100, 100, 110, Outcome.AGREES),
        # A part of what the search leaves is within 10 %, and a part is not.
        (100, 101, 111, Outcome.OPEN),
        (100, 89, 98, Outcome.OPEN),
        (100, 80, 91, Outcome.OPEN),
        (100, 80, 90, Outcome.DIFFERS),
        # The next longer interval than one that loses is the first that can be fine.
        (100, 90, 98, Outcome.AGREES),
        (100, 109, 121, Outcome.OPEN),
        (100, 110, 121, Outcome.DIFFERS),
        (10, None, 10, Outcome.AGREES),
        (12, None, 10, Outcome.DIFFERS),
        (None, 100, 110, Outcome.DIFFERS),
        (100, 2000, None, Outcome.DIFFERS),
        (None, 2000, None, Outcome.NONE),
    ],
)
def test_a_prediction_agrees_with_all_that_the_search_leaves(predicted, lossy, found, expected):
    assert outcome(predicted, found, lossy) is expected
    assert outcome(predicted, found, lossy, pace=1.05) is expected
    moved = Outcome.NONE if expected is Outcome.NONE else Outcome.MOVED
    assert outcome(predicted, found, lossy, pace=1.2) is moved
    assert outcome(predicted, found, lossy, pace=0.8) is moved


def test_each_process_is_compared_with_its_own_prediction(columns_of):
    processes = [
        samples.searched(0, 95, 100, predicted=100),
        samples.searched(1, 190, 200, predicted=200),
        samples.searched(2, 190, 200, predicted=100),
        samples.searched(3, 190, 200, predicted=100) | {"after_ns": 150.0},
    ]
    found = PredictionAccuracy(columns_of([of_g1(processes=processes)]).primary)
    assert found.agreement() == "2 of 4 (1 missed, 1 not judged: the machine's speed changed)"


def test_several_processes_show_their_range_and_who_needs_the_longer(columns_of):
    records = []
    for strategy, shortest in (("alloc", 200), ("pool", 100)):
        found = shortest, shortest * 0.9, shortest / 0.9
        record = of_g1(
            strategy,
            "full",
            probes=[
                probe_of_g1(shortest, 0.0, "confirm"),
                probe_of_g1(shortest // 2, 3.0, "search"),
            ],
            processes=[
                samples.searched(number, 0.95 * each, each, shortest)
                for number, each in enumerate(found)
            ],
        )
        record["realtime"]["verdict"] |= {"min_interval_ns": shortest, "lossy_ns": shortest * 0.95}
        records.append(record)
    dataset_columns = columns_of(records)
    made = soup(RealtimeTables(dataset_columns).realtime("heap-g1"))
    low, high = re.search(r" (\d+)\u2013(\d+) predicted", row_of(made, "Pooling")[1]).groups()
    assert 50 < int(low) < 95
    assert 100 < int(high) < 200
    assert row_of(made, "Pooling / allocation")[1] == "0.5\u00d7"
    without = dataset_columns.primary.figures.realtime(G1, "pool", "A")
    assert "95\u00a0% by 3 processes" in without.shortest.about


def test_how_often_the_host_held_up_the_clock(columns_of):
    def tried(lost, stalled, purpose):
        return probe_of_g1(500, 100 * lost / 10_000_000, purpose, stalled=stalled)

    probes = [
        tried(0, False, "confirm"),
        *(tried(9, True, "search"), tried(0, False, "repeat")),
        *(tried(9, True, "loss"), tried(9, True, "repeat"), tried(9, True, "repeat")),
        tried(900, False, "pace"),
    ]
    found = PredictionAccuracy(columns_of([of_g1(probes=probes)]).primary)
    assert found.host_stalls() == (
        "2 of 3 probes: 1 then lost nothing, 1 stalled each time, 0 lost again"
    )


def test_two_ways_are_compared_cell_by_cell(figures_of):
    means = {("pool", "A"): 100.0, ("mix", "A"): 150.0, ("pool", "C"): 200.0, ("mix", "C"): 100.0}
    without_a_partner = {("mix", "B"): 100.0}
    found = Cellwise(figures_of(samples.of_means(means | without_a_partner)))
    mix, pool = {"strategy": "mix"}, {"strategy": "pool"}
    assert found.ratios(mix, pool, "cpp").text == "0.5 to 1.5"
    assert found.more_in(mix, pool, "cpp").text == "1 of 2"
    assert found.more_in(mix, pool, "cpp-flat").text == "not measured"
    assert found.ratios(mix, pool, "cpp-flat").text == "not measured"


def test_without_predictions_sentences_say_so(dataset_columns):
    agreement = PredictionAccuracy(dataset_columns.primary)
    assert agreement.agreement() == "not measured"
    assert agreement.repeated() == "not measured"
    assert "no interval was searched" in str(agreement.saved())
    assert "no interval was searched" in str(agreement.probes_per_cell())


def test_a_second_search_stands_beside_the_first(columns_of):
    def searched(variant, shortest, **cell):
        record = samples.record(samples.cell(mode="realtime", variant=variant, **cell))
        record["realtime"]["verdict"] = {
            "min_interval_ns": shortest,
            "lossy_ns": shortest and round(shortest / 1.1),
            "loss_pct_at_1000": None,
        }
        record["realtime"]["search"] = dict(samples.SEARCH)
        return record

    records = [
        searched(None, 100, implementation="cpp", strategy="pool"),
        searched("second-search", 105, implementation="cpp", strategy="pool"),
        searched(None, 100, implementation="cpp", strategy="alloc"),
        searched("second-search", 150, implementation="cpp", strategy="alloc"),
        searched(None, None, implementation="cpp", strategy="mix"),
        searched("second-search", 150, implementation="cpp", strategy="mix"),
        searched(None, None, implementation="cpp-flat", strategy="mix"),
        searched("second-search", None, implementation="cpp-flat", strategy="mix"),
    ]
    dataset_columns = columns_of(records)
    assert (
        PredictionAccuracy(dataset_columns.primary).repeated()
        == "1 of 3 (2 missed); 1 more rightly found none"
    )
    table = twice_measured(dataset_columns, "second-search")
    rows = soup(table).select("tbody tr")
    ratios = [row.find_all("td")[-1].text for row in rows]
    assert sorted(ratios) == ["", "", "1.05\u00d7", "1.5\u00d7"]


def test_the_clock_without_a_thread_stands_beside_the_queue(columns_of):
    cells = [samples.cell("cpp", mode="realtime", variant=v) for v in (None, "threadless-clock")]
    records = [samples.record(of) for of in cells]
    records[1]["realtime"]["verdict"]["min_interval_ns"] = 1000
    row = row_of(soup(twice_measured(columns_of(records), "threadless-clock")), "C++")
    assert row[2:] == ["500", "1,000", "2\u00d7"]


def test_a_large_heap_stands_beside_the_usual_one(columns_of):
    of = {"mode": "realtime", "collector": "parallel"}
    small = samples.record(samples.cell(**of))
    large = samples.record(samples.cell(**of, heap="10g", variant="large-heap"))
    small["realtime"]["verdict"] = {"min_interval_ns": None, "loss_pct_at_1000": 17.5}
    large["realtime"]["verdict"] = {"min_interval_ns": None, "loss_pct_at_1000": 0.7}
    dataset_columns = columns_of([small, large])
    row = row_of(soup(RealtimeTables(dataset_columns).large_heap()), "Pooling")
    assert row[:4] == ["17", "0.5", "17.5", "0.7"]
    cell = row_of(soup(RealtimeTables(dataset_columns).realtime("heap-parallel")), "Pooling")[1]
    assert cell == "lost: 17.5% 10 GB: 0.7%"


@pytest.mark.slow
def test_ids_of_charts_do_not_collide(dataset_columns):
    made = [make(dataset_columns) for make in CHARTS.values()]
    html = "".join(one.html() for one in made)
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids)) > 0
    for reference in re.findall(r"url\(#([^)]+)\)", html):
        assert reference in ids


def test_every_family_has_a_colour_in_both_schemes_and_a_shape_of_its_own():
    css = style_sheet()
    families = {one.family for one in SOLUTIONS.values()}
    for name in families:
        assert len(re.findall(rf"--course-{name}: #", css)) == 2
    kinds = {(one.family, one.implementation): sign_of(one) for one in SOLUTIONS.values()}
    assert len(set(kinds.values())) == len(kinds) > len(families)


def test_shapes_of_a_chart_differ_as_long_as_there_are_any():
    g1 = solutions("heap-g1", "heap-g1-11", "heap-g1-17")
    assert len(set(shapes_of(g1))) == 3
    assert shapes_of(g1)[0] == sign_of(g1[0])
    assert len(shapes_of(solutions("heap-every"))) == len(solutions("heap-every"))


def test_a_shape_that_stands_in_for_another_is_cut_alike():
    chosen = solutions("heap-g1", "native-g1", "native-g1-11", "native-zgc")
    shapes = shapes_of(chosen)
    assert len(set(shapes)) == len(chosen)
    assert shapes[:2] == [sign_of(one) for one in chosen[:2]]
    assert shapes[2] in {sign(family, "native") for family in FAMILIES}


def test_labels_name_the_jdk_where_a_collector_stands_there_twice():
    named = labels(solutions("heap-g1", "heap-zgc", "heap-zgc-17", "heap-g1-compact"))
    assert list(named.values()) == [
        "Java, G1 25",
        "Java, ZGC 25",
        "Java, ZGC 17",
        "Java, G1 25, compact headers",
    ]
    assert labels(solutions("heap-g1")) == {"heap-g1": "Java, G1"}
    for group in GROUPS:
        assert len(set(labels(solutions(group)).values())) == len(GROUPS[group])


def test_every_cell_of_a_full_run_belongs_to_a_solution():
    for of in full_run.cells():
        one = solution_of(dataclasses.asdict(of))
        assert (one.implementation, one.collector, one.jdk) == (
            of.implementation,
            of.collector,
            of.jdk,
        )
    assert solution_of(dataclasses.asdict(samples.cell(collector="cms", jdk=25))) is None


def test_hostile_text_in_records_is_escaped(columns_of):
    bad = "<script>alert(1)</script>"
    records = [samples.record(status="failed", reason=bad)]
    records[0]["provenance"]["machine"]["cpu"] = bad
    dataset_columns = columns_of(records)
    for make in TABLES.values():
        assert "<script" not in make(dataset_columns).html()


def test_unknown_solutions_are_refused(tables):
    with pytest.raises(FigureError, match="no solution 'heap-g2'; valid: 'heap', 'native'"):
        tables.batch("heap-g2")
    with pytest.raises(FigureError, match="has a collector"):
        tables.gc("cpp")


def behind(chart):
    """The table that is folded behind a chart."""
    return soup(chart).details.table


def test_a_chart_s_table_has_its_figures(full_dataset, article):
    figures, one = Figures(full_dataset, article), SOLUTIONS["heap-parallel"]
    charts = Charts(figures)
    found = [figures.batch(one, "alloc", case) for case in "ABC"]
    spreads = [f"{number(each.value)} {span(each.low, each.high)}" for each in found]
    assert row_of(behind(charts.summary()), "Java, Parallel", "Allocation") == spreads
    old = row_of(behind(charts.batch("heap")), "Java, Parallel", "Pooling")[0]
    assert old.endswith(" 2019: 346")
    new = row_of(behind(charts.batch("heap")), "Java, CMS", "Pooling")[0]
    assert "2019" not in new
    pauses = row_of(behind(charts.gc()), "Java, Parallel", "Mix")
    columns = ("avg_pause_ms", "max_pause_ms")
    assert pauses == [
        number(figures.gc(one, "mix", case, column).value) for case in "ABC" for column in columns
    ]


def test_what_is_not_drawn_stands_in_the_table_with_its_reason(figures_of):
    figures = figures_of(samples.records(without_cms=True))
    chart = Charts(figures).batch("heap")
    assert row_of(behind(chart), "Java, CMS", "Pooling") == ["skipped 2"] * 3
    page = soup(chart)
    assert "Skipped: no JDK 11 was found" in page.select_one("details .course-notes").text


def test_the_table_behind_lost_packets_has_every_probe(figures_of):
    record = samples.record(samples.cell("cpp", mode="realtime"))
    first, second, third = record["realtime"]["probes"]
    first |= {"interval_ns": 1000.0, "lost": 0, "loss_pct": 0}
    second |= {"interval_ns": 500.0, "lost": 5, "loss_pct": 0.5}
    third |= {"interval_ns": 250.0, "lost": 9, "loss_pct": 9.0, "stopped_early": True}
    figures = figures_of([record])
    table = behind(Charts(figures).realtime("cpp"))
    rows = [[cell.text for cell in row.find_all("td")] for row in table.select("tbody tr")]
    assert rows == [["1,000", "0"], ["500", "0.5"], ["250", "some"]]
    heads = [cell.text for cell in table.select("tbody th")]
    assert heads == ["Pooling, case A", "C++"]


def test_a_probe_that_tells_less_has_a_small_point_and_no_hollow_one(figures_of):
    """Hollow are the points of programs with native buffers."""
    figures = figures_of([samples.record(samples.cell("cpp", mode="realtime"))])
    (panel,) = Charts(figures).realtime("cpp").spec["vconcat"]
    points = {
        layer["mark"]["size"]: layer["transform"][0]["filter"]
        for layer in panel["layer"]
        if layer["mark"]["type"] == "point"
    }
    assert points == {POINT: "!datum.stalled", SMALL: "datum.stalled"}
    assert all(layer["mark"].get("filled", True) for layer in panel["layer"])


def test_the_tables_behind_intervals_and_predictions(full_dataset, article):
    dataset_column = DatasetColumn("build", Figures(full_dataset, article))
    charts, figures = RealtimeCharts(dataset_column), dataset_column.figures
    one = SOLUTIONS["heap-g1"]
    shown = row_of(behind(charts.intervals("heap")), "Java, G1", "Pooling")
    assert shown == [shortly(figures.realtime(one, "pool", case)) for case in "ABC"]
    table = behind(charts.prediction())
    assert [row[-2:] for row in rows(table)] == [
        [DASH if value is None else number(value) for value in (each.predicted, each.found)]
        for each in predictions(dataset_column)
    ]


def test_a_strategy_that_always_loses_is_an_empty_sign_with_what_it_loses(figures_of):
    verdicts = {
        "alloc": {"min_interval_ns": None, "loss_pct_at_1000": 75},
        "pool": {
            "min_interval_ns": None,
            "loss_pct_at_1000": 0.0025,
            "almost": {"interval_ns": 250, "loss_pct": 0.09},
        },
    }
    records = []
    for strategy, verdict in verdicts.items():
        record = samples.record(samples.cell("cpp", strategy=strategy, mode="realtime"))
        record["realtime"]["verdict"] = verdict
        records.append(record)
    figures = figures_of(records)
    chart = RealtimeCharts(DatasetColumn("build", figures)).intervals("cpp")
    assert ">\u25a1\u00a075%  \u25cb\u00a0250; 0.0025%</text>" in chart.html()
