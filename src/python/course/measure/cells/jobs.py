"""A job: a round of a contest, as data that any machine can be handed, and what it gives back.

A job depends on no other one, so any executor of :mod:`concurrent.futures` may run it.
"""

import dataclasses
import random
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from course.errors import CourseError
from course.measure.cells.contest import Contest
from course.measure.cells.fork import Fork
from course.measure.cells.programs import Programs
from course.measure.cells.runner import Runner
from course.model.cells import Cell
from course.process.gclog import Analyser, GcLogError
from course.process.machine import memory_mb
from course.process.provenance import Provenance


@dataclasses.dataclass(frozen=True)
class Job:
    """Processes that take turns."""

    contest: Contest
    round: int  # which of the contest's, from 0
    turn: str
    """What its figures have in common with those that they may be paired with: no other session's
    rounds, nor other machines', have it. It seeds all that is left to chance, too."""
    place: str = ""  # the kind of machine that is to run it; empty: this one

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.contest.cells

    @property
    def name(self) -> str:
        return self.contest.key


@dataclasses.dataclass(frozen=True)
class Outcome:
    forks: dict[str, Fork]  # cell's id -> what its process gave
    provenance: Provenance  # as the machine that ran it says
    seconds: float  # how long it took, with all that belongs to it


class Instruments:
    """What a machine runs jobs with: its programs, its Java runtimes, its GC log analyser.

    Threads may share it. Close it at the end; set ``runner.cancel`` to stop what is under way.
    """

    def __init__(self, programs: Programs, cells: Iterable[Cell]) -> None:
        """The analyser runs on one of the cells' Java runtimes."""
        command = programs.analyser(list(cells))
        self._analyser = Analyser(command or [], programs.root)
        self.runner = Runner(
            root=programs.root,
            digests=programs.root / "build" / "digests",
            java=programs.java,
            gc_figures=self._gc_figures,
            cancel=threading.Event(),
            memory_mb=memory_mb(),
        )

    def measure(self, job: Job, provenance: Provenance, scratch: Path) -> Outcome:
        """Run the job; scratch holds a folder of its own for the files that it leaves behind.

        Raises child.Cancelled when the sweep is to stop; CourseError if the folder cannot be made.
        """
        began = time.monotonic()
        folder = scratch / f"{job.cells[0].id}.{job.round}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CourseError(f"cannot make {folder}: {error.strerror}") from error
        dice = random.Random(f"{job.turn} {job.name}")
        forks = self.runner.measure(job.contest.tasks, folder, dice)
        for fork in forks:
            fork.turn = job.turn
        by_cell = {cell.id: fork for cell, fork in zip(job.cells, forks, strict=True)}
        origin = provenance.of(job.cells[0].implementation)
        return Outcome(by_cell, origin, time.monotonic() - began)

    def close(self) -> None:
        self._analyser.close()

    def _gc_figures(self, log: Path, *window: Any) -> dict[str, Any]:
        if not log.is_file():
            raise GcLogError("the JVM wrote no GC log")
        return self._analyser.figures(log, *window)
