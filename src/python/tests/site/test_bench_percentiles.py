"""Percentiles as pages show them: a table, a chart, and figures in sentences."""

import re

import pytest
from course_tests.measure.benches import made
from course_tests.site.shown import rows, soup

from course.model.bench import Metric
from course.model.solutions import FAMILIES
from course.site.bench_charts import BenchPercentiles
from course.site.svg import OTHERS
from course.stats.bench_figures import BenchValues
from course.stats.errors import FigureError

RANKS = {"0": 20, "50": 40, "90": 50, "99": 80, "99.9": 1000, "99.99": 5000, "100": 90_000}


def contestant(name, group, times=1.0, ranks=RANKS):
    """Its name, its group, and what it gave in three rounds."""
    rounds = [0.8, 1, 1.25]
    latency = [{rank: ns * times * one for rank, ns in ranks.items()} for one in rounds]
    plain = [40.0 * times * one for one in rounds]
    return name, group, {"values": {"latency": latency, "plain": plain}}


@pytest.fixture
def write(measured):
    """Writes a record of these contestants, and returns the benches that hold it."""

    def put(*contestants):
        groups = {"one": ("One thread", "stack"), "two": ("Two threads", "shared")}
        metrics = [
            Metric(name, f"The {name}", "ns", f"A caption of {name}.", main=True)
            for name in ("latency", "plain")
        ]
        some = made.bench("pools", groups, {one: group for one, group, _ in contestants}, metrics)
        return measured(some, {one: gave for one, _, gave in contestants})

    return put


@pytest.fixture
def benches(write):
    return write(
        contestant("stack", "one"),
        contestant("queue", "one", times=2.0),
        contestant("shared", "two", times=3.0),
    )


def test_a_table_has_a_column_for_each_percentile(benches):
    table = BenchPercentiles(benches).percentiles_table("pools", "latency")
    heads = [cell.html for cell in table.head[0]]
    assert heads == ["", *(f"{rank}\u00a0%" for rank in RANKS)]
    found = rows(soup(table))
    assert [row[0] for row in found] == [
        "One thread", "the stack", "the queue", "Two threads", "the shared",
    ]  # fmt: skip
    assert found[1][1].startswith("20 ")
    assert found[2][-1].startswith("180,000 ")


def test_a_group_alone(benches):
    table = BenchPercentiles(benches).percentiles_table("pools", "latency", "two")
    assert [row[0] for row in rows(soup(table))] == ["Two threads", "the shared"]


def test_a_chart_has_a_panel_for_each_group_and_tells_every_point(benches):
    shown = BenchPercentiles(benches).percentiles("pools", "latency")
    assert len(shown.spec["vconcat"]) == 2
    html = shown.html()
    assert "<svg" in html
    assert [">The latency</" in html, ">One thread</" in html] == [True, True]
    assert "One thread, the queue, 99.9 %: 2,000\u00a0ns." in html
    for label in ("0", "50", "99.9", "99.99", "100"):
        assert re.search(rf">{re.escape(label)}</text>", html), label
    assert not re.findall('fill="#', html)


def test_the_shortest_times_are_left_out_where_they_are_0(write):
    benches = write(contestant("stack", "one", ranks=RANKS | {"0": 0}))
    html = BenchPercentiles(benches).percentiles("pools", "latency").html()
    assert "the stack, 50 %: 40\u00a0ns." in html
    assert "the stack, 0 %" not in html


def test_many_contestants_look_different(write):
    names = [f"pool-{index}" for index in range(20)]
    benches = write(*(contestant(name, "one") for name in names))
    panel = BenchPercentiles(benches).percentiles("pools", "latency").spec["vconcat"][0]
    points = panel["layer"][1]["encoding"]
    looks = zip(points["color"]["scale"]["range"], points["shape"]["scale"]["range"], strict=True)
    assert len(set(looks)) == 20


def test_contestants_have_no_collector_s_colour(write):
    names = [f"pool-{index}" for index in range(len(OTHERS) + 1)]
    benches = write(*(contestant(name, "one") for name in names))
    html = BenchPercentiles(benches).percentiles("pools", "latency").html()
    for number in range(1, len(OTHERS) + 1):
        assert f"var(--course-other-{number})" in html
    assert [family for family in FAMILIES if f"var(--course-{family})" in html] == []


def test_the_table_behind_a_chart_is_that_of_the_percentiles(benches):
    page = soup(BenchPercentiles(benches).percentiles("pools", "latency"))
    (behind,) = page.select("details.course-fold")
    table = BenchPercentiles(benches).percentiles_table("pools", "latency")
    assert rows(behind) == rows(soup(table))


def test_figures_in_sentences(benches):
    value = BenchValues(benches).value
    assert value("pools", "stack", "latency").value == pytest.approx(40)
    assert value("pools", "stack", "latency", percentile="50").value == pytest.approx(40)
    far = value("pools", "queue", "latency", percentile="99.9")
    assert (far.value, far.low, far.unit) == (pytest.approx(2000), 1600.0, "ns")
    assert "99.9 %" in far.about


@pytest.mark.parametrize("shown", ["percentiles_table", "percentiles"])
def test_what_has_no_percentiles_is_shown_without_them(benches, shown):
    html = getattr(BenchPercentiles(benches), shown)("pools", "plain").html()
    assert re.search("not measured|Nothing was measured", html)


@pytest.mark.parametrize("shown", ["percentiles_table", "percentiles"])
def test_what_was_never_measured(opened, shown):
    html = getattr(BenchPercentiles(opened()), shown)("queue", "round_trip").html()
    assert "Not measured yet" in html


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda b: BenchPercentiles(b).percentiles_table("pools", "x"), "no metric 'x'"),
        (lambda b: BenchPercentiles(b).percentiles("pools", "x"), "no metric 'x'"),
        (lambda b: BenchPercentiles(b).percentiles_table("pools", "latency", "x"), "no group 'x'"),
        (lambda b: BenchPercentiles(b).percentiles("pools", "latency", "x"), "no group 'x'"),
        (
            lambda b: BenchValues(b).value("pools", "stack", "latency", percentile="95"),
            "no percentile of latency '95'; valid: '0', '50'",
        ),
        (
            lambda b: BenchValues(b).value(
                "pools", "stack", "latency", of="ratio", percentile="99"
            ),
            "no kind of figure of a percentile 'ratio'",
        ),
    ],
)
def test_what_there_is_not_is_told(benches, call, says):
    with pytest.raises(FigureError, match=says):
        call(benches)
