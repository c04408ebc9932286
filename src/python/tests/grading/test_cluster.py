"""Grading on a Dask cluster: a real scheduler, with workers that are threads of this process, and
in one test processes that grade for real.
"""

import argparse
import os
import signal
import tempfile
import time
from pathlib import Path

import distributed
import pytest

from course.errors import UsageError
from course.grading.checks import grader_context
from course.grading.checks.tools import Tools
from course.grading.classroom import cluster, teacher
from course.grading.exercises import specimens
from course.grading.exercises.exercise import EXERCISES, find
from course.grading.exercises.submission import Submission
from course.grading.jobs import Job, not_done
from course.grading.store import Store
from course.grading.verdicts import GraderError
from course.process.workers import ClusterError, Refused

from . import samples

POOL = find("zero-alloc-pool")


def two_workers(*, processes: bool) -> distributed.LocalCluster:
    """A cluster on this machine whose workers offer to grade."""
    return distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=processes,
        protocol="tcp://",
        host="127.0.0.1",
        dashboard_address=None,
        resources={"grade": 1},
    )


@pytest.fixture
def address():
    """The address of a scheduler with two workers that are threads."""
    with two_workers(processes=False) as local:
        yield local.scheduler_address


@pytest.fixture
def submitted(tmp_path, exercise, monkeypatch) -> argparse.Namespace:
    """Four learners' submissions, and the arguments to grade them."""
    samples.hand_in(tmp_path, exercise, 4)
    samples.pass_all(exercise, monkeypatch)
    monkeypatch.setattr(teacher.sandbox, "why_none", lambda: "there is none here")
    return samples.arguments(tmp_path)


def test_the_workers_grade_and_the_results_are_here(
    submitted, exercise, address, monkeypatch, capsys
) -> None:
    monkeypatch.setattr(cluster, "examine", lambda *terms: None)
    submitted.dask = address
    assert teacher.grade(submitted) == 0, "no sandbox is needed where nothing is run"
    assert "4 pass" in capsys.readouterr().out
    assert len(Store(submitted.out).everything()) == 4


HOSTILE = ("java-fork-bomb", "java-missing-file")


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.usefixtures("shut_in")
def test_processes_grade_though_one_is_killed(tmp_path, monkeypatch, capsys) -> None:
    """Jobs of the lost worker go to others, and every learner gets the right result."""
    attacks = EXERCISES / "attacks"
    handed_in = {name: specimens.read(attacks / name) for name in HOSTILE}
    handed_in |= {f"learner-{number}": specimens.solved(POOL) for number in range(4)}
    for learner, specimen in handed_in.items():
        place = tmp_path / "class" / learner / POOL.name
        place.mkdir(parents=True)
        specimen.write(place)
    samples.share_references(tmp_path / "grades")
    with two_workers(processes=True) as local:
        victim, survivor = (local.workers[number].pid for number in (0, 1))
        victims = [victim]
        tell = teacher.Reporter.result

        def told(reporter: teacher.Reporter, found: dict) -> None:
            while victims:  # with the first result, when both are at work
                os.kill(victims.pop(), signal.SIGKILL)
            tell(reporter, found)

        monkeypatch.setattr(teacher.Reporter, "result", told)
        args = samples.arguments(tmp_path, dask=local.scheduler_address)
        assert teacher.grade(args) == 1, "a learner's file is missing: the teacher has to ask"
    assert "worker 0 " in capsys.readouterr().err, "that it is lost, or gone"
    found = {one.learner: one.verdict for one in Store(args.out).everything()}
    assert set(found) == set(handed_in)
    for learner, specimen in handed_in.items():
        assert found[learner] in specimen.expected.verdict, learner
    assert not list(Path(tempfile.gettempdir()).glob(f"{grader_context.PREFIX}{survivor}-*"))


@pytest.mark.all
@pytest.mark.timeout(300)
@pytest.mark.usefixtures("shut_in")
def test_a_job_without_end_is_given_up(monkeypatch) -> None:
    monkeypatch.setattr(cluster, "MOST_SECONDS", 1)
    job = Job("ada", POOL.name, POOL.digest(), b"secret", {})
    with (
        two_workers(processes=True) as local,
        cluster.opened(local.scheduler_address, {}, lambda line: None) as graders,
    ):
        found = graders.submit(lambda job: time.sleep(600), job).result(200)
    assert found.verdict == "grader_error"
    assert "given up after 3 workers" in found.message


def test_workers_that_cannot_grade(submitted, address, monkeypatch) -> None:
    def refuse(*terms: object) -> None:
        raise Refused("no JDK 17 or newer; run ./course setup")

    monkeypatch.setattr(cluster, "examine", refuse)
    submitted.dask = address
    with pytest.raises(ClusterError, match=r"no worker can be used; .*: no JDK 17 or newer"):
        teacher.grade(submitted)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"dask": "http://host:1"}, "is not a scheduler's address; valid: tcp://HOST:PORT"),
        ({"jobs": 2}, "-j: not allowed with --dask"),
        ({"self_test": True, "out": None}, "--self-test tests this machine's sandbox"),
    ],
)
def test_bad_arguments(submitted, change, says) -> None:
    given = vars(submitted) | {"dask": "tcp://host:1"} | change
    with pytest.raises(UsageError) as error:
        teacher.grade(argparse.Namespace(**given))
    assert says in str(error.value)


# ---- what a worker is asked --------------------------------------------------------------------


def examine(**changes) -> None:
    given = {"grader": cluster.version(), "digests": {POOL.name: POOL.digest()}}
    cluster.examine(**(given | changes))


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"grader": "0" * 64}, "its grader has a different version"),
        ({"digests": {POOL.name: "0" * 64}}, "its exercise zero-alloc-pool has a different"),
        ({"digests": {"not-there": "0" * 64}}, "its exercise not-there has a different version"),
    ],
)
def test_another_version_is_refused(asked, says) -> None:
    with pytest.raises(Refused, match=says):
        examine(**asked)


def test_a_worker_without_tools_or_sandbox_is_refused(monkeypatch) -> None:
    monkeypatch.setattr(cluster.Tools, "find", lambda: Tools(None, None, None))
    with pytest.raises(Refused, match="no JDK 17 or newer"):
        examine()

    def none() -> None:
        raise GraderError("no sandbox: bwrap is not on PATH")

    monkeypatch.setattr(cluster.grader_context, "opened", none)
    with pytest.raises(Refused, match="bwrap is not on PATH"):
        examine(digests={})


def test_a_job_that_nobody_could_end_is_no_zero() -> None:
    job = Job("ada", POOL.name, POOL.digest(), b"secret", {"LifoPool.java": b"class LifoPool {}"})
    made = not_done(job, "given up after 3 workers: one: lost; two: lost; one: lost")
    assert made.verdict == "grader_error"
    assert made.submission_digest == Submission(job.files).digest()
