"""Published figures beside ours: read as they were told, and set beside the right contestant."""

import functools
import shutil
import tomllib

import pytest
from course_tests.site.shown import rows, soup

from course import paths
from course.model import benches
from course.site import published
from course.site.published import published_table
from course.stats.errors import FigureError, PublishError


@pytest.mark.parametrize("name", tomllib.loads(published.DEFINITIONS.read_text()))
def test_every_row_has_a_contestant_and_a_metric_of_ours(name):
    found = published.load(name, paths.ROOT)
    bench = benches.load(found.bench)
    contestants = {one.id: one for one in bench.contestants}
    metrics = {one.name: one for one in bench.metrics}
    for group in found.groups:
        metric = metrics[group.metric]
        for row in group.rows:
            assert metric.run in ("", *contestants[row.contestant].program.runs)
            assert row.figure.value > 0 or metric.unit == "B"
            assert row.figure.unit == metric.unit


def test_a_rate_becomes_the_time_of_one():
    groups = published.load("pools-2016", paths.ROOT).groups
    assert [group.label for group in groups] == [
        "Remove one, add one",
        "Remove several, add several",
    ]
    deque, _, _, stack = (row.figure for row in groups[0].rows)
    assert deque.value == pytest.approx(1000 / 96.785)
    assert (stack.unit, stack.value) == ("ns", pytest.approx(61.44, abs=0.01))
    assert deque.low == pytest.approx(1000 / (96.785 + 0.076))
    assert deque.high == pytest.approx(1000 / (96.785 - 0.076))


def test_percentiles_are_groups_of_their_own():
    groups = published.load("pools-2016-latency", paths.ROOT).groups
    assert len(groups) == 14
    assert groups[-1].label == "Remove several, add several, 100\u00a0%"
    assert groups[-1].percentile == "100"
    assert [row.figure.value for row in groups[-1].rows] == [
        pytest.approx(value) for value in (14_512, 22_400, 35_712, 69_376)
    ]


def test_a_table_stands_there_before_anything_is_measured(opened):
    benches = opened()
    tables = functools.partial(published_table, benches, paths.ROOT)
    shown = tables("pools-2016")
    heads = [cell.text for cell in soup(shown).select_one("thead tr").find_all("th")]
    assert heads == ["", "published", "this build"]
    found = rows(soup(shown))
    assert found[0] == ["Remove one, add one"]
    first, second = found[1:3]
    assert first[0] == "ArrayDeque, a stack", "our name of it"
    assert first[1].startswith("10.3 ")
    assert first[2] == "1"
    assert second[2] == "1\u00d7"
    assert first[4] == "", "no ratio without a figure"
    assert "Not measured yet" in shown.html()
    assert "the one below published figures is" in shown.html()


def test_ours_has_ratios_of_its_own(opened):
    benches = opened()
    record = benches.primary("pools")
    times = {"deque-stack": 2.0, "deque-queue": 3.0, "array": 1.0, "util-stack": 20.0}
    for one in record.raw["contestants"]:
        if one["id"] in times:
            mean = times[one["id"]]
            one["status"] = "ok"
            one["figures"]["one"] = {
                "values": [mean], "mean": mean, "low": mean, "high": mean, "ratio": None,
            }  # fmt: skip
    found = rows(soup(published_table(benches, paths.ROOT, "pools-2016")))
    assert [row[3:] for row in found[1:5]] == [
        ["2", "1"],
        ["3", "1.5\u00d7"],
        ["1", "0.5\u00d7"],
        ["20", "10\u00d7"],
    ]


def test_what_ours_do_not_tell_is_said(opened):
    benches = opened()
    ranks = {"50": {"mean": 55.0, "low": 50.0, "high": 60.0}}
    plain = {"values": [55.0], "mean": 55.0, "low": 55.0, "high": 55.0, "ratio": None}
    for one in benches.primary("pools").raw["contestants"]:
        if one["id"] == "deque-stack":
            one["status"] = "ok"
            one["figures"]["latency_one"] = plain | {"percentiles": ranks}
    tables = functools.partial(published_table, benches, paths.ROOT)
    shown = tables("pools-2016-latency")
    found = rows(soup(shown))
    at = {row[0]: found[index + 1] for index, row in enumerate(found) if len(row) == 1}
    assert at["Remove one, add one, 50\u00a0%"][3].startswith("55 ")
    assert at["Remove one, add one, 99\u00a0%"][1:4:2] == ["629", "not measured 1"]
    assert "Our rounds are too short for this percentile" in shown.html()


def test_where_we_record_nothing_of_the_kind_the_published_figures_stand_alone(opened):
    means = published_table(opened(), paths.ROOT, "pools-2016-mean")
    assert rows(soup(means))[1:3] == [
        ["ArrayDeque, a stack", "588", "1"],
        ["ArrayDeque, a queue", "590", "1\u00d7"],
    ]
    assert "not measured" not in means.html()
    assert "We record percentiles, not means" in means.html()


def test_unknown_tables_and_broken_files_are_told(tmp_path):
    with pytest.raises(FigureError, match="no table of published figures 'x'"):
        published.load("x", tmp_path)
    with pytest.raises(PublishError, match="cannot read the published figures"):
        published.load("pools-2016", tmp_path)
    folder = tmp_path / "results/article-2016"
    shutil.copytree(paths.ROOT / "results/article-2016", folder)
    file = folder / "throughput.csv"
    file.write_text(file.read_text().replace("88.930", "fast"))
    with pytest.raises(PublishError, match=r"throughput\.csv"):
        published.load("pools-2016", tmp_path)
