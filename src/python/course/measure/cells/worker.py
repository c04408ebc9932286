"""Code that a sweep runs on a Dask worker: the check of its machine, then its jobs.

A worker is a Python process in the course's environment, on a machine where the same commit is set
up and built. The functions here run there; arguments and results are pickled.
"""

import contextlib
import dataclasses
import fcntl
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from course.errors import CourseError
from course.measure.cells.jobs import Job, Outcome
from course.measure.cells.programs import Programs
from course.measure.cells.runner import Runner
from course.measure.here import Here
from course.model.cells import Cell
from course.process import child
from course.process.provenance import Provenance, portable
from course.process.workers import Refused

LOCK = Path(tempfile.gettempdir(), "allocpool-measuring.lock")
"""Held by the one job that a machine does at a time, those of other workers and sweeps included."""
LOOK_EVERY_S = 0.1


@dataclasses.dataclass(frozen=True)
class Terms:
    """A sweep's requirements for every worker."""

    run: str  # unique name of the sweep
    machine: Here
    provenance: Provenance  # its commit, and the hashes of the sources of what it measures
    cells: tuple[Cell, ...]  # all that it may measure
    for_realtime: bool
    """Whether a reading is taken that tells whether real time can be measured: some seconds."""


@dataclasses.dataclass(frozen=True)
class Report:
    provenance: Provenance
    cannot: dict[str, str]  # cell id -> why it cannot run here
    unfit: str | None  # why real time cannot be measured here


def examine(terms: Terms) -> Report:
    """Whether this worker may measure, and which cells. Raises Refused."""
    with machine_lock(LOCK, lambda: terms.run in _ended):
        try:
            provenance = _provenance(terms, *{cell.implementation for cell in terms.cells})
            outdated = terms.machine.outdated()
            if outdated:
                raise Refused(outdated)
            programs = Programs(terms.machine)
            reasons = {cell.id: programs.why_not(cell) for cell in terms.cells}
            programs.require([cell for cell in terms.cells if reasons[cell.id] is None])
        except (CourseError, OSError) as error:
            raise Refused(str(error)) from error
        return Report(
            provenance=provenance,
            cannot={name: reason for name, reason in reasons.items() if reason is not None},
            unfit=terms.machine.why_unfit() if terms.for_realtime else None,
        )


def measure(terms: Terms, job: Job) -> Outcome:
    """Run one job. Raises Refused, and child.Cancelled after :func:`end`.

    The worker determines the outcome's provenance now, as its sources may have changed since it was
    examined.
    """
    with machine_lock(LOCK, lambda: terms.run in _ended):
        runner = _runner(terms)
        provenance = _provenance(terms, job.cells[0].implementation)
        scratch = terms.machine.root / "build" / "scratch" / str(os.getpid())
        try:
            outcome = runner.measure(job, provenance, scratch)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        # Here, where the repository folder in the paths is known.
        for fork in outcome.forks.values():
            fork.command, fork.runtime = portable(fork.command), portable(fork.runtime)
        return outcome


def end(run: str) -> None:
    """End a sweep: stop its job, if any, and accept no more. Any thread may call this."""
    with _lock:
        _ended.add(run)
        runner = _in_use.pop(run, None)
    if runner is not None:
        runner.cancel.set()
        runner.close()


_lock = threading.Lock()
_in_use: dict[str, Runner] = {}
_ended: set[str] = set()


def _runner(terms: Terms) -> Runner:
    """The sweep's runner in this process. Runners left over from other sweeps are closed."""
    with _lock:
        if terms.run in _ended:
            raise child.Cancelled
        for run in [run for run in _in_use if run != terms.run]:
            _in_use.pop(run).close()
        if terms.run not in _in_use:
            _in_use[terms.run] = Runner(Programs(terms.machine), terms.cells)
        return _in_use[terms.run]


def _provenance(terms: Terms, *implementations: str) -> Provenance:
    """This machine's provenance. Raises Refused if it differs from the sweep's."""
    own, asked = terms.machine.provenance().of(*implementations), terms.provenance
    if own.commit != asked.commit:
        raise Refused(f"it has commit {own.commit}, the sweep has {asked.commit}")
    for name in implementations:
        if own.source_hash(name) != asked.source_hash(name):
            raise Refused(f"its sources of {name} are not those of the sweep")
    return own


@contextlib.contextmanager
def machine_lock(file: Path, cancelled: Callable[[], bool]) -> Iterator[None]:
    """Wait for and hold a kernel lock on the file, which is created if missing.

    The lock is released when its holder ends, however that happens. Raises child.Cancelled once
    waiting is pointless, and OSError.
    """
    # Another user's file in a shared folder can be locked, though not written.
    flags = os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        handle = os.open(file, os.O_RDONLY | flags)
    except FileNotFoundError:
        handle = os.open(file, os.O_RDONLY | os.O_CREAT | flags, 0o644)
    try:
        while True:
            if cancelled():
                raise child.Cancelled
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                time.sleep(LOOK_EVERY_S)
        yield
    finally:
        os.close(handle)
