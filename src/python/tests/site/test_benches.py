"""What pages show of benches, made from records whose figures are known."""

import copy
import dataclasses
import html
import json
import re

import pytest
from bs4 import BeautifulSoup

from course import paths
from course.model import benches as definitions
from course.model.bench_definition import definition, is_redefined
from course.site.bench_charts import BenchCharts
from course.site.bench_tables import BenchTables
from course.site.blocks import Blocks
from course.site.caveats import told_once
from course.site.claim_pages import contests_of
from course.site.pages import Pages, page_functions
from course.site.regions import Regions
from course.stats.bench_figures import BenchValues
from course.stats.benches import Benches, read
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.errors import FigureError, PublishError
from course.stats.values import compare, ratio

FRESH = "5" * 64


def spread(median, low=None, high=None):
    return {"median": median, "low": low or median, "high": high or median}


def contestant(name, group, median=None, ratio=None, **changes):
    figures = {}
    if median is not None:
        figures["interval"] = {
            "values": [median],
            **spread(median, median * 0.9, median * 1.1),
            "ratio": ratio and spread(ratio, ratio * 0.9, ratio * 1.1),
        }
    return {
        "id": name,
        "label": f"the {name}",
        "group": group,
        "status": "ok",
        "reason": None,
        "skipped": {},
        "commands": {"all": ["queue-bench", "--queue", name]},
        "runtime": None,
        "turns": [],
        "figures": figures,
    } | changes


def metric(name, **changes):
    return {
        "name": name,
        "title": f"The {name}",
        "unit": "ns",
        "better": "smaller",
        "caption": f"A caption of {name}.",
        "main": name == "interval",
    } | changes


def made(samples, **changes):
    """A record of two groups, one goal of each verdict, a bound and a count."""
    goal = {"contestant": "run", "against": "dual", "metric": "interval", "at_most": 0.25}
    return {
        "schema": 1,
        "bench": "queue",
        "title": "Queues",
        "rounds": 3,
        "asked": {"rounds": 3, "seconds": 0.5, "seed": 1},
        "groups": [
            {"key": "native", "label": "C++ to C++", "baseline": "dual"},
            {"key": "java", "label": "Java to Java", "baseline": "peer"},
        ],
        "metrics": [metric("interval"), metric("consume"), metric("call")],
        "contestants": [
            contestant("dual", "native", 20.0, 1.0),
            contestant("run", "native", 4.0, 0.2),
            contestant("boost", "native", status="skipped", reason="no Boost (libboost-dev)"),
            contestant("peer", "java", 40.0, 1.0, skipped={"consume": "no way in"}),
        ],
        "goals": [
            {**goal, "statement": "a quarter", "figure": spread(0.2), "verdict": "holds"},
            {**goal, "statement": "a tenth", "figure": spread(0.2), "verdict": "fails"},
            {**goal, "statement": "of peer", "contestant": "peer", "against": None,
             "figure": None, "verdict": "not measured"},
        ],
        "bounds": [
            {"metric": "interval", "ns": 2.0, "lines": 1.13, "ns_per_line": 1.77, "from": "call",
             "times": {"dual": 10.0, "run": 2.0}}
        ],
        "counts": [
            {"contestant": "run", "run": "C", "command": ["valgrind"],
             "per_packet": {"instructions": 120.0, "d1_misses": 2.5, "ll_misses": 1.1}}
        ],
        "caveats": [],
        "provenance": {
            "commit": "c" * 40,
            "dirty": False,
            "source_hash": FRESH,
            "machine": dict(samples.MACHINE),
            "started": "2020-01-01T00:00:00Z",
            "duration_s": 100.0,
        },
    } | changes  # fmt: skip


@pytest.fixture
def write(tmp_path, samples):
    """Writes a record into the build's folder, or another one."""

    def put(record=None, folder="build/bench"):
        record = record or made(samples)
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / f"{record['bench']}.json").write_text(json.dumps(record))

    return put


@pytest.fixture
def benches(tmp_path, dataset_columns, write):
    write()
    return Benches.open(dataset_columns, tmp_path, lambda name: FRESH)


def soup(shown):
    return BeautifulSoup(shown.html(), "html.parser")


def rows(made_soup):
    return [
        [cell.get_text(" ", strip=True) for cell in row.find_all(["th", "td"])]
        for row in made_soup.select("tbody tr")
    ]


def test_a_table_has_medians_ratios_and_multiples_of_the_bound(benches):
    table = soup(BenchTables(benches).one("queue"))
    heads = [cell.text for cell in table.select("thead th")]
    assert heads == ["", "median", "ratio", "\u00d7 bound"]
    assert rows(table) == [
        ["C++ to C++"],
        ["the dual", "20 18\u201322", "1", "10\u00d7"],
        ["the run", "4 3.6\u20134.4", "0.2\u00d7", "2\u00d7"],
        ["the boost", "skipped 1", "", ""],
        ["Java to Java"],
        ["the peer", "40 36\u201344", "1", ""],
    ]
    assert "Skipped: no Boost (libboost-dev)" in table.text
    assert "Lower bound: 2\u00a0ns, which is 1.13 cache lines of 1.77\u00a0ns." in table.text
    source = table.select_one(".course-source").text
    assert source.strip().startswith("Bench: queue, 3 rounds, 1 January 2020, Synthetic CPU")


def test_other_metrics_show_whom_they_are_of(benches):
    table = soup(BenchTables(benches).one("queue", metric="consume"))
    assert rows(table) == [["Java to Java"], ["the peer", "skipped 1", ""]]


def test_a_group_alone(benches):
    table = soup(BenchTables(benches).one("queue", "java", metric="interval"))
    assert [row[0] for row in rows(table)] == ["Java to Java", "the peer"]


def test_every_row_covers_every_column(tmp_path, dataset_columns, write, samples, figures):
    write()
    samples.write(tmp_path / "results/2020-01-01-x", samples.records())
    other = made(samples)
    other["contestants"] = other["contestants"][:2]
    other["bounds"] = []
    write(other, "results/2020-01-01-x/bench")
    table = soup(
        BenchTables(Benches.open(dataset_columns, tmp_path, lambda name: FRESH)).one("queue")
    )
    assert [cell.text for cell in table.select("thead tr")[0].find_all("th")] == [
        "",
        "reference",
        "this build",
    ]
    for row in table.select("tbody tr"):
        assert sum(int(cell.get("colspan", 1)) for cell in row.find_all(["th", "td"])) == 6
    assert rows(table)[3][1].startswith("not measured"), "Boost is no part of the reference"
    sources = [line.text.strip() for line in table.select(".course-source")]
    assert [line.split(" ")[0] for line in sources] == ["Reference.", "This"]


def trimmed(samples):
    """The same run with one contestant of each group, told as a trimmed choice."""
    record = copy.deepcopy(made(samples))
    record["asked"]["quick"] = True
    record["contestants"] = [record["contestants"][index] for index in (0, 1)]
    record["contestants"][1]["figures"]["interval"]["median"] = 5.0
    record["bounds"], record["counts"] = [], []
    return record


def test_a_trimmed_choice_stands_beside_the_reference(tmp_path, dataset_columns, write, samples):
    samples.write(tmp_path / "results/2020-01-01-x", samples.records())
    write(folder="results/2020-01-01-x/bench")
    write(trimmed(samples))
    benches = Benches.open(dataset_columns, tmp_path, lambda name: FRESH)
    table = soup(BenchTables(benches).one("queue"))
    assert [row[0] for row in rows(table)] == [
        "C++ to C++", "the dual", "the run", "the boost", "Java to Java", "the peer",
    ]  # fmt: skip
    run, peer = rows(table)[2], rows(table)[5]
    assert run[1].startswith("4 "), "the reference"
    assert run[4].startswith("5 "), "this build"
    assert peer[4].startswith("not measured")
    assert "A trimmed choice." in table.select(".course-source")[1].text
    assert "A trimmed choice." not in table.select(".course-source")[0].text
    value = BenchValues(benches).functions()["bench_value"]
    assert value("queue", "run", "interval").value == 4.0, "sentences speak of the reference"


def test_a_trimmed_choice_alone_speaks_for_itself(tmp_path, dataset_columns, write, samples):
    write(trimmed(samples))
    value = BenchValues(Benches.open(dataset_columns, tmp_path, lambda name: FRESH)).value
    assert value("queue", "run", "interval").value == 5.0
    absent = value("queue", "run-ring", "interval")
    assert (absent.value, absent.reason) == (None, "not part of this run")
    with pytest.raises(FigureError, match="no contestant 'nobody'"):
        value("queue", "nobody", "interval")


def test_a_copy_of_the_reference_is_no_edition_of_its_own(
    tmp_path, dataset_columns, write, samples
):
    samples.write(tmp_path / "results/2020-01-01-x", samples.records())
    write()
    write(folder="results/2020-01-01-x/bench")
    assert len(Benches.open(dataset_columns, tmp_path, lambda name: FRESH).all("queue")) == 1


@pytest.fixture
def benches_of(tmp_path, dataset_columns, write, samples):
    """Publishes a reference and data sets after it, each with the bench, and looks them up.

    Of each the name of its processor, and the hash of the sources that it was made of.
    """

    def put(*sets):
        for day, (cpu, source_hash) in enumerate(sets, start=1):
            folder = f"results/2020-01-0{day}-x"
            profile = "full" if day == 1 else "trimmed"
            samples.write(tmp_path / folder, [samples.record(profile=profile)])
            record = made(samples)
            machine = samples.MACHINE | {"cpu": cpu}
            record["provenance"] |= {"machine": machine, "source_hash": source_hash}
            write(record, folder=f"{folder}/bench")
        return Benches.open(dataset_columns, tmp_path, lambda name: FRESH)

    return put


OLD, OLDER = "7" * 64, "6" * 64


@pytest.mark.parametrize(
    ("sets", "shown"),
    [
        ([("One", FRESH), ("Other", FRESH)], ("reference", False)),
        ([("One", OLD), ("Other(R) CPU", FRESH)], ("Other", False)),
        ([("One", OLD), ("Other", FRESH), ("One", FRESH)], ("reference", False)),
        ([("One", OLDER), ("Other", OLD)], ("reference", True)),
    ],
)
def test_what_is_stale_gives_way_to_the_newest_that_is_not(benches_of, sets, shown):
    [record] = benches_of(*sets).all("queue")
    assert (record.title, record.stale) == shown


def test_what_stands_in_from_another_machine_is_no_witness_of_the_reference(benches_of, figures):
    benches = benches_of(("One", OLD), ("Other", FRESH))
    assert contests_of(benches, DatasetColumn("reference", figures))("queue") is None


def test_yours_stand_in_your_column(tmp_path, figures, write):
    write()
    yours = Benches.open(
        DatasetColumns([DatasetColumn("yours", figures)]), tmp_path, lambda name: FRESH
    )
    assert [record.title for record in yours.all("queue")] == ["yours"]


def test_values_in_sentences(benches):
    functions = BenchValues(benches).functions()
    value = functions["bench_value"]
    assert value("queue", "run", "interval").value == 4.0
    assert (value("queue", "run", "interval").low, value("queue", "run", "interval").unit) == (
        3.6,
        "ns",
    )
    assert value("queue", "run", "interval").noise == pytest.approx(0.4), "to the farther end"
    assert "0.2\u00a0times" in str(value("queue", "run", "interval", of="ratio"))
    assert value("queue", "run", "interval", of="bound").value == 2.0
    assert functions["bench_bound"]("queue", "interval").value == 2.0
    assert not functions["bench_bound"]("queue", "call").known
    assert "not measured: no Boost" in str(value("queue", "boost", "interval"))
    assert "not measured: no way in" in str(value("queue", "peer", "consume"))
    assert functions["bench_goal"]("queue", "run", "interval") == "fails", "the worst of two"
    assert functions["bench_goal"]("queue", "peer", "interval") == "not measured"


def test_goals_and_counts(benches):
    goals = rows(soup(BenchTables(benches).goals("queue")))[:3]
    assert goals[0] == ["a quarter", "0.25\u00a0times", "0.2\u00a0times", "✓ holds"]
    assert [row[-1] for row in goals] == ["✓ holds", "✗ fails", "\u2013 not measured"]
    counts = rows(soup(BenchTables(benches).counts("queue")))
    assert counts == [["the run", "C", "120", "2.5", "1.1"]]


def test_a_bench_without_goals_or_counts(tmp_path, dataset_columns, write, samples):
    write(made(samples, bench="threads", goals=[], counts=[]))
    tables = BenchTables(Benches.open(dataset_columns, tmp_path, lambda name: FRESH))
    assert rows(soup(tables.goals("threads"))) == [["none"]]
    assert "./course bench threads --count does" in soup(tables.counts("threads")).text


def test_what_the_file_has_come_to_ask_since_is_shown_and_not_measured(benches):
    """The record is of another `queue`, with three metrics and three goals of its own."""
    defined = definitions.load("queue")
    known = ("interval", "consume", "call")
    metric = next(one for one in defined.metrics if not one.main and one.name not in known)
    assert rows(soup(BenchTables(benches).one("queue", metric=metric.name))) == [["not measured"]]
    assert not BenchValues(benches).value("queue", "run", metric.name).known
    shown = rows(soup(BenchTables(benches).goals("queue")))[3:]
    assert [(row[0], row[-1]) for row in shown] == [
        (goal.statement, "\u2013 not measured") for goal in defined.goals
    ]
    group = next(one for one in defined.groups if one.key not in ("native", "java"))
    assert rows(soup(BenchTables(benches).one("queue", group.key))) == [["not measured"]]
    nothing = BenchCharts(benches).one("queue", metric.name, groups=(group.key,)).html()
    assert "Nothing was measured in this run." in nothing


def test_a_chart_is_drawn_and_spoken(benches):
    html = BenchCharts(benches).one("queue").html()
    assert "<svg" in html
    assert "C++ to C++, the run: 4\u00a0ns." in html
    assert "dashed line is the lower bound" in html
    assert "Without 1 contestant that could not be measured: see the tables." in html
    assert not re.findall('fill="#', html)
    assert "http" not in html.replace("http://www.w3.org/", "")


def test_the_table_behind_a_chart_has_its_figures_and_who_is_not_in_it(benches):
    behind = soup(BenchCharts(benches).one("queue", "interval", "consume")).details
    heads = [cell.text for cell in behind.select("thead th")]
    assert heads == ["", "The interval, ns", "The consume, ns"]
    assert rows(behind) == [
        ["C++ to C++"],
        ["the dual", "20 18\u201322", "\u2013"],
        ["the run", "4 3.6\u20134.4", "\u2013"],
        ["the boost", "skipped 1", "skipped 1"],
        ["Java to Java"],
        ["the peer", "40 36\u201344", "skipped 2"],
    ]
    notes = [note.text for note in behind.select(".course-notes li")]
    assert notes == ["Skipped: no Boost (libboost-dev)", "Skipped: no way in"]
    alone = soup(BenchCharts(benches).one("queue", groups=("java",))).details
    assert [row[0] for row in rows(alone)] == ["Java to Java", "the peer"]


def test_a_program_of_the_course_looks_as_in_other_charts(
    tmp_path, dataset_columns, write, samples
):
    record = made(samples)
    record["contestants"].append(contestant("cpp-limit", "native", 8.0, 0.4))
    write(record)
    picture = (
        BenchCharts(Benches.open(dataset_columns, tmp_path, lambda name: FRESH)).one("queue").html()
    )
    assert picture.count("var(--course-cpp-limit)") >= 2, "a point, and a line for its rounds"
    assert "var(--course-cpp)" not in picture


def test_a_chart_of_what_nobody_measured(benches):
    html = BenchCharts(benches).one("queue", "call", groups=("java",)).html()
    assert "Nothing was measured in this run." in html


def test_stale_and_stopped_runs_say_so(tmp_path, dataset_columns, write, samples):
    write(made(samples, rounds=2))
    stale = Benches.open(dataset_columns, tmp_path, lambda name: "6" * 64)
    table = soup(BenchTables(stale).one("queue"))
    assert table.select_one(".course-stale").text == "stale"
    assert "Sources have changed since." in table.text
    assert "Stopped early." in table.text


def source(shown):
    return soup(shown).select_one(".course-source").get_text(" ", strip=True)


def test_caveats_stand_under_tables_and_charts(tmp_path, dataset_columns, write, samples):
    write(made(samples, caveats=["times drift: 2% went to others", "trust <b>no</b> ratio."]))
    benches = Benches.open(dataset_columns, tmp_path, lambda name: FRESH)
    for shown in (
        BenchTables(benches).one("queue"),
        BenchTables(benches).goals("queue"),
        BenchCharts(benches).one("queue"),
    ):
        assert source(shown).endswith(
            " Caveats: times drift: 2% went to others; trust <b>no</b> ratio."
        )
        assert "trust &lt;b&gt;no" in shown.html()
    write()
    without = BenchTables(Benches.open(dataset_columns, tmp_path, lambda name: FRESH)).one("queue")
    assert "Caveats" not in source(without)


def test_a_page_tells_the_same_caveats_once(tmp_path, dataset_columns, write, samples):
    write(made(samples, caveats=["times drift"]))
    benches = Benches.open(dataset_columns, tmp_path, lambda name: FRESH)
    shown = BenchTables(benches).one("queue").html() + BenchCharts(benches).one("queue").html()
    other = shown.replace("times drift", "trust nothing")
    told = [
        line.get_text(" ", strip=True).partition(" Caveats: ")[2]
        for line in BeautifulSoup(told_once(shown + other), "html.parser").select(".course-source")
    ]
    above = "those of the first one of this bench, above."
    assert told == ["times drift.", above, "trust nothing.", above]


def again(samples, **changes):
    """The record, with its second group measured again hours later."""
    record = made(samples, caveats=["times drift"])
    origin = record["provenance"] | {"commit": "d" * 40, "started": "2020-01-01T05:30:00Z"}
    told = {"groups": ["java"], "caveats": ["times drift", "trust less"]}
    return record | {"again": [told | {"provenance": origin | changes}]}


def test_a_group_that_was_measured_again_is_named(tmp_path, dataset_columns, write, samples):
    write(again(samples))
    table = BenchTables(Benches.open(dataset_columns, tmp_path, lambda name: FRESH)).one("queue")
    assert source(table).endswith(
        "commit cccccccccc. Measured again, in other rounds: Java to Java: "
        "1 January 2020, 05:30 UTC, commit dddddddddd. Caveats: times drift; trust less."
    )
    assert soup(table).select_one(".course-stale") is None


def test_a_group_that_was_measured_again_may_be_stale_alone(
    tmp_path, dataset_columns, write, samples
):
    write(again(samples, source_hash="6" * 64))
    for present in (FRESH, "6" * 64):
        benches = Benches.open(dataset_columns, tmp_path, lambda name, hashed=present: hashed)
        assert benches.primary("queue").stale


def test_figures_of_two_sittings_are_told_from_those_of_one(
    tmp_path, dataset_columns, write, samples
):
    def times(record):
        write(record)
        value = BenchValues(Benches.open(dataset_columns, tmp_path, lambda name: FRESH)).value
        run, dual, peer = (value("queue", name, "interval") for name in ("run", "dual", "peer"))
        assert "hours apart" not in ratio(run, dual).about
        return ratio(peer, dual), compare(dual, dataclasses.replace(peer, value=24.0, noise=0.0))

    apart, verdict = times(again(samples))
    assert (apart.value, apart.about.endswith("; measured hours apart")) == (2.0, True)
    assert verdict == "open", "a fifth may be the mood of the hour"
    for record in (made(samples), again(samples, started="2020-01-01T00:50:00Z")):
        together, verdict = times(record)
        assert "hours apart" not in together.about
        assert verdict == "faster"


def defined(samples, **changes):
    """A record of which a contestant has the hash of what the bench's file says of it."""
    comparison = definitions.load("queue")
    one, metric = comparison.contestants[0], comparison.metrics[0].name
    told = {"definition": definition(comparison, one, [metric])} | changes
    record = made(samples, metrics=[metric_of(metric)], goals=[], bounds=[], counts=[])
    record["contestants"] = [contestant(one.id, "native", **told)]
    return record


def metric_of(name):
    return metric(name) | {"main": True}


def test_a_record_is_stale_when_the_bench_was_defined_anew(
    tmp_path, dataset_columns, write, samples
):
    write(defined(samples))
    benches = Benches.open(dataset_columns, tmp_path, lambda name: FRESH)
    assert not benches.primary("queue").stale
    write(defined(samples, definition="0" * 64))
    benches = Benches.open(dataset_columns, tmp_path, lambda name: FRESH)
    assert benches.primary("queue").stale
    table = soup(BenchTables(benches).one("queue"))
    assert table.select_one(".course-stale").text == "stale"
    assert "What the bench runs, or asks, has changed since." in table.text
    assert "Sources have changed" not in table.text


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted(paths.ROOT.glob("results/*/bench/*.json")), ids=str)
def test_published_records_stay_readable_and_are_not_called_redefined(file):
    raw = read(file)
    assert not is_redefined(raw, definitions.load(raw["bench"]))


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda b: BenchTables(b).one("stack"), "no bench 'stack'; valid: 'addresses'"),
        (lambda b: BenchTables(b).one("queue", metric="x"), "no metric 'x'"),
        (lambda b: BenchTables(b).one("queue", "x"), "no group 'x'"),
        (lambda b: BenchCharts(b).one("queue", "x"), "no metric 'x'"),
        (lambda b: BenchCharts(b).one("queue", groups=("x",)), "no group 'x'"),
        (lambda b: BenchValues(b).value("queue", "x", "interval"), "no contestant 'x'"),
        (lambda b: BenchValues(b).value("queue", "run", "interval", of="x"), "no kind of figure"),
        (lambda b: BenchValues(b).goal("queue", "dual", "interval"), "no goal"),
    ],
)
def test_what_there_is_not_is_told(benches, call, says):
    with pytest.raises(FigureError, match=says):
        call(benches)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda record: record.pop("rounds"), "'rounds' is a required property"),
        (lambda record: record.update(bench="limit"), "holds bench limit"),
        (lambda record: record["goals"][0].update(verdict="maybe"), "goals/0/verdict"),
        (lambda record: record["contestants"][2].update(reason=None), "contestants/2"),
    ],
)
def test_a_wrong_record_is_named(tmp_path, dataset_columns, samples, change, says):
    record = copy.deepcopy(made(samples))
    change(record)
    (tmp_path / "build/bench").mkdir(parents=True)
    (tmp_path / "build/bench/queue.json").write_text(json.dumps(record))
    with pytest.raises(PublishError, match=says) as caught:
        Benches.open(dataset_columns, tmp_path, lambda name: FRESH).all("queue")
    assert "queue.json" in str(caught.value)


def test_hostile_text_is_escaped(tmp_path, dataset_columns, write, samples):
    bad = "<script>alert(1)</script>"
    record = made(samples, title=bad)
    record["groups"][0]["label"] = bad
    record["metrics"][0] |= {"title": bad, "caption": bad}
    record["contestants"][1] |= {"label": bad}
    record["contestants"][2] |= {"reason": bad}
    record["goals"][0]["statement"] = bad
    record["provenance"]["machine"]["cpu"] = bad
    record["caveats"] = [bad]
    told = {"groups": ["native"], "caveats": [f"{bad}!"], "provenance": record["provenance"]}
    record["again"] = [told]
    write(record)
    some = Benches.open(dataset_columns, tmp_path, lambda name: FRESH)
    for shown in (
        BenchTables(some).one("queue"),
        BenchTables(some).goals("queue"),
        BenchTables(some).counts("queue"),
        BenchCharts(some).one("queue"),
    ):
        assert "<script" not in shown.html()


def test_a_page_needs_benches_only_if_it_asks_for_them(tmp_path, dataset_columns):
    pages = Pages(page_functions(dataset_columns, Regions(tmp_path), Blocks(), None))
    assert pages.render("{{ data.cpu }}", "a.md") == "Synthetic CPU"
    with pytest.raises(PublishError, match=r"a\.md:2: bench_table\(\): no bench 'stack'"):
        pages.render('\n{{ bench_table("stack") }}', "a.md")


@pytest.mark.parametrize("name", definitions.names())
def test_a_bench_that_was_not_run_is_shown_without_figures(tmp_path, dataset_columns, name):
    benches = Benches.open(dataset_columns, tmp_path, lambda name: FRESH)
    defined = definitions.load(name)
    for metric in defined.metrics:
        shown = BenchTables(benches).one(name, metric=metric.name).html()
        assert f"Not measured yet: <code>./course bench {name}</code>" in shown
    assert "Not measured yet" in BenchCharts(benches).one(name).html()
    assert "./course bench" in BenchTables(benches).counts(name).html()
    goals = BenchTables(benches).goals(name).html()
    for goal in defined.goals:
        assert goal.statement in html.unescape(goals)
        assert BenchValues(benches).goal(name, goal.contestant, goal.metric) == "not measured"
    one, metric = defined.contestants[0], defined.metrics[0]
    value = BenchValues(benches).value(name, one.id, metric.name)
    assert value.value is None
    assert "was not run" in value.reason


def test_a_page_shows_a_bench(tmp_path, dataset_columns, write):
    write()
    blocks = Blocks()
    pages = Pages(page_functions(dataset_columns, Regions(tmp_path), blocks, None))
    text = pages.render(
        '{{ bench_table("queue") }}{{ bench_chart("queue", groups=("native",)) }}'
        '{{ bench_goals_table("queue") }}{{ bench_value("queue", "run", "interval") }}',
        "a.md",
    )
    html = blocks.restore(text)
    assert len(re.findall("<figure", html)) == 3
    assert "4\u00a0ns" in html
