"""The explorer's scripts, without a browser: they read, choose and write as Python does."""

import json
import random
from types import SimpleNamespace

import pytest
from course_tests.measure import samples
from course_tests.site.scripts import runner
from course_tests.site_browser.article_file import in_the_article

from course import paths
from course.model import bench_summary as summary
from course.model.benches import load
from course.model.solutions import SOLUTIONS
from course.process.bench_store import read
from course.site.drawing import log_ticks
from course.site.explore_data import export
from course.stats import numbers
from course.stats.benches import Benches
from course.stats.columns import DatasetColumns
from course.stats.dataset import Dataset, reference_folder
from course.stats.figures import Figures

pytestmark = pytest.mark.slow  # all of it together

FOLDER = paths.ROOT / "chapters/assets/explore"
PARTS = ("numbers", "records", "choice", "describe", "download", "chart", "timeline")
"""Those that need no page."""

RUN = """
const explorer = (globalThis.courseExplorer = {});
for (const file of %s) require(file);
const given = JSON.parse(require("fs").readFileSync(0, "utf8"));
const answer = (() => { %s })();
Promise.resolve(answer).then((found) => process.stdout.write(JSON.stringify(found)));
"""


@pytest.fixture(scope="module")
def node():
    """Runs a function's body, which has `explorer` and `given`, and returns what it returns."""
    return runner(RUN, [FOLDER / f"{name}.js" for name in PARTS])


@pytest.fixture(scope="module")
def exported(full_edition):
    no_benches = SimpleNamespace(all=lambda name: [])
    return json.loads(json.dumps(export(full_edition, no_benches)))


def test_addresses_are_the_records_own(node, full_dataset, exported):
    body = """const records = new explorer.records.Records(given);
        const all = Array.from({ length: records.length }, (_, row) => records.address(row));
        return [all, all.map((one) => records.rowAt(one)), records.rowAt("build/none")];"""
    addresses, rows, none = node(body, exported["columns"])
    assert addresses == [f"build/{name}" for name in sorted(full_dataset.records)]
    assert rows == list(range(len(addresses)))
    assert none == -1


def test_a_choice_admits_what_a_filter_does_and_counts_its_options(node, full_dataset, exported):
    cells = [full_dataset.records[name].cell for name in sorted(full_dataset.records)]
    dice = random.Random(1)
    names = ("mode", "implementation", "collector", "strategy", "case", "variant")
    choices = [
        {name: dice.sample([cell.get(name) for cell in cells], dice.randrange(3)) for name in names}
        for _ in range(25)
    ]
    body = """
        const records = new explorer.records.Records(given.columns);
        return given.choices.map((choice) => {
            const chosen = new Map(Object.entries(choice).map(([k, v]) => [k, new Set(v)]));
            const { rows, counts } = records.select(chosen, records.order("name"));
            const { values } = records.coded.collector;
            return [rows, values.map((value, at) => [value, counts.get("collector")[at]])];
        });"""
    found = node(body, {"columns": exported["columns"], "choices": choices})

    def fits(cell, choice):
        return all(not some or cell.get(name) in some for name, some in choice.items())

    for choice, (rows, counts) in zip(choices, found, strict=True):
        assert sorted(rows) == [at for at, cell in enumerate(cells) if fits(cell, choice)]
        for collector, count in counts:
            others = choice | {"collector": [collector]}
            assert count == sum(fits(cell, others) for cell in cells)


def test_rows_are_ordered_by_name_or_figure(node, full_dataset, exported):
    body = """const records = new explorer.records.Records(given);
        const told = (row) => [records.value("mode", row), records.value("case", row),
            records.number("ns", row)];
        return ["name", "ns"].map((by) => records.order(by).map(told));"""
    by_name, by_figure = node(body, exported["columns"])
    assert [one[:2] for one in by_name] == sorted(one[:2] for one in by_name)
    known = [one[2] for one in by_figure if one[2] is not None]
    assert [one[2] for one in by_figure[: len(known)]] == sorted(known)


def test_figures_are_written_as_on_the_other_pages(node):
    dice = random.Random(2)
    values = [0, 20, 19.96, 0.0021, *(10 ** dice.uniform(-4, 8) for _ in range(500))]
    values += [20.5, 1234.5]  # in the middle between two
    body = "return given.map((value) => explorer.numbers.number(value));"
    assert node(body, values) == [numbers.number(value) for value in values]
    units = ["ns", "ms", "%", "/s", "million", "MiB", ""]
    body = "return given.map((unit) => explorer.numbers.quantity(1234, unit));"
    assert node(body, units) == [numbers.quantity(1234, unit) for unit in units]


def test_axes_are_numbered_as_on_the_other_pages(node):
    dice = random.Random(3)
    lows = [10 ** dice.uniform(-4, 6) for _ in range(500)]
    ends = [[low, low * (1 + 10 ** dice.uniform(-2, 5))] for low in lows]
    found = node("return given.map(explorer.numbers.logTicks);", ends)
    assert found == [log_ticks(one) for one in ends]
    assert min(map(len, found)) >= 2


def test_a_link_gives_the_choice_back(node):
    choice = {
        "chosen": {"mode": ["batch"], "collector": ["g1", "none"], "case": []},
        "show": "ns", "order": "figure", "cell": "reference/heap-g1-25-pool-A-batch-counter",
        "probe": "",
    }  # fmt: skip
    body = """
        const sets = Object.entries(given.chosen).map(([name, some]) => [name, new Set(some)]);
        const hash = explorer.choice.toHash({ ...given, chosen: new Map(sets) });
        const again = explorer.choice.ofHash("#" + hash, Object.keys(given.chosen));
        const chosen = [...again.chosen].map(([name, some]) => [name, [...some]]);
        return [hash, { ...again, chosen: Object.fromEntries(chosen) }];"""
    hash_, again = node(body, choice)
    assert again == choice
    assert hash_ == (
        "mode=batch&collector=g1,none&show=ns&order=figure"
        "&cell=reference/heap-g1-25-pool-A-batch-counter"
    )


def test_an_address_that_asks_for_what_is_not_there(node, exported):
    body = """
        const records = new explorer.records.Records(given);
        const choice = explorer.choice.ofHash("#collector=g1,g2&jdk=x&a=%ZZ", ["collector", "jdk"]);
        const dropped = explorer.choice.dropUnknown(choice, records);
        return [dropped, [...choice.chosen.get("collector")], [...choice.chosen.get("jdk")]];"""
    assert node(body, exported["columns"]) == [["collector=g2", "jdk=x"], ["g1"], []]


@pytest.fixture(scope="module")
def reference():
    return Dataset.load(reference_folder(paths.ROOT))


@pytest.fixture(scope="module")
def published(reference, article):
    """What the page is given of the reference data set and its benches."""
    dataset_columns = DatasetColumns.of(Figures(reference, article))
    return json.loads(
        json.dumps(export(dataset_columns, Benches.open(dataset_columns, paths.ROOT)))
    )


def looked_up(node, published, name):
    """Measure -> cell -> what stands beside its figure; rows beside which nothing does are out."""
    body = """
        const records = new explorer.records.Records(given.published.columns);
        const { published, name } = given;
        const describer = new explorer.describe.Describer(published, records);
        const rows = Array.from({ length: records.length }, (_, row) => row);
        return published.measures.map((measure) => {
            const told = rows.map((row) => [records.cell(row), describer[name](measure, row)]);
            const known = told.filter(([, value]) => !Number.isNaN(value));
            return [measure.key, Object.fromEntries(known)];
        });
    """
    return {key: told for key, told in node(body, {"published": published, "name": name}) if told}


def plain(record, mode):
    """Whether it is of that mode, with counted numbers, and nothing about it is unusual."""
    cell = record.cell
    return (cell["mode"], cell["generator"], cell.get("variant")) == (mode, "counter", None)


ARTICLE = {
    "ns": ("batch", "ns_per_packet", "batch"),
    "interval": ("realtime", "min_interval_ns", "realtime"),
    "loss": ("realtime", "loss_pct_at_1000ns", "realtime"),
    "max_pause_ms": ("gc", "max_pause_ms", "batch"),
    "avg_pause_ms": ("gc", "avg_pause_ms", "batch"),
    "pauses_per_s": ("gc", "gc_per_s", "batch"),
    "fraction_pct": ("gc", "gc_fraction_pct", "batch"),
    "live_objects_million": ("gc", "live_objects_million", "batch"),
    "ns_per_object": ("gc", "gc_ns_per_object", "batch"),
}
"""Measure -> the article's table and column, and the mode that it is of."""


def test_the_article_s_figures_stand_beside_the_cells_that_it_measured(node, published, reference):
    names = {
        (one.implementation, one.collector, one.jdk): one.article
        for one in SOLUTIONS.values()
        if one.variant is None
    }
    expected = {}
    for measure, (table, column, mode) in ARTICLE.items():
        article = in_the_article(table, column)
        expected[measure] = {}
        for record in reference.records.values():
            cell = record.cell
            name = names.get((cell["implementation"], cell["collector"], cell["jdk"]))
            place = (name, cell["strategy"], cell["case"])
            if plain(record, mode) and place in article:
                expected[measure][record.id] = article[place]
    assert all(expected.values())
    assert looked_up(node, published, "old") == expected


def test_the_limit_stands_beside_the_cells_that_it_bounds(node, published, reference):
    found = read(paths.ROOT / reference.where / "bench/limit", "limit")
    bounds = {one["metric"]: one["ns"] for one in summary.of(found, load("limit"))["bounds"]}
    expected = {
        record.id: bounds[f"ns_{record.cell['case'].lower()}"]
        for record in reference.records.values()
        if record.cell["mode"] == "batch"
        # The model covers counted numbers, and a packet of its own for each.
        and record.cell["generator"] == "counter"
        and record.cell["strategy"] != "dummy"
    }
    found = looked_up(node, published, "limit")
    assert found.keys() == {"ns"}
    times = {cell: limit for cell, limit in found["ns"].items() if "-batch-" in cell}
    assert times == pytest.approx(expected, rel=1e-5)
    assert len(set(times.values())) == 3


SHAPES = """
    const records = new explorer.records.Records(given.columns);
    const describer = new explorer.describe.Describer(given, records);
    return Array.from({ length: records.length }, (_, row) => [
        records.value("implementation", row), records.value("collector", row),
        describer.solution(row).shape]);
"""


def test_rows_of_each_program_under_each_collector_have_a_shape_of_their_own(node, exported):
    found = {tuple(one) for one in node(SHAPES, exported)}
    assert len(found) > 10
    assert len({(program, collector) for program, collector, _ in found}) == len(found)
    assert len({shape for *_, shape in found}) == len(found)


def test_what_the_site_has_no_name_for_has_the_shape_of_its_program_and_collector(node, exported):
    unnamed = exported | {"solutions": []}
    assert node(SHAPES, unnamed) == node(SHAPES, exported)


def test_labels_tell_rows_apart(node, exported):
    body = """
        const records = new explorer.records.Records(given.columns);
        const describer = new explorer.describe.Describer(given, records);
        const all = Array.from({ length: records.length }, (_, row) => row);
        const batch = all.filter((row) => records.value("mode", row) === "batch");
        const { differing, shared } = describer.partsOf(batch);
        return [batch.map((row) => describer.label(row, differing)), shared];"""
    labels, shared = node(body, exported)
    assert len(set(labels)) == len(labels) > 100
    assert shared == ["set"]
    assert "Java, G1 25, compact headers, Pooling, case A" in labels


@pytest.mark.parametrize(
    ("label", "lines"),
    [
        ("Java, G1 25, Pooling, case A", ["Java, G1 25, Pooling, case A"]),
        ("x" * 60, ["x" * 60]),
        (
            "Java native, Shenandoah 25, Pooling, case C, 10 GB heap",
            ["Java native, Shenandoah 25,", "Pooling, case C, 10 GB heap"],
        ),
    ],
)
def test_a_long_label_of_the_chart_is_broken_near_its_middle(node, label, lines):
    assert node("return explorer.chart.broken(given, 40);", label).split("\n") == lines


@pytest.mark.parametrize(
    ("room", "letters", "above", "width", "step"),
    [(318, 49, True, 294, 40), (620, 40, False, 360, 26), (1100, 40, False, 520, 26)],
)
def test_labels_stand_above_their_points_where_there_is_little_room(  # noqa: PLR0917
    node, room, letters, above, width, step
):
    parameters = {"above": above, "width": width, "y_step": step}
    drawn = "{ width: 520, height: { step: 26 } }"
    made = node(f"return explorer.chart.layout({drawn}, given);", room)
    assert made == {"letters": letters, "parameters": parameters}


@pytest.mark.parametrize(("room", "width"), [(318, 254), (358, 294), (1100, 520)])
def test_the_panels_of_a_timeline_leave_room_for_their_axes(node, room, width):
    assert node("return explorer.timelines.widthIn(given);", room) == width


def test_the_shortest_pause_is_to_be_seen_in_narrow_panels_too(node):
    line = samples.timeline((0, 0.1, "young"), length_ms=10_000)
    body = "return [260, 520].map((one) => explorer.timelines.panels(given, 'red', one).pauses[0]);"
    ends = [bar["end"] for bar in node(body, line)]
    # A pixel and a half, of seconds that have 26 pixels each, and 52.
    assert ends == pytest.approx([1.5 / 26, 1.5 / 52])


def test_downloads_hold_the_rows_with_their_provenance(node, exported, full_dataset):
    body = """
        const records = new explorer.records.Records(given.columns);
        const describer = new explorer.describe.Describer(given, records);
        const { csv, json } = explorer.download;
        return [csv(describer, [0, 5]), json(describer, [0, 5], "here"), csv(describer, [])];"""
    table, text, empty = node(body, exported)
    parsed = json.loads(text)
    assert parsed["address"] == "here"
    names = sorted(full_dataset.records)
    assert [one["cell"] for one in parsed["records"]] == [names[0], names[5]]
    for one in parsed["records"]:
        origin = full_dataset.records[one["cell"]].provenance
        for key in ("commit", "source_hash", "command", "machine", "started"):
            assert one[key] == origin[key]
    lines = table.split("\r\n")
    assert lines[0].startswith("set,folder,profile,cell,implementation,")
    assert len(lines) == 4
    assert names[5] in lines[2]
    assert empty == "\r\n"


def test_a_timeline_in_words_and_numbers(node):
    line = samples.timeline(
        (1000.0, 350.7, "full"),
        (3000.0, 0.004, "young"),
        heap=[(1350.5, 900), (3004.0, 950)],
        losses=[(1351.0, 2000), (1352.0, 500)],
    )
    line["probe"] = {"interval_ns": 1000, "lost": 2500, "loss_pct": 0.05, "stopped_early": False}
    body = """
        const { title, told, events, panels, scales } = explorer.timelines;
        const data = panels(given, "red", 520);
        return [title(given), told(given), events(given), data, scales(given, data)];"""
    title, told, events, panels, scales = node(body, line)
    assert title == "a packet every 1,000\u00a0ns, 0.05% lost"
    assert told == (
        "5 seconds: 2 pauses, the longest 351\u00a0ms; 2,500 packets lost, the first at 1.35 s."
    )
    assert [one[1] for one in events] == ["full", "packets lost", "packets lost", "young"]
    assert panels["pauses"][1]["ms"] == 0.01
    assert sum(one["lost"] for one in panels["losses"]) == 2500
    assert panels["heap"][-1]["at"] == 5
    assert scales == {"t_end": 5, "heap_top": 950, "lost_top": 2500}
    one_lost = line | {"losses": [[1351.0, 1]]}
    assert "; 1 packet lost, the first" in node("return explorer.timelines.told(given);", one_lost)
