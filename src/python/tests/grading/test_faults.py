"""Faults of the grader's own: always a grader_error, never a zero, and it goes on later."""

import contextlib
import dataclasses
import os
import re
import shutil
import threading
from concurrent.futures import Executor, Future
from operator import attrgetter
from pathlib import Path

import pytest

from course.errors import CourseError, UsageError
from course.grading import grader, jobs, session
from course.grading.checks import grader_context, subject
from course.grading.checks.played import BY_KERNEL
from course.grading.checks.tools import Tools
from course.grading.classroom import teacher
from course.grading.exercises.exercise import find
from course.grading.exercises.submission import Submission
from course.grading.jobs import Job
from course.grading.store import Store
from course.grading.verdicts import GraderError, Verdict
from course.sandbox import sandbox
from course.sandbox.process import Ended
from course.toolchain.compiler import Compiler

from . import samples

RING = find("spsc-ring-cpp")
FILES = {"spsc_ring.cpp": b"int nothing;\n"}


def job(exercise=RING, files=FILES) -> Job:
    return Job("ada", exercise.name, exercise.digest(), b"secret", files)


def worked(monkeypatch, fault: Exception) -> dict:
    """The result of a job whose grading meets the fault."""

    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(jobs, "report", fail)
    monkeypatch.setattr(jobs, "reference_of", lambda *_: None)
    monkeypatch.setattr(jobs, "_context", lambda at_once: None)
    return jobs.work(job())


@pytest.mark.parametrize(
    "fault",
    [
        GraderError("no C++20 compiler; run ./course setup"),
        OSError(28, "No space left on device"),
        MemoryError(),
        ZeroDivisionError("a defect"),
    ],
)
def test_whatever_fails_is_the_grader_s_error(monkeypatch, fault) -> None:
    found = worked(monkeypatch, fault)
    assert found.verdict == "grader_error"
    assert found.message
    assert found.submission_digest == Submission(FILES).digest()


def test_another_version_of_an_exercise(monkeypatch) -> None:
    monkeypatch.setattr(jobs, "_context", lambda at_once: None)
    found = jobs.work(dataclasses.replace(job(), digest="0" * 64))
    assert found.verdict == "grader_error"
    assert "different version" in found.message


def test_a_submission_that_cannot_be_read(tmp_path, exercise) -> None:
    made = jobs.job(tmp_path / "nobody", exercise, "ada", b"secret")
    assert made.verdict is Verdict.REJECTED, "an empty folder is one where all is missing"


@pytest.mark.parametrize("fault", [MemoryError(), RecursionError("too deep")])
def test_whatever_fails_when_a_submission_is_read(tmp_path, exercise, monkeypatch, fault) -> None:
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(jobs, "take", fail)
    made = jobs.job(tmp_path, exercise, "ada", b"secret")
    assert (made.verdict, made.files) == (Verdict.GRADER_ERROR, None)
    assert made.message == f"the grader failed: {fault!r}"


def test_a_missing_compiler(bare, monkeypatch) -> None:
    gone = Compiler(Path("/nowhere/g++"), "g++ (none) 0")
    monkeypatch.setattr(bare, "tools", Tools(None, gone, Path("/x"), memcheck=Path("/x")))
    monkeypatch.setattr("course.grading.checks.reference_build.KEPT", bare.folder / "kept")
    with pytest.raises(CourseError, match="cannot start /nowhere/g"):
        grader.report(bare, RING, Submission(FILES), b"secret")


@pytest.mark.parametrize("language", ["java", "cpp"])
def test_a_language_without_its_tools(language) -> None:
    with pytest.raises(GraderError, match=r"no JDK|no C\+\+20 compiler"):
        Tools(None, None, None).require(language)


NO_TOOLS = Tools(None, Compiler(Path("/usr/bin/true"), ""), Path("/x"), memcheck=Path("/x"))


def test_a_compiler_on_a_full_disk(bare, monkeypatch) -> None:
    def full(**_: object) -> None:
        raise OSError(122, "Disk quota exceeded")

    monkeypatch.setattr(subject.tempfile, "TemporaryFile", full)
    monkeypatch.setattr(sandbox.Sandbox, "run", lambda *_, **__: Ended(1, words="cannot write"))
    monkeypatch.setattr(bare, "tools", NO_TOOLS)
    monkeypatch.setattr("course.grading.checks.reference_build.KEPT", bare.folder / "kept")
    with pytest.raises(GraderError, match=r"cannot write 64 MB.*Disk quota exceeded"):
        grader.report(bare, RING, Submission(FILES), b"secret")


@pytest.mark.parametrize(
    ("ended", "expected"),
    [
        (Ended(137, timed_out=True), True),
        (Ended(152), True),
        (Ended(1, words="g++: fatal error: CPU time limit exceeded signal terminated"), True),
        (Ended(1, words="x.cpp:1:1: error: expected unqualified-id"), False),
        (Ended(0, words='#warning "CPU time limit exceeded"'), False),
    ],
)
def test_a_compiler_without_end(ended, expected) -> None:
    assert subject.endless(ended) is expected


@pytest.mark.parametrize(
    "ended",
    [
        Ended(137),
        Ended(1, words="g++: fatal error: Killed signal terminated program cc1plus"),
        Ended(1, words="collect2: fatal error: ld terminated with signal 9 [Killed]"),
    ],
)
def test_a_compiler_that_the_kernel_kills(bare, monkeypatch, ended) -> None:
    monkeypatch.setattr(sandbox.Sandbox, "run", lambda *_, **__: ended)
    monkeypatch.setattr(bare, "tools", NO_TOOLS)
    monkeypatch.setattr("course.grading.checks.reference_build.KEPT", bare.folder / "kept")
    with pytest.raises(GraderError, match=f"our own solution.*: {BY_KERNEL}"):
        grader.report(bare, RING, Submission(FILES), b"secret")


def test_a_compiler_s_clock_stands_while_others_compute() -> None:
    allowance = subject.compiling()
    assert allowance.cpu_seconds == subject.COMPILE_SECONDS
    assert allowance.seconds >= 3 * subject.COMPILE_SECONDS


def test_what_hands_have_begun_ends_before_the_workspace_goes(bare) -> None:
    begun, go_on, ended = threading.Event(), threading.Event(), []

    def work() -> None:
        begun.set()
        go_on.wait(20)
        ended.append("the first")

    def fail() -> None:
        with bare.threads() as threads:
            threads.submit(work)
            threads.submit(ended.append, "the second")
            begun.wait(20)
            threading.Timer(0.05, go_on.set).start()
            raise GraderError("no more")

    with pytest.raises(GraderError, match="no more"):
        fail()
    assert ended == ["the first"], "what was not begun is left out"


def test_scratch_folders_of_the_dead_are_removed(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(grader_context.tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(grader_context.psutil, "pid_exists", lambda pid: pid == 1)
    for name in (
        f"{grader_context.PREFIX}1-x",
        f"{grader_context.PREFIX}99999999-x",
        f"{grader_context.PREFIX}notes",
        "course-grade-another-machine-99999999-x",
    ):
        (tmp_path / name).mkdir()
    grader_context._clear_abandoned()
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{grader_context.PREFIX}1-x",
        f"{grader_context.PREFIX}notes",
        "course-grade-another-machine-99999999-x",
    }


# ---- many submissions --------------------------------------------------------------------------


class Inline(Executor):
    """Runs what it is given at once; breaks when it is told to."""

    def __init__(self, breaks_at: int | None = None) -> None:
        self._left = breaks_at

    def submit(self, function, /, *args, **kwargs) -> Future:
        future: Future = Future()
        if self._left == 0:
            future.set_exception(CourseError("no workers; results are kept"))
        else:
            future.set_result(function(*args, **kwargs))
        if self._left:
            self._left -= 1
        return future


@pytest.fixture
def cohort(tmp_path, exercise, monkeypatch):
    """Six learners' submissions, a grader that passes all, and the arguments to grade them."""
    samples.hand_in(tmp_path, exercise, 6)
    return samples.arguments(tmp_path, jobs=2), samples.pass_all(exercise, monkeypatch)


def use(monkeypatch, executor: Executor) -> None:
    monkeypatch.setattr(session, "Workers", lambda count: contextlib.nullcontext(executor))


def test_a_killed_grading_goes_on_where_it_was(cohort, monkeypatch, capsys) -> None:
    args, asked = cohort
    use(monkeypatch, Inline(breaks_at=3))
    with pytest.raises(CourseError, match="results are kept"):
        teacher.grade(args)
    kept = len(Store(args.out).everything())
    assert kept < 6
    del asked[:]
    use(monkeypatch, Inline())
    assert teacher.grade(args) == 0
    assert len(asked) == 6 - kept
    assert "6 pass" in capsys.readouterr().out
    assert (args.out / "gradebook.csv").read_text().count("learner-") == 6


def dies(_: Job) -> None:
    os._exit(1)


def has_no_end(_: Job) -> None:
    re.match("(a|a)*b", "a" * 64)


@pytest.mark.slow
@pytest.mark.parametrize("fault", [dies, has_no_end])
def test_a_worker_that_is_killed_takes_its_job_along_and_no_other(monkeypatch, fault) -> None:
    monkeypatch.setattr(session, "MOST_SECONDS", 1)
    with session.Workers(1) as executor:
        lost, kept = executor.submit(fault, job()), executor.submit(attrgetter("learner"), job())
        assert (lost.result().verdict, lost.result().message) == ("grader_error", session.KILLED)
        assert kept.result() == "ada"


@pytest.mark.parametrize(
    ("late", "message"),
    [
        (Verdict.TIMEOUT, "why"),
        (Verdict.COMPILE_ERROR, subject.ENDLESS),
        (Verdict.LINK_ERROR, f"the compiler: {BY_KERNEL}"),
        (Verdict.CRASH, BY_KERNEL),
    ],
)
def test_what_may_be_due_to_others_is_graded_again_alone(
    cohort, exercise, monkeypatch, late, message
) -> None:
    args, asked = cohort

    def work(job: Job):
        asked.append(job.learner)
        seen = asked.count("learner-1") > 1 or job.learner != "learner-1"
        found = samples.report(exercise, *(() if seen else (late,)))
        found = dataclasses.replace(found, message="" if seen else message)
        return samples.graded(exercise, found, job.learner)

    monkeypatch.setattr(session, "work", work)
    use(monkeypatch, Inline())
    assert teacher.grade(args) == 0
    assert (len(asked), asked[-1]) == (7, "learner-1")
    assert {one.verdict for one in Store(args.out).everything()} == {"pass"}


def test_nothing_is_graded_twice_unless_it_is_asked_for(cohort, monkeypatch) -> None:
    args, asked = cohort
    use(monkeypatch, Inline())
    teacher.grade(args)
    teacher.grade(args)
    assert len(asked) == 6
    args.fresh = True
    teacher.grade(args)
    assert len(asked) == 12


def test_grades_need_a_sandbox(cohort, monkeypatch) -> None:
    args, _ = cohort
    monkeypatch.setattr(teacher.sandbox, "why_none", lambda: "bwrap is not on PATH")
    with pytest.raises(CourseError, match="grades need a sandbox, and bwrap is not on PATH"):
        teacher.grade(args)


def test_bad_arguments_of_grade(cohort, tmp_path) -> None:
    args, _ = cohort
    shutil.rmtree(args.submissions)
    with pytest.raises(UsageError, match="is not a folder"):
        teacher.grade(args)
    (args.submissions / "ada").mkdir(parents=True)
    with pytest.raises(UsageError, match="contains no submission to"):
        teacher.grade(args)
    for out in (args.submissions, args.submissions.parent, args.submissions / "results"):
        args.out = out
        with pytest.raises(UsageError, match="one is in the other; give another --out"):
            teacher.grade(args)
    args.cohort = 20
    with pytest.raises(UsageError, match="--cohort: only with --self-test"):
        teacher.grade(args)
    args.self_test = True
    with pytest.raises(UsageError, match="--self-test keeps no results"):
        teacher.grade(args)
