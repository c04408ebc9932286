"""The records of a folder in the making: each is written anew after every round of its cell."""

import dataclasses
from collections.abc import Collection
from typing import Any

from course.measure.cells import commands, record
from course.measure.cells.contest import Contest
from course.measure.cells.fork import Fork
from course.measure.cells.jobs import Job, Outcome
from course.measure.cells.plan import Site
from course.measure.cells.profiles import Task
from course.model.cells import Cell
from course.model.machine import identity
from course.process.provenance import Provenance
from course.process.store import InvalidRecordError, Record


@dataclasses.dataclass
class Harvest:
    """What the processes of each cell gave so far, all on one kind of machine.

    Only one thread may use it.
    """

    site: Site

    def __post_init__(self) -> None:
        self.forks: dict[str, dict[int, Fork]] = {}
        """Cell's id -> round -> what a process gave that did not fail."""
        self.failed: set[str] = set()
        """Ids of cells that have no further turn."""

    def resume(self, contest: Contest) -> list[float]:
        """Take in what earlier sweeps kept of the contest.

        Returns the seconds of each round that all its decisive cells have.
        """
        took: dict[str, dict[int, float]] = {}
        for task in contest.tasks:
            key = self._key(task)
            parts = self.site.store.read_parts(task.cell.id)
            for number, part in parts.items():
                try:
                    if part["key"] != key:
                        continue
                    fork, seconds = Fork(**part["fork"]), float(part["seconds"])
                except (KeyError, TypeError, ValueError):  # of another version of this program
                    continue
                self.forks.setdefault(task.cell.id, {})[number] = fork
                took.setdefault(task.cell.id, {})[number] = seconds
        decisive = [took.get(cell.id, {}) for cell in contest.decisive.cells]
        if len(took) < len(contest.tasks):
            return []
        whole = set.intersection(*(set(rounds) for rounds in decisive))
        return [max(rounds[number] for rounds in decisive) for number in sorted(whole)]

    def restore(self, contest: Contest, current: Collection[str]) -> None:
        """Write the records that are not current of cells that earlier rounds are known of.

        Raises StoreError.
        """
        for cell in contest.cells:
            if cell.id not in current and cell.id in self.forks:
                self.site.store.write(self._measured(cell, self.site.provenance))

    def next_round(self, contest: Contest) -> int:
        """The number of the contest's next round: above that of all rounds that are known."""
        known = [number for cell in contest.cells for number in self.forks.get(cell.id, {})]
        return max(known, default=-1) + 1

    def take(self, job: Job, outcome: Outcome) -> list[Record]:
        """Keep what a round gave. Returns its cells' records, which are written.

        Raises StoreError.
        """
        return [self._take(task, job.round, outcome) for task in job.contest.tasks]

    def _take(self, task: Task, number: int, outcome: Outcome) -> Record:
        cell, provenance = task.cell, outcome.provenance
        fork = outcome.forks[cell.id]
        if fork.reason is not None:
            self.failed.add(cell.id)
            made = record.failed(cell, self.site.profile, number, fork, provenance)
            self.site.store.write(made)
            return made
        forks = self.forks.setdefault(cell.id, {})
        forks[number] = fork
        made = self._measured(cell, provenance)
        try:
            self.site.store.write(made)
        except InvalidRecordError as error:  # figures that no program should have given
            del forks[number]
            fork.reason = f"no valid record: {error}"
            return self._take(task, number, outcome)
        if fork.gc_reason is None:
            # For a sweep that goes on after an interruption, and for one that wants more rounds.
            part = {"seconds": outcome.seconds, "fork": dataclasses.asdict(fork)}
            self.site.store.write_part(cell.id, number, part | {"key": self._key(task)})
        return made

    def _measured(self, cell: Cell, provenance: Provenance) -> Record:
        return record.measured(cell, self.site.profile, self.forks[cell.id], provenance)

    def _key(self, task: Task) -> dict[str, Any]:
        """What an earlier sweep's process must agree with to be of use."""
        return {
            "profile": self.site.profile,
            "command": commands.comparable(self.site.arguments(task)),
            "load": repr(task.load),  # what a program is told while it runs is in no command line
            "source_hash": self.site.provenance.source_hash(task.cell.implementation),
            "machine": identity(self.site.provenance.machine),
        }
