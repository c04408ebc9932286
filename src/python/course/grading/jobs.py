"""A job: a submission to be graded, as data for any worker, and its result.

Jobs are independent, so any executor of :mod:`concurrent.futures` may run them.
"""

import contextlib
import dataclasses
import resource
import threading
import time
from collections.abc import Mapping
from multiprocessing import util
from pathlib import Path

from course.errors import CourseError
from course.grading import result
from course.grading.checks import grader_context
from course.grading.checks.grader_context import GraderContext
from course.grading.checks.reference_build import reference_of
from course.grading.exercises import exercise as exercises
from course.grading.exercises.exercise import Exercise
from course.grading.exercises.submission import Submission, take
from course.grading.grader import Report, refused, report
from course.grading.result import Result, Run
from course.grading.verdicts import GraderError, Refused, Verdict
from course.process.provenance import now


@dataclasses.dataclass(frozen=True)
class Job:
    """A learner's submission. A job without files has a verdict instead."""

    learner: str
    exercise: str
    digest: str
    """Hash of the exercise: a worker with another version of it cannot grade."""
    secret: bytes
    files: Mapping[str, bytes] | None = None
    verdict: Verdict | None = None
    message: str = ""
    at_once: int = 1


def job(folder: Path, exercise: Exercise, learner: str, secret: bytes, at_once: int = 1) -> Job:
    """Make the job of a folder. Any fault of the folder becomes part of the job."""
    made = Job(learner, exercise.name, exercise.digest(), secret, at_once=at_once)
    try:
        return dataclasses.replace(made, files=take(folder, exercise).files)
    except Refused as error:
        return dataclasses.replace(made, verdict=error.verdict, message=error.message)
    except GraderError as error:
        return dataclasses.replace(made, verdict=Verdict.GRADER_ERROR, message=str(error))
    except Exception as error:
        message = f"the grader failed: {error!r}"
        return dataclasses.replace(made, verdict=Verdict.GRADER_ERROR, message=message)


_own = threading.local()
"""This worker thread's grader context, from its first job to the worker's end."""


def work(job: Job) -> Result:
    """Grade the job. The grader's own faults become a grader_error, never somebody's zero."""
    exercise = exercises.load(job.exercise)
    began, started = time.monotonic(), now()
    try:
        if job.files is None:
            assert job.verdict is not None
            found = refused(exercise, job.verdict, job.message)
        elif exercise.digest() != job.digest:
            raise GraderError(f"this worker has a different version of exercise {exercise.name}")
        else:
            context = _context(job.at_once)
            reference_of(context, exercise, job.secret)
            began = time.monotonic()  # preparation for all submissions is nobody's time
            found = report(context, exercise, Submission(job.files), job.secret)
    except (CourseError, OSError, MemoryError) as error:
        found = refused(exercise, Verdict.GRADER_ERROR, str(error) or repr(error))
    except Exception as error:
        found = refused(exercise, Verdict.GRADER_ERROR, f"the grader failed: {error!r}")
    return _result(job, exercise, found, started, time.monotonic() - began)


def not_done(job: Job, reason: str) -> Result:
    """Return the result of a job that no worker could finish."""
    exercise = exercises.load(job.exercise)
    found = refused(exercise, Verdict.GRADER_ERROR, reason)
    return _result(job, exercise, found, now(), 0.0)


def _result(job: Job, exercise: Exercise, found: Report, started: str, seconds: float) -> Result:
    submission = None if job.files is None else Submission(job.files).digest()
    run = Run(started=started, seconds=round(seconds, 3), worker_mb=_most_mb())
    return result.build(
        exercise, found, learner=job.learner, submission=submission, sandbox="bubblewrap", run=run
    )


def _most_mb() -> int:
    """Return this worker's peak memory plus that of its largest finished process, in MB."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_maxrss for one in used) >> 10  # KB on Linux, which alone has a sandbox


def _context(at_once: int) -> GraderContext:
    if not hasattr(_own, "context"):
        stack = contextlib.ExitStack()
        _own.context = stack.enter_context(grader_context.opened(at_once=at_once))
        util.Finalize(None, stack.close, exitpriority=10)  # when the worker's process ends
    return _own.context
