"""Play rounds, on any executor, until no field has a next one or a signal stops them.

Whatever is compared is measured in the same rounds: cells of a sweep, contestants of a bench. A
field knows its rounds; the play runs them as an executor's jobs, one at a time on a machine, and
hands each outcome back to the field, which stores it before the next round begins.
"""

import concurrent.futures
import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from course.measure.progress import Reporter
from course.process import child
from course.process.stop import Stop


class Field(Protocol):
    """Past and future rounds. Only one thread uses it."""

    def next(self) -> Any:
        """Return the next round, a named job; None if there is none, or none until one ends."""

    def take(self, job: Any, outcome: Any, reporter: Reporter) -> None:
        """Store a round's outcome. Raises CourseError if it cannot be written."""

    def standing(self) -> str:
        """Results so far, in a few words; empty if there are none."""

    def left_s(self) -> float:
        """Estimated time left."""


Running = dict[concurrent.futures.Future[Any], tuple[Field, Any]]


@dataclasses.dataclass(frozen=True)
class Play:
    """One run over some fields; single-use."""

    reporter: Reporter
    executor: concurrent.futures.Executor
    measure: Callable[[Any], Any]
    """Runs a job on the executor and returns its outcome. Raises child.Cancelled once the stop's
    event is set."""
    stop: Stop
    at_once: int | None = 1
    """Jobs submitted at a time; None: all, and the executor reports their start."""

    def run(self, fields: Sequence[Field]) -> None:
        """Run rounds until no field has a next one, or the stop's event is set.

        Raises CourseError if a record cannot be written or the executor fails; in any case no
        process is left running and earlier records are intact.
        """
        running: Running = {}
        try:
            while not self.stop.event.is_set():
                self._submit(fields, running)
                if not running:
                    break
                self._take_done(fields, running)
        except child.Cancelled:
            pass
        except BaseException:
            self.stop.event.set()
            raise
        finally:
            self.executor.shutdown(cancel_futures=True)

    def _submit(self, fields: Sequence[Field], running: Running) -> None:
        # Take in one job before the next one begins: writing a record must not disturb a
        # measurement, and a verdict may make another round unnecessary.
        for field in fields:
            while self.at_once is None or len(running) < self.at_once:
                job = field.next()
                if job is None:
                    break
                if self.at_once is not None:
                    self.reporter.begin(job.name)
                running[self.executor.submit(self.measure, job)] = field, job

    def _take_done(self, fields: Sequence[Field], running: Running) -> None:
        done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
        # Store finished jobs before another one's failure ends the play.
        for future in sorted(done, key=lambda one: one.exception() is not None):
            field, job = running.pop(future)
            field.take(job, future.result(), self.reporter)
            standings = [one.standing() for one in fields]
            self.reporter.end(job.name, standings, max(one.left_s() for one in fields))
