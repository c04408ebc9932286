"""Measure the cells of a plan, one process at a time, and keep a record of each."""

from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from course.measure import child, commands, plan, record
from course.measure.cells import Cell
from course.measure.profiles import Task
from course.measure.progress import Reporter
from course.measure.provenance import Provenance
from course.measure.runner import Fork, Runner
from course.measure.store import SCRATCH, InvalidRecordError, Store, StoreError

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(Exception):
    """The sweep was told to stop by a signal; all processes have ended, records are whole."""

    def __init__(self, signum: int) -> None:
        super().__init__(signal.Signals(signum).name)
        self.signum = signum


@dataclasses.dataclass
class Sweep:
    """One run over the forks of some tasks. Not to be used twice."""

    profile: str
    store: Store
    runner: Runner
    provenance: Provenance
    reporter: Reporter
    fresh: bool = False

    def __post_init__(self) -> None:
        self._forks: dict[str, dict[int, Fork]] = {}
        self._finished: set[str] = set()
        self._lock = threading.Lock()
        self._signum: int | None = None

    def run(self, tasks: list[Task], jobs: int) -> None:
        """Measure all tasks. Each record is written as soon as its cell is done.

        Raises Stopped, or StoreError when a record cannot be written; either way no process is
        left running and what was written before is whole.
        """
        shutil.rmtree(self.store.folder / SCRATCH, ignore_errors=True)
        if self.fresh:
            for task in tasks:
                self.store.remove_parts(task.cell.id)
        with (
            self._stopping_on_signals(),
            concurrent.futures.ThreadPoolExecutor(jobs, "cell") as pool,
        ):
            forks = plan.rounds(tasks)
            futures = [pool.submit(self._measure, task, fork) for task, fork in forks]
            try:
                self._wait(futures)
            finally:
                self.runner.cancel.set()  # no effect on what is done
                pool.shutdown(cancel_futures=True)
                shutil.rmtree(self.store.folder / SCRATCH, ignore_errors=True)
        if self._signum is not None:
            raise Stopped(self._signum)

    def _wait(self, futures: list[concurrent.futures.Future[None]]) -> None:
        for future in concurrent.futures.as_completed(futures):
            try:
                future.result()
            except child.Cancelled:
                return

    @contextlib.contextmanager
    def _stopping_on_signals(self) -> Iterator[None]:
        def stop(signum: int, _: object) -> None:
            self._signum = signum
            self.runner.cancel.set()

        before = {signum: signal.signal(signum, stop) for signum in STOP_SIGNALS}
        try:
            yield
        finally:
            for signum, handler in before.items():
                signal.signal(signum, handler)

    def _measure(self, task: Task, number: int) -> None:
        """One job: a fork, and the cell's record if it was the last one."""
        cell = task.cell
        with self._lock:
            if cell.id in self._finished:  # an earlier fork failed
                return
        if self.runner.cancel.is_set():
            raise child.Cancelled
        self.reporter.begin(cell)
        key = self._key(task)
        fork = self._kept_fork(task, number, key)
        seconds = task.seconds
        if fork is None:
            began = time.monotonic()
            scratch = scratch_of(self.store, cell, number)
            try:
                scratch.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(f"cannot make {scratch}: {error.strerror}") from error
            fork = self.runner.measure(task, scratch)
            seconds = time.monotonic() - began
            if task.forks > 1 and fork.reason is None:
                part = {"key": key, "fork": dataclasses.asdict(fork)}
                self.store.write_part(cell.id, number, part)
        self.reporter.end(task, seconds)
        self._add(task, number, fork)

    def _add(self, task: Task, number: int, fork: Fork) -> None:
        cell = task.cell
        with self._lock:
            forks = self._forks.setdefault(cell.id, {})
            forks[number] = fork
            if cell.id in self._finished or (fork.reason is None and len(forks) < task.forks):
                return
            self._finished.add(cell.id)
            in_order = [forks[index] for index in sorted(forks)]
        made = record.measured(cell, self.profile, in_order, self.provenance)
        try:
            self.store.write(made)
        except InvalidRecordError as error:  # figures that no program should have given
            for one in in_order:
                one.reason = f"no valid record: {error}"
            made = record.measured(cell, self.profile, in_order[:1], self.provenance)
            self.store.write(made)
        self.store.remove_parts(cell.id)
        self.reporter.result(made)

    def _key(self, task: Task) -> dict[str, Any]:
        """What an earlier run's fork must agree with to be of use."""
        return {
            "profile": self.profile,
            "command": commands.comparable(self.runner.command(task, self.store.folder).arguments),
            "source_hash": self.provenance.source_hash(task.cell.implementation),
            "machine": self.provenance.machine_key,
        }

    def _kept_fork(self, task: Task, number: int, key: dict[str, Any]) -> Fork | None:
        part = self.store.read_part(task.cell.id, number) if task.forks > 1 else None
        if part is None or part.get("key") != key:
            return None
        try:
            return Fork(**part["fork"])
        except (KeyError, TypeError):  # of another version of this program
            return None


def scratch_of(store: Store, cell: Cell, fork: int) -> Path:
    """Folder for the files that a fork of the cell leaves behind."""
    return store.folder / SCRATCH / f"{cell.id}.{fork}"
