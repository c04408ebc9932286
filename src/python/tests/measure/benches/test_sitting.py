"""Rounds: everybody once in each, in turn; and what becomes of those that cannot or fail."""

import re

import pytest

from course.errors import CourseError
from course.measure.benches.turn import command_of
from course.model import bench_summary as summary
from course.model.bench import Metric
from course.model.bench_record import Turn

from . import fakes
from .fakes import contestant

THREE = [contestant(name, f"ok:{index}") for index, name in enumerate("abc", start=1)]


def values(sitting, name):
    return summary.values(told(sitting, name), sitting.comparison.metrics[0])


def told(sitting, name):
    return [Turn.model_validate(one, from_attributes=True) for one in sitting.sheets[name].turns]


@pytest.mark.slow
def test_every_round_has_everybody_once(tmp_path):
    sitting, _ = fakes.played(fakes.comparison(*THREE), tmp_path, rounds=5)
    ran = [line.partition("/")[0] for line in fakes.runs(tmp_path)]
    rounds = [ran[first : first + 3] for first in range(0, 15, 3)]
    assert len(ran) == 15
    assert all(sorted(one) == ["a", "b", "c"] for one in rounds)
    assert len({tuple(one) for one in rounds}) > 1, "the order changes"
    assert values(sitting, "b") == dict.fromkeys(range(1, 6), 2.0)


def test_two_sittings_have_the_same_orders(tmp_path):
    orders = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        sitting, _ = fakes.sitting(fakes.comparison(*THREE), folder)
        orders.append([[sheet.contestant.id for sheet, _ in sitting.order(n)] for n in range(4)])
    assert orders[0] == orders[1]


@pytest.mark.slow
def test_what_is_compared_runs_in_a_row(tmp_path):
    data = fakes.data(*THREE, runs={"cases": {"A": ["--case", "A"], "B": ["--case", "B"]}})
    data["programs"]["fake"]["runs"] = "cases"
    data["metrics"][0]["run"] = "B"
    sitting, _ = fakes.played(fakes.benches.parse("queue", data), tmp_path, rounds=4)
    cases = [line.partition("/")[2] for line in fakes.runs(tmp_path)]
    assert len(cases) == 24
    for first in range(0, 24, 3):
        assert len(set(cases[first : first + 3])) == 1
    assert values(sitting, "a") == {1: 1.0, 2: 1.0, 3: 1.0, 4: 1.0}


def test_who_fails_is_named_and_the_others_go_on(tmp_path):
    some = fakes.comparison(
        contestant("a", "ok:1"), contestant("b", "fail"), contestant("c", "fail-later")
    )
    sitting, said = fakes.played(some, tmp_path)
    assert sitting.done == 3
    assert "b: failed: round 1: exit code 1: first | last words" in said
    assert "c: failed: round 2: exit code 1: had enough" in said
    assert len(values(sitting, "a")) == 3
    for name in "bc":
        assert sitting.sheets[name].status == "failed"
        assert values(sitting, name) == {}, "a failed contestant has no figures"
    assert fakes.runs(tmp_path).count("b/all") == 1, "it is not tried again"


@pytest.mark.parametrize(
    ("behaviour", "says"),
    [
        ("garbage", "printed an unknown event: Hello, World!"),
        ("other-name", "ran contestant somebody-else, asked for a"),
    ],
)
def test_output_that_is_not_ours_fails(tmp_path, behaviour, says):
    some = fakes.comparison(contestant("a", behaviour, name="a"))
    sitting, said = fakes.played(some, tmp_path)
    assert sitting.sheets["a"].status == "failed"
    assert says in said[0]


def test_a_program_that_hangs_is_killed(tmp_path):
    some = fakes.comparison(contestant("a", "slow:60"), timeout_s=0.3)
    _, said = fakes.played(some, tmp_path)
    assert "a: failed: round 1: timed out after 0.3 s" in said


def test_what_the_machine_lacks_is_skipped_and_told_once(tmp_path):
    some = fakes.comparison(contestant("a", "skip"), contestant("b", "skip-metric"))
    sitting, said = fakes.played(some, tmp_path)
    assert said.count("a: skipped: this machine has one core") == 1
    assert sitting.sheets["a"].status == "skipped"
    assert said.count("b: round_trip skipped: no second queue") == 1
    there_and_back = Metric("back", "", "", "", source="round_trip")
    assert sitting.sheets["b"].skipped(there_and_back) == "no second queue"
    assert sitting.sheets["b"].skipped(Metric("throughput", "", "", "")) is None
    assert len(values(sitting, "b")) == 3


@pytest.mark.parametrize(
    ("program", "machine", "reason"),
    [
        ({"jdk": 17}, {}, "no Java runtime of version 17 was found"),
        ({"file": "absent", "without": "no Boost"}, {}, "no Boost"),
        ({"memory_mb": 4000}, {"mebibytes": 4500}, "4000 MB of memory doesn't fit"),
    ],
)
def test_what_cannot_run_here_is_skipped_before_the_first_round(tmp_path, program, machine, reason):
    data = fakes.data(contestant("a", "ok:1"))
    data["programs"]["fake"].update(program)
    sitting, said = fakes.played(fakes.benches.parse("queue", data), tmp_path, **machine)
    assert reason in said[0]
    assert fakes.runs(tmp_path) == []
    assert sitting.sheets["a"].status == "skipped"


def test_what_is_skipped_in_some_rounds_has_the_figures_of_the_others(tmp_path):
    sitting, said = fakes.played(fakes.comparison(contestant("a", "skip-once")), tmp_path)
    sheet = sitting.sheets["a"]
    assert values(sitting, "a") == {2: 3.0, 3: 3.0}
    assert sheet.skipped(sitting.comparison.metrics[0]) == "in 1 of 3 rounds: not yet"
    assert said.count("a: throughput skipped: not yet") == 1


def test_an_absent_allocator_skips_its_contestants(tmp_path):
    some = fakes.comparison(contestant("a", "ok:1", preload="jemalloc"))
    sitting, said = fakes.sitting(some, tmp_path)
    assert said == ["a: skipped: libjemalloc.so is not installed"]
    assert sitting.next() is None


def test_what_should_have_been_built_is_asked_for(tmp_path):
    data = fakes.data(contestant("a", "ok:1"))
    data["programs"]["fake"]["file"] = "build/cpp/bin/absent"
    with pytest.raises(CourseError, match=r"^a: build/cpp/bin/absent was not built; run \./cou"):
        fakes.sitting(fakes.benches.parse("queue", data), tmp_path)


def test_a_cancelled_round_leaves_nothing(tmp_path):
    sitting, _ = fakes.sitting(fakes.comparison(*THREE), tmp_path)
    sitting._cancel.set()
    fakes.play(sitting)
    assert sitting.done == 0
    assert all(sheet.turns == [] for sheet in sitting.sheets.values())


def test_memory_is_taken_of_every_process(tmp_path):
    memory = {"name": "memory", "from": "peak_memory", "title": "Memory", "unit": "MiB",
              "caption": "Peak."}  # fmt: skip
    data = fakes.data(contestant("a", "slow:0.2"))
    data["metrics"].append(memory)
    sitting, _ = fakes.played(fakes.benches.parse("queue", data), tmp_path, rounds=1)
    found = summary.values(told(sitting, "a"), sitting.comparison.metrics[1])
    assert 1 < found[1] < 200


def test_the_command_line_says_all(tmp_path):
    data = fakes.data(contestant("a", "ok:1", preload="jemalloc"))
    data["programs"]["fake"]["command"] += ["{quarter_ms}", "{four_times}"]
    data["programs"]["fake"]["arguments"] = ["--seconds", "{seconds}"]
    some = fakes.benches.parse("queue", data)
    machine = fakes.machine(tmp_path, allocators={"jemalloc": tmp_path / "libjemalloc.so.2"})
    command = command_of(some.contestants[0], "all", 0.5, machine)
    assert command[:2] == ["env", f"LD_PRELOAD={tmp_path}/libjemalloc.so.2"]
    assert command[-6:] == ["125", "2", "a", "ok:1", "--seconds", "0.5"]
    assert all(re.search(r"[{}]", word) is None for word in command)


@pytest.mark.parametrize(
    ("metric", "run", "fits"),
    [
        (Metric("x", "", "", ""), "A", True),
        (Metric("y", "", "", "", source="x"), "A", True),
        (Metric("y", "", "", ""), "A", False),
        (Metric("x", "", "", "", run="A"), "A", True),
        (Metric("x", "", "", "", run="B"), "A", False),
        (Metric("x", "", "", "", where={"pages": "huge"}), "A", True),
        (Metric("x", "", "", "", where={"pages": "small"}), "A", False),
        (Metric("x", "", "", "", where={"bytes": 1}), "A", False),
    ],
)
def test_which_result_is_of_a_metric(metric, run, fits):
    result = {"metric": "x", "unit": "", "value": 1, "parameters": {"pages": "huge"}}
    assert metric.fits(run, result) == fits
