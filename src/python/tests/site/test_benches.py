"""What pages show of benches, made from records whose figures are known."""

import dataclasses
import html
import json
import re

import pytest
from bs4 import BeautifulSoup
from course_tests.measure import samples
from course_tests.measure.benches import made
from course_tests.site.shown import rows, soup

from course import paths
from course.model import benches as definitions
from course.model.bench import Bound, Goal, Group, Metric
from course.model.bench_definition import is_redefined
from course.model.bound import traffic
from course.model.pairs import Verdict
from course.process import bench_store
from course.site.bench_charts import bench_chart
from course.site.bench_tables import BenchTables
from course.site.blocks import Blocks
from course.site.build import told_once
from course.site.claim_pages import contests_of
from course.site.page_functions import page_functions
from course.site.pages import Pages
from course.site.regions import Regions
from course.site.sentences import written
from course.stats.bench_figures import BenchValues
from course.stats.benches import BenchColumn, Benches
from course.stats.columns import DatasetColumn, DatasetColumns
from course.stats.errors import FigureError, PublishError
from course.stats.noise import ONE_PROCESS
from course.stats.values import compare, ratio

FRESH = "5" * 64


METRICS = [
    Metric(name, f"The {name}", "ns", f"A caption of {name}.", main=name == "interval")
    for name in ("interval", "consume", "call", "line")
]
GOALS = (
    Goal("a quarter", "run", "interval", 0.25, against="dual"),
    Goal("a tenth", "run", "interval", 0.1, against="dual"),
    Goal("of peer", "peer", "consume", 0.25),
)
COUNT = {"contestant": "run", "run": "C", "command": ["valgrind"],
         "per_packet": {"instructions": 120.0, "d1_misses": 2.5, "ll_misses": -2.8e-5}}  # fmt: skip
A_LINE = 2.0 / traffic("counter").lines


@pytest.fixture
def queue(define):
    """Two groups, one goal of each verdict, a bound and a count: the bench, and changes of it."""

    def bench(title="Queue", label="C++ to C++", **changes):
        groups = {"native": (label, "dual"), "java": ("Java to Java", "peer")}
        whom = {"dual": "native", "run": "native", "boost": "native", "peer": "java"}
        bound = Bound("counter", {"interval": ("line",)})
        some = made.bench("queue", groups, whom, METRICS, goals=GOALS, bound=bound)
        some = dataclasses.replace(some, **({"title": title} | changes))
        define(some)
        return some

    bench()
    return bench


@pytest.fixture
def told(queue):
    """What the records of both groups have."""
    return lambda **changes: as_told(queue(**changes))


def as_told(some):
    def gave(mean, **changes):
        return {"values": {"interval": made.rounds(mean)}} | changes

    dual = gave(20.0)
    dual["values"]["line"] = [A_LINE] * 3
    found = made.told(
        some,
        {
            "dual": dual,
            "run": gave(4.0),
            "boost": {"status": "skipped", "reason": "no Boost (libboost-dev)"},
            "peer": gave(40.0, skipped={"consume": "no way in"}),
            "cpp-limit": gave(8.0),
        },
    )
    found["native"]["counts"] = [COUNT]
    return found


@pytest.fixture
def write(tmp_path, told):
    """Writes the records of a bench into the build's folder, or another one."""

    def put(groups=None, folder="build/bench", **of_all):
        made.write(told() if groups is None else groups, tmp_path / folder, **of_all)

    return put


@pytest.fixture
def benches(opened, write):
    write()
    return opened()


def test_a_table_has_means_ratios_and_multiples_of_the_bound(benches):
    table = soup(BenchTables(benches).table("queue"))
    heads = [cell.text for cell in table.select("thead th")]
    assert heads == ["", "mean", "ratio", "\u00d7 floor"]
    assert rows(table) == [
        ["C++ to C++"],
        ["the dual", "20 16\u201325", "1", "10\u00d7"],
        ["the run", "4 3.2\u20135", "0.2\u00d7", "2\u00d7"],
        ["the boost", "skipped 1", "", ""],
        ["Java to Java"],
        ["the peer", "40 32\u201350", "1", "20\u00d7"],
    ]
    assert "Skipped: no Boost (libboost-dev)" in table.text
    assert "Estimated floor: 2\u00a0ns, which is 1.07 cache lines of 1.88\u00a0ns." in table.text
    source = table.select_one(".course-source").text
    assert source.strip().startswith("Bench: queue, 3 rounds, 1 January 2020, Synthetic CPU")


def test_other_metrics_show_whom_they_are_of(benches):
    table = soup(BenchTables(benches).table("queue", metric="consume"))
    assert rows(table) == [["Java to Java"], ["the peer", "skipped 1", ""]]


def test_a_group_alone(benches):
    table = soup(BenchTables(benches).table("queue", "java", metric="interval"))
    assert [row[0] for row in rows(table)] == ["Java to Java", "the peer"]


def test_every_row_covers_every_column(tmp_path, opened, write, told):
    write()
    samples.write(tmp_path / "results/2020-01-01-x", samples.records())
    write(part(told()), "results/2020-01-01-x/bench")
    table = soup(BenchTables(opened()).table("queue"))
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


def part(groups):
    """Two contestants of the first group, without what the bound is computed from."""
    one = groups["native"]
    contestants = [
        contestant | {"turns": [turn for turn in contestant["turns"] if not a_line(turn)]}
        for contestant in one["contestants"][:2]
    ]
    return {"native": one | {"contestants": contestants}}


def a_line(turn):
    return turn["results"][0]["metric"] == "line"


def trimmed(groups):
    """The same, told as a trimmed choice in which one was slower."""
    found = part(groups)
    one = found["native"]
    for number, turn in enumerate(one["contestants"][1]["turns"]):
        turn["results"][0]["value"] = (4.0, 5.0, 6.25)[number]
    return {"native": one | {"asked": one["asked"] | {"quick": True}}}


def test_a_trimmed_choice_stands_beside_the_reference(tmp_path, opened, write, told):
    samples.write(tmp_path / "results/2020-01-01-x", samples.records())
    write(folder="results/2020-01-01-x/bench")
    write(trimmed(told()))
    benches = opened()
    table = soup(BenchTables(benches).table("queue"))
    assert [row[0] for row in rows(table)] == [
        "C++ to C++", "the dual", "the run", "the boost", "Java to Java", "the peer",
    ]  # fmt: skip
    run, peer = rows(table)[2], rows(table)[5]
    assert run[1].startswith("4 "), "the reference"
    assert run[4].startswith("5 "), "this build"
    assert peer[4].startswith("not measured")
    assert "A trimmed choice." in table.select(".course-source")[1].text
    assert "A trimmed choice." not in table.select(".course-source")[0].text
    value = BenchValues(benches).value
    assert value("queue", "run", "interval").value == 4.0, "sentences speak of the reference"


def test_a_ratio_in_a_sentence_is_the_table_s(opened, write, told):
    """The mean of the rounds' ratios, and the quotient of the means."""
    groups = told()
    for name, values in (("dual", [10.0, 20.0, 40.0]), ("run", [5.0, 40.0, 10.0])):
        (found,) = (one for one in groups["native"]["contestants"] if one["id"] == name)
        every = (result for turn in found["turns"] for result in turn["results"])
        measured = [result for result in every if result["metric"] == "interval"]
        for result, value in zip(measured, values, strict=True):
            result["value"] = value
    write(groups)
    value = BenchValues(opened()).value
    run, dual = (value("queue", name, "interval") for name in ("run", "dual"))
    told_there = value("queue", "run", "interval", of="ratio")
    assert ratio(run, dual).value == pytest.approx((0.5 * 2 * 0.25) ** (1 / 3))
    assert run.value / dual.value == pytest.approx(ratio(run, dual).value)
    assert told_there.value == pytest.approx(ratio(run, dual).value)
    assert compare(run, dual) == "open"


def test_a_trimmed_choice_alone_speaks_for_itself(opened, write, told):
    write(trimmed(told()))
    value = BenchValues(opened()).value
    assert value("queue", "run", "interval").value == pytest.approx(5)
    absent = value("queue", "peer", "interval")
    assert (absent.value, absent.reason) == (None, "not part of this run")
    with pytest.raises(FigureError, match="no contestant 'nobody'"):
        value("queue", "nobody", "interval")


def test_a_copy_of_the_reference_is_no_edition_of_its_own(tmp_path, opened, write):
    samples.write(tmp_path / "results/2020-01-01-x", samples.records())
    write()
    write(folder="results/2020-01-01-x/bench")
    assert len(opened().all("queue")) == 1


@pytest.fixture
def benches_of(tmp_path, opened, write):
    """Publishes a reference and data sets after it, each with the bench, and looks them up.

    Each is given as the name of its processor, and the hash of its sources.
    """

    def put(*sets):
        for day, (cpu, source_hash) in enumerate(sets, start=1):
            folder = f"results/2020-01-0{day}-x"
            profile = "full" if day == 1 else "trimmed"
            samples.write(tmp_path / folder, [samples.record(profile=profile)])
            machine = samples.MACHINE | {"cpu": cpu}
            origin = made.ORIGIN | {"machine": machine, "source_hash": source_hash}
            write(folder=f"{folder}/bench", provenance=origin)
        return opened()

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


def test_yours_stand_in_your_column(opened, figures, write):
    write()
    yours = opened(columns=DatasetColumns([DatasetColumn("yours", figures)]))
    assert [record.title for record in yours.all("queue")] == ["yours"]


def test_what_was_measured_here_is_not_said_to_be_of_a_published_machine(opened, figures, write):
    write()
    published = DatasetColumns([DatasetColumn("build", figures, "AMD EPYC")])
    found = opened(columns=published).all("queue")
    assert [record.title for record in found] == ["this build"]


def test_values_in_sentences(benches, monkeypatch):
    values = BenchValues(benches)
    value = values.value
    found = value("queue", "run", "interval")
    assert (found.value, found.unit) == (pytest.approx(4.0), "ns")
    assert (found.low, found.high) == (3.2, 5.0)
    assert found.noise == pytest.approx(1.0), "to the farther end"
    assert "0.2\u00a0times" in written(value("queue", "run", "interval", of="ratio"))
    assert value("queue", "run", "interval", of="bound").value == pytest.approx(2.0)
    assert values.bound("queue", "interval").value == 2.0
    assert not values.bound("queue", "call").known
    assert "not measured: no Boost" in written(value("queue", "boost", "interval"))
    assert values.apart("queue", "run", "interval").value == pytest.approx(22.5)
    assert "not measured: no Boost" in written(values.apart("queue", "boost", "interval"))
    assert values.winners("queue", "dual", "interval") == "the run"
    assert values.winners("queue", "run", "interval") == "none"
    monkeypatch.setattr("course.stats.bench_figures.compare", lambda *_: Verdict.OPEN)
    undecided = values.winners("queue", "run", "interval")
    assert undecided.startswith("none (inconclusive: the ") and "run" not in undecided
    assert "not measured: no way in" in written(value("queue", "peer", "consume"))


def test_a_sheet_has_all_figures_of_a_group(benches):
    table = soup(BenchTables(benches).sheet("queue", "native"))
    assert [cell.text for cell in table.select("thead th")] == [
        "",
        "The interval ns",
        "The line ns",
    ]
    dual, run, boost = rows(table)
    assert dual[:2] == ["the dual", "20 16\u201325"]
    assert run[:2] == ["the run", "4 3.2\u20135 0.2\u00d7"]
    assert boost[:2] == ["the boost", "skipped 2"]
    with pytest.raises(FigureError, match="group"):
        BenchTables(benches).sheet("queue", "none")


def test_what_was_not_measured_has_an_empty_sheet(opened):
    assert rows(soup(BenchTables(opened()).sheet("queue", "native"))) == [["not measured"]]


def test_goals_and_counts(benches):
    goals = rows(soup(BenchTables(benches).goals_table("queue")))[:3]
    assert goals[0] == ["a quarter", "0.25\u00a0times", "0.2\u00a0times", "✓ holds"]
    assert [row[-1] for row in goals] == ["✓ holds", "✗ fails", "\u2013 not measured"]
    counts = rows(soup(BenchTables(benches).counts_table("queue")))
    assert counts == [["the run", "C", "120", "2.5", "0"]], "not less than no miss"


def test_a_bench_without_goals_or_counts(opened, write, told):
    groups = told(goals=())
    groups["native"]["counts"] = []
    write(groups)
    tables = BenchTables(opened())
    assert rows(soup(tables.goals_table("queue"))) == [["none"]]
    assert "run ./course bench queue --count" in soup(tables.counts_table("queue")).text


def test_what_the_file_has_come_to_ask_since_is_shown_and_not_measured(benches, queue):
    before = queue()
    queue(
        metrics=(*before.metrics, Metric("new", "The new", "ns", "A caption.")),
        groups=(*before.groups, Group("newer", "Newer", "run")),
        goals=(*GOALS, Goal("a new one", "run", "new", 1.0)),
    )
    assert rows(soup(BenchTables(benches).table("queue", metric="new"))) == [["not measured"]]
    assert not BenchValues(benches).value("queue", "run", "new").known
    shown = rows(soup(BenchTables(benches).goals_table("queue")))[3:]
    assert [(row[0], row[-1]) for row in shown] == [("a new one", "\u2013 not measured")]
    assert rows(soup(BenchTables(benches).table("queue", "newer"))) == [["not measured"]]
    nothing = bench_chart(benches, "queue", "new", groups=("newer",)).html()
    assert "Nothing was measured in this run." in nothing


def test_a_chart_is_drawn_and_spoken(benches):
    html = bench_chart(benches, "queue").html()
    assert "<svg" in html
    assert "C++ to C++, the run: 4\u00a0ns." in html
    assert "dashed line is the estimated floor" in html
    assert "The tables also list 1 contestant that" in html
    assert not re.findall('fill="#', html)
    assert "http" not in html.replace("http://www.w3.org/", "")


def test_the_table_behind_a_chart_has_its_figures_and_who_is_not_in_it(benches):
    behind = soup(bench_chart(benches, "queue", "interval", "consume")).details
    heads = [cell.text for cell in behind.select("thead th")]
    assert heads == ["", "The interval, ns", "The consume, ns"]
    assert rows(behind) == [
        ["C++ to C++"],
        ["the dual", "20 16\u201325", "\u2013"],
        ["the run", "4 3.2\u20135", "\u2013"],
        ["the boost", "skipped 1", "skipped 1"],
        ["Java to Java"],
        ["the peer", "40 32\u201350", "skipped 2"],
    ]
    notes = [note.text for note in behind.select(".course-notes li")]
    assert notes == ["Skipped: no Boost (libboost-dev)", "Skipped: no way in"]
    alone = soup(bench_chart(benches, "queue", groups=("java",))).details
    assert [row[0] for row in rows(alone)] == ["Java to Java", "the peer"]


def test_a_program_of_the_course_looks_as_in_other_charts(opened, write, told, queue):
    before = queue()
    ours = dataclasses.replace(before.contestants[0], id="cpp-limit")
    write(told(contestants=(*before.contestants, ours)))
    picture = bench_chart(opened(), "queue").html()
    assert picture.count("var(--course-cpp-limit)") >= 2, "a point, and a line for its rounds"
    assert "var(--course-cpp)" not in picture


def test_a_chart_of_what_nobody_measured(benches):
    html = bench_chart(benches, "queue", "call", groups=("java",)).html()
    assert "Nothing was measured in this run." in html


def test_stale_and_stopped_runs_say_so(opened, write):
    write(rounds=2)
    table = soup(BenchTables(opened("6" * 64)).table("queue"))
    assert table.select_one(".course-stale").text == "stale"
    assert "Sources have changed since." in table.text
    assert "Bench: queue, 2 of 3 rounds, " in table.text


def source(shown):
    return soup(shown).select_one(".course-source").get_text(" ", strip=True)


def test_caveats_stand_under_tables_and_charts(opened, write):
    write(caveats=["times drift: 2% went to others", "trust <b>no</b> ratio."])
    benches = opened()
    for shown in (
        BenchTables(benches).table("queue"),
        BenchTables(benches).goals_table("queue"),
        bench_chart(benches, "queue"),
    ):
        assert source(shown).endswith(
            " Caveats: times drift: 2% went to others; trust <b>no</b> ratio."
        )
        assert "trust &lt;b&gt;no" in shown.html()
    write()
    without = BenchTables(opened()).table("queue")
    assert "Caveats" not in source(without)


def test_a_page_tells_the_same_caveats_once(opened, write):
    write(caveats=["times drift"])
    benches = opened()
    shown = BenchTables(benches).table("queue").html() + bench_chart(benches, "queue").html()
    other = shown.replace("times drift", "trust nothing")
    told = [
        line.get_text(" ", strip=True).partition(" Caveats: ")[2]
        for line in BeautifulSoup(told_once(shown + other), "html.parser").select(".course-source")
    ]
    above = "see the first table or chart of this bench, above."
    assert told == ["times drift.", above, "trust nothing.", above]


@pytest.fixture
def again(told):
    """The records, with the second group measured again hours later."""

    def put(**changes):
        groups = told()
        later = {"commit": "d" * 40, "started": "2020-01-01T05:30:00Z"}
        groups["native"]["caveats"] = ["times drift"]
        groups["java"]["caveats"] = ["times drift", "trust less"]
        groups["java"]["provenance"] = made.ORIGIN | later | changes
        return groups

    return put


def test_a_group_that_was_measured_again_is_named(opened, write, again):
    write(again())
    table = BenchTables(opened()).table("queue")
    assert source(table).endswith(
        "commit cccccccccc. Some groups were measured at other times. "
        "Caveats: times drift; trust less."
    )
    assert soup(table).select_one(".course-source > [title]")["title"] == (
        "Java to Java: 3 rounds, 1 January 2020, 05:30 UTC, commit dddddddddd"
    )
    assert soup(table).select_one(".course-stale") is None


def test_a_group_that_was_measured_of_other_sources_stands_alone(opened, write, again):
    write(again(source_hash="6" * 64))
    for present in (FRESH, "6" * 64):
        record = opened(present).primary("queue")
        assert (record.stale, [*record.contestants]) == (present == FRESH, ["peer"])


def test_who_measures_one_group_loses_no_sentence_of_the_others(tmp_path, write, told):
    write(folder="whole")
    write({"java": told()["java"]}, folder="part")
    places = [BenchColumn(name, name, [tmp_path / name]) for name in ("whole", "part")]
    found = Benches(places, source_hash=lambda _: FRESH)
    assert found.primary("queue").key == "whole"
    assert [one.key for one in found.all("queue")] == ["whole", "part"]


def test_figures_of_two_sittings_are_told_from_those_of_one(opened, write, told, again):
    def times(groups):
        write(groups)
        value = BenchValues(opened()).value
        run, dual, peer = (value("queue", name, "interval") for name in ("run", "dual", "peer"))
        assert "hours apart" not in ratio(run, dual).about
        dual, near = (dataclasses.replace(one, noise=0.0) for one in (dual, peer))
        return ratio(peer, dual), compare(dual, dataclasses.replace(near, value=24.0))

    apart, verdict = times(again())
    assert (apart.value, apart.about[-22:]) == (pytest.approx(2), "; measured hours apart")
    assert verdict == "open", "a fifth may be the mood of the hour"
    for groups in (told(), again(started="2020-01-01T00:50:00Z")):
        together, verdict = times(groups)
        assert "hours apart" not in together.about
        assert verdict == "faster"


def test_a_single_round_is_trusted_no_further_than_processes_differ(opened, write, queue):
    times = {"dual": 20.0, "run": 18.0, "boost": 10.0, "peer": 40.0}
    write(made.told(queue(), {name: {"values": {"interval": [ns]}} for name, ns in times.items()}))
    benches = opened()
    value = BenchValues(benches).value
    dual, run, boost = (value("queue", name, "interval") for name in ("dual", "run", "boost"))
    assert dual.noise == pytest.approx(20 * ONE_PROCESS)
    assert compare(run, dual) == "open"
    assert compare(boost, dual) == "faster"
    verdicts = [one["verdict"] for one in benches.primary("queue").raw["goals"]]
    assert verdicts == ["inconclusive", "inconclusive", "not measured"]


def test_a_record_is_stale_when_the_bench_was_defined_anew(opened, write, told):
    write()
    assert not opened().primary("queue").stale
    groups = told()
    groups["java"]["contestants"][0]["definition"] = "0" * 64
    write(groups)
    benches = opened()
    assert benches.primary("queue").stale
    table = soup(BenchTables(benches).table("queue"))
    assert table.select_one(".course-stale").text == "stale"
    assert "What the bench runs, or asks, has changed since." in table.text
    assert "Sources have changed" not in table.text


@pytest.mark.parametrize("folder", sorted(paths.ROOT.glob("results/*/bench/*")), ids=str)
def test_published_records_stay_readable(folder):
    found, defined = bench_store.read(folder, folder.name), definitions.load(folder.name)
    assert not any(is_redefined(one, defined) for one in found)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda b: BenchTables(b).table("stack"), "no bench 'stack'; valid: 'addresses'"),
        (lambda b: BenchTables(b).table("queue", metric="x"), "no metric 'x'"),
        (lambda b: BenchTables(b).table("queue", "x"), "no group 'x'"),
        (lambda b: bench_chart(b, "queue", "x"), "no metric 'x'"),
        (lambda b: bench_chart(b, "queue", groups=("x",)), "no group 'x'"),
        (lambda b: BenchValues(b).value("queue", "x", "interval"), "no contestant 'x'"),
        (lambda b: BenchValues(b).value("queue", "run", "interval", of="x"), "no kind of figure"),
    ],
)
def test_what_there_is_not_is_told(benches, call, says):
    with pytest.raises(FigureError, match=says):
        call(benches)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda told: told.pop("rounds"),
            r"native\.json: rounds: Field required; measure it again",
        ),
        (lambda told: told.update(bench="limit"), r"holds group native of bench limit"),
        (lambda told: told.update(schema=3), r"schema: Input should be 2, not 3"),
        (lambda told: told["contestants"][2].update(reason=None), r"contestants\.3: has a reason"),
        (lambda told: told["provenance"].update(machine={}), r"machine\.cpu: Field required"),
    ],
)
def test_a_wrong_record_is_named(tmp_path, opened, write, change, says):
    write()
    file = tmp_path / "build/bench/queue/native.json"
    found = json.loads(file.read_text())
    change(found)
    file.write_text(json.dumps(found))
    with pytest.raises(PublishError, match=says):
        opened().all("queue")


def test_a_record_in_the_old_format_is_refused_with_what_to_do(tmp_path, opened, write):
    write()
    (tmp_path / "build/bench/queue.json").write_text("{}")
    with pytest.raises(PublishError, match=r"a file per group.*run \./course bench queue"):
        opened().all("queue")


def test_hostile_text_is_escaped(opened, write, told):
    bad = "<script>alert(1)</script>"
    goal = Goal(bad, "run", "interval", 0.25)
    metric = dataclasses.replace(METRICS[0], title=bad, caption=bad)
    groups = told(title=bad, label=bad, goals=(goal,), metrics=(metric, *METRICS[1:]))
    origin = made.ORIGIN | {"machine": made.ORIGIN["machine"] | {"cpu": bad}}
    later = {"caveats": [f"{bad}!"], "provenance": origin | {"started": "2020-01-01T05:30:00Z"}}
    groups["native"]["contestants"][2]["reason"] = bad
    groups["native"] |= {"caveats": [bad], "provenance": origin}
    groups["java"] |= later
    write(groups)
    some = opened()
    for shown in (
        BenchTables(some).table("queue"),
        BenchTables(some).goals_table("queue"),
        BenchTables(some).counts_table("queue"),
        bench_chart(some, "queue"),
    ):
        assert "<script" not in shown.html()


def test_a_page_needs_benches_only_if_it_asks_for_them(tmp_path, dataset_columns):
    pages = Pages(page_functions(dataset_columns, Regions(tmp_path), Blocks(), None))
    assert pages.render("{{ data.cpu }}", "a.md") == "Synthetic CPU"
    with pytest.raises(PublishError, match=r"a\.md:2: bench_table\(\): no bench 'stack'"):
        pages.render('\n{{ bench_table("stack") }}', "a.md")


@pytest.mark.parametrize("name", definitions.names())
def test_a_bench_that_was_not_run_is_shown_without_figures(opened, name):
    benches = opened()
    defined = definitions.load(name)
    for metric in defined.metrics:
        shown = BenchTables(benches).table(name, metric=metric.name).html()
        assert f"Not measured yet: <code>./course bench {name}</code>" in shown
    assert "Not measured yet" in bench_chart(benches, name).html()
    assert "./course bench" in BenchTables(benches).counts_table(name).html()
    goals = BenchTables(benches).goals_table(name).html()
    for goal in defined.goals:
        assert goal.statement in html.unescape(goals)
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
