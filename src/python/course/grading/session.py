"""Grade many submissions in a pool of workers; results arrive as they are ready."""

import concurrent.futures
import multiprocessing
import os
import queue
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from course.grading.checks.played import BY_KERNEL
from course.grading.checks.subject import ENDLESS
from course.grading.jobs import Job, not_done, work
from course.grading.result import Result
from course.grading.verdicts import Verdict
from course.process import machine
from course.process.die_with_parent import tie_to

MOST_SECONDS = 20 * 60
"""Limit of a job: more than all its own limits together. Only our Python could take longer."""

KILLED = (
    "its worker was killed: there was no memory left, or it took more than "
    f"{MOST_SECONDS // 60} minutes"
)


class Workers(concurrent.futures.Executor):
    """That many processes of this machine, each with its own grader context.

    Processes, since judges are Python; new ones, since ours may have threads already.
    A pool for each process: one that is killed takes its own job along, and no other one."""

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(count)
        # A worker is killed when the thread that started it ends, so this one stays.
        self._starter = ThreadPoolExecutor(1)
        self._idle: queue.SimpleQueue[ProcessPoolExecutor] = queue.SimpleQueue()
        for _ in range(count):
            self._idle.put(self._started())

    def submit(  # type: ignore[override]
        self, function: Callable[[Job], Any], job: Job, /
    ) -> concurrent.futures.Future[Any]:
        return self._threads.submit(self._run, function, job)

    def _run(self, function: Callable[[Job], Any], job: Job) -> Any:
        pool = self._idle.get()
        try:
            return pool.submit(in_time, MOST_SECONDS, function, job).result()
        except BrokenProcessPool:
            pool.shutdown()
            pool = self._started()
            return not_done(job, KILLED)
        finally:
            self._idle.put(pool)

    def _started(self) -> ProcessPoolExecutor:
        return self._starter.submit(_pool).result()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End the processes, without what was not begun."""
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        while not self._idle.empty():
            self._idle.get().shutdown(wait)
        self._starter.shutdown(wait)


def _pool() -> ProcessPoolExecutor:
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(1, spawn, initializer=_begin, initargs=(os.getpid(),))
    pool.submit(int)  # the first one starts the process
    return pool


def in_time(seconds: int, function: Callable[[Job], Any], job: Job) -> Any:
    """Run in a worker, which the kernel kills after this time, whatever it computes."""
    signal.alarm(seconds)
    try:
        return function(job)
    finally:
        signal.alarm(0)


def _begin(parent: int) -> None:
    """Make a worker end with its parent, however that ends, and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tie_to(parent)


def _is_due_to_others(job: Job, found: Result, count: int) -> bool:
    """Whether it may be: of that many jobs, others have used up its time or the memory."""
    verdicts = {found.verdict, *(check.verdict for check in found.checks)}
    ran_out = Verdict.TIMEOUT in verdicts or found.message == ENDLESS
    messages = [found.message, *(check.message for check in found.checks)]
    beside_others = job.at_once == 1 and count > 1
    return (ran_out and beside_others) or any(BY_KERNEL in one for one in messages)


def runs_at_once(workers: int) -> int:
    """Return how many runs of one submission go on at a time: two if a core would be idle."""
    return 2 if workers == 1 and machine.cores() > 1 else 1


def grade(jobs: Sequence[Job], executor: concurrent.futures.Executor) -> Iterator[Result]:
    """Grade the jobs; yield each result as it is ready. Where others may be to blame, a job is done
    again alone. Raises CourseError when no workers are left; earlier results stay."""
    running = {executor.submit(work, job): job for job in jobs}
    again = []
    for future in concurrent.futures.as_completed(running):
        job, found = running[future], future.result()
        if _is_due_to_others(job, found, len(jobs)):
            again.append(job)
        else:
            yield found
    for job in again:
        yield executor.submit(work, job).result()
