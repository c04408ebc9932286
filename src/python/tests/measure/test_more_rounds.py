"""Rounds of the same program from two sweeps are added up."""

import copy
import json

import pytest
from course_tests.measure.test_figures import answer

from course.measure.cells import merge, record
from course.measure.cells.jobs import Fork
from course.process.provenance import Provenance

from . import samples

CELL = samples.cell("heap", collector="g1", jdk=25)
ORIGIN = Provenance("a" * 40, False, samples.MACHINE, lambda implementation: "0" * 64)


def fork(turn, *windows, **gc):
    return Fork(
        command=["/jdk/bin/java", f"-Xlog:gc*:file={turn}.log", "--case", "A"],
        started="2020-01-01T00:00:00Z",
        turn=turn,
        duration_s=2.0,
        peak_rss_mb=windows[0],
        runtime={"name": "JVM", "version": "25", "vendor": "V", "flags": []},
        rounds=[{"ns_per_packet": ns, "packets": 10, "elapsed_ns": 10 * ns} for ns in windows],
        gc=answer(**gc),
    )


FORKS = {
    0: fork("one/0", 10.0, 20.0),
    1: fork("one/1", 40.0, 50.0, live_objects=3_000_000, pauses=1, avg_pause_ms=50.0),
    2: fork("two/0", 30.0, 30.0, live_objects=5_000_000, window_ms=500.0, max_pause_ms=60.0),
}


def measured(*rounds):
    return record.measured(CELL, "full", {number: FORKS[number] for number in rounds}, ORIGIN)


def rounded(made):
    return json.loads(json.dumps(made), parse_float=lambda text: round(float(text), 9))


def test_they_give_the_record_of_a_single_sweep():
    first, second = measured(0, 1), measured(2)
    assert merge.are_of_one_program(first, second)
    second["provenance"]["started"] = "2020-01-03T00:00:00Z"
    made = merge.together(first, second)
    times = made["provenance"]["started"], made["provenance"].pop("added")
    assert times == ("2020-01-01T00:00:00Z", "2020-01-03T00:00:00Z")
    assert rounded(made) == rounded(measured(0, 1, 2))


def test_without_a_pause_the_measured_rounds_are_the_window():
    quiet = measured(2)
    quiet["gc"] |= {"pauses": 0, "pauses_per_s": 0.0, "avg_pause_ms": 0.0, "max_pause_ms": 0.0}
    found = merge.together(quiet, measured(0))["gc"]
    assert found["pauses_per_s"] == pytest.approx(4 / (1.0 + 600e-9))


def _with(*path, value):
    made = copy.deepcopy(measured(2))
    *parents, last = path
    inside = made
    for name in parents:
        inside = inside[name]
    inside[last] = value
    return made


@pytest.mark.parametrize(
    "other",
    [
        measured(0),
        measured(1, 2),
        _with("profile", value="trimmed"),
        _with("cell", value={}),
        _with("gc", value=None),
        _with("batch", "ns_per_packet", "rounds", value=1),
        _with("batch", "ns_per_packet", "processes", value=None),
        _with("batch", "ns_per_packet", "processes", 0, "has_all_phases", value=True),
        _with("provenance", "source_hash", value="1" * 64),
        _with("provenance", "workload", value=2),
        _with("provenance", "runtime", "version", value="26"),
        _with("provenance", "command", value=["java", "--case", "B"]),
        _with("provenance", "machine", value=samples.MACHINE | {"cpu": "Another"}),
    ],
)
def test_others_are_not_of_the_program_or_not_new(other):
    assert not merge.are_of_one_program(measured(0, 1), other)


def test_processes_near_the_limit_of_a_rhythm_may_be_of_either_kind():
    near = measured(0, 1)
    near["batch"]["ns_per_packet"]["processes"][1]["has_all_phases"] = True
    assert merge.are_of_one_program(near, measured(2))


def test_searches_in_real_time_are_not_added_up():
    searches = [samples.record(samples.cell("cpp", mode="realtime")) for _ in range(2)]
    assert not merge.are_of_one_program(*searches)
