"""How good the advice is, in sentences."""

from __future__ import annotations

import dataclasses
import json
import math
from types import SimpleNamespace

import pytest

from course import paths
from course.model.pairs import Estimate
from course.site import advised_table
from course.site.advised_table import AdvisedTables
from course.site.pages import Pages
from course.stats.advised import Advised
from course.stats.benches import Benches
from course.stats.columns import DatasetColumns
from course.stats.numbers import DASH


def pair(advice, ratio, *, low=0.5, high=1.0, within=0.01, **of):
    """Advice, the range that it predicts, and the ratio measured with its interval's half width."""
    return Advised(of, low, high, advice, ratio, Estimate(5, math.log(ratio), within))


def test_sentences_count_good_advice_and_tell_how_wide_its_ranges_are(
    monkeypatch, dataset_columns, tmp_path
):
    pairs = [
        pair("pool", 0.6),
        pair("measure-pool", 1.2, low=0.3, high=0.9),
        pair("leave", 1.01, low=0.4, high=2.0),
        pair("leave", 0.98, low=0.4, high=2.0, within=0.04),  # perhaps a gain of a twentieth
        pair("measure", 0.9, low=0.4, high=2.0, within=0.2),
    ]
    monkeypatch.setattr(advised_table, "advised", lambda *_: pairs)
    tables = AdvisedTables(dataset_columns, Benches.of_each(dataset_columns, tmp_path))
    assert tables.advice_width() == "5"
    assert tables.advice_score("committed") == "2 of 2"  # not to measure
    assert tables.advice_score("leave") == "1 of 1"
    assert tables.advice_score("leave decided") == "1 of 2"
    assert tables.advice_score("leaning") == "0 of 1"
    assert tables.advice_score("inside") == "4 of 5"
    assert tables.advice_score("above") == "1 of 5"
    assert tables.advice_score("pooling") == "1 of 3"  # right, for an adviser who always says so
    assert tables.advice_score("pooling leaning") == "0 of 1"
    assert not tables.advice_elsewhere()
    assert tables.advice_score("inside", other_machines=True) == "0 of 0"


def test_the_reference_stands_in_for_a_run_on_which_nothing_can_be_advised(
    monkeypatch, dataset_columns, tmp_path
):
    """As a reader's own, where the machine's limits were not measured: not another machine's."""
    (own,) = dataset_columns
    reference, elsewhere = (dataclasses.replace(own, key=key) for key in ("reference", "elsewhere"))
    right, wrong = pair("pool", 0.6), pair("pool", 1.2)
    found = iter([[], [right], [wrong]])  # of one column after the other
    monkeypatch.setattr(advised_table, "advised", lambda *_: next(found))
    machines = SimpleNamespace(others=[elsewhere])
    functions = advised_table.macros(DatasetColumns([reference, own]), machines, tmp_path)
    assert functions["advice_score"]("committed") == "1 of 1"
    assert functions["advice_score"]("committed", other_machines=True) == "0 of 1"


def test_chapter_17_does_not_count_none_of_none_where_there_is_no_other_data_set(
    monkeypatch, dataset_columns, tmp_path
):
    cell = {"case": "B", "implementation": "heap", "collector": "g1"}
    monkeypatch.setattr(advised_table, "advised", lambda *_: [pair("pool", 0.6, **cell)])
    tables = AdvisedTables(dataset_columns, Benches.of_each(dataset_columns, tmp_path))
    functions = {
        "advice_score": tables.advice_score,
        "advice_width": tables.advice_width,
        "advice_elsewhere": tables.advice_elsewhere,
    }
    chapter = (paths.ROOT / "chapters/17-summary.md").read_text(encoding="utf-8")
    start, end = "In the table's first data set", "Four effects may"
    told = chapter[chapter.index(start) : chapter.index(end, chapter.index(start))]
    shown = Pages(functions).render(told, "17-summary.md")
    assert "other data sets" not in shown
    assert shown.count("1 of 1") == 3  # committed, always pooling, inside
    assert "that remains open" in shown
    assert shown.count("0 of 0") == 1  # no leaning


def test_a_score_may_be_that_of_a_part(monkeypatch, dataset_columns, tmp_path):
    found = [("A", "heap", 0.6), ("B", "heap", 1.2), ("A", "native", 1.1)]
    pairs = [pair("pool", ratio, case=case, implementation=one) for case, one, ratio in found]
    monkeypatch.setattr(advised_table, "advised", lambda *_: pairs)
    tables = AdvisedTables(dataset_columns, Benches.of_each(dataset_columns, tmp_path))
    assert tables.advice_score("committed", implementation="heap") == "1 of 2"
    assert tables.advice_score("committed", case="A") == "1 of 2"


JAVA = {"implementation": "heap", "collector": "g1", "jdk": 25, "case": "B", "generator": "counter"}
SURE = {"low": 0.5, "high": 0.9}


@pytest.mark.parametrize(
    ("one", "row"),
    [
        (
            pair("pool", 1.2, **SURE, **JAVA),
            ["Java, G1 25, case B", "the pool's memory cost more"],
        ),
        (
            pair("pool", 1.2, **SURE, **{**JAVA, "generator": "random"}),
            ["Java, G1 25, case B, random", "packets in random order"],
        ),
        (
            pair("measure", 0.4, **SURE, **{**JAVA, "variant": "unrefined"}),
            ["Java, G1 25, case B, without refinement", "new memory cost more"],
        ),
        (
            pair("pool", 0.4, **SURE, implementation="service", collector="zgc", case=""),
            ["The server of chapter 16, ZGC", "collecting took a core"],
        ),
        (
            dataclasses.replace(
                pair("measure-pool", 1.2, low=0.1, high=1.5, **JAVA),
                values={"gc_low": 0.0, "gc_high": 0.7, "work_low": 0.1, "work_high": 0.2,
                        "turn_low": 0.0, "turn_high": 0.6},
            ),
            ["Java, G1 25, case B", "a wide range, mostly for collections"],
        ),
        (pair("pool", 0.6, **SURE, **JAVA), None),
        (pair("measure", 0.6, **SURE, **JAVA), None),
    ],
)  # fmt: skip
def test_each_failure_has_a_likely_reason(one, row, monkeypatch, dataset_columns, tmp_path):
    monkeypatch.setattr(advised_table, "advised", lambda *_: [one])
    tables = AdvisedTables(dataset_columns, Benches.of_each(dataset_columns, tmp_path))
    rows = [[cell.html for cell in row] for body in tables.advice_misses().bodies for row in body]
    assert [cells[:2] for cells in rows] == [row] * (row is not None)


TRACES = json.loads((paths.ROOT / advised_table.TRACES).read_text(encoding="utf-8"))


def test_cpp_is_advised_from_traces_and_counted_apart(dataset_columns, tmp_path):
    benches = Benches.of_each(dataset_columns, tmp_path)
    (body,) = AdvisedTables(dataset_columns, benches, TRACES).advice_table().bodies
    rows = {tuple(cell.html for cell in row[:2]): row[2:] for row in body}
    assert {name for name, _ in rows} == {"C++, direct translation", "C++, flat"}
    for right, leaning, pooling, *ranged in rows.values():
        assert right.html == pooling.html, "the advice is to pool"
        assert {one.html for one in (leaning, *ranged)} == {DASH}
    assert AdvisedTables(dataset_columns, benches, TRACES).advice_score("named") == "0 of 0"
