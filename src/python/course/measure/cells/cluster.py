"""A Dask cluster's machines, by kind, as an executor: one job at a time on each machine."""

import contextlib
import dataclasses
from collections.abc import Callable
from typing import Any

import distributed

from course.measure.cells import worker
from course.measure.cells.jobs import Fork, Job, Outcome
from course.measure.cells.worker import Report, Terms
from course.measure.events import shortened
from course.measure.progress import Reporter
from course.model.cells import Cell
from course.model.machine import folder_name
from course.process import child
from course.process.provenance import Provenance, now
from course.process.workers import STOP_WITHIN_S, Assignment, Refused, Worker, Workers


@dataclasses.dataclass
class Kind:
    """A kind of machine in the cluster: its workers' figures may share a data set."""

    name: str  # valid as a folder name
    provenance: Provenance
    reports: list[Report]

    def why_not(self, cell: Cell) -> str | None:
        """Why none of its machines can run the cell, in one line; None if one can."""
        reasons = [report.cannot.get(cell.id) for report in self.reports]
        return None if None in reasons else reasons[0]

    def why_unfit(self) -> str | None:
        """Why none of its machines can measure real time, in one line; None if one can."""
        reasons = [report.unfit for report in self.reports]
        return None if None in reasons else reasons[0]


class Cluster(Workers):
    """Runs jobs on the workers that meet the sweep's terms.

    Call :meth:`find` once, then :meth:`submit`. Set the event ``cancel`` to stop: the running
    programs are killed, and every future that is not done fails with child.Cancelled.
    """

    resource = "measure"
    starting = ".venv/bin/dask worker {address} --nworkers 1 --nthreads 1 --resources measure=1"
    did = "measured"
    one_a_host = True
    stopped = child.Cancelled

    def __init__(self, client: distributed.Client, terms: Terms, reporter: Reporter) -> None:
        """The reporter learns which workers are lost or not used, and when a job begins."""
        super().__init__(client, reporter.say)
        self._terms, self._reporter = terms, reporter
        self.kinds: dict[str, Kind] = {}
        self._kind_of: dict[str, str] = {}  # address of a worker -> name of its kind
        self._homes: dict[tuple[str, str], str] = {}

    def _check(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return worker.examine, (self._terms,)

    def _admit(self, one: Worker) -> None:
        report: Report = one.report
        name = self._kind_of[one.address] = folder_name(report.provenance.machine)
        kind = self.kinds.get(name)
        if kind is None and self._thread is not None:  # the first job was submitted
            raise Refused("this kind of machine joined after the sweep had started")
        if kind is None:
            kind = self.kinds[name] = Kind(name, report.provenance, [])
        kind.reports.append(report)

    def _named(self, job: Job) -> str:
        return job.name

    def _suits(self, job: Job, one: Worker) -> bool:
        """True if the worker may run the job. A contest stays on one machine while that is
        available."""
        report: Report = one.report
        home = self._homes.get((job.place, job.name))
        return (
            job.place == self._kind_of[one.address]
            and report.cannot.keys().isdisjoint(cell.id for cell in job.cells)
            and (job.cells[0].mode != "realtime" or report.unfit is None)
            and (home in (None, one.address) or home not in self._workers)
        )

    def _placed(self, assignment: Assignment, one: Worker) -> None:
        job: Job = assignment.job
        self._homes[job.place, job.name] = one.address
        if not assignment.losses:
            self._reporter.begin(job.name)

    def _given_up(self, job: Job, reason: str) -> Outcome:
        provenance = self.kinds[job.place].provenance
        fork = Fork([], started=now(), reason=shortened(reason))
        forks = {cell.id: dataclasses.replace(fork) for cell in job.cells}
        return Outcome(forks, provenance.of(job.cells[0].implementation), 0.0)

    def _stop_workers(self) -> None:
        doing = [one.doing.remote for one in self._workers.values() if one.doing is not None]
        running = [remote for remote in doing if remote is not None]
        running += [check for _, check in self._checks.values()]
        with contextlib.suppress(Exception):  # a lost worker needs no stopping
            addresses = [*self._workers, *self._checks]
            if addresses and self._client.status == "running":
                self._client.run(worker.end, self._terms.run, workers=addresses, on_error="ignore")
                distributed.wait(running, timeout=STOP_WITHIN_S)
