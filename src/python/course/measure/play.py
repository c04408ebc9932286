"""Play rounds, wherever they are run, until nobody has a next one or a signal says stop.

Whatever is compared was measured in the same rounds: cells of a sweep, contestants of a bench. A
field knows its rounds; the play runs them as jobs of an executor, one after the other on a machine,
and hands what they gave back to the field, which keeps it before the next one begins.
"""

import concurrent.futures
import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from course.measure.progress import Reporter
from course.process import child
from course.process.stop import Stop


class Field(Protocol):
    """Rounds so far and to come. Only one thread uses it."""

    def next(self) -> Any:
        """The next round, a job with a name; None: there is none, or none until one is over."""

    def take(self, job: Any, outcome: Any, reporter: Reporter) -> None:
        """Keep what a round gave. Raises CourseError when that cannot be written."""

    def standing(self) -> str:
        """What is known by now, in a few words; empty: nothing to be told."""

    def left_s(self) -> float:
        """About how long it will go on."""


Running = dict[concurrent.futures.Future[Any], tuple[Field, Any]]


@dataclasses.dataclass(frozen=True)
class Play:
    """One run over some fields. Not to be used twice."""

    reporter: Reporter
    executor: concurrent.futures.Executor
    measure: Callable[[Any], Any]
    """What the executor is given to run, with a job; what it gives is the job's outcome. Raises
    child.Cancelled once the stop's event is set."""
    stop: Stop
    at_once: int | None = 1
    """Jobs that the executor has at a time; None: all, it tells of their begin."""

    def run(self, fields: Sequence[Field]) -> None:
        """Run rounds until no field has a next one, or the stop's event is set.

        Raises CourseError when a record cannot be written or the executor is at its end; in any
        case no process is left running and what was written before is whole.
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

    def _take_done(self, fields: Sequence[Field], running: Running) -> None:
        done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
        # What was measured is kept before a failure beside it ends the play.
        for future in sorted(done, key=lambda one: one.exception() is not None):
            field, job = running.pop(future)
            field.take(job, future.result(), self.reporter)
            self.reporter.end(
                job.name,
                [one.standing() for one in fields],
                max(one.left_s() for one in fields),
            )
