"""The workers of a Dask cluster as an executor: one job at a time each, repeated if it is lost.

We place the jobs, one per worker, instead of leaving them to Dask's scheduler: it assigns all of
them at once, and when a worker is lost it counts that against every job that was waiting there, not
only against the one that ran.
"""

import abc
import asyncio
import concurrent.futures
import contextlib
import dataclasses
import logging
import re
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import distributed
import distributed.core as distributed_core

from course.errors import CourseError, UsageError

CONNECT_WITHIN_S = 10
LOOK_EVERY_S = 1.0  # for workers that came or went
TURN_S = 0.1
WAIT_FOR_WORKER_S = 60.0  # if none is left for the remaining jobs
STOP_WITHIN_S = 15.0
MOST_LOSSES = 3
LONGEST_REPR = 500
ADDRESS = re.compile(
    r"(?:(?:tcp|tls)://)?[^\s:/]+:\d{1,5}|(?:(?:tcp|tls)://)?\[[0-9a-f:]+\]:\d{1,5}"
)


class ClusterError(CourseError):
    """The cluster is unusable, or lost; one line says why, and what would help."""


class Refused(Exception):
    """A worker must not be used; one line says why."""


class Stopped(Exception):
    """The workers were stopped before the job was done."""


def check_address(address: str) -> None:
    """Raise UsageError if this cannot be a scheduler's address."""
    if not ADDRESS.fullmatch(address) or int(address.rpartition(":")[2]) > 65535:
        raise UsageError(
            f"--dask: '{address}' is not a scheduler's address; valid: tcp://HOST:PORT"
        )


def connect(address: str) -> distributed.Client:
    """Connect to the scheduler. Raises ClusterError if none answers in time."""
    # We report lost workers and the end in our own words.
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    for name in list(logging.root.manager.loggerDict):
        if name.startswith("distributed."):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        # Ask first, as a client that finds no scheduler takes long to end, and is noisy. Use a
        # separate thread, as this one has a running event loop in a notebook.
        with concurrent.futures.ThreadPoolExecutor(1) as asker:
            asked = asyncio.wait_for(_identity(address), CONNECT_WITHIN_S)
            asker.submit(asyncio.run, asked).result()
        return distributed.Client(
            address, timeout=CONNECT_WITHIN_S, set_as_default=False, name="course"
        )
    except Exception as error:  # another service's answer can raise anything
        told = "" if isinstance(error, OSError | KeyError) else f" ({_line(error)})"
        raise ClusterError(
            f"--dask: no Dask scheduler answers at {address} within {CONNECT_WITHIN_S} s{told}; "
            "`.venv/bin/dask scheduler` starts one"
        ) from error


async def _identity(address: str) -> None:
    """Query the scheduler's identity. Raises KeyError if it is another service, and OSError."""
    arguments = distributed.Security().get_connection_args("client")
    comm = await distributed_core.connect(address, timeout=CONNECT_WITHIN_S, **arguments)
    try:
        answer = await distributed_core.send_recv(comm, op="identity", reply=True)
        answer["workers"]
    finally:
        comm.abort()


@dataclasses.dataclass
class Worker:
    address: str
    host: str
    name: str
    report: Any = None  # its check's result
    doing: "Assignment | None" = None


@dataclasses.dataclass
class Assignment:
    """A job, from its submission to its outcome."""

    job: Any
    future: concurrent.futures.Future[Any]
    fn: Callable[[Any], Any]
    losses: list[str] = dataclasses.field(default_factory=list)  # a message for each
    remote: distributed.Future | None = None


class Workers(concurrent.futures.Executor, abc.ABC):
    """Runs jobs on the workers that pass a check.

    Call :meth:`find` once, then :meth:`submit`. Set the event ``cancel`` to stop: all pending
    futures fail with :attr:`stopped`. The methods that subclasses define are called by
    :meth:`find`, and after that by this executor's own thread.
    """

    resource: str  # the Dask resource that a worker offers, and a job takes one of

    starting: str  # command to start a worker in a copy of the repository, with ``{address}``

    did: str  # past participle for jobs in messages: "measured"

    one_a_host = False  # whether a machine runs one job at a time, however many workers it has

    stopped: type[Exception] = Stopped

    def __init__(self, client: distributed.Client, say: Callable[[str], None]) -> None:
        """say: receives a line for each lost or unused worker."""
        self._client = client
        self._address = client.scheduler.address
        self._start_worker = f"`{self.starting.format(address=self._address)}`"
        self.say = say
        self.cancel = threading.Event()
        self._workers: dict[str, Worker] = {}
        self._checks: dict[str, tuple[Worker, distributed.Future]] = {}
        self._refused: dict[str, str] = {}
        self._found = False
        self._jobs: deque[Assignment] = deque()
        self._lock = threading.Lock()  # guards _jobs, to which other threads add, and _over
        self._ending = threading.Event()
        self._over: BaseException | None = None  # the exception of every later job
        self._thread: threading.Thread | None = None
        self._looked = -LOOK_EVERY_S
        self._useful = time.monotonic()

    # ---- what a subclass knows of its jobs ------------------------------------------------------

    @abc.abstractmethod
    def _check(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """A function that checks a worker, called there, and its arguments.

        It raises Refused or returns the worker's report.
        """

    @abc.abstractmethod
    def _named(self, job: Any) -> str:
        """A job's name in messages."""

    @abc.abstractmethod
    def _given_up(self, job: Any, reason: str) -> Any:
        """The outcome of a job that has lost too many workers."""

    def _admit(self, one: Worker) -> None:
        """Admit a worker that has passed its check. Raises Refused to reject it anyway."""

    def _suits(self, job: Any, one: Worker) -> bool:
        return True

    def _placed(self, assignment: Assignment, one: Worker) -> None:
        """Called when the worker gets the job."""

    def _stop_workers(self) -> None:
        """End what still runs on the workers."""

    # ---- before the first job -------------------------------------------------------------------

    def find(self) -> None:
        """Check every worker present. Raises ClusterError if none can be used."""
        self._look_for_workers()
        if not self._checks:
            raise ClusterError(
                f"no worker at {self._address} has the resource '{self.resource}'; on each one, in "
                f"its copy of this repository, run {self._start_worker}"
            )
        while self._checks and not self.cancel.is_set():
            self._look_for_workers()
            self._take_checks()
            time.sleep(TURN_S)
        if not self._found and not self.cancel.is_set():
            host, reason = next(iter(self._refused.items()))
            raise ClusterError(f"no worker can be used; {host}: {reason}")

    # ---- as an executor -------------------------------------------------------------------------

    def submit(  # type: ignore[override]
        self, fn: Callable[[Any], Any], job: Any, /
    ) -> concurrent.futures.Future[Any]:
        """Call fn with the job on a suitable worker. Any thread may call this."""
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        with self._lock:
            if self._over is not None:
                future.set_exception(self._over)
                return future
            self._jobs.append(Assignment(job, future, fn))
            if self._thread is None:
                self._useful = time.monotonic()
                self._thread = threading.Thread(target=self._run, name="cluster", daemon=True)
                self._thread.start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End: start no further job, stop running ones, free the workers."""
        self._ending.set()
        if self._thread is not None and wait:
            self._thread.join(STOP_WITHIN_S + 5)
        with contextlib.suppress(Exception):  # errors no longer matter
            self._client.close(timeout=2)

    # ---- the thread that places jobs ------------------------------------------------------------

    def _run(self) -> None:
        problem: BaseException = self.stopped()
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
        except Exception as error:  # any network problem: end, and say why
            problem = ClusterError(
                f"lost the cluster at {self._address}: {_line(error)}; what was {self.did} is kept"
            )
        with self._lock:
            self._over = problem
            left = list(self._jobs)
        self._stop_workers()
        left += [one.doing for one in self._workers.values() if one.doing is not None]
        for assignment in left:
            future = assignment.future
            if not future.done() and (future.running() or future.set_running_or_notify_cancel()):
                future.set_exception(problem)

    def _look_for_workers(self) -> None:
        if time.monotonic() - self._looked < LOOK_EVERY_S:
            return
        self._looked = time.monotonic()
        if self._client.status != "running":
            raise ClusterError(
                f"the scheduler at {self._address} is gone; what was {self.did} is kept"
            )
        known = self._client.scheduler_info(n_workers=-1)["workers"]
        for address in [one for one in self._workers if one not in known]:
            self._lose(self._workers.pop(address))
        for address in [one for one in self._checks if one not in known]:
            gone, check = self._checks.pop(address)
            check.cancel()
            self._refuse(gone, "it was lost during its check")
        for address, facts in known.items():
            seen = address in self._workers or address in self._checks or address in self._refused
            if seen or facts["resources"].get(self.resource, 0) < 1:
                continue
            one = Worker(address, facts["host"], str(facts["name"]))
            function, arguments = self._check()
            self._checks[address] = one, self._on(one, function, *arguments)

    def _on(self, one: Worker, fn: Callable[..., Any], *arguments: Any) -> distributed.Future:
        return self._client.submit(
            fn,
            *arguments,
            workers=[one.address],
            allow_other_workers=False,
            resources={self.resource: 1},
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
                self._admit(one)
            except self.stopped:
                return
            except Refused as refusal:
                self._refuse(one, str(refusal))
            except ImportError as error:
                self._refuse(
                    one,
                    f"it lacks this course ({error}); after ./course setup in a copy of the "
                    f"repository, start it there with {self._start_worker}",
                )
            except Exception as error:
                self._refuse(one, f"its check failed: {_line(error)}")
            else:
                self._workers[address] = one
                self._found = True

    def _refuse(self, one: Worker, reason: str) -> None:
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
                self._lose(one)  # if it is alive after all, it may try another job
            except Refused as refusal:
                del self._workers[one.address]
                self._refuse(one, str(refusal))
                self._give_back(one)
            except Exception as error:
                del self._workers[one.address]
                self._refuse(one, f"it could not run a job: {_line(error)}")
                assignment.losses.append(f"{one.name}: {_line(error)}")
                self._give_back(one)
            else:
                one.doing = None
                assignment.future.set_result(outcome)

    def _lose(self, one: Worker) -> None:
        if one.doing is None:
            self.say(f"worker {one.name} is gone")
            return
        one.doing.losses.append(f"{one.name}: lost")
        job = self._named(one.doing.job)
        self.say(f"worker {one.name} was lost; {job} is {self.did} again")
        self._give_back(one)

    def _give_back(self, one: Worker) -> None:
        """Queue the worker's job again; give up one that was lost too often."""
        assignment, one.doing = one.doing, None
        assert assignment is not None
        if assignment.remote is not None:
            assignment.remote.cancel()
            assignment.remote = None
        if len(assignment.losses) < MOST_LOSSES:
            with self._lock:
                self._jobs.appendleft(assignment)
            return
        reason = f"given up after {MOST_LOSSES} workers: {'; '.join(assignment.losses)}"
        assignment.future.set_result(self._given_up(assignment.job, reason))

    def _hand_out(self) -> None:
        busy = {one.host for one in self._workers.values() if one.doing is not None}
        for one in self._workers.values():
            if one.doing is not None or (self.one_a_host and one.host in busy):
                continue
            assignment = self._next_for(one)
            if assignment is None:
                continue
            self._placed(assignment, one)
            one.doing = assignment
            busy.add(one.host)
            assignment.remote = self._on(one, assignment.fn, assignment.job)

    def _next_for(self, one: Worker) -> Assignment | None:
        with self._lock:
            for assignment in list(self._jobs):
                if not self._suits(assignment.job, one):
                    continue
                self._jobs.remove(assignment)
                running = assignment.future.running()
                if running or assignment.future.set_running_or_notify_cancel():
                    return assignment
        return None

    def _check_useful(self) -> None:
        """Raise ClusterError if no worker has been available for the remaining jobs for a while."""
        with self._lock:
            waiting = [assignment.job for assignment in self._jobs]
        idle = not any(one.doing for one in self._workers.values()) and not self._checks
        if not (waiting and idle):
            self._useful = time.monotonic()
        elif time.monotonic() - self._useful > WAIT_FOR_WORKER_S:
            raise ClusterError(
                f"no workers remain for {len(waiting)} jobs, such as {self._named(waiting[0])}; "
                f"what was {self.did} is kept: start one with {self._start_worker}, "
                "and run it again"
            )


def _line(error: Exception) -> str:
    text = " ".join(repr(error).split())
    return text if len(text) <= LONGEST_REPR else f"{text[: LONGEST_REPR - 3]}..."
