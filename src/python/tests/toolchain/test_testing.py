"""The test command's counting, and what `run` does about failures."""

import argparse
import json
import re
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from course_tests import programs

from course import paths
from course.cli import run, testing
from course.cli.testing import Count, Result, Suite
from course.errors import CourseError, UsageError
from course.process import times

MAVEN = """
[INFO] Running allocpool.heap.PoolTest
[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in PoolTest
[INFO] Results:
[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0
[ERROR] Tests run: 4, Failures: 1, Errors: 1, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE!
[ERROR] Tests run: 4, Failures: 1, Errors: 1, Skipped: 0
[WARNING] Tests run: 2, Failures: 0, Errors: 0, Skipped: 1
"""

JUNIT = """<testsuites><testsuite tests="99">
<testcase name="a"/><testcase name="b" status="run"/>
<testcase name="c"><failure>no</failure></testcase>
<testcase name="d"><error>no</error></testcase>
<testcase name="e"><skipped/></testcase><testcase name="f" status="disabled"/>
</testsuite></testsuites>"""


def test_maven_is_counted_once_a_module() -> None:
    assert testing.of_maven(MAVEN) == Count(passed=6, failed=2, skipped=1)
    assert testing.of_maven("[ERROR] COMPILATION ERROR") == Count()


def test_junit_is_counted_by_its_cases(tmp_path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(JUNIT)
    assert testing.of_junit(report)[0] == Count(passed=2, failed=2, skipped=2)


@pytest.mark.parametrize("content", [None, "", "<testsuites>", "<testsuites/>"])
def test_no_report_and_no_tests_are_failures(tmp_path, content) -> None:
    report = tmp_path / "report.xml"
    if content is not None:
        report.write_text(content)
    assert testing.counted(report, "", None).count.failed == 1


def test_the_longest_tests_are_named(tmp_path, capsys) -> None:
    report = tmp_path / "report.xml"
    cases = (f'<testcase classname="a.b" name="t{n}" time="{n}.2"/>' for n in range(12))
    report.write_text(f"<testsuite>{''.join(cases)}</testsuite>")
    testing.summarise({"any": testing.counted(report, "", None)})
    shown = capsys.readouterr().out
    named = re.findall(r"^b: t(\d+) +(\d+)$", shown, re.MULTILINE)
    assert named == [(str(n), str(n)) for n in range(11, 1, -1)]


def test_a_suite_s_time_stands_beside_the_one_before(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(times, "FILE", tmp_path / "times.json")
    times.keep({"./course test: slower": 4.2}, {})
    last = times.before()["./course test: slower"]
    testing.summarise({"slower": Result(Count(1), "", seconds=9)}, {"slower": last})
    shown = capsys.readouterr().out
    assert re.search(r"^slower +1 +0 +0 +9 +4 *$", shown, re.MULTILINE)


def test_a_suite_that_fails_without_a_failing_test_counts(tmp_path) -> None:
    report = tmp_path / "report.xml"
    report.write_text('<testsuite><testcase name="a"/></testsuite>')
    assert testing.counted(report, "", "failed").count == Count(passed=1, failed=1)


def test_all_suites_run_and_all_are_summed(capsys) -> None:
    def breaks() -> Result:
        raise CourseError("no compiler")

    lanes = [
        [Suite("breaks", breaks), Suite("after", lambda: Result(Count(5, 0, 1), "fine"))],
        [Suite("other", lambda: Result(Count(2, 1, 0), "so-so", "failed"))],
    ]
    results = testing.run_lanes(lanes)
    assert list(results) == ["breaks", "after", "other"]
    assert testing.summarise(results) == Count(passed=7, failed=2, skipped=1)
    shown = capsys.readouterr()
    assert "no compiler" in shown.err
    assert "so-so" in shown.err
    assert "fine" not in shown.err, "nobody reads a thousand lines about what passed"
    assert "could not run" in shown.out
    assert "failures in other\nso-so" in shown.out


@pytest.mark.parametrize("marks", [testing.MIDDLE, testing.EVERY])
def test_java_is_also_tested_as_it_is_measured_but_only_with_all_tests(monkeypatch, marks) -> None:
    asked = []
    monkeypatch.setattr(testing, "maven", lambda name, goals: asked.append(" ".join(goals)))
    for suite in (one for lane in testing.full_lanes(marks) for one in lane):
        if suite.name.startswith("maven"):
            suite.run()
    assert asked[0].count(testing.BRIEF) == 2, "for the tests and for the programs"
    assert [goals for goals in asked[1:] if testing.BRIEF not in goals] == asked[1:]
    assert len(asked) == (2 if marks == testing.EVERY else 1)


def test_tests_of_programs_depend_on_all_that_they_use() -> None:
    used = re.compile(r"^(?:from|import) (course|\.\w+)(?:\.(\w+))?", re.MULTILINE)
    for file in (*testing.OF_PROGRAMS, *testing.PROGRAMS):
        if file.parent == testing.END_TO_END:
            for package, name in used.findall(file.read_text(encoding="utf-8")):
                part = paths.PYTHON_SOURCES / "course" / name
                if package != "course":
                    part = testing.END_TO_END / f"{package.lstrip('.')}.py"
                assert {part, part.with_suffix(".py")} & {*testing.PROGRAMS}, file


LOADED = """
import sys, pytest
pytest.main(["--collect-only", "-q", sys.argv[1]])
ours = (one for name, one in sys.modules.items() if name.partition(".")[0] in ("course", "lint"))
print(*(one.__file__ for one in ours if one.__file__))
"""


@pytest.mark.slow
def test_the_grader_s_tests_load_nothing_that_they_do_not_depend_on() -> None:
    done = programs.run(sys.executable, "-c", LOADED, testing.OF_GRADER, cwd=paths.ROOT, check=True)
    files = [Path(file) for file in done.stdout.splitlines()[-1].split()]
    assert len(files) > 100
    sources = {*testing.GRADER}
    others = [one for one in files if sources.isdisjoint((one, *one.parents))]
    assert [one for one in others if one.name != "__init__.py"] == []


def test_after_ctrl_c_no_lane_begins_another_suite(monkeypatch) -> None:
    begun, events, other_began = [], [], threading.Event()

    class Event(threading.Event):
        def __init__(self) -> None:
            super().__init__()
            events.append(self)

    monkeypatch.setattr(testing, "threading", SimpleNamespace(Event=Event))

    def interrupt() -> Result:
        assert other_began.wait(30)
        raise KeyboardInterrupt

    def killed() -> Result:
        begun.append("killed")
        other_began.set()
        assert events[0].wait(30)
        return Result(Count(failed=1), "interrupted", "failed")

    def after() -> Result:
        begun.append("after")
        return Result(Count(1), "")

    lanes = [[Suite("ctrl-c", interrupt)], [Suite("killed", killed), Suite("after", after)]]
    with pytest.raises(KeyboardInterrupt):
        testing.run_lanes(lanes)
    assert begun == ["killed"]


@pytest.mark.parametrize(
    "line",
    [
        "FAILED src/python/tests/test_a.py::test_b - assert 1 == 2",
        "E       assert 1 == 2",
        "12/40 Test #12: Queue.Wraps ........***Failed    0.04 sec",
        "\t12 - Queue.Wraps (Timeout)",
        "[ERROR] Failed to execute goal checkstyle:check: You have 2 violations.",
        "[  FAILED  ] Queue.KeepsOrder (0 ms)",
    ],
)
def test_a_failure_is_found_in_a_long_output(line) -> None:
    passing = "Test #11: Queue.ErrorIsOneLine ... Passed"
    assert testing.failures("\n".join([passing] * 99 + [line] + [passing] * 99)) == [line]


def test_quick_leaves_out_what_is_slow() -> None:
    full = {suite.name for lane in testing.full_lanes() for suite in lane}
    quick = {suite.name for lane in testing.quick_lanes() for suite in lane}
    assert full - quick == {
        *("ctest release", "ctest asan", "ctest tsan", "maven"),
        *("grader", "pytest", "end to end", "programs"),
    }
    assert quick - full == {
        *("ctest quick", "maven quick", "grader quick", "pytest quick", "end to end quick"),
    }


def test_what_shares_a_folder_of_classes_never_runs_at_once() -> None:
    lanes = [[suite.name for suite in lane] for lane in testing.full_lanes()]
    assert len([lane for lane in lanes if any("maven" in name for name in lane)]) == 1


def test_what_tests_start_keeps_what_python_compiled(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(paths, "LOGS", tmp_path)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    asks = [sys.executable, "-c", "import sys; print(sys.dont_write_bytecode)"]
    assert testing.logged("asks", asks) == ("False\n", None)


def test_what_passed_is_run_again_only_when_something_has_changed(
    tmp_path, monkeypatch, capsys
) -> None:
    monkeypatch.setattr(testing, "REPORTS", tmp_path)
    source = tmp_path / "source"
    source.write_text("as it was")
    counts = [Count(5, 0, 1), Count(4, 1), Count(6)]

    def once() -> Count:
        suite = Suite("five", lambda: Result(counts.pop(0), ""), [source])
        return testing.run_lanes([[suite]], testing.Passed())["five"].count

    assert [once(), once()] == [Count(5, 0, 1)] * 2
    assert "five: unchanged since it passed" in capsys.readouterr().err
    source.write_text("as it is")
    assert once().failed == 1
    assert once() == Count(6), "what failed is tried again"
    assert once() == Count(6)


def test_run_goes_on_after_a_failed_stage() -> None:
    def fails() -> int:
        raise UsageError("no such thing")

    wrong: list[str] = []
    assert run.attempt("sweep", fails, wrong) == 2
    assert run.attempt("site", lambda: 0, wrong) == 0
    assert wrong == ["sweep: no such thing"]


def test_run_names_its_stages() -> None:
    asked = argparse.Namespace(profile="smoke", minutes=None)
    made = run.stages(asked, Path("records"), {"pools": {}})
    assert [name for name, _ in made] == ["bench pools", "sweep", "notebooks", "site"]


def test_run_names_failed_cells(tmp_path) -> None:
    ok, failed = "cpp-pool-A-batch-counter", "cpp-pool-B-batch-counter"
    text = (paths.ROOT / f"results/2026-11-22-full-2-cores/{ok}.json").read_text()
    (tmp_path / f"{ok}.json").write_text(text)
    record = json.loads(text) | {"status": "failed", "reason": "killed", "batch": None}
    record["cell"]["case"] = "B"
    (tmp_path / f"{failed}.json").write_text(json.dumps(record))
    (tmp_path / "d.json").write_text("[]")
    (tmp_path / "e.json").write_text("{")
    assert run.failed_cells(tmp_path) == [failed]
    assert run.failed_cells(tmp_path / "none") == []
