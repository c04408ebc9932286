"""What the explorer's page is given: every record, small, and the same from the same records."""

import copy
import gzip
import json
import re
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup
from course_tests.measure import samples
from course_tests.site import full_run

from course import paths
from course.model.probes import QUEUE_MS
from course.model.solutions import IMPLEMENTATIONS
from course.site import timelines as timeline_charts
from course.site.explore import FOLDER, SCRIPTS, Explorer
from course.site.explore_data import (
    CHARTS,
    columns,
    export,
    opening,
    row,
    script,
    timeline_scripts,
    timelines,
)
from course.site.explore_measures import MEASURES
from course.site.signs import sign
from course.site.svg import draw, for_browser
from course.stats.benches import Benches
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.dataset import Dataset, reference_folder
from course.stats.figures import Figures
from course.stats.numbers import TIMES

BUDGET = 300_000
"""Bytes, compressed, of all that is known of the reference data set."""


@pytest.fixture(scope="module")
def exported(full_edition, tmp_path_factory):
    return export(full_edition, Benches.open(full_edition, tmp_path_factory.mktemp("none")))


def decoded(table, number):
    """A row of columns as the page reads it."""
    coded = {name: one["values"][one["codes"][number]] for name, one in table["coded"].items()}
    lists = {
        name: [table["words"][place] for place in one[number]]
        for name, one in table["lists"].items()
    }
    return coded | lists | {name: one[number] for name, one in table["numbers"].items()}


def compressed(text):
    return len(gzip.compress(text.encode(), mtime=0))


def test_every_record_is_there_with_its_figures(full_dataset, exported):
    table = exported["columns"]
    records = sorted(full_dataset.records.values(), key=lambda one: one.id)
    assert table["length"] == len(records)
    for number, record in enumerate(records):
        found, expected = decoded(table, number), row(record.raw) | {"set": "build"}
        assert found.keys() == expected.keys()
        for name, value in expected.items():
            close = pytest.approx(value, rel=1e-5) if isinstance(value, float) else value
            assert found[name] == close, (record.id, name)


def test_the_first_choice_is_the_question_where_there_are_records_of_it(exported):
    asked = "mode=batch&implementation=heap&strategy=alloc,pool&case=C&generator=counter"
    assert exported["opening"] == f"set=build&{asked}&variant=none"
    rows = [row(samples.record(samples.cell("cpp"))) | {"set": "build"}]
    assert opening(rows, "build") == ""


def test_a_figure_is_found_where_the_record_has_it():
    made = row(samples.record(samples.cell(mode="realtime")))
    assert (made["interval"], made["interval.low"], made["loss"]) == (500, None, 0.0)
    assert made["ns"] is None
    batch = samples.record(samples.cell("cpp"))
    figures = batch["batch"]["ns_per_packet"]
    made = row(batch)
    assert [made[key] for key in ("ns", "ns.low", "ns.high")] == [
        figures["mean"], figures["min"], figures["max"]
    ]  # fmt: skip
    assert made["max_pause_ms"] is None
    failed = row(samples.record(status="failed", reason="exit code 1"))
    assert all(failed[measure.key] is None for measure in MEASURES if measure.key != "rss")
    assert (failed["status"], failed["reason"], failed["runtime"]) == ("failed", "exit code 1", "")


def test_the_article_stands_beside_the_cells_that_it_measured(exported, article):
    old = article.row("batch", "heap-cms", "pool", "A")
    assert exported["article"]["ns"]["heap-cms/pool/A"] == old["ns_per_packet"]
    (parallel,) = [
        one
        for one in exported["solutions"]
        if (one["implementation"], one["collector"], one["jdk"]) == ("heap", "parallel", 11)
        and not one["compact"]
    ]
    assert (parallel["article"], parallel["label"]) == ("heap-cms", "Java, Parallel 11")
    assert "means Parallel" in parallel["note"]
    assert {one["key"]: one["old"] for one in exported["measures"]}["max_pause_ms"] == "batch"


def test_the_limit_is_told_with_the_machine_that_it_is_of(full_edition):
    limit = SimpleNamespace(
        provenance={"machine": dict(samples.MACHINE)},
        bound=lambda metric: {"ns": 12.3456789} if metric == "ns_c" else None,
    )
    some = SimpleNamespace(all={"limit": [limit]}.__getitem__)
    assert export(full_edition, some)["limits"] == [
        {"machine": samples.MACHINE, "cases": {"C": 12.3457}}
    ]


def test_without_that_bench_there_is_no_limit(exported):
    assert exported["limits"] == []


def test_the_same_records_give_the_same_script(full_edition, exported, tmp_path):
    again = export(full_edition, Benches.open(full_edition, tmp_path))
    assert script(again) == script(exported)
    assert list(timeline_scripts(full_edition)) == list(timeline_scripts(full_edition))


def test_the_script_is_one_assignment_of_json(exported):
    text = script(exported)
    head, _, rest = text.partition(" = ")
    assert head == "(globalThis.courseExplorer ??= {}).data"
    assert json.loads(rest.removesuffix(";\n")) == json.loads(json.dumps(exported))


@pytest.mark.slow
def test_what_is_sent_of_the_reference_is_within_its_budget(article):
    dataset_columns = DatasetColumns.of(
        Figures(Dataset.load(reference_folder(paths.ROOT)), article)
    )
    text = script(export(dataset_columns, Benches.open(dataset_columns, paths.ROOT)))
    assert compressed(text) < BUDGET


@pytest.mark.slow
def test_many_records_cost_no_more_than_in_proportion(full_dataset):
    rows = [row(one.raw) | {"set": "a"} for one in full_dataset.records.values()]
    many = [one | {"set": f"set {number}"} for number in range(50) for one in rows]
    sizes = [len(json.dumps(columns(some))) for some in (rows, many)]
    assert sizes[1] < 50 * sizes[0]


def test_words_of_a_data_set_s_own_come_after_those_that_are_known():
    one = samples.record(samples.cell("flat", collector="zgc", jdk=25, variant="large-heap"))
    table = columns([row(one) | {"set": "b"}], ["a", "b"])
    assert table["coded"]["set"] == {"values": ["a", "b"], "codes": [1]}
    assert table["coded"]["case"] == {"values": ["A", "B", "C"], "codes": [0]}
    assert decoded(table, 0)["variant"] == "large-heap"


def test_each_record_with_timelines_has_a_script_of_its_own(full_edition, full_dataset):
    found = dict(timeline_scripts(full_edition))
    expected = {
        f"build/{one.id}": timelines(one.raw)
        for one in full_dataset.records.values()
        if timelines(one.raw)
    }
    assert found.keys() == expected.keys() != set()
    for address, text in found.items():
        head, _, rest = text.partition(" = ")
        assert head == f'courseExplorer.timelines.scripts["{address}"]'
        assert json.loads(rest.removesuffix(";\n")) == expected[address]


def test_a_timeline_says_which_probe_it_is_of():
    of = samples.cell(mode="realtime")
    record = samples.record(of, "full") | {"realtime": full_run.realtime(of)}
    told = timelines(record)
    probes = [probe for probe in record["realtime"]["probes"] if probe["timeline"]]
    assert [one["probe"]["interval_ns"] for one in told] == [one["interval_ns"] for one in probes]
    assert told[0]["pauses"] == probes[0]["timeline"]["pauses"]


def filled(specification, data, **parameters):
    """A specification with the rows and parameters that the page would set."""
    made = copy.deepcopy(specification)
    for one in made["params"]:
        one["value"] = parameters.get(one["name"], one["value"])

    def fill(part):
        if isinstance(part, list):
            for one in part:
                fill(one)
        elif isinstance(part, dict):
            if "name" in part.get("data", {}):
                part["data"]["values"] = data[part["data"]["name"]]
            for one in part.values():
                fill(one)

    fill(made)
    return made


def marks(**changes):
    return {
        "line": "Java, G1 25", "value": 100, "low": 90, "high": 120, "old": None, "limit": None,
        "colour": "#123456", "shape": sign("g1", "native"), "told": "", "place": 0,
    } | changes  # fmt: skip


def drawn(specification, data, **parameters):
    picture = draw(filled(specification, data, **parameters), "Title", "Description")
    return BeautifulSoup(picture, "html.parser")


def figures_of(*rows, **parameters):
    """The chart of figures with these rows."""
    lines = [row["line"] for row in rows]
    axes = {"x_ends": [10, 1000], "x_ticks": [10, 100], "y_lines": lines}
    return drawn(CHARTS["figures"], {"rows": [*rows]}, **axes, **parameters)


def test_the_chart_of_figures_grows_with_its_rows_and_shows_what_they_have():
    other = marks(line="C++", old=200, limit=20, shape=sign("cpp"), colour="#654321")
    one, two = figures_of(marks()), figures_of(marks(), other)
    heights = [float(svg.svg["viewbox"].split()[3]) for svg in (one, two)]
    assert heights[1] - heights[0] == CHARTS["figures"]["height"]["step"]
    words = [text.text for text in two.find_all("text")]
    assert {"Java, G1 25", "C++", "10", "100"} <= set(words)
    assert words.count(TIMES) == 1
    assert not one.find(string=TIMES)
    assert two.find(attrs={"fill": "#123456"})
    assert two.find(attrs={"stroke": "#654321"})


def test_a_ring_is_around_the_point_that_is_read():
    places = []
    for reading in (-1, 0, 1):
        picture = figures_of(marks(), marks(line="C++", value=200, place=1), reading=reading)
        rings = picture.find_all("path", attrs={"stroke-width": "1.6"})
        places.append([re.findall(r"[\d.]+", one["transform"]) for one in rings])
    none, [first], [second] = places
    assert none == []
    assert [float(far) > float(near) for far, near in zip(second, first, strict=True)] == [True] * 2


def test_a_label_of_two_lines_is_whole_and_stands_beside_its_row():
    long = "Java native, Shenandoah 25, Allocation,\ncase A, 10 GB heap, another machine (full)"
    first, second = figures_of(marks(line=long)).find_all("tspan")
    assert [first.text, second.text] == long.split("\n")
    # Moved up by half a line, from where a single one stands.
    single = figures_of(marks(line="C++"))
    assert height_of(single.find("text", string="C++")) - height_of(first.parent) in (5, 6, 7)


def test_a_label_may_stand_above_its_point_within_the_scale():
    beside, above = (figures_of(marks(line="C++"), above=above) for above in (False, True))
    labels = [picture.find("text", string="C++") for picture in (beside, above)]
    assert [label["text-anchor"] for label in labels] == ["end", "start"]
    assert height_of(labels[0]) - height_of(labels[1]) == 15
    widths = [float(picture.svg["viewbox"].split()[2]) for picture in (beside, above)]
    assert widths[1] < widths[0]


def height_of(text):
    """Where a label stands: the last number of its transformation."""
    return float(re.findall(r"-?[\d.]+", text["transform"])[1])


def test_the_chart_of_a_timeline_has_all_three_panels():
    data = {
        "pauses": [{"at": 1, "end": 1.4, "ms": 400, "floor": 0.01, "colour": "#123456"}],
        "heap": [{"at": 1.4, "mb": 900, "colour": "#123456"}, {"at": 5, "mb": 900,
                  "colour": "#123456"}],
        "losses": [{"at": 1.4, "end": 1.5, "lost": 3000, "floor": 0}],
    }  # fmt: skip
    picture = drawn(CHARTS["timeline"], data, t_end=5, heap_top=900, lost_top=3000)
    words = [text.text for text in picture.find_all("text")]
    assert {"Pauses", "Heap after each collection", "Packets lost", "seconds"} <= set(words)
    assert words.count("seconds") == 1
    assert picture.find(attrs={"fill": "#123456"})


@pytest.mark.parametrize("name", ["figures", "timeline"])
def test_a_chart_without_rows_is_drawn_too(name):
    names = ("rows", "pauses", "heap", "losses")
    assert drawn(CHARTS[name], {one: [] for one in names}).svg


def test_a_timeline_s_scale_begins_with_the_shortest_pause_that_is_drawn():
    limit, bars = CHARTS["timeline"]["vconcat"][0]["layer"]
    assert limit["data"]["values"] == [{"ms": QUEUE_MS}]
    assert bars["encoding"]["y"]["scale"]["domain"][0] == timeline_charts.SHORTEST_MS


def test_the_browser_gets_the_page_s_colours():
    for specification in CHARTS.values():
        text = json.dumps(for_browser(specification))
        assert '"#' not in text
        assert "currentColor" in text


@pytest.fixture(scope="module")
def page(site):
    return BeautifulSoup((site / "explore.html").read_text(), "html.parser")


def test_the_page_has_its_controls_and_files(page, site):
    sources = [script["src"] for script in page.select(f'script[src^="{FOLDER}/"]')]
    assert sources == [f"{FOLDER}/{name}.js" for name in SCRIPTS]
    assert all((site / source).is_file() for source in sources)
    assert "vegaEmbed" in (site / FOLDER / "vega.js").read_text()
    collectors = page.select('[data-facet="collector"] label')
    assert [one.span.text for one in collectors] == ["Parallel", "CMS", "G1", "ZGC", "none: C++"]
    assert page.select_one('[name="mode"][checked]')["value"] == "batch"
    for control in page.select("#explorer select, #explorer input"):
        named = control.find_parent("label") or page.select_one(f'label[for="{control["id"]}"]')
        assert named, control
    assert list((site / FOLDER / "timelines").rglob("*.js")) == []  # these records have none


def test_collectors_and_programs_have_the_signs_of_their_points(page):
    def signs(facet):
        labels = page.select(f'[data-facet="{facet}"] label')
        return {one.input["value"]: one.path["d"] for one in labels if one.svg}

    offered = ("parallel", "cms", "g1", "zgc")  # what these records have
    assert signs("collector") == {name: sign(name) for name in offered}
    programs = signs("implementation")
    assert programs.keys() <= IMPLEMENTATIONS.keys()
    assert len(set(programs.values())) == len(programs)
    assert programs["heap"] == sign("parallel", "heap")
    assert programs["cpp"] == sign("cpp")


def test_without_scripts_there_are_a_chart_a_table_and_links(page):
    fallback = page.find("noscript")
    assert fallback.svg
    assert fallback.table
    assert {link["href"] for link in fallback.find_all("a")} >= {
        "results/batch.html", "results/realtime.html", "results/gc.html"
    }  # fmt: skip


def test_what_the_scripts_fill_is_numbered_and_what_stands_in_for_them_is_not(page):
    assert not page.find("noscript").select(".course-number")
    live = page.select_one("#explorer")
    places = {"Figure 1": "#explorer-chart", "Figure 2": "#explorer-timeline-chart",
              "Table 1": "#explorer-table"}  # fmt: skip
    for label, inside in places.items():
        block = live.select_one(inside).find_parent("figure")
        assert block.find(id=label.lower().replace(" ", "-"))
        assert {one.text for one in block.select(".course-number")} == {f"{label}."}


def test_the_choice_in_the_address_has_no_rival(page):
    """Material writes the anchors of a table of contents into the address as the reader scrolls."""
    assert not page.select('[data-md-component="toc"]')


def test_two_data_sets_are_told_apart(article, full_dataset, figures, tmp_path):
    reference = DatasetColumn("reference", Figures(full_dataset, article))
    both = DatasetColumns([reference, DatasetColumn("build", figures)])
    made = BeautifulSoup(Explorer(both, Benches.open(both, tmp_path)).html(), "html.parser")
    sets = made.select_one('[data-facet="set"]')
    assert [one.span.text for one in sets.select("label")] == [
        "reference (full)", "this build (trimmed)"
    ]  # fmt: skip
