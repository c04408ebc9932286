"""A Dask cluster as an executor of jobs: one at a time on each machine, repeated when it is lost.

The jobs are placed from here, one for each worker, instead of being left to Dask's scheduler: it
hands out all of them at once, and when a worker is lost it holds that against every job that was
waiting there, not only against the one that ran.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import dataclasses
import datetime
import logging
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import distributed
import distributed.core as distributed_core

from course.errors import CourseError, UsageError
from course.measure import child, worker
from course.measure.cells import Cell
from course.measure.jobs import Job, Origin, Outcome
from course.measure.provenance import Provenance, machine_name
from course.measure.runner import Fork, shortened
from course.measure.worker import Report, Terms

RESOURCE = "measure"
CONNECT_WITHIN_S = 10
LOOK_EVERY_S = 1.0  # for workers that came or went
TURN_S = 0.1
WAIT_FOR_WORKER_S = 60.0  # when nobody is left to do what is left
STOP_WITHIN_S = 15.0
MOST_LOSSES = 3
ADDRESS = re.compile(
    r"(?:(?:tcp|tls)://)?[^\s:/]+:\d{1,5}|(?:(?:tcp|tls)://)?\[[0-9a-f:]+\]:\d{1,5}"
)

START_WORKER = ".venv/bin/dask worker {address} --nworkers 1 --nthreads 1 --resources measure=1"


class ClusterError(CourseError):
    """The cluster cannot be used, or no longer; one line says why, and what would help."""


def check_address(address: str) -> None:
    """Raises UsageError for what cannot be a scheduler's address."""
    if not ADDRESS.fullmatch(address) or int(address.rpartition(":")[2]) > 65535:
        raise UsageError(
            f"--dask: '{address}' is no address of a scheduler; valid: tcp://HOST:PORT"
        )


def connect(address: str) -> distributed.Client:
    """A client of the scheduler. Raises ClusterError when none answers in time."""
    # What it has to tell of lost workers and of the end is told here in words of ours.
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    for name in list(logging.root.manager.loggerDict):
        if name.startswith("distributed."):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        # A client that finds nobody takes its time to end, and is not quiet about it.
        asyncio.run(asyncio.wait_for(_identity(address), CONNECT_WITHIN_S))
        return distributed.Client(
            address, timeout=CONNECT_WITHIN_S, set_as_default=False, name="course-sweep"
        )
    except Exception as error:  # what something else answers can raise anything
        told = "" if isinstance(error, OSError | KeyError) else f" ({shortened(repr(error))})"
        raise ClusterError(
            f"--dask: no Dask scheduler answers at {address} within {CONNECT_WITHIN_S} s{told}; "
            "`.venv/bin/dask scheduler` starts one"
        ) from error


async def _identity(address: str) -> None:
    """Ask the scheduler who it is. Raises KeyError when it is something else, and OSError."""
    arguments = distributed.Security().get_connection_args("client")
    comm = await distributed_core.connect(address, timeout=CONNECT_WITHIN_S, **arguments)
    try:
        answer = await distributed_core.send_recv(comm, op="identity", reply=True)
        answer["workers"]
    finally:
        comm.abort()


@dataclasses.dataclass
class Kind:
    """A kind of machine in the cluster: its workers' figures may stand in one data set."""

    name: str  # fit for a folder
    provenance: Provenance
    reports: list[Report]

    def why_not(self, cell: Cell) -> str | None:
        """Why none of its machines can run the cell, in one line; None when one can."""
        reasons = [report.cannot.get(cell.id) for report in self.reports]
        return None if None in reasons else reasons[0]

    def why_unfit(self) -> str | None:
        """Why none of its machines can measure real time, in one line; None when one can."""
        reasons = [report.unfit for report in self.reports]
        return None if None in reasons else reasons[0]


@dataclasses.dataclass
class _Worker:
    address: str
    host: str
    name: str
    report: Report | None = None
    kind: str = ""
    doing: _Assignment | None = None


@dataclasses.dataclass
class _Assignment:
    job: Job
    future: concurrent.futures.Future[Outcome]
    fn: Callable[[Job], Outcome]
    losses: list[str] = dataclasses.field(default_factory=list)  # what happened, each time
    remote: distributed.Future | None = None


class Cluster(concurrent.futures.Executor):
    """Runs jobs on the workers that agree to the sweep's terms.

    Call :meth:`examine` once, then :meth:`submit`. Set the event ``cancel`` to stop: the running
    programs are killed, and every future that is not done fails with child.Cancelled.
    """

    def __init__(
        self,
        client: distributed.Client,
        terms: Terms,
        say: Callable[[str], None],
        begin: Callable[[Cell], None],
    ) -> None:
        """say gets a line about each worker that is lost or not used; begin, each job's cell."""
        self._client = client
        self._address = client.scheduler.address
        self._terms = terms
        self.say = say
        self.begin = begin
        self.cancel = threading.Event()
        self.kinds: dict[str, Kind] = {}
        self._cells: tuple[Cell, ...] = ()
        self._for_realtime = False
        self._workers: dict[str, _Worker] = {}
        self._checks: dict[str, tuple[_Worker, distributed.Future]] = {}
        self._refused: dict[str, str] = {}
        self._jobs: deque[_Assignment] = deque()
        self._homes: dict[tuple[str, str], str] = {}
        self._lock = threading.Lock()  # of _jobs, which other threads add to
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._looked = -LOOK_EVERY_S
        self._useful = time.monotonic()

    # ---- before the first job -------------------------------------------------------------------

    def examine(self, cells: tuple[Cell, ...], for_realtime: bool) -> list[Kind]:
        """Check every worker's machine, and say what kinds there are. Raises ClusterError.

        for_realtime: find out, too, whether real time can be measured there.
        """
        self._cells, self._for_realtime = cells, for_realtime
        self._look_for_workers()
        if not self._checks:
            raise ClusterError(
                f"no worker at {self._address} has the resource '{RESOURCE}'; on each machine that "
                f"measures, in its copy of this repository, run {self._start_worker}"
            )
        while self._checks and not self.cancel.is_set():
            self._look_for_workers()
            self._take_checks()
            time.sleep(TURN_S)
        if not self.kinds and not self.cancel.is_set():
            host, reason = next(iter(self._refused.items()))
            raise ClusterError(f"no worker can be used; {host}: {reason}")
        return list(self.kinds.values())

    @property
    def _start_worker(self) -> str:
        return f"`{START_WORKER.format(address=self._address)}`"

    # ---- as an executor -------------------------------------------------------------------------

    def submit(  # type: ignore[override]
        self, fn: Callable[[Job], Outcome], job: Job, /
    ) -> concurrent.futures.Future[Outcome]:
        """Have a worker of the job's kind call fn with it. Any thread may call."""
        future: concurrent.futures.Future[Outcome] = concurrent.futures.Future()
        with self._lock:
            self._jobs.append(_Assignment(job, future, fn))
            if self._thread is None:
                self._useful = time.monotonic()
                self._thread = threading.Thread(target=self._run, name="cluster", daemon=True)
                self._thread.start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End: no job is begun any more, those that run are stopped, the workers are free."""
        self._ending.set()
        if self._thread is not None and wait:
            self._thread.join(STOP_WITHIN_S + 5)
        with contextlib.suppress(Exception):  # the sweep is over, whatever the cluster says
            self._client.close(timeout=2)

    # ---- the thread that places jobs ------------------------------------------------------------

    def _run(self) -> None:
        problem: BaseException = child.Cancelled()
        try:
            while not (self._ending.is_set() or self.cancel.is_set()):
                self._look_for_workers()
                self._take_checks()
                self._take_results()
                self._hand_out()
                self._check_useful()
                time.sleep(TURN_S)
        except ClusterError as error:
            problem = error
        except Exception as error:  # whatever the network had in store: the sweep ends, told why
            problem = ClusterError(
                f"lost the cluster at {self._address}: {shortened(repr(error))}; "
                "what was measured is kept"
            )
        self._stop_workers()
        for assignment in self._all_assignments():
            future = assignment.future
            if not future.done() and (future.running() or future.set_running_or_notify_cancel()):
                future.set_exception(problem)

    def _all_assignments(self) -> list[_Assignment]:
        with self._lock:
            waiting = list(self._jobs)
        return waiting + [one.doing for one in self._workers.values() if one.doing is not None]

    def _look_for_workers(self) -> None:
        if time.monotonic() - self._looked < LOOK_EVERY_S:
            return
        self._looked = time.monotonic()
        if self._client.status != "running":
            raise ClusterError(
                f"the scheduler at {self._address} is gone; what was measured is kept"
            )
        known = self._client.scheduler_info(n_workers=-1)["workers"]
        for address in [one for one in self._workers if one not in known]:
            self._lose(self._workers.pop(address))
        for address in [one for one in self._checks if one not in known]:
            gone, check = self._checks.pop(address)
            check.cancel()
            self._refuse(gone, "it was lost while it was being checked")
        for address, facts in known.items():
            seen = address in self._workers or address in self._checks or address in self._refused
            if seen or facts["resources"].get(RESOURCE, 0) < 1:
                continue
            one = _Worker(address, facts["host"], str(facts["name"]))
            arguments = (self._terms, self._cells, self._for_realtime)
            self._checks[address] = one, self._on(one, worker.examine, *arguments)

    def _on(self, one: _Worker, fn: Callable[..., Any], *arguments: Any) -> distributed.Future:
        return self._client.submit(
            fn,
            *arguments,
            workers=[one.address],
            allow_other_workers=False,
            resources={RESOURCE: 1},
            retries=0,
            pure=False,
        )

    def _take_checks(self) -> None:
        for address, (one, check) in list(self._checks.items()):
            if not check.done():
                continue
            del self._checks[address]
            try:
                one.report = check.result(timeout=STOP_WITHIN_S)
            except child.Cancelled:
                return
            except worker.Refused as refusal:
                self._refuse(one, str(refusal))
            except ImportError as error:
                self._refuse(
                    one,
                    f"it lacks this course ({error}); start it in a copy of the repository that is "
                    f"set up, with {self._start_worker}",
                )
            except Exception as error:
                self._refuse(one, f"its check failed: {shortened(repr(error))}")
            else:
                self._accept(one)

    def _accept(self, one: _Worker) -> None:
        report = one.report
        assert report is not None
        sources = self._terms.sources
        provenance = Provenance(report.commit, report.dirty, report.machine, sources.__getitem__)
        one.kind = machine_name(report.machine)
        kind = self.kinds.get(one.kind)
        if kind is None and self._thread is not None:
            self._refuse(one, "a kind of machine that was not there when the sweep began")
            return
        if kind is None:
            kind = self.kinds[one.kind] = Kind(one.kind, provenance, [])
        kind.reports.append(report)
        self._workers[one.address] = one

    def _refuse(self, one: _Worker, reason: str) -> None:
        self._refused[one.address] = reason
        self.say(f"worker {one.name} is not used: {reason}")

    def _take_results(self) -> None:
        for one in list(self._workers.values()):
            assignment = one.doing
            if assignment is None or assignment.remote is None or not assignment.remote.done():
                continue
            try:
                outcome = assignment.remote.result(timeout=STOP_WITHIN_S)
            except (distributed.KilledWorker, concurrent.futures.CancelledError, OSError):
                self._lose(one)  # and if it is alive after all, it may try another job
            except worker.Refused as refusal:
                del self._workers[one.address]
                self._refuse(one, str(refusal))
                self._give_back(one)
            except Exception as error:
                del self._workers[one.address]
                self._refuse(one, f"it could not run a job: {shortened(repr(error))}")
                assignment.losses.append(f"{one.name}: {shortened(repr(error))}")
                self._give_back(one)
            else:
                one.doing = None
                assignment.future.set_result(outcome)

    def _lose(self, one: _Worker) -> None:
        if one.doing is None:
            self.say(f"worker {one.name} is gone")
            return
        one.doing.losses.append(f"{one.name}: lost")
        self.say(f"worker {one.name} was lost; {one.doing.job.cell.id} is measured again")
        self._give_back(one)

    def _give_back(self, one: _Worker) -> None:
        """Have another worker do what this one did not; give up what was tried too often."""
        assignment, one.doing = one.doing, None
        assert assignment is not None
        if assignment.remote is not None:
            assignment.remote.cancel()
            assignment.remote = None
        if len(assignment.losses) < MOST_LOSSES:
            with self._lock:
                self._jobs.appendleft(assignment)
            return
        provenance = self.kinds[assignment.job.place].provenance
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        reason = f"given up after {MOST_LOSSES} workers: {'; '.join(assignment.losses)}"
        fork = Fork([], started=now.replace("+00:00", "Z"), reason=shortened(reason))
        origin = Origin.of(provenance, assignment.job.cell.implementation)
        assignment.future.set_result(Outcome(fork, origin, 0.0))

    def _hand_out(self) -> None:
        busy = {one.host for one in self._workers.values() if one.doing is not None}
        for one in self._workers.values():
            if one.host in busy:
                continue
            assignment = self._next_for(one)
            if assignment is None:
                continue
            if not assignment.losses:
                self.begin(assignment.job.cell)
            one.doing = assignment
            busy.add(one.host)
            assignment.remote = self._on(one, assignment.fn, assignment.job)

    def _next_for(self, one: _Worker) -> _Assignment | None:
        with self._lock:
            for assignment in list(self._jobs):
                if not self._suits(assignment.job, one):
                    continue
                self._jobs.remove(assignment)
                running = assignment.future.running()
                if running or assignment.future.set_running_or_notify_cancel():
                    self._homes[assignment.job.place, assignment.job.cell.id] = one.address
                    return assignment
        return None

    def _suits(self, job: Job, one: _Worker) -> bool:
        """Whether the worker may do the job. All forks of a cell go to one machine, while it is
        there."""
        report = one.report
        assert report is not None
        home = self._homes.get((job.place, job.cell.id))
        return (
            job.place == one.kind
            and job.cell.id not in report.cannot
            and (job.cell.mode != "realtime" or report.unfit is None)
            and (home in (None, one.address) or home not in self._workers)
        )

    def _check_useful(self) -> None:
        """Raises ClusterError when nobody has been there for a while to do what is left."""
        with self._lock:
            waiting = [assignment.job for assignment in self._jobs]
        idle = not any(one.doing for one in self._workers.values()) and not self._checks
        if not (waiting and idle):
            self._useful = time.monotonic()
        elif time.monotonic() - self._useful > WAIT_FOR_WORKER_S:
            raise ClusterError(
                f"no worker is left for {len(waiting)} jobs, such as {waiting[0].cell.id}; what "
                f"was measured is kept: start one with {self._start_worker}, and run it again"
            )

    def _stop_workers(self) -> None:
        """Have the workers kill what runs there for this sweep."""
        doing = [one.doing.remote for one in self._workers.values() if one.doing is not None]
        running = [remote for remote in doing if remote is not None]
        running += [check for _, check in self._checks.values()]
        with contextlib.suppress(Exception):  # one that is gone needs no stopping
            addresses = [*self._workers, *self._checks]
            if addresses and self._client.status == "running":
                self._client.run(worker.end, self._terms.run, workers=addresses, on_error="ignore")
                distributed.wait(running, timeout=STOP_WITHIN_S)


def counted(kinds: list[Kind]) -> Iterator[str]:
    """A line on each kind of machine."""
    for kind in kinds:
        number = len(kind.reports)
        yield f"{number} worker{'s' if number > 1 else ''} of kind {kind.name}"
