"""The command: its report, its record, its exit code; and what Ctrl-C leaves."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from course_tests import programs

from course.errors import CourseError, UsageError
from course.measure.benches import command, selection
from course.model import benches
from course.model.spread import Mean
from course.process.files import read_object, write_object

from . import fakes
from .fakes import contestant, of, read, run

HERE = Path(__file__).parent
SOURCES = HERE.parents[2]


def test_a_whole_bench(tmp_path, capsys):
    some = fakes.comparison(contestant("a", "ok:10:20:40"), contestant("b", "ok:5:10:20"))
    assert run(tmp_path, some) == 0
    found = read(tmp_path, some)
    assert (found["rounds"], found["asked"]["rounds"]) == (3, 3)
    figure = of(found, "b")["figures"]["throughput"]
    assert figure["values"] == [5, 10, 20]
    assert figure["mean"] == pytest.approx(10)
    assert figure["ratio"] == Mean(0.5, 0.5, 0.5), "round by round"
    assert of(found, "a")["figures"]["throughput"]["ratio"].value == 1
    assert [turn["round"] for turn in of(found, "b")["turns"]] == [1, 2, 3]
    assert of(found, "b")["commands"]["all"][-2:] == ["b", "ok:5:10:20"]
    assert of(found, "b")["runtime"]["name"] == "Fake"
    assert found["provenance"]["source_hash"] == "5" * 64
    out, err = capsys.readouterr()
    assert "Throughput, ns (smaller is better)" in out
    row = next(line for line in out.splitlines() if "label of b" in line)
    assert [word for word in row.split() if word[0].isdigit()] == ["10", "5", "20", "0.5", "0.5"]
    assert "this machine: trust no figure of a fake" in out
    assert "round 3 of 3 is done" in err
    assert "the records are in " in err


def test_a_machine_that_changes_meanwhile_is_told_of(tmp_path, monkeypatch):
    told = iter([["quiet", "no times"], ["busy", "no times"]])
    monkeypatch.setattr(fakes.Machine, "caveats", lambda _: next(told))
    some = fakes.comparison(contestant("a", "ok:1"))
    assert run(tmp_path, some) == 0
    assert read(tmp_path, some)["caveats"] == ["quiet", "no times", "at the end: busy"]


@pytest.mark.slow
def test_what_fails_ends_with_1_and_the_others_are_reported(tmp_path, capsys):
    some = fakes.comparison(
        contestant("a", "ok:1"),
        contestant("b", "fail"),
        contestant("c", "skip"),
        contestant("d", "ok:2"),
    )
    assert run(tmp_path, some) == 1
    found = read(tmp_path, some)
    assert [of(found, name)["status"] for name in "abc"] == ["ok", "failed", "skipped"]
    assert of(found, "b")["reason"] == "round 1: exit code 1: first | last words"
    out, err = capsys.readouterr()
    assert "label of a" in out
    assert "label of d" in out
    assert "failed: b: round 1: exit code 1" in out
    assert "skipped: c: this machine has one core" in out
    assert err.splitlines()[-1] == (
        "1 of 4 contestants failed: b: round 1: exit code 1: first | last words"
    )


def test_without_its_baseline_nobody_has_a_ratio(tmp_path):
    some = fakes.comparison(contestant("a", "fail"), contestant("b", "ok:5"))
    assert run(tmp_path, some) == 1
    assert of(read(tmp_path, some), "b")["figures"]["throughput"]["ratio"] is None


def test_nothing_to_report_is_an_error(tmp_path):
    some = fakes.comparison(contestant("a", "skip"))
    why = "nothing could be measured; the first failure: this machine"
    with pytest.raises(CourseError, match=why):
        run(tmp_path, some)
    assert not (tmp_path / "queue").exists()


def test_the_user_decides_how_long(tmp_path):
    some = fakes.comparison(contestant("a", "ok:1"))
    run(tmp_path, some, rounds=2, seconds=0.25)
    expected = {"rounds": 2, "seconds": 0.25, "seed": 1, "quick": False}
    assert read(tmp_path, some)["asked"] == expected


@pytest.mark.slow
def test_goals_are_judged(tmp_path, capsys):
    goals = [
        {"statement": "b is half of a", "contestant": "b", "metric": "throughput",
         "against": "a", "at_most": 0.5},
        {"statement": "b takes a nanosecond", "contestant": "b", "metric": "throughput",
         "at_most": 1.0},
        {"statement": "c is there", "contestant": "c", "metric": "throughput", "at_most": 1.0},
    ]  # fmt: skip
    some = fakes.comparison(
        contestant("a", "ok:10"), contestant("b", "ok:5"), contestant("c", "skip"), goals=goals
    )
    assert run(tmp_path, some) == 0, "a goal that fails is a result"
    verdicts = [goal["verdict"] for goal in read(tmp_path, some)["goals"]]
    assert verdicts == ["holds", "fails", "not measured"]
    out = capsys.readouterr().out
    assert "holds  b is half of a: 0.5 (0.5), at most 0.5 allowed" in out


def test_a_selection_leaves_goals_without_figures(tmp_path):
    goal = {"statement": "s", "contestant": "b", "metric": "throughput", "at_most": 1.0}
    some = fakes.comparison(contestant("a", "ok:1"), contestant("b", "ok:2"), goals=[goal])
    run(tmp_path, selection.selected(some, "a"))
    found = read(tmp_path, some)
    assert [one["id"] for one in found["contestants"]] == ["a"]
    assert found["goals"][0]["verdict"] == "not measured"


def test_a_lower_bound_is_computed_from_the_cheapest_line(tmp_path, capsys):
    line = {"from": "throughput", "title": "A line", "unit": "ns", "caption": "A line."}
    data = fakes.data(contestant("a", "parameters"))
    data["metrics"] += [
        {"name": f"line_{pages}", "where": {"pages": pages}, **line} for pages in ("small", "huge")
    ]
    data["metrics"][0]["where"] = {"pages": "small"}
    lines = {"throughput": ["line_small", "line_huge"]}
    data["bound"] = {"generator": "counter", "lines": lines}
    some = benches.parse("queue", data)
    assert run(tmp_path, some) == 0
    (bound,) = read(tmp_path, some)["bounds"]
    assert (bound["ns_per_line"], bound["from"]) == (2.0, "line_huge")
    assert bound["ns"] == pytest.approx(2.0 * bound["lines"])
    assert bound["times"]["a"] == pytest.approx(3.0 / bound["ns"])
    assert "Estimated floor of throughput" in capsys.readouterr().out


@pytest.mark.slow
def test_percentiles_are_kept_and_compared_by_their_median(tmp_path):
    some = fakes.comparison(contestant("a", "percentiles"), contestant("b", "ok:1"))
    run(tmp_path, some)
    one, other = (of(read(tmp_path, some), name) for name in "ab")
    figure = one["figures"]["throughput"]
    assert figure["mean"] == 8
    assert figure["percentiles"]["99.9"] == {"mean": 90, "low": 90, "high": 90}
    assert list(figure["percentiles"]) == ["0", "50", "99.9"]
    assert one["turns"][0]["results"][0]["percentiles"]["99.9"] == 90
    assert "percentiles" not in other["figures"]["throughput"]


def test_iterations_inside_a_process_are_kept(tmp_path):
    some = fakes.comparison(contestant("a", "samples"))
    run(tmp_path, some)
    (result,) = of(read(tmp_path, some), "a")["turns"][0]["results"][:1]
    assert (result["value"], result["samples"]) == (2.0, [1.0, 3.0])


@pytest.mark.slow
def test_a_trimmed_choice_is_called_so(tmp_path, capsys):
    some = fakes.comparison(contestant("a", "ok:1"))
    run(tmp_path, some, quick=True)
    assert read(tmp_path, some)["is_quick"] is True
    assert "this machine: measured only briefly" in capsys.readouterr().out
    run(tmp_path, some)
    assert read(tmp_path, some)["is_quick"] is False


def test_a_trimmed_choice_of_which_nothing_can_run_is_no_failure(tmp_path, capsys):
    assert run(tmp_path, fakes.comparison(contestant("a", "skip")), quick=True) == 0
    assert not (tmp_path / "queue").exists()
    errors = capsys.readouterr().err
    assert "a: skipped: this machine has one core" in errors
    assert "bench queue is skipped: nothing in it can be measured here" in errors
    with pytest.raises(CourseError, match="nothing could be measured"):
        run(tmp_path, fakes.comparison(contestant("a", "fail")), quick=True)


@pytest.mark.slow
def test_figures_of_one_contestant_alone_stand_together(tmp_path, capsys):
    data = fakes.data(contestant("a", "parameters"), contestant("b", "ok:1"))
    data["metrics"].append(
        {"name": "huge", "from": "throughput", "where": {"pages": "huge"}, "title": "Huge pages",
         "unit": "ns", "caption": "Nothing.", "better": "neither"}
    )  # fmt: skip
    run(tmp_path, benches.parse("queue", data))
    out = capsys.readouterr().out
    alone = out[out.index("Figures of single contestants") :]
    assert re.search(r"Huge pages, ns +│ a +│ +2 │ +2 │", alone)
    assert "is better" not in alone


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"only": "nobody"}, "--only: no contestant 'nobody'; valid: mutex-queue"),
        ({"count": True}, "--count: bench queue has nothing to count; limit has"),
        ({"quick": True}, "--quick: bench queue has no trimmed selection; these have one"),
        ({"quick": True, "only": "run-ring"}, "--quick: not allowed with --only"),
        ({"group": "jni", "only": "run-ring"}, "--only: not allowed with --group"),
        ({"group": "jni,x"}, "--group: no group 'x'; valid: "),
    ],
)
def test_bad_arguments_take_one_line(changes, says):
    with pytest.raises(UsageError, match=says) as caught:
        command.check(fakes.arguments(**changes))
    assert "\n" not in str(caught.value)


def test_records_that_cannot_be_written_are_told(tmp_path):
    (tmp_path / "queue").touch()
    with pytest.raises(CourseError, match=r"cannot write into .*queue: "):
        run(tmp_path, fakes.comparison(contestant("a", "ok:1")))


def start(folder, *behaviours):
    words = [sys.executable, HERE / "fake_bench.py", folder, *behaviours]
    environment = os.environ | {"PYTHONPATH": str(SOURCES)}
    return programs.run(*words, env=environment, stdin=subprocess.DEVNULL, timeout=60)


@pytest.mark.slow
def test_ctrl_c_keeps_the_rounds_that_are_done(tmp_path):
    done = start(tmp_path, "ok:1", "interrupt-parent")
    assert done.returncode == 128 + signal.SIGINT
    kept, last = done.stderr.splitlines()[-2:]
    assert kept.startswith("the records are in ")
    assert last == "stopped by SIGINT after 1 of 3 rounds; run the command again to resume"
    found = read(tmp_path, fakes.comparison(contestant("a", "ok:1"), contestant("b", "")))
    assert (found["rounds"], found["asked"]["rounds"]) == (1, 3)
    assert of(found, "b")["figures"]["throughput"]["values"] == [6.0]
    assert "label of a" in done.stdout


@pytest.mark.slow
def test_ctrl_c_in_the_first_round_keeps_nothing(tmp_path):
    (tmp_path / "runs.log").write_text("b/all\n")  # so that it is as if it were the second
    done = start(tmp_path, "ok:1", "interrupt-parent")
    assert done.returncode == 128 + signal.SIGINT
    assert "stopped by SIGINT before the first round ended: nothing is kept" in done.stderr
    assert not (tmp_path / "queue").exists()


@pytest.mark.slow
def test_a_bench_that_was_killed_goes_on_after_its_last_whole_round(tmp_path):
    some = fakes.comparison(contestant("a", "ok:1"), contestant("b", "kill-parent"))
    assert start(tmp_path, "ok:1", "kill-parent").returncode == -signal.SIGKILL
    assert fakes.records(tmp_path) == {}
    before = fakes.runs(tmp_path)
    done = start(tmp_path, "ok:1", "kill-parent")
    assert done.returncode == 0, done.stderr
    assert "resuming the interrupted run: round 1 of 3 is done; --fresh starts over" in done.stderr
    found = read(tmp_path, some)
    assert (found["rounds"], len(of(found, "a")["turns"])) == (3, 3)
    assert len(fakes.runs(tmp_path)) - len(before) == 4, "two rounds of two"
    assert not [*(tmp_path / "queue").glob(".unfinished*")]


@pytest.mark.slow
@pytest.mark.parametrize("changes", [{"fresh": True}, {"seconds": 0.2}, {"quick": True}])
def test_a_bench_of_another_kind_begins_anew(tmp_path, changes):
    some = fakes.comparison(contestant("a", "ok:1"))
    begun(some, tmp_path)
    run(tmp_path, some, **changes)
    assert len(fakes.runs(tmp_path)) == 1 + 3
    run(tmp_path, some, **changes | {"fresh": False})
    assert len(fakes.runs(tmp_path)) == 1 + 3 + 3, "what is at its end is not gone on with"


def begun(some, folder):
    """The file of a bench that was stopped after its first round."""
    sitting, _ = fakes.sitting(some, folder)
    sitting.take(round_ := sitting.next(), sitting.measure(round_), None)
    return sitting.file


def test_rounds_that_another_version_has_written_are_measured_again(tmp_path):
    some = fakes.comparison(contestant("a", "ok:1"))
    file = begun(some, tmp_path)
    told = read_object(file)
    told["sheets"]["a"]["turns"][0]["mood"] = "good"
    write_object(file, told)
    assert run(tmp_path, some) == 0
    assert len(fakes.runs(tmp_path)) == 1 + 3
