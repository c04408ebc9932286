"""Grading on the workers of a Dask cluster: ``./course grade --dask ADDRESS``.

Submissions travel to the workers, and so does the secret of their traces: whoever can talk to the
scheduler can run code on its workers anyway.
"""

import concurrent.futures
import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import distributed

from course.errors import CourseError
from course.grading.checks import grader_context
from course.grading.checks.tools import Tools
from course.grading.exercises import exercise as exercises
from course.grading.jobs import Job, not_done
from course.grading.result import Result
from course.grading.session import MOST_SECONDS, in_time
from course.process.workers import Refused, Workers, connect
from course.toolchain.fingerprint import Fingerprints


def version() -> str:
    """Version of the grader in this copy of the repository."""
    return Fingerprints().of(grader_context.CODE)


def examine(grader: str, digests: Mapping[str, str]) -> None:
    """Whether this worker can grade. Raises Refused. Called on the worker.

    grader: its :func:`version`. digests: exercise -> its digest.
    """
    if version() != grader:
        raise Refused("its grader has a different version")
    known, tools = exercises.names(), Tools.find()
    try:
        for name, digest in digests.items():
            exercise = exercises.load(name) if name in known else None
            if exercise is None or exercise.digest() != digest:
                raise Refused(f"its exercise {name} has a different version")
            tools.require(exercise.language)
        with grader_context.opened():
            pass
    except CourseError as error:
        raise Refused(str(error)) from error


class Graders(Workers):
    """Runs jobs on the workers that agree to the terms: one at a time on each, however many of
    them a machine has."""

    resource = "grade"
    starting = ".venv/bin/dask worker {address} --nworkers N --nthreads 1 --resources grade=1"
    did = "graded"

    def __init__(
        self, client: distributed.Client, digests: Mapping[str, str], say: Callable[[str], None]
    ) -> None:
        """digests: exercise -> its digest. say gets a line about each worker that is lost or not
        used."""
        super().__init__(client, say)
        self._terms = version(), dict(digests)

    def submit(self, fn: Callable[[Job], Any], job: Job, /) -> concurrent.futures.Future[Any]:
        """As on this machine, a job ends within MOST_SECONDS: its worker is killed, and lost."""
        return super().submit(functools.partial(in_time, MOST_SECONDS, fn), job)

    def _check(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return examine, self._terms

    def _named(self, job: Job) -> str:
        return f"{job.learner} {job.exercise}"

    def _given_up(self, job: Job, reason: str) -> Result:
        return not_done(job, reason)


@contextlib.contextmanager
def opened(
    address: str, digests: Mapping[str, str], say: Callable[[str], None]
) -> Iterator[Graders]:
    """The workers at the address that can grade these exercises. Raises ClusterError."""
    with Graders(connect(address), digests, say) as graders:
        graders.find()
        yield graders
