"""Run the jobs of a sweep, wherever they are run, and keep a record of each cell."""

from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from course.measure import commands, record
from course.measure.jobs import Job, Origin, Outcome
from course.measure.profiles import Task
from course.measure.progress import Reporter
from course.measure.runner import Fork
from course.model.machine import identity
from course.process import child
from course.process.provenance import Provenance
from course.process.store import InvalidRecordError, Store

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

Measure = Callable[[Job], Outcome]


class Stopped(Exception):
    """The sweep was told to stop by a signal; all processes have ended, records are whole."""

    def __init__(self, signum: int) -> None:
        super().__init__(signal.Signals(signum).name)
        self.signum = signum


@dataclasses.dataclass
class Harvest:
    """The records of one folder in the making: what the forks of each cell gave so far.

    All of them are of one kind of machine. Only one thread may use it.
    """

    profile: str
    store: Store
    provenance: Provenance
    arguments: Callable[[Task], list[str]]  # a task's command line
    reporter: Reporter

    def __post_init__(self) -> None:
        self._forks: dict[str, dict[int, Fork]] = {}
        self._finished: set[str] = set()

    def wants(self, job: Job) -> bool:
        """Whether the job is still needed: not when another fork of its cell has failed."""
        return job.cell.id not in self._finished

    def kept(self, job: Job) -> Outcome | None:
        """What an earlier sweep kept of the job; None if that is nothing of use."""
        part = self.store.read_part(job.cell.id, job.fork) if job.task.forks > 1 else None
        if part is None or part.get("key") != self._key(job.task):
            return None
        try:
            fork = Fork(**part["fork"])
        except (KeyError, TypeError):  # of another version of this program
            return None
        origin = Origin.of(self.provenance, job.cell.implementation)
        return Outcome(fork, origin, job.task.seconds)

    def take(self, job: Job, outcome: Outcome) -> None:
        """Keep what a job gave, and write the cell's record if it was the last one.

        Raises StoreError.
        """
        cell = job.cell
        if cell.id in self._finished:
            return
        forks = self._forks.setdefault(cell.id, {})
        forks[job.fork] = outcome.fork
        if outcome.fork.reason is None and outcome.fork.gc_reason is None:
            # For a sweep that goes on after an interruption, and for one that wants more forks.
            part = {"key": self._key(job.task), "fork": dataclasses.asdict(outcome.fork)}
            self.store.write_part(cell.id, job.fork, part)
        if outcome.fork.reason is None and len(forks) < job.task.forks:
            return
        self._finished.add(cell.id)
        in_order = [forks[number] for number in sorted(forks)]
        provenance = outcome.origin.provenance()
        made = record.measured(cell, self.profile, in_order, provenance)
        try:
            self.store.write(made)
        except InvalidRecordError as error:  # figures that no program should have given
            for one in in_order:
                one.reason = f"no valid record: {error}"
            made = record.measured(cell, self.profile, in_order[:1], provenance)
            self.store.write(made)
        self.reporter.result(made)

    def _key(self, task: Task) -> dict[str, Any]:
        """What an earlier run's fork must agree with to be of use."""
        return {
            "profile": self.profile,
            "command": commands.comparable(self.arguments(task)),
            "load": repr(task.load),  # what a program is told while it runs is in no command line
            "source_hash": self.provenance.source_hash(task.cell.implementation),
            "machine": identity(self.provenance.machine),
        }


@dataclasses.dataclass
class Sweep:
    """One run over some jobs. Not to be used twice."""

    reporter: Reporter
    executor: concurrent.futures.Executor
    measure: Measure  # what the executor is given to run, with a job
    at_once: int | None  # jobs that the executor has at a time; None: all, it tells of their begin
    cancel: threading.Event  # set to stop the jobs that are running

    def __post_init__(self) -> None:
        self._signum: int | None = None

    def run(self, work: list[tuple[Harvest, Job]]) -> None:
        """Run the jobs in their order; each record is written as soon as its cell is done.

        Raises Stopped, or CourseError when a record cannot be written or the executor is at its
        end; either way no process is left running and what was written before is whole.
        """
        waiting = deque(work)
        running: dict[concurrent.futures.Future[Outcome], tuple[Harvest, Job]] = {}
        with self._stopping_on_signals():
            try:
                while (waiting or running) and not self.cancel.is_set():
                    self._submit(waiting, running)
                    self._take_done(running)
            except child.Cancelled:
                pass
            finally:
                self.cancel.set()  # no effect on what is done
                self.executor.shutdown(cancel_futures=True)
        if self._signum is not None:
            raise Stopped(self._signum)

    def _submit(
        self,
        waiting: deque[tuple[Harvest, Job]],
        running: dict[concurrent.futures.Future[Outcome], tuple[Harvest, Job]],
    ) -> None:
        # One job is taken in before the next one begins: writing a record must not disturb what
        # is measured, and no fork is begun of a cell that has failed.
        while waiting and (self.at_once is None or len(running) < self.at_once):
            harvest, job = waiting.popleft()
            if not harvest.wants(job):
                continue
            kept = harvest.kept(job)
            if kept is not None or self.at_once is not None:
                self.reporter.begin(job.cell)
            if kept is not None:
                self._take(harvest, job, kept)
                continue
            running[self.executor.submit(self.measure, job)] = harvest, job

    def _take_done(
        self, running: dict[concurrent.futures.Future[Outcome], tuple[Harvest, Job]]
    ) -> None:
        done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
        for future in done:
            harvest, job = running.pop(future)
            self._take(harvest, job, future.result())
            for other, (owner, later) in list(running.items()):
                if not owner.wants(later) and other.cancel():
                    del running[other]

    def _take(self, harvest: Harvest, job: Job, outcome: Outcome) -> None:
        self.reporter.end(job.task, outcome.seconds)
        harvest.take(job, outcome)

    @contextlib.contextmanager
    def _stopping_on_signals(self) -> Iterator[None]:
        def stop(signum: int, _: object) -> None:
            self._signum = signum
            self.cancel.set()

        before = {signum: signal.signal(signum, stop) for signum in STOP_SIGNALS}
        try:
            yield
        finally:
            for signum, handler in before.items():
                signal.signal(signum, handler)
