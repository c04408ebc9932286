"""Play the rounds of a sweep, wherever they are run, until all is decided or the time is up."""

from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import random
import signal
import threading
from collections.abc import Callable, Collection, Iterator, Sequence

from course.measure.contest import Contest
from course.measure.harvest import Harvest
from course.measure.jobs import Job, Outcome
from course.measure.progress import Reporter
from course.measure.schedule import Schedule
from course.measure.standings import Standings
from course.model.spreads import Spreads
from course.process import child

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

Measure = Callable[[Job], Outcome]


class Stopped(Exception):
    """The sweep was told to stop by a signal; all processes have ended, records are whole."""

    def __init__(self, signum: int) -> None:
        super().__init__(signal.Signals(signum).name)
        self.signum = signum


class Field:
    """The contests of one kind of machine, their rounds so far and to come.

    Only one thread may use it.
    """

    def __init__(
        self,
        harvest: Harvest,
        contests: Sequence[Contest],
        *,
        current: Collection[str],
        place: str,
        session: str,
        one_machine: bool,
        budget_s: float,
        most_rounds: int,
        spreads: Spreads,
    ) -> None:
        """Takes in what earlier sweeps kept.

        current: cells whose records need not be written again. place: as jobs name it. session:
        unlike any other sweep's. one_machine: rounds of different contests may be paired when they
        have the same number. budget_s: for all rounds but the first ones, those of earlier sweeps
        included. spreads: what was calibrated.
        """
        self.harvest = harvest
        self._place, self._session, self._one_machine = place, session, one_machine
        self._most_rounds, self._spreads = most_rounds, spreads
        self._contests = {contest.key: contest for contest in contests}
        dice = random.Random(f"{session} {place}")
        self.schedule = Schedule(dict(self._contests), budget_s, most_rounds, dice)
        self._busy: set[str] = set()
        for contest in contests:
            for seconds in harvest.resume(contest):
                self.schedule.took(contest.key, seconds)
            harvest.restore(contest, current)

    def next(self) -> Job | None:
        """The next round to be run; None: there is none, or none until a running one is over."""
        key = self.schedule.next(self.standings().needed(), self._busy)
        if key is None:
            return None
        self._busy.add(key)
        contest = self._contests[key]
        number = self.harvest.next_round(contest)
        turn = (
            f"{self._session}/{number}" if self._one_machine else f"{self._session}/{number}/{key}"
        )
        return Job(contest, number, turn, self._place)

    def standings(self) -> Standings:
        """What is known by now."""
        contests = self._contests.values()
        return Standings(contests, self.harvest.forks, self._most_rounds, self._spreads)

    def take(self, job: Job, outcome: Outcome, reporter: Reporter) -> None:
        """A round is over. Raises StoreError."""
        self._busy.discard(job.name)
        self.schedule.took(job.name, outcome.seconds)
        for made in self.harvest.take(job, outcome):
            reporter.result(made)
        left = self._contests[job.name].without(self.harvest.failed)
        if left is None:
            self.schedule.drop(job.name)
        else:
            self._contests[job.name] = left

    def left_s(self) -> float:
        """About how long it will go on."""
        return self.schedule.left_s(self.standings().needed())


@dataclasses.dataclass
class Sweep:
    """One run over some fields. Not to be used twice."""

    reporter: Reporter
    executor: concurrent.futures.Executor
    measure: Measure  # what the executor is given to run, with a job
    at_once: int | None  # jobs that the executor has at a time; None: all, it tells of their begin
    cancel: threading.Event  # set to stop the jobs that are running

    def __post_init__(self) -> None:
        self._signum: int | None = None

    def run(self, fields: Sequence[Field]) -> None:
        """Run rounds until no field has a next one; records are written after each of them.

        Raises Stopped, or CourseError when a record cannot be written or the executor is at its
        end; either way no process is left running and what was written before is whole.
        """
        running: dict[concurrent.futures.Future[Outcome], tuple[Field, Job]] = {}
        with self._stopping_on_signals():
            try:
                while not self.cancel.is_set():
                    self._submit(fields, running)
                    if not running:
                        break
                    self._take_done(fields, running)
            except child.Cancelled:
                pass
            finally:
                self.cancel.set()  # no effect on what is done
                self.executor.shutdown(cancel_futures=True)
        if self._signum is not None:
            raise Stopped(self._signum)

    def _submit(
        self,
        fields: Sequence[Field],
        running: dict[concurrent.futures.Future[Outcome], tuple[Field, Job]],
    ) -> None:
        # One job is taken in before the next one begins: writing a record must not disturb what
        # is measured, and a verdict may make another round needless.
        for field in fields:
            while self.at_once is None or len(running) < self.at_once:
                job = field.next()
                if job is None:
                    break
                if self.at_once is not None:
                    self.reporter.begin(job.name)
                running[self.executor.submit(self.measure, job)] = field, job

    def _take_done(
        self,
        fields: Sequence[Field],
        running: dict[concurrent.futures.Future[Outcome], tuple[Field, Job]],
    ) -> None:
        done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
        for future in done:
            field, job = running.pop(future)
            outcome = future.result()
            field.take(job, outcome, self.reporter)
            self.reporter.end(
                job.name,
                [str(one.standings()) for one in fields],
                max(one.left_s() for one in fields),
            )

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
