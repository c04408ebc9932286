"""Grading many submissions: a pool of workers, and what they give as it comes."""

import concurrent.futures
import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from course.errors import CourseError
from course.grading.jobs import Job, work
from course.grading.result import Result
from course.process import machine
from course.process.die_with_parent import tie_to


@contextlib.contextmanager
def workers(count: int) -> Iterator[concurrent.futures.Executor]:
    """That many processes of this machine, each with its own grader context.

    Processes, since judges are Python; new ones, since ours may have threads already.
    """
    executor = ProcessPoolExecutor(
        max_workers=count,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin,
        initargs=(os.getpid(),),
    )
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _begin(parent: int) -> None:
    """A worker ends with its parent, however that ends, and leaves Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tie_to(parent)


def runs_at_once(workers: int) -> int:
    """How many runs of one submission go on at a time: two where a core would be idle."""
    return 2 if workers == 1 and machine.cores() > 1 else 1


def grade(
    jobs: Sequence[Job],
    executor: concurrent.futures.Executor,
    on_result: Callable[[Job, Result], None],
) -> None:
    """Grade the jobs; `on_result` gets each result in this thread, in the order of their ends.

    Raises CourseError when a worker is lost; what came before stays.
    """
    running = {executor.submit(work, job): job for job in jobs}
    try:
        for future in concurrent.futures.as_completed(running):
            on_result(running[future], future.result())
    except BrokenProcessPool as error:
        raise CourseError(
            "a worker was killed, perhaps for lack of memory; results are kept, so run it again"
        ) from error
    finally:
        for future in running:
            future.cancel()
