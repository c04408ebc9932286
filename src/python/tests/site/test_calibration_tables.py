"""The tables of a calibration, also of one that was interrupted."""

import json

import pytest
from course_tests.measure import samples

from course.model.calibration import Bias, Calibration, Twins
from course.site.calibration_tables import MISSING, CalibrationTables
from course.stats.calibration import SLOWDOWNS


@pytest.fixture
def tables(tmp_path):
    """The tables of a calibration with these comparisons on a quiet machine and on a busy one."""

    def make(quiet, busy):
        twins = [
            Twins(
                program="cpp-pool-A-batch-counter",
                loaded=loaded,
                log_ratios=[0.01, -0.02, 0.01 * number],
                windows=[([50.0], [50.0])] * 3,
                seconds=[2.0, 2.0, 2.0],
            )
            for loaded, count in ((False, quiet), (True, busy))
            for number in range(count)
        ]
        made = Calibration(
            started="2020-01-01T00:00:00Z",
            commit=None,
            dirty=None,
            machine={**samples.MACHINE},
            twins=twins,
            bias=[
                Bias(program=f"{one}-pool-A-batch-counter", log_ratios=[by, by + 0.01])
                for one, by in (
                    ("cpp", 0.0),
                    ("heap-parallel-11", 0.1),
                    ("heap-zgc-25", -0.1),
                    ("region-zgc-25", -0.1),
                )
            ],
        )
        file = tmp_path / "results/calibration-2020-01-01-x.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(made.model_dump_json(by_alias=True))
        return CalibrationTables(tmp_path)

    return make


def test_a_column_for_each_slowdown_and_a_row_for_each_half(tables):
    lines = [line for line in tables(3, 2).errors().splitlines() if line.startswith("|")]
    assert {line.count("|") for line in lines} == {2 + len(SLOWDOWNS)}
    assert lines[0].startswith("| | against itself | slower by 5\u00a0% |")
    places = [line.split(" | ")[0] for line in lines[2:]]
    assert places == ["| quiet machine, 3 comparisons", "| beside a busy core, 2 comparisons"]


def test_bias_is_told_by_collector(tables):
    told = [line for line in tables(3, 2).bias().splitlines() if line.startswith("| ")][1:]
    assert [line.split(" (")[0] for line in told] == [
        "| 1: C++ | 1.005",
        "| 1: Parallel | 1.111",
        "| 2: ZGC | 0.909",
    ]


def test_bias_takes_a_second_round(tables, tmp_path):
    made = tables(3, 2)
    file = tmp_path / "results/calibration-2020-01-01-x.json"
    raw = json.loads(file.read_text())
    raw["bias"][0]["log_ratios"] = [0.0]
    file.write_text(json.dumps(raw))
    assert "C++" not in made.bias() and "ZGC" in made.bias()
    file.write_text(json.dumps(raw | {"bias": raw["bias"][:1]}))
    assert made.bias() == MISSING


def test_runs_are_shown_once_there_are_some(tables, tmp_path):
    made = tables(3, 2)
    assert made.runs() == MISSING
    file = tmp_path / "results/calibration-2020-01-01-x.json"
    run = [
        {"pool": f"cpp-pool-{case}-batch-counter", "base": f"cpp-alloc-{case}-batch-counter",
         "log_ratios": [-0.7] * 3, "windows": [[[50.0], [100.0]]] * 3}
        for case in "ABC"
    ]  # fmt: skip
    file.write_text(json.dumps(json.loads(file.read_text()) | {"runs": [run, run]}))
    assert "| 3 | 3 | 0 | 0 |" in made.runs()


def test_a_calibration_that_was_interrupted_after_a_comparison_is_no_fault(tables):
    assert "busy" not in tables(2, 1).errors()
    assert tables(1, 0).errors() == MISSING
